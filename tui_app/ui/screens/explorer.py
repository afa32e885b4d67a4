"""The one main screen: a list of companies beside the company under its cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from tui_app.insight.cases import CaseFilter
from tui_app.language import _
from tui_app.ui import prices
from tui_app.ui.actions.base import Place as Pane
from tui_app.ui.actions.registry import BY_NAME, bindings, complaints
from tui_app.ui.cells import fit
from tui_app.ui.dates import read_day
from tui_app.ui.detail import TAB_NAMES, DetailPane
from tui_app.ui.drawing import styled
from tui_app.ui.layouts import LEAST_HEIGHT, LEAST_WIDTH, classes_for
from tui_app.ui.lists.base import Interest, ListPane
from tui_app.ui.lists.entry import Entry
from tui_app.ui.lists.new import NewList
from tui_app.ui.lists.search import SearchList
from tui_app.ui.screens.footer import Footer
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.trail import Trail
from tui_app.ui.widgets.sheet import Sheet
from tui_app.ui.widgets.status_lines import StatusLine
from tui_app.ui.widgets.tab_strip import Tab, TabStrip
from tui_app.workspace.place import Place

if TYPE_CHECKING:
    from tui_app.ui.app import FirmetermApp


class ExplorerScreen(Screen[None]):
    """Composes the panes and routes between them; what keys do stands in ``actions``."""

    AUTO_FOCUS = "#search-field"

    def __init__(self, program: FirmetermApp, place: Place) -> None:
        super().__init__()
        self.program = program
        self.lists: dict[str, ListPane] = {
            "search": SearchList(program.quiet),
            "new": NewList(program.today()),
        }
        tabs = tuple(Tab(name, pane.label()) for name, pane in self.lists.items())
        self.list_tabs = TabStrip(tabs, id="list-tabs")
        self._lists_pane = Vertical(id="lists")
        self.detail = DetailPane(lambda: program.today().year)
        self.head = StatusLine(id="head")
        self.foot = Footer(self)
        self.trail = Trail()
        self.wrong_keys = complaints(program.settings.keys, program.surroundings.key_lines())
        self._unasked = place
        self._focused_before: Widget | None = None
        for binding in bindings(program.settings.keys):
            self._bindings.bind(binding.key, binding.action, show=False)
        # Known before the first resize tells, so that nothing is styled twice.
        self.add_class(*classes_for(program.size), update=False)

    def compose(self) -> ComposeResult:
        """Head, panes, foot."""
        yield self.head
        with Horizontal(id="panes"):
            with self._lists_pane:
                yield self.list_tabs
                yield self.list
            yield self.detail
        yield self.foot
        yield Sheet(self._draw_too_small, id="too-small")

    async def mount_rest(self) -> None:
        """What the first frame does not show: less to lay out before the field takes keys."""
        for pane in self.lists.values():
            if not pane.is_attached:
                pane.display = False
                await self._lists_pane.mount(pane)
        await self.foot.mount_rest()

    def on_mount(self) -> None:
        """Say what this is, and go to the last place."""
        self.head.show(*self.program.headline())
        if self.wrong_keys:
            self.foot.say(" · ".join(self.wrong_keys), "warn")
        self._show_place(self._unasked)

    def _draw_too_small(self, width: int) -> Content:
        least = f"{LEAST_WIDTH}×{LEAST_HEIGHT}"
        return styled(fit(_("Too small: firmeterm needs {least}").format(least=least), width))

    @property
    def too_small(self) -> bool:
        """Whether the terminal is smaller than the smallest layout, where keys do nothing."""
        return self.has_class("-tiny") or self.has_class("-flat")

    def on_resize(self) -> None:
        """While there is no room nothing takes keys; then what had them has them again."""
        if self.too_small and self.focused:
            self._focused_before = self.focused
            self.set_focus(None)
        elif not self.too_small and self._focused_before:
            self.set_focus(self._focused_before)
            self._focused_before = None

    @property
    def list(self) -> ListPane:
        """The list that is shown."""
        return self.lists[self.list_tabs.chosen]

    @property
    def new_list(self) -> NewList:
        """The list of companies registered on a day."""
        pane = self.lists["new"]
        assert isinstance(pane, NewList)  # noqa: S101 (narrows our own dictionary)
        return pane

    @property
    def detail_has_focus(self) -> bool:
        """Whether keys go to the detail."""
        return self.focused is not None and self.detail in self.focused.ancestors

    @property
    def here(self) -> tuple[Pane, str]:
        """The pane that has the keys and the list or tab in it."""
        if self.detail_has_focus:
            return Pane.DETAIL, self.detail.section.tab
        return Pane.LIST, self.list.tab

    @property
    def chosen(self) -> tuple[Entry, ...]:
        """What copy and export are about: the company that is shown, or the list's choice."""
        if self.detail_has_focus and self.detail.entry:
            return (self.detail.entry,)
        return self.list.chosen

    def choose_list(self, name: str) -> None:
        """Show a list."""
        self.list_tabs.chosen = name
        for each, pane in self.lists.items():
            pane.display = each == name
        if not self.list.is_attached and self._lists_pane.is_attached:
            self._lists_pane.mount(self.list)
        self.remove_class("-detail")
        self.foot.renew()

    @property
    def place(self) -> Place:
        """Where the user is."""
        search, entry, section = self.lists["search"], self.detail.entry, self.detail.section
        return Place(
            list=self.list.tab,
            query=search.field.value if isinstance(search, SearchList) else "",
            day=self.new_list.day.isoformat() if self.new_list.day else "",
            list_page=self.new_list.page,
            tax_id=entry.tax_id if entry else "",
            company_name=entry.name if entry else "",
            tab=section.tab,
            page=section.page if isinstance(section, CourtCasesSection) else 1,
        )

    def _show_place(self, place: Place) -> None:
        """Show a place as far as that needs no request: see ``open_kept``."""
        search = self.lists["search"]
        if isinstance(search, SearchList):
            with self.prevent(Input.Changed):
                search.field.value = place.query
            search.field.select_all()
        if place.list in self.lists:
            self.choose_list(place.list)
        if place.tax_id:
            entry = Entry(tax_id=place.tax_id, name=place.company_name)
            self.detail.show(entry, Interest.GLANCE)

    def open_kept(self) -> None:
        """Fill the place with what costs nothing; what costs waits for a key."""
        place, self._unasked = self._unasked, Place()
        search = self.lists["search"]
        if isinstance(search, SearchList) and self._free(prices.of_search(self, place.query)):
            search.wanted = place.tax_id
            search.ask()
        if place.day and (day := read_day(place.day, self.program.today())):
            if self._free(prices.of_day(self, day, place.list_page)):
                self.new_list.go_to(day, place.list_page, confirm=False)
            else:
                self.new_list.field.value = place.day
        entry = self.detail.entry
        if entry is None or entry.tax_id != place.tax_id:
            return
        if self._free(prices.of_profile(self, entry.tax_id)):
            self.detail.show(entry, Interest.OPEN)
            if place.tab in TAB_NAMES and self._free(prices.of_tab(self, place.tab)):
                self.detail.choose(place.tab)

    def _free(self, price: int) -> bool:
        """Whether something may be asked that nobody pressed a key for."""
        return price == 0 or self.program.source.embedded

    def choose_tab(self, tab: str) -> None:
        """Show a tab of the detail and give it the keys."""
        self.detail.choose(tab)
        self.focus_detail()

    def focus_list(self) -> None:
        """The keys go to the list."""
        self.remove_class("-detail")
        self.list.rows.focus()

    def focus_detail(self) -> None:
        """The keys go to the detail; a narrow screen shows only that."""
        self.add_class("-detail")
        target = self.detail.section.focus_target
        if target.is_attached:
            target.focus()
        else:
            # A tab that is looked at for the first time is still being put on the screen.
            self.call_after_refresh(self._focus_unless_left, target, self.focused)

    def _focus_unless_left(self, target: Widget, before: Widget | None) -> None:
        """Give the keys to what had to be waited for, unless the user went elsewhere since."""
        if self.focused is before:
            target.focus()

    def focus_before_filter(self) -> None:
        """The keys go back to what was filtered."""
        if self.has_class("-detail"):
            self.focus_detail()
        else:
            self.focus_list()

    def leave_level(self) -> None:
        """Filter, detail, list, search field: one step each."""
        if self.foot.filtering:
            self.foot.close_filter()
        elif self.detail_has_focus:
            section = self.detail.section
            if isinstance(section, CourtCasesSection) and section.filter.is_active:
                section.filter_by(CaseFilter())
            else:
                self.focus_list()
        elif isinstance(self.focused, Input):
            self.list.rows.focus()
        elif self.list.filter_text:
            self.list.filter_by("")
        elif self.list.marked:
            self.list.unmark()
        else:
            self.choose_list("search")
            self.lists["search"].focus_target.focus()

    def action_act(self, name: str) -> None:
        """Run an action, or say why it can do nothing now."""
        if self.too_small:
            return
        action = BY_NAME[name]
        if reason := action.reason(self):
            self.foot.say(reason, "warn")
            return
        action.run(self)
        self.foot.renew()
        self.program.remember(self.place)

    def on_list_pane_picked(self, event: ListPane.Picked) -> None:
        """A company is under the cursor of the list."""
        event.stop()
        self.detail.show(event.entry, event.interest)
        if event.interest is Interest.OPEN:
            self.focus_detail()

    def on_list_pane_emptied(self, event: ListPane.Emptied) -> None:
        """A company that was only glanced at goes with its list."""
        event.stop()
        self.detail.forget_glance()

    def on_detail_pane_looked(self, event: DetailPane.Looked) -> None:
        """Remember the way."""
        event.stop()
        self.trail.add(event.entry)
        self.foot.renew()
        self.program.remember(self.place)

    def on_list_pane_changed(self, event: ListPane.Changed) -> None:
        """What can be done with the list may have changed."""
        event.stop()
        self.foot.renew()

    def on_section_changed(self, event: Section.Changed) -> None:
        """What can be done with the detail may have changed."""
        event.stop()
        self.foot.renew()

    def on_court_cases_section_case_opened(self, event: CourtCasesSection.CaseOpened) -> None:
        """Show all of a case."""
        event.stop()
        from tui_app.ui.screens.case import CaseScreen

        self.app.push_screen(CaseScreen(event.case))

    def on_tab_strip_chosen(self, event: TabStrip.Chosen) -> None:
        """A tab was clicked."""
        event.stop()
        if event.strip is self.list_tabs:
            self.choose_list(event.name)
            self.list.focus_target.focus()
        else:
            self.choose_tab(event.name)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The tab strip of the pane with the keys is lit."""
        in_detail = self.detail_has_focus
        self.detail.tabs.lit = in_detail
        self.list_tabs.lit = not in_detail
        self.foot.renew()
