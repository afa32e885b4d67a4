"""Choosing the source of data, and connecting to a new server."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from tui_app.config.settings import Settings, local_registry
from tui_app.system.language import _
from tui_app.ui.actions.pane_actions import offline_reason
from tui_app.ui.panes.action import Choice, Menu
from tui_app.ui.two_panes.screen import TwoPaneScreen

_CONNECT: Final = "connect"
_SERVER: Final = "server "
"""Prefix of the names of choices that are servers of the settings."""


def source_menu(panes: TwoPaneScreen) -> Menu:
    """The sources; a new server is asked for its address and key."""
    return Menu(_("Where data come from"), list(sources(panes)), partial(switch_source, panes))


def sources(panes: TwoPaneScreen) -> Iterator[Choice]:
    """The available sources, the current one marked."""
    session = panes.session
    settings, kind = session.settings, session.source.kind
    registry = _registry(settings)
    yield Choice("sample", "s", _("sample"), _("invented companies"), chosen=kind == "sample")
    yield Choice(
        "registry",
        "r",
        _("registry"),
        registry or _("none: firmeterm data import"),
        chosen=kind == "registry",
    )
    yield Choice(
        "public",
        "p",
        _("public services"),
        _("any real company; your queries go to ANAF and the courts"),
        chosen=kind == "public",
    )
    yield from _servers(settings)
    yield Choice(_CONNECT, "c", _("another server …"), _("its address and your key"))


def _registry(settings: Settings) -> str:
    """The registry's file that would be used; empty if there is none."""
    if settings.source == "sample":
        from msgspec.structs import replace

        settings = replace(settings, source=None)
    return local_registry(settings) or ""


def _servers(settings: Settings) -> Iterator[Choice]:
    named = {server.base_url for server in settings.server.values()}
    for name, server in settings.server.items():
        chosen = settings.base_url == server.base_url
        label = _("server {name}").format(name=name)
        yield Choice(f"{_SERVER}{name}", "", label, server.base_url, chosen=chosen)
    if settings.base_url and settings.base_url not in named:
        yield Choice("here", "", _("server"), settings.base_url, chosen=True)


def switch_source(panes: TwoPaneScreen, name: str) -> None:
    """Switch to the chosen source."""
    session = panes.session
    if name == _CONNECT:
        connect(panes)
    elif name.startswith(_SERVER):
        session.switch_source(use_server=name.removeprefix(_SERVER))
    elif name != "here":
        session.switch_source(source=name)


def connect(panes: TwoPaneScreen) -> None:
    """Ask for a server's address and key, test them, and switch to it."""
    if why := offline_reason(panes):
        panes.say(why, "warn")
        return
    from tui_app.ui.dialogs.server import ServerScreen

    def connected(base_url: str | None) -> None:
        if base_url is not None:
            panes.session.switch_source(base_url=base_url)

    panes.open_dialog(ServerScreen(panes.session), connected)
