"""What a pane, an action or a dialog may request from the program: a narrow protocol."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from msgspec import Struct
from textual.dom import DOMNode

from tui_app.config.settings import Settings

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.contract.matching import CompanyMatch, MatchRow
    from tui_app.ui.chart_style import ChartStyle
    from tui_app.ui.terminal.capabilities import Terminal
    from tui_app.ui.undo_stack import UndoStack
    from tui_app.ui.workspace_thread import WorkspaceThread
    from tui_app.workspace.saved_location import SavedLocation


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


class ListToMatch(Struct, frozen=True):
    """A file with a list of companies, and the names of its columns by what they hold."""

    path: str
    columns: Mapping[str, str] = {}


class RowMatcher(Protocol):
    """Matches the rows of a list at the current source."""

    def price(self, rows: Sequence[MatchRow]) -> int:
        """The most requests that rows can cost; for a live source a ``WaitSeconds``."""

    def rows(self, rows: Sequence[MatchRow]) -> AsyncIterator[CompanyMatch]:
        """The answer for each row, in order. Raises ``ClientError``."""


class MatchPlace(Struct, frozen=True):
    """Where decisions about lists are stored for a source, and which data it has now.

    ``folder`` is ``None`` if nothing is stored.
    """

    folder: Path | None = None
    place: str = ""
    version: str = ""


NO_KEY: Final = "–"
"""Shown in place of the key of an action that has none."""


class Program(Protocol):
    """The program as panes, actions and dialogs see it."""

    settings: Settings
    source: Source
    workspace_thread: WorkspaceThread
    """The workspace: history, watch list, notes, snapshots."""
    is_first_run: bool
    progress: dict[str, str]
    """The progress of a live source's newest call, in words, by tax id."""
    terminal: Terminal
    undo: UndoStack
    """What the user wrote or marked in this session."""
    approved: set[str]
    """The user's own commands that were approved in this session, by their digests."""
    end_export: Callable[[], None] | None
    """Stops a task that runs in the background and is shown in the footer; ``None`` without one."""

    @property
    def as_of(self) -> dt.date | None:
        """The day in the past that everything is shown for; ``None`` for today."""

    def look_back(self, day: dt.date | None) -> None:
        """Show everything as of a day in the past from now on; ``None``: as of today."""

    @property
    def client(self) -> Companies | None:
        """``None`` before the first connection."""

    async def companies(self) -> Companies:
        """The client, created on first use; raises ``ClientError``."""

    def matcher(self, companies: Companies) -> RowMatcher:
        """The matcher of rows, with a client."""

    @property
    def match_place(self) -> MatchPlace:
        """Where decisions about lists are kept."""

    async def reconnect(self, rejected: Companies) -> None:
        """Replace a client whose key was rejected; the new one reads the key again."""

    def update_allowance(self) -> None:
        """Show the allowance, which may have changed."""

    async def pause_between_keys(self) -> None:
        """Return once no key is being typed."""

    @property
    def debounce(self) -> float:
        """Seconds without a key before a search is sent."""

    @property
    def chart_style(self) -> ChartStyle:
        """How charts look now."""

    def today(self) -> dt.date:
        """Today's date in the user's time zone."""

    def first_key(self, action: str) -> str:
        """The key of an action as shown to people; ``NO_KEY`` if it has none."""

    def end_with(self, error: Exception) -> None:
        """End the program because of an error that cannot be handled."""

    def remember(self, location: SavedLocation) -> None:
        """The user moved to another location."""

    def say(self, text: str, style: str = "text") -> None:
        """Show a message on the main screen for a while."""

    def copy(self, text: str, what: str) -> None:
        """Send a text to the clipboard and say so, or show it for selection.

        ``what`` describes the text in words: "5 tax ids".
        """

    lines_typed: list[str]
    """The lines that were typed after ``:`` in this session, newest last."""

    def read_line(self, line: str) -> LineCommand:
        """Read a line as the command line does; raises ``LineError``."""

    def complete_line(self, line: str) -> tuple[str, ...]:
        """The possible completions of the last word of a line; may read files."""

    def hold_keys(self) -> None:
        """Hold keys from now on, while Enter waits for an answer; they act when it arrives."""

    def release_keys(self) -> None:
        """Let the held keys act: the answer arrived, or is not awaited any more."""

    def switch_source(self, **chosen: str) -> None:
        """Switch to another source, named as in the settings."""

    def change_language(self, code: str) -> None:
        """Rebuild the screen in another language."""


@runtime_checkable
class Speaker(Protocol):
    """A screen that shows messages."""

    def say(self, text: str, style: str = "text") -> None:
        """Show a message for a while."""


def program_of(node: DOMNode) -> Program:
    """The program that a widget or screen belongs to."""
    return cast(Program, node.app)


def asks_by_itself(program: Program) -> bool:
    """Whether a company is loaded once the cursor rests on it: only if that is free."""
    client = program.client
    if client is None or client.live is not None or not program.source.embedded:
        return False
    return client.allowance.affords(1)
