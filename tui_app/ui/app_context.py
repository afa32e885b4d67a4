"""What the program is told when it starts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from tui_app.settings import Settings
from tui_app.ui.context import Source
from tui_app.ui.lists import LISTS
from tui_app.ui.lists.base import ListPane
from tui_app.ui.sections import SECTIONS
from tui_app.ui.sections.base import Section
from tui_app.ui.terminal.capabilities import Terminal

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.workspace.workspace import Workspace


def _in_memory() -> Workspace:
    from tui_app.workspace.workspace import Workspace

    return Workspace(None)


class AppContext(Struct, frozen=True, kw_only=True):
    """What the program is told about where it runs.

    ``describe`` says in words which source some settings choose, and ``connect`` makes the
    client for it; it blocks (it imports, it may build the sample) and is called in a thread
    after the first frame. It raises only ``ClientError``.
    """

    connect: Callable[[Settings], Companies]
    describe: Callable[[Settings], Source]
    settings: Settings
    terminal: Terminal
    """What the terminal can show, and where it is."""
    place_file: Callable[[Settings], Path | None] = lambda settings: None
    """Where the place is remembered for the source of some settings; ``None``: nowhere."""
    key_lines: Callable[[], Mapping[str, int]] = dict
    """The line of the configuration file in which each key was changed."""
    notices: tuple[str, ...] = ()
    """What the user should know about the settings."""
    text: str = ""
    """What to search for and open, as it was given on the command line."""
    tab: str = ""
    """The tab to open that company on."""
    open_workspace: Callable[[], Workspace] = _in_memory
    """Opens what the user keeps; called in a thread after the first frame."""
    today: Callable[[], dt.date] = lambda: dt.datetime.now(dt.UTC).astimezone().date()
    lists: tuple[type[ListPane], ...] = LISTS
    sections: tuple[type[Section], ...] = SECTIONS
