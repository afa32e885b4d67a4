"""The interface of all lists and sections. Actions use only this."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, cast

from msgspec import Struct
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget

from tui_app.contract.operations import AnyOperation
from tui_app.contract.views import ViewName
from tui_app.system.language import _
from tui_app.ui.panes.action import Action, Intent
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import Questions
from tui_app.ui.text.drawing import Hotspot, RecordField

if TYPE_CHECKING:
    from tui_app.export.tables import Table
    from tui_app.ui.session import ScreenSession


class Copyable(Struct, frozen=True):
    """Something in a pane that can be copied: name for programs, key, label, and the text."""

    name: str
    letter: str
    label: str
    text: str


class Pages(Struct):
    """Which page of a listing is asked for, and which one is shown.

    Pages are counted from 1, and asked for by number, or by the cursor that leads to each.

    A page that fails leaves the one before on the screen, and the next is counted from that.
    """

    asked: int = 1
    shown: int = 1
    subject: object = None
    """What the listing is of: a day, a line of criteria."""
    subject_shown: object = None
    cursors: tuple[str, ...] = ("",)
    """Those that lead to each page that is known."""

    def ask(self, page: int, subject: object = None) -> None:
        """Another page is asked for; another subject has other cursors."""
        if subject != self.subject:
            self.subject, self.cursors = subject, ("",)
        self.asked = page

    def arrived(self, next_cursor: str | None = None) -> None:
        """The page is shown now; a cursor leads to the next one."""
        self.shown, self.subject_shown = self.asked, self.subject
        self.cursors = (*self.cursors[: self.asked], *((next_cursor,) if next_cursor else ()))

    def failed(self) -> None:
        """The rows of the old page are still shown; the next page is counted from that."""
        if self.subject_shown == self.subject:
            self.asked = self.shown

    @property
    def known(self) -> int:
        """How many pages there are as far as cursors lead: one more than shown, if it has one."""
        return max(self.asked, len(self.cursors))

    def has_cursor(self, page: int) -> bool:
        """Whether a cursor leads to a page."""
        return 1 <= page <= len(self.cursors)

    def cursor(self, page: int) -> str:
        """The cursor that leads to a page; empty for the first one."""
        return self.cursors[page - 1]

    def after(self, by: int, last: int) -> int:
        """The page ``by`` pages on; 0: none. From beyond the last page, back is the last one."""
        page = self.asked + by if by > 0 else min(self.asked + by, last)
        return page if 1 <= page <= last else 0


class DataPane(Vertical):
    """A pane with company data. Subclasses override the hooks below for what they can do."""

    BLANK = True
    tab: ClassVar[str]
    """The pane's name for programs."""
    title: ClassVar[str] = ""
    """The tab's word, marked for translation."""
    topic: ClassVar[str] = "company"
    """The manual's page about it, by its file name."""
    filters: ClassVar[bool] = False
    """Whether its rows can be filtered by a text."""
    paged: ClassVar[bool] = False
    """Whether its data come in pages."""
    opens_rows: ClassVar[bool] = False
    """Whether Enter opens what is under its cursor."""
    session: ScreenSession
    """The program that it belongs to."""
    answers: Answers
    """The answers about companies."""
    questions_to_open: Callable[..., Questions]
    """What opening a company asks, by its tax id and tab."""
    opens_spots: ClassVar[bool] = False
    """Whether a link under the cursor of its text can be opened or shown."""
    actions: ClassVar[tuple[Action, ...]] = ()
    """The actions of this pane alone."""
    filter_text: str = ""

    class Changed(Message):
        """The actions of this pane may have changed."""

    class IntentChosen(Message):
        """A click does something that may cost requests; it may wait for Enter."""

        def __init__(self, intent: Intent) -> None:
            super().__init__()
            self.intent = intent

    class ShowFields(Message):
        """The user wants to see all fields of a record.

        ``turn`` moves on to another record and returns its fields, ``copied`` is the text to copy
        for the record shown.
        """

        def __init__(
            self,
            title: str,
            fields: list[RecordField],
            turn: Callable[[int], list[RecordField]] | None = None,
            copied: Callable[[], str] | None = None,
        ) -> None:
            super().__init__()
            self.title = title
            self.fields = fields
            self.turn = turn
            self.copied = copied

    class OpenCompany(Message):
        """The user goes on to another company; ``origin`` says where from."""

        def __init__(self, entry: CompanyEntry, origin: str) -> None:
            super().__init__()
            self.entry = entry
            self.origin = origin

    class TabWanted(Message):
        """Another tab of the company is wanted; ``may_spend``: its price was in sight."""

        def __init__(self, tab: str, *, may_spend: bool = False) -> None:
            super().__init__()
            self.tab = tab
            self.may_spend = may_spend

    def __init__(self, *, id: str, classes: str) -> None:
        super().__init__(id=id, classes=classes)
        self.pages = Pages()

    @property
    def page(self) -> int:
        """The page that is shown or requested, counted from 1."""
        return self.pages.asked

    @classmethod
    def label(cls) -> str:
        """The tab's label in the current language."""
        return _(cls.title)

    @property
    def focus_target(self) -> Widget:
        """The widget to focus in this pane."""
        return self

    def enter(self) -> Intent | None:
        """What Enter does now; ``None`` if it does nothing."""
        return None

    def operations(self) -> tuple[tuple[AnyOperation, dict[str, str]], ...]:
        """The operations of its data, each with its parameters as in a URL."""
        return ()

    @property
    def total_pages(self) -> int:
        """The number of pages."""
        return 1

    @property
    def is_loading(self) -> bool:
        """Whether its data are being loaded."""
        return False

    def turn(self, by: int) -> None:
        """Request the page ``by`` pages on, if it exists."""

    def questions_of_page(self, page: int) -> Questions:
        """What a page asks."""
        return ()

    def why_no_filter(self) -> str:
        """Why there is nothing to filter now; empty if there is."""
        return ""

    def filter_by(self, text: str) -> None:
        """Show only rows that contain the text."""

    def leave_level(self) -> bool:
        """Undo a filter or another narrowing; returns whether there was one."""
        return False

    def stop_waiting(self) -> bool:
        """Let a live source send no further requests; returns whether any was under way."""
        return False

    def reload(self) -> None:
        """Ask again, bypassing the cache."""

    def questions_of_reload(self) -> Questions:
        """What ``reload`` asks."""
        return ()

    def move_cursor(self, by: int) -> bool:
        """Move the pane's own cursor by lines; ``False`` if it has none."""
        return False

    @property
    def spot(self) -> Hotspot | None:
        """The part of its text under the cursor; ``None`` if there is nothing."""
        return None

    def copies(self) -> tuple[Copyable, ...]:
        """The parts that can be copied here, beginning with the one under the cursor."""
        return ()

    def links(self) -> tuple[str, ...]:
        """The links that can be opened."""
        return ()

    def export_table(self) -> Table | None:
        """The shown data for a file; ``None``: the pane has nothing of its own to export."""
        return None


P_co = TypeVar("P_co", bound=DataPane, covariant=True)


class PaneKind(Struct, Generic[P_co], frozen=True, dict=True):
    """What the screen shows of a list or a tab that is not open: its name, and what its key does.

    Its module is loaded later: the first frame shows one of each. Benchmark: starting.
    ``place`` is its module and class. ``key``, as Textual names it, is of a list: that of a tab is
    its number.
    """

    view: ViewName
    help: str
    place: str
    key: str = ""
    place_in_footer: int = 0

    @property
    def tab(self) -> str:
        """Its name for programs."""
        return self.view.name

    @cached_property
    def pane(self) -> type[P_co]:
        """Its class."""
        module, _colon, name = self.place.partition(":")
        return cast("type[P_co]", getattr(import_module(module), name))
