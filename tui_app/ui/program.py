"""What the screen is given from outside, and how one of its parts finds the program."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from msgspec import Struct
from textual.dom import DOMNode

if TYPE_CHECKING:
    from tui_app.contract.matching import CompanyMatch, MatchRow
    from tui_app.ui.app import FirmetermApp


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


class MatchPlace(Struct, frozen=True):
    """Where decisions about lists are stored for a source, and which data it has now.

    ``folder`` is ``None`` if nothing is stored.
    """

    folder: Path | None = None
    place: str = ""
    version: str = ""


NO_KEY: Final = "–"
"""Shown in place of the key of an action that has none."""


@runtime_checkable
class Speaker(Protocol):
    """A screen that shows messages."""

    def say(self, text: str, style: str = "text") -> None:
        """Show a message for a while."""


def program_of(node: DOMNode) -> FirmetermApp:
    """The program that a widget or screen belongs to."""
    return cast("FirmetermApp", node.app)


def requests_are_free(program: FirmetermApp) -> bool:
    """Whether no request counts at the source, so that typing may send them."""
    client = program.client
    return program.source.embedded or (client is not None and not client.allowance.metered)


def asks_by_itself(program: FirmetermApp) -> bool:
    """Whether a company is loaded once the cursor rests on it: only if that is free."""
    client = program.client
    if client is None or client.live is not None or not program.source.embedded:
        return False
    return client.allowance.affords(1)
