"""What a pane, an action or a dialog may ask of the program; they know nothing else of it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Protocol, cast

from msgspec import Struct
from textual.dom import DOMNode

from tui_app.settings import Settings

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.charts.data import ChartStyle
    from tui_app.ui.desk import Desk
    from tui_app.ui.terminal.capabilities import Terminal
    from tui_app.workspace.saved_location import SavedLocation


class Source(Struct, frozen=True, kw_only=True):
    """Where the data come from, for people."""

    name: str
    """For the head line, for example ``sample data (invented companies)``."""
    welcome: str
    """What to say while no company is shown."""
    invitation: str = ""
    """What to tell once on the first run; empty where a source was set."""
    embedded: bool
    """Whether the service runs in this process, so that asking costs no connection."""
    dated: str = ""
    """Of which day the data are, in words; empty where the name says it."""
    kind: str = "remote"
    """What kind of source it is, for programs: what two kinds say is not compared."""
    invented: bool = False
    """Whether no company in it exists."""


class Program(Protocol):
    """The program as everything below it sees it."""

    settings: Settings
    source: Source
    desk: Desk
    """What the user keeps: history, watch list, notes, snapshots."""
    is_first_run: bool
    progress: dict[str, str]
    """How far the newest call of a live source is, in words, by tax id."""
    terminal: Terminal
    approved: set[str]
    """The commands of the user's own that may be run in this session, by their marks."""

    @property
    def client(self) -> Companies | None:
        """``None`` until the first connection was made."""

    async def companies(self) -> Companies:
        """The client, made when first wanted; raises ``ClientError``."""

    async def reconnect(self) -> None:
        """Make the client anew, which reads the key again."""

    def tell_allowance(self) -> None:
        """The allowance may have changed."""

    async def pause_between_keys(self) -> None:
        """Return once nobody types."""

    @property
    def debounce(self) -> float:
        """Seconds without a key before a search is sent."""

    @property
    def chart_style(self) -> ChartStyle:
        """How charts look now."""

    def today(self) -> dt.date:
        """The day where the user is."""

    def first_key(self, action: str) -> str:
        """The key to tell people that does an action."""

    def remember(self, place: SavedLocation) -> None:
        """The user is somewhere else."""

    def say(self, text: str, style: str = "text") -> None:
        """Show a message on the main screen for a while."""

    def copy(self, text: str) -> None:
        """Send a text to the clipboard and say how, or show it for selecting."""

    def go_over(self, **chosen: str) -> None:
        """Ask another source from now on, named as in the settings."""

    def set_theme(self, name: str) -> None:
        """Use a theme from now on."""

    def change_language(self, code: str) -> None:
        """Build the screen anew in another language."""

    def next_language(self) -> None:
        """The other language."""


def program_of(node: DOMNode) -> Program:
    """The program that a widget or screen is part of."""
    return cast(Program, node.app)


def asks_by_itself(program: Program) -> bool:
    """Whether a company is shown whole once the cursor rests on it: where that is free."""
    client = program.client
    if client is None or client.live is not None or not program.source.embedded:
        return False
    return client.allowance.affords(1)
