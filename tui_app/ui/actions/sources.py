"""Choosing the source of data, and connecting to a new server."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from tui_app.config.settings import local_registry
from tui_app.system.language import _
from tui_app.ui.actions.base import offline_reason
from tui_app.ui.panes.menu import Choice, Menu

if TYPE_CHECKING:
    from tui_app.config.settings import Settings
    from tui_app.ui.explorer.screen import ExplorerScreen

_CONNECT: Final = "connect"
_SERVER: Final = "server "
"""Prefix of the names of choices that are servers of the settings."""


def open_source_menu(explorer: ExplorerScreen) -> None:
    """Let the user choose a source; for a new server ask for its address and key."""
    pick = partial(switch_source, explorer)
    explorer.open_menu(Menu(_("Where data come from"), list(sources(explorer)), pick))


def sources(explorer: ExplorerScreen) -> Iterator[Choice]:
    """The available sources, the current one marked."""
    program = explorer.program
    settings, kind = program.settings, program.source.kind
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


def switch_source(explorer: ExplorerScreen, name: str) -> None:
    """Switch to the chosen source."""
    program = explorer.program
    if name == _CONNECT:
        connect(explorer)
    elif name.startswith(_SERVER):
        program.switch_source(use_server=name.removeprefix(_SERVER))
    elif name != "here":
        program.switch_source(source=name)


def connect(explorer: ExplorerScreen) -> None:
    """Ask for a server's address and key, test them, and switch to it."""
    if why := offline_reason(explorer):
        explorer.say(why, "warn")
        return
    from tui_app.ui.dialogs.server import ServerScreen

    def connected(base_url: str | None) -> None:
        if base_url is not None:
            explorer.program.switch_source(base_url=base_url)

    explorer.open_dialog(ServerScreen(explorer.program), connected)
