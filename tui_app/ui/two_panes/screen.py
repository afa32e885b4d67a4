"""A list beside a company: which pane has the focus, and which one a narrow screen shows."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar

from msgspec.structs import replace
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input

from tui_app.contract.operations import FINANCIAL
from tui_app.system.language import _
from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.search import SearchList
from tui_app.ui.lists.stored_list import StoredList
from tui_app.ui.panes.action import Checklist, Intent, Menu
from tui_app.ui.panes.base import DataPane, PaneKind
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import Question
from tui_app.ui.remote.value import Progressed
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.detail import DetailPane
from tui_app.ui.sections.home import HomeView
from tui_app.ui.session import ScreenSession
from tui_app.ui.widgets.minimum_size import MinimumSizeScreen
from tui_app.ui.widgets.strips import Tab, TabStrip
from tui_app.workspace.saved_location import Focus, SavedLocation

_LONGEST = 500


class VisitedCompanies:
    """The current position in the visited companies; a new company drops those ahead."""

    def __init__(self) -> None:
        self._entries: list[CompanyEntry] = []
        self._position = -1

    def add(self, entry: CompanyEntry) -> None:
        """A company is looked at; the current one is not added twice."""
        if self._entries and self._entries[self._position].tax_id == entry.tax_id:
            self._entries[self._position] = entry
            return
        self._entries = [*self._entries[: self._position + 1], entry][-_LONGEST:]
        self._position = len(self._entries) - 1

    @property
    def here(self) -> CompanyEntry | None:
        """The current company."""
        return self._entries[self._position] if self._entries else None

    @property
    def latest(self) -> tuple[CompanyEntry, ...]:
        """All of them, the latest first."""
        return tuple(reversed(self._entries))

    def company_at(self, by: int) -> CompanyEntry | None:
        """The company ``by`` steps away, if there is one."""
        at = self._position + by
        return self._entries[at] if 0 <= at < len(self._entries) else None

    def go(self, by: int) -> CompanyEntry | None:
        """Move ``by`` steps and return the company there."""
        if entry := self.company_at(by):
            self._position += by
            return entry
        return None


R = TypeVar("R")

FULL_WIDTH: Final = "-full"
"""The class of a screen whose pane with the focus has the whole width."""


class _Lists(Mapping[str, ListPane]):
    """The lists by the names of their tabs; made on first use, for the start-up benchmark."""

    def __init__(
        self, kinds: tuple[PaneKind[ListPane], ...], prepare: Callable[[ListPane], None]
    ) -> None:
        self._kinds = {kind.tab: kind for kind in kinds}
        self._prepare = prepare
        self.made: dict[str, ListPane] = {}

    def __getitem__(self, tab: str) -> ListPane:
        if tab not in self.made:
            self.made[tab] = self._kinds[tab].pane()
            self._prepare(self.made[tab])
        return self.made[tab]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)


class TwoPaneScreen(MinimumSizeScreen[None]):
    """Owns the lists and the detail pane, and moves the focus between them.

    It is what actions act on. What needs the keys or the footer is done by the main screen.
    """

    def __init__(
        self,
        session: ScreenSession,
        lists: tuple[PaneKind[ListPane], ...],
        sections: tuple[PaneKind[Section], ...],
        location: SavedLocation,
    ) -> None:
        super().__init__()
        self.session = session
        self.list_kinds = lists
        self.answers = Answers(session)
        """The answers about companies, for all who show them."""
        self.detail = DetailPane(sections, self.answers)
        self.answers.observe(self._answer_arrived)
        made = _Lists(lists, self._prepare)
        self.lists: Mapping[str, ListPane] = made
        self.lists_made: Mapping[str, ListPane] = made.made
        tabs = tuple(Tab(kind.tab, _(kind.view.title)) for kind in lists)
        self.list_tabs = TabStrip(tabs, id="list-tabs")
        if location.list in self.lists:
            self.list_tabs.set_reactive(TabStrip.chosen, location.list)
        self.list = self.lists[self.list_tabs.chosen]
        """The list that is shown."""
        self.lists_pane = Vertical(id="lists")
        self.detail_in_front = False
        """Whether the detail pane has the focus, or had it before a filter or a dialog."""
        self.in_field = True
        """Whether a text field has the focus, or will have it: letters are then no keys."""
        self.is_letter_pressed = False
        """Whether the key that runs now would type a character into a field."""
        self.visited = VisitedCompanies()
        self.compared: dict[str, CompanyEntry] = {}
        """The companies chosen for comparison."""
        self.saved_focus: Focus = location.focus
        """The focused widget, or the one focused before a filter or a dialog."""

    def _prepare(self, pane: ListPane) -> None:
        """Hand a new list what it reads."""
        pane.session, pane.answers = self.session, self.answers
        pane.questions_to_open = self.detail.questions

    def _answer_arrived(self, tax_id: str, question: Question | None) -> None:
        """Let the lists show what was loaded about a company, and the hints what keys do now."""
        if question is None or question.operation is FINANCIAL:
            for pane in self.lists_made.values():
                pane.turnover_arrived(tax_id)
        if tax_id == self.detail.tax_id:
            self.update_hints()  # a tab that is not shown reports no change

    # What the main screen does

    @abstractmethod
    def say(
        self,
        text: str,
        style: str = "text",
        *,
        also: bool = False,
        shown_while: Callable[[], bool] = lambda: True,
    ) -> None:
        """Show a message, only as long as ``shown_while()`` holds; ``also``: append it."""

    @abstractmethod
    def spend(self, intent: Intent, *, together: bool = False) -> None:
        """Do something at once, or after Enter confirms it if it costs too much."""

    @abstractmethod
    def act(self, name: str, *, may_spend: bool = False) -> None:
        """Run an action; ``may_spend``: the user has already seen its price."""

    @abstractmethod
    def open_menu(self, menu: Menu | Checklist) -> None:
        """Open a menu or a checklist."""

    @abstractmethod
    def open_filter(self, pane: DataPane) -> None:
        """Open the filter field for a pane."""

    @abstractmethod
    def open_help(self) -> None:
        """Show every key."""

    @abstractmethod
    def open_palette(self) -> None:
        """Find an action by typing."""

    @abstractmethod
    def leave_level(self) -> None:
        """Go back one level."""

    @property
    @abstractmethod
    def is_only_resumed(self) -> bool:
        """Whether the company is only the last session's, which the user has not opened now."""

    @abstractmethod
    def remember(self) -> None:
        """Save the location."""

    @abstractmethod
    def show_company(self, entry: CompanyEntry, origin: str) -> None:
        """Open a company beside the list and move the list cursor; or in front of the list.

        ``origin`` says where it came from, if it is not in the list.
        """

    @abstractmethod
    def choose_tab(self, tab: str, page: int = 1) -> None:
        """Show a tab of the detail pane and focus it; ``page`` as in ``DetailPane.choose``."""

    @abstractmethod
    def share_width(self) -> None:
        """Give the full width to a list that wants it, as long as no company is open."""

    # What is done here

    def open_dialog(
        self, dialog: Screen[R], then: Callable[[R | None], None] | None = None
    ) -> None:
        """Put a dialog over the screen; ``then`` gets its result."""
        self.app.push_screen(dialog, then)

    def still_here(self) -> Callable[[], bool]:
        """A check for later: whether company, cursor and focused pane are still the same."""

        def position() -> tuple[object, ...]:
            company, under = self.detail.entry, self.list.current
            return (
                self.list.tab,
                under.tax_id if under else "",
                company.tax_id if company else "",
                self.detail.tabs.chosen,
            )

        before = position()
        return lambda: position() == before

    def workspace_changed(self) -> None:
        """Show a change of the history, the watch list or a note."""
        for pane in self.lists_made.values():
            if isinstance(pane, StoredList):
                pane.workspace_changed()
        self.detail.workspace_changed()

    def on_list_pane_marked(self, event: ListPane.Marked) -> None:
        """Show beside the name of a list what is new in it."""
        event.stop()
        tabs = self.list_tabs.tabs
        marks = {event.tab: event.mark}
        self.list_tabs.relabel(tuple(replace(t, signs=marks.get(t.name, t.signs)) for t in tabs))

    @property
    def detail_has_focus(self) -> bool:
        """Whether the detail pane has the focus, even while the terminal itself has lost it."""
        if self.focused is None:
            return self.detail_in_front
        return self.detail in self.focused.ancestors

    def on_progressed(self, event: Progressed) -> None:
        """Panes that wait for a slow answer show its progress."""
        self.list.redraw_status()
        if self.detail.section.tax_id == event.tax_id:
            self.detail.section.redraw()

    @property
    def pane(self) -> DataPane:
        """The list or tab with the focus."""
        return self.detail.section if self.detail_has_focus else self.list

    @property
    def chosen(self) -> tuple[CompanyEntry, ...]:
        """An action's companies: the marked rows of the list with the focus, or the company."""
        marked = () if self.detail_has_focus else tuple(self.list.marked.values())
        return marked or ((self.detail.entry,) if self.detail.entry else ())

    def choose_list(self, name: str) -> None:
        """Show a list."""
        self.list, self.list_tabs.chosen = self.lists[name], name
        for pane in (self.list, *self.lists_pane.query_children(ListPane)):
            if pane.display != (pane is self.list):
                pane.display = pane is self.list
        if isinstance(self.list, StoredList):
            self.list.catch_up()
        if not self.list.is_attached and self.lists_pane.is_attached:
            self.lists_pane.mount(self.list)
        self._show_in_front(detail=False)
        self.share_width()
        self.show_home()
        self.update_hints()

    def give_up_width(self) -> None:
        """Make room for a company: a list with the full width gives some up."""
        if self.list.wants_full_width:
            self.list.give_up_width()
            self.share_width()

    def _show_in_front(self, *, detail: bool) -> None:
        """Choose the pane that a narrow screen shows."""
        self.detail_in_front = detail
        self.on_resize()

    def on_resize(self) -> None:
        """If both panes fit, no class changes: that would compute all styles again."""
        if self.shows_one_pane:
            self.set_class(self.detail_in_front, "-detail")
        self.show_home()

    @property
    def shows_one_pane(self) -> bool:
        """Whether the pane with the focus hides the other: on a narrow screen, or on wish."""
        return self.has_class("-narrow") or self.has_class(FULL_WIDTH)

    def switch_full_width(self) -> None:
        """Give the pane with the focus the whole width, or show both panes again."""
        self.toggle_class(FULL_WIDTH)
        self.on_resize()
        self.update_hints()

    def restore_focus(self, location: SavedLocation) -> None:
        """Set the first focus: the saved one, or the field of the list."""
        if location.focus == "detail" and location.tax_id:
            self._show_in_front(detail=True)
            self.set_focus(self.detail.section.focus_target)
        elif location.focus == "list":
            self.set_focus(self.list.rows)
        elif self.list.tab != self.list_kinds[0].tab:
            self.set_focus(self.list.entry_point)

    def show_home(self) -> None:
        """Let a narrow screen show the start page under the empty search field."""
        is_narrow_home = self.has_class("-narrow") and self.list.tab == self.list_kinds[0].tab
        self.set_class(is_narrow_home and self.detail.shows_home, "-home")

    def on_home_view_search_again(self, event: HomeView.SearchAgain) -> None:
        """Put the text into the field, as if it were typed."""
        event.stop()
        for name, pane in self.lists.items():
            if isinstance(pane, SearchList):
                self.choose_list(name)
                pane.search_for(event.text)

    def focus_list(self) -> None:
        """Focus the list."""
        self._show_in_front(detail=False)
        self.list.focus_rows()

    def focus_field(self, field: Input) -> None:
        """Focus the field above the list, where typing goes on."""
        self._show_in_front(detail=False)
        self.set_focus(field)

    def focus_detail(self) -> None:
        """Focus the detail pane; a narrow screen then shows only that."""
        self.give_up_width()
        self._show_in_front(detail=True)
        target = self.detail.section.focus_target
        if target.is_attached:
            target.focus()
            return
        # A tab that is shown for the first time is not mounted yet; keys typed meanwhile wait.
        is_mounted = asyncio.Event()

        def focus() -> None:
            """Focus it, unless the user moved elsewhere meanwhile."""
            if self.detail_in_front and target is self.detail.section.focus_target:
                target.focus()
            is_mounted.set()

        target.call_later(focus)
        self.session.hold_keys(is_mounted.wait())

    def highlight_focused(self) -> None:
        """Highlight the tabs of the focused pane."""
        in_detail = self.detail_has_focus
        self.detail.tabs.is_active = in_detail
        self.list_tabs.is_active = not in_detail
