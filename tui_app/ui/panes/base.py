"""What every list and every section can be asked to do. Actions know no more of them than this."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget

from tui_app.contract.operations import Operation
from tui_app.language import _
from tui_app.ui.context import Program, program_of
from tui_app.ui.panes.command import PaneCommand
from tui_app.ui.panes.entry import Entry
from tui_app.ui.text.drawing import Field
from tui_app.ui.text.spots import Spot

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.export.tables import Table


class Copyable(NamedTuple):
    """Something of a pane that can be copied: a name for programs, its key, what it is, itself."""

    name: str
    letter: str
    label: str
    text: str


class DataPane(Vertical):
    """A pane with data of companies. The hooks below do nothing where a pane lacks the ability."""

    BLANK = True
    tab: ClassVar[str]
    """The pane's name for programs."""
    title: ClassVar[str] = ""
    """The tab's word, marked for translation."""
    help: ClassVar[str] = ""
    """What the key that leads here does: a sentence, marked for translation."""
    topic: ClassVar[str] = "company"
    """The page of the manual on it, as its file is called."""
    filters: ClassVar[bool] = False
    """Whether it can show only what contains a text."""
    paged: ClassVar[bool] = False
    """Whether its data come in pages."""
    opens_rows: ClassVar[bool] = False
    """Whether Enter opens what is under its cursor."""
    opens_spots: ClassVar[bool] = False
    """Whether what is under the cursor of its text can be opened, or said."""
    commands: ClassVar[tuple[PaneCommand, ...]] = ()
    """What only this pane can do."""
    filter_text: str = ""
    page: int = 1
    """The page that is shown or was asked for, counted from 1."""

    class Changed(Message):
        """What can be done here changed."""

    class ShowFields(Message):
        """Somebody wants to see all of a record."""

        def __init__(self, title: str, fields: list[Field]) -> None:
            super().__init__()
            self.title = title
            self.fields = fields

    class OpenCompany(Message):
        """Somebody goes on to another company."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    @classmethod
    def label(cls) -> str:
        """The tab's word in the language in force."""
        return _(cls.title)

    @property
    def program(self) -> Program:
        """The program this pane is part of."""
        return program_of(self)

    @property
    def focus_target(self) -> Widget:
        """What takes the keys of this pane."""
        return self

    @property
    def leads_to(self) -> Entry | None:
        """The company that Enter goes on to; ``None`` where it does something else."""
        return None

    def kept_changed(self) -> None:
        """The history, the watch list, a note or a snapshot is not what it was."""

    # Any: operations differ in their result.
    def operations(self) -> tuple[tuple[Operation[Any], dict[str, str]], ...]:
        """Where its data come from, each with its parameters as they stand in an address."""
        return ()

    @property
    def total_pages(self) -> int:
        """How many pages there are."""
        return 1

    def turn(self, by: int) -> None:
        """Ask for another page, of those there are."""

    def price_of_page(self, companies: Companies, page: int) -> int:
        """What asking for a page would send."""
        return 0

    def price_of_sorting(self, companies: Companies) -> int | None:
        """What sorting in another way would send; ``None``: it never asks."""
        return None

    def why_no_filter(self) -> str:
        """Why there is nothing to filter now; empty where there is."""
        return ""

    def filter_by(self, text: str) -> None:
        """Show only what contains the text."""

    def leave_level(self) -> bool:
        """Take back a filter or what else narrows the view; whether there was something."""
        return False

    def stop_waiting(self) -> bool:
        """Let a live source send nothing more for what is waited for; whether there was any."""
        return False

    def reload(self) -> None:
        """Ask again, bypassing the cache."""

    def price_of_reload(self, companies: Companies) -> int:
        """What ``reload`` would send."""
        return 0

    def move_cursor(self, by: int) -> bool:
        """Move a cursor of its own so many lines on; ``False`` where it has none."""
        return False

    @property
    def spot(self) -> Spot | None:
        """What is under the cursor of its text; ``None`` where there is none."""
        return None

    def copies(self) -> tuple[Copyable, ...]:
        """What can be copied beside the company, first of all what is under the cursor."""
        return ()

    def links(self) -> tuple[str, ...]:
        """Addresses that can be opened."""
        return ()

    def export_table(self) -> Table | None:
        """What is seen, for a file; ``None``: the pane has nothing of its own to export."""
        return None
