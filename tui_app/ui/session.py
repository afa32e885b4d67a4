"""What the screen is given from outside, and how one of its parts finds the program."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from msgspec import Struct
from textual.dom import DOMNode

from tui_app.system.untyped import Work

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.config.settings import Settings
    from tui_app.contract.matching import CompanyMatch, MatchRow
    from tui_app.ui.terminal.capabilities import ChartStyle, Terminal
    from tui_app.ui.workspace_thread import WorkspaceThread
    from tui_app.workspace.saved_location import SavedLocation


MAX_ACTS: Final = 50
"""The most acts that are remembered."""


class Act(Struct, frozen=True):
    """An act, with the function that undoes it.

    ``what`` says it in the language of the screen, which may change meanwhile.
    ``of_screen``: it can be undone only on the screen that it changed.
    """

    what: Callable[[], str]
    undo: Callable[[], object]
    of_screen: bool


class UndoStack:
    """The acts that can be undone, newest last."""

    def __init__(self) -> None:
        self._acts: list[Act] = []

    def __bool__(self) -> bool:
        return bool(self._acts)

    def add(
        self, what: Callable[[], str], undo: Callable[[], object], *, of_screen: bool = False
    ) -> None:
        """Remember an act."""
        self._acts = [*self._acts, Act(what, undo, of_screen)][-MAX_ACTS:]

    def pop(self) -> Act:
        """The newest act, which is removed."""
        return self._acts.pop()

    def screen_replaced(self) -> None:
        """Drop the marks of the old screen, which cannot be undone on another one."""
        self._acts = [act for act in self._acts if not act.of_screen]


class Source(Struct, frozen=True, kw_only=True):
    """Where the data come from, in words."""

    name: str
    """For the header line, for example ``sample data (invented companies)``."""
    welcome: str
    """The text that is shown without a company."""
    invitation: tuple[str, ...] = ()
    """A notice for the first run, longest form first; empty if a source was configured.

    ``{key}`` stands for the key that chooses a source.
    """
    embedded: bool
    """Whether the service runs in this process, so that a request needs no connection."""
    dated: str = ""
    """The date of the data, in words; empty if the name already says it."""
    kind: str = "remote"
    """The kind of source, for programs: answers of different kinds are not compared."""
    invented: bool = False
    """Whether its companies are invented."""


class LineError(ValueError):
    """A line that cannot be run; the text says why."""


class LineCommand(Struct, frozen=True, kw_only=True):
    """A line of the command line after parsing: its command, and its values."""

    name: str
    """Empty if the line has only settings."""
    # Any: options have different types.
    values: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    as_of: dt.date | None = None
    """The day of ``--as-of``."""
    options: dict[str, str] = {}
    """The options that the line gives, by their names, as they are written."""


class ListToMatch(Struct, frozen=True):
    """A file with a list of companies, and the names of its columns by what they hold."""

    path: str
    columns: Mapping[str, str] = {}
    sheet: str = ""


class FirstView(Struct, frozen=True):
    """What the command line asks the explorer to open; by default the last location."""

    text: str = ""
    """A text to search for; a single result is opened."""
    tab: str = ""
    """The tab to open that company on."""
    to_match: ListToMatch | None = None
    """A list to review."""
    line: LineCommand | None = None
    """A command to run as if it were typed after ``:``."""


class RowMatcher(Protocol):
    """Matches the rows of a list at the current source."""

    def price(self, rows: Sequence[MatchRow]) -> int:
        """The most requests that rows can cost; for a live source a ``WaitSeconds``."""

    def rows(self, rows: Sequence[MatchRow]) -> AsyncIterator[CompanyMatch]:
        """The answer for each row, in order. Raises ``ClientError``."""


class MatchStorage(Struct, frozen=True):
    """Where decisions about lists are stored for a source, and which data it has now.

    ``folder`` is ``None`` if nothing is stored.
    """

    folder: Path | None = None
    source: str = ""
    version: str = ""


NO_KEY: Final = "–"
"""Shown in place of the key of an action that has none."""


@runtime_checkable
class Speaker(Protocol):
    """A screen that shows messages."""

    def say(self, text: str, style: str = "text") -> None:
        """Show a message for a while."""


Then = Callable[[Any], object]
"""Gets the new main screen, which is above: hence ``Any``."""


class ScreenSession(Protocol):
    """What the parts of the screen may read and ask of the program; ``FirmetermApp`` is one."""

    settings: Settings
    source: Source
    client: Companies | None
    """``None`` before the first connection."""
    terminal: Terminal
    workspace_thread: WorkspaceThread
    """The workspace: history, watch list, notes, snapshots."""
    undo: UndoStack
    """What the user wrote or marked in this session."""
    progress: dict[str, str]
    """The progress of a live source's newest call, in words, by tax id."""
    is_first_run: bool
    lines_typed: list[str]
    """The lines that were typed after ``:`` in this session, newest last."""
    approved: set[str]
    """The user's own commands that were approved in this session, by their digests."""
    following: set[Callable[[], bool]]
    """Each lets go of a request that would follow by itself once a server has asked to wait."""
    end_export: Callable[[], None] | None
    """Stops a task that runs in the background and is shown in the footer."""

    @property
    def as_of(self) -> dt.date | None:
        """The day in the past that everything is shown for; ``None`` for today."""

    @property
    def chart_style(self) -> ChartStyle:
        """How charts look: as set by the user, if the terminal can show it."""

    @property
    def debounce(self) -> float:
        """Seconds without a key before a search is sent."""

    @property
    def match_storage(self) -> MatchStorage:
        """Where decisions about lists are kept."""

    def today(self) -> dt.date:
        """Today's date in the user's time zone."""

    def first_key(self, action: str, *, here: bool = False) -> str:
        """The key of an action as shown to people.

        ``here``: as it works from where the focus is, since a field takes every letter.
        """

    def keys_of(self, action: str) -> tuple[str, ...]:
        """All keys of an action of the explorer, as Textual names them; often none."""

    def say(self, text: str, style: str = "text") -> None:
        """Show a message on the foremost screen that shows messages."""

    async def companies(self) -> Companies:
        """The client, created on first use; raises ``ClientError``."""

    def key_rejected(self, client: Companies) -> None:
        """Replace a client whose key was rejected, with the next request."""

    def update_allowance(self) -> None:
        """Show the allowance, which may have changed, and notices of the cache."""

    async def pause_between_keys(self) -> None:
        """Return once no key is being typed."""

    def end_with(self, error: Exception) -> None:
        """End the program because of an error outside every message handler, and show it."""

    def hold_keys(self, awaited: Work) -> None:
        """Let ``awaited`` run; keys typed from now on act when it is done. Esc drops both."""

    def drop_keys(self) -> None:
        """Drop the held keys, and what they wait for."""

    def copy(self, text: str, what: str) -> None:
        """Send a text to the clipboard and say so, or show it for selection."""

    def switch_source(self, then: Then | None = None, /, **chosen: str) -> None:
        """Switch to another source, named as in the settings."""

    def change_language(self, code: str) -> None:
        """Rebuild the screen in another language, at the same place."""

    def look_back(self, day: dt.date | None, then: Then | None = None) -> None:
        """Rebuild the screen as of another day, at the same place."""

    def remember(self, location: SavedLocation) -> None:
        """Save the user's new location soon."""

    def read_line(self, line: str) -> LineCommand:
        """Read a line as the command line does; raises ``LineError``."""

    def complete_line(self, line: str) -> tuple[tuple[str, str], ...]:
        """The completions of the last word of a line, and their meanings; may read files."""

    def matcher(self, companies: Companies) -> RowMatcher:
        """The matcher of rows, with a client."""


def session_of(node: DOMNode) -> ScreenSession:
    """What a widget or screen may ask of its program."""
    return cast(ScreenSession, node.app)


def stop_following(session: ScreenSession) -> bool:
    """Let no request follow by itself; returns whether one would have."""
    stopped = [stop() for stop in tuple(session.following)]
    return any(stopped)


def requests_are_free(session: ScreenSession) -> bool:
    """Whether no request counts at the source, so that typing may send them."""
    client = session.client
    return session.source.embedded or (client is not None and not client.allowance.metered)


def asks_by_itself(session: ScreenSession) -> bool:
    """Whether a company is loaded once the cursor rests on it: only if that is free."""
    client = session.client
    if client is None or client.live is not None or not session.source.embedded:
        return False
    return client.allowance.affords(1)
