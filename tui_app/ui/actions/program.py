"""Actions of the program itself: help, palette, theme, language, source, day, undo, quit."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import partial
from typing import Final

from tui_app.config.settings import Settings, local_registry
from tui_app.system.language import LANGUAGES, N_, _, language
from tui_app.ui.actions.pane_actions import offline_reason
from tui_app.ui.panes.action import Action, Choice, Menu
from tui_app.ui.text.themes import THEMES
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


def _read_manual(panes: TwoPaneScreen) -> None:
    from tui_app.ui.dialogs.help import ManualScreen

    panes.open_dialog(ManualScreen(panes.pane.topic))


MANUAL: Final = Action(
    name="manual",
    keys="f1",
    label=N_("manual"),
    help=N_("Read the manual on this list or tab, and search all of it"),
    field=5,
    do=_read_manual,
)

PALETTE: Final = Action(
    name="palette",
    keys="ctrl+p",
    label=N_("commands"),
    help=N_("Find an action, a company, a day, a theme by typing"),
    field=4,
    do=lambda panes: panes.open_palette(),
)


def _next_theme(panes: TwoPaneScreen) -> None:
    """The next of our own themes."""
    names, now = [theme.name for theme in THEMES], panes.app.theme
    at = names.index(now) if now in names else -1
    name = names[(at + 1) % len(names)]
    panes.app.theme = name
    panes.say(name)


NEXT_THEME: Final = Action(
    name="theme",
    keys="T",
    label=N_("theme"),
    help=N_("Dark, light, high contrast, the terminal's own colours"),
    do=_next_theme,
)


def _next_language(panes: TwoPaneScreen) -> None:
    """The screen is rebuilt in the other language, at the same place."""
    at = LANGUAGES.index(language())
    panes.session.change_language(LANGUAGES[(at + 1) % len(LANGUAGES)])


NEXT_LANGUAGE: Final = Action(
    name="language",
    keys="L",
    label=N_("language"),
    help=N_("Change between English and Romanian"),
    do=_next_language,
)


CHOOSE_SOURCE: Final = Action(
    name="server",
    keys="C",
    label=N_("source"),
    help=N_("Choose where data come from: sample, registry, a server …"),
    do=source_menu,
)

SUSPEND: Final = Action(
    name="suspend",
    keys="ctrl+z",
    label=N_("suspend"),
    help=N_("Suspend to the shell; fg comes back"),
    do=lambda panes: panes.app.action_suspend_process(),
)

QUIT: Final = Action(
    name="quit",
    keys="q,ctrl+q",
    label=N_("quit"),
    help=N_("Quit (resumes here)"),
    footer=19,
    field=6,
    # State is saved when it changes, so nothing is left to save.
    do=lambda panes: panes.app.exit(),
)


def _type_line(panes: TwoPaneScreen) -> None:
    # Imported here: it knows every list, and the first frame shows one.
    from tui_app.ui.actions.command_line import type_line

    type_line(panes)


COMMAND_LINE: Final = Action(
    name="command_line",
    keys="colon",
    label=N_("command line"),
    help=N_("Type a command without firmeterm before it, such as show 990000013"),
    do=_type_line,
)


def _ask_for_day(panes: TwoPaneScreen) -> None:
    from tui_app.ui.dialogs.one_field import AsOfDialog

    def chosen(day: dt.date | None) -> None:
        if day is not None:
            panes.session.look_back(day)

    panes.open_dialog(AsOfDialog(panes.session), chosen)


AS_OF: Final = Action(
    name="as_of",
    keys="A",
    label=N_("as of"),
    help=N_("Show everything as the register was on a day; Esc: today"),
    do=_ask_for_day,
)


def _undo(panes: TwoPaneScreen) -> None:
    """Undo the newest act and say so."""
    act = panes.session.undo.pop()
    act.undo()
    panes.say(_("Undone: {what}").format(what=act.what()), "good")


UNDO: Final = Action(
    name="undo",
    keys="u",
    label=N_("undo"),
    help=N_("Undo the last watch, note, mark, removal or deletion of this session"),
    do=_undo,
    why_not=lambda panes: "" if panes.session.undo else _("Nothing to undo"),
)
