"""What the program is given at its start."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from tui_app.config.settings import Settings
from tui_app.ui.lists import LISTS
from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.base import PaneKind
from tui_app.ui.sections import SECTIONS
from tui_app.ui.sections.base import Section
from tui_app.ui.session import FirstView, LineCommand, LineError, MatchStorage, RowMatcher, Source
from tui_app.ui.terminal.capabilities import Terminal

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.workspace.workspace import Workspace


def _in_memory() -> Workspace:
    from tui_app.workspace.workspace import Workspace

    return Workspace(None)


def _no_line(line: str) -> LineCommand:
    raise LineError(line)


def _no_matcher(_companies: Companies) -> RowMatcher:
    raise NotImplementedError


class AppContext(Struct, frozen=True, kw_only=True):
    """Everything the program needs to know about its environment.

    ``describe`` names the source chosen by some settings, and ``connect`` creates the client for
    it. ``connect`` blocks (imports, may build the sample), so it is called in a thread after the
    first frame. It raises only ``ClientError``.
    """

    connect: Callable[[Settings], Companies]
    describe: Callable[[Settings], Source]
    settings: Settings
    terminal: Terminal
    """What the terminal can show, and whether it is remote."""
    location_file: Callable[[Settings], Path | None] = lambda settings: None
    """The file for the last location, given settings; ``None``: it is not saved."""
    key_lines: Callable[[], Mapping[str, int]] = dict
    """The line of the configuration file where each key was set."""
    first_view: FirstView = FirstView()
    matcher: Callable[[Companies], RowMatcher] = _no_matcher
    """Matches rows with a client."""
    match_storage: Callable[[Settings], MatchStorage] = lambda settings: MatchStorage()
    """Where decisions about lists are kept, given settings."""
    open_workspace: Callable[[], Workspace] = _in_memory
    """Opens the workspace; called in a thread after the first frame."""
    read_line: Callable[[str], LineCommand] = _no_line
    """Reads a line as the command line does; raises ``LineError``."""
    complete_line: Callable[[str], tuple[tuple[str, str], ...]] = lambda line: ()
    """The completions of the last word of a line, and their meanings; called in a thread."""
    today: Callable[[], dt.date] = lambda: dt.datetime.now(dt.UTC).astimezone().date()
    lists: tuple[PaneKind[ListPane], ...] = LISTS
    sections: tuple[PaneKind[Section], ...] = SECTIONS
