"""The one main screen: a list of companies beside the company under its cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from tui_app.insight.cases import CaseFilter
from tui_app.language import _
from tui_app.ui.actions.base import Pane
from tui_app.ui.actions.registry import bindings, complaints
from tui_app.ui.actions.runner import ActionRunner
from tui_app.ui.explorer import resuming
from tui_app.ui.explorer.detail import DetailPane
from tui_app.ui.explorer.footer import Footer
from tui_app.ui.explorer.history import History
from tui_app.ui.explorer.layouts import LEAST_HEIGHT, LEAST_WIDTH, classes_for
from tui_app.ui.lists.base import Interest, ListPane
from tui_app.ui.lists.entry import Entry
from tui_app.ui.lists.new import NewList
from tui_app.ui.lists.search import SearchList
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.text.cells import fit
from tui_app.ui.text.drawing import paragraph, styled
from tui_app.ui.timings import GLANCE
from tui_app.ui.widgets.minimum_size import MinimumSizeScreen
from tui_app.ui.widgets.status_lines import StatusLine
from tui_app.ui.widgets.tab_strip import Tab, TabStrip
from tui_app.ui.widgets.text_pane import TextPane
from tui_app.workspace.saved_location import SavedLocation

if TYPE_CHECKING:
    from tui_app.ui.app import FirmetermApp


class ExplorerScreen(MinimumSizeScreen[None]):
    """Composes the panes and routes between them; what keys do stands in ``actions``."""

    AUTO_FOCUS = "#search-field"
    BLANK = True

    def __init__(self, program: FirmetermApp, place: SavedLocation) -> None:
        super().__init__()
        self.program = program
        self.lists: dict[str, ListPane] = {
            "search": SearchList(program.quiet),
            "new": NewList(program.today),
        }
        tabs = tuple(Tab(name, pane.label()) for name, pane in self.lists.items())
        self.list_tabs = TabStrip(tabs, id="list-tabs")
        self._lists_pane = Vertical(id="lists")
        self.detail = DetailPane(program.today)
        self.head = StatusLine(id="head")
        self.foot = Footer(self)
        self.trail = History()
        self.wrong_keys = complaints(program.settings.keys, program.app_context.key_lines())
        self.detail_in_front = False
        """Whether the detail has the keys, or had them before a filter or another program."""
        self._unasked = place
        self._awaited: Widget | None = None
        self.glance: Entry | None = None
        """The company that is about to be glanced at."""
        self._glancing: Timer | None = None
        self.acting = ActionRunner(self)
        for binding in bindings(program.settings.keys):
            self.bind_key(binding.key, binding.action)
        # Known before the first resize tells, so that nothing is styled twice.
        self.add_class(*classes_for(program.size), update=False)
        if place.in_detail and place.tax_id and self.has_class("-narrow"):
            self.add_class("-detail", update=False)

    def compose(self) -> ComposeResult:
        """Head, panes, foot."""
        yield self.head
        with Horizontal(id="panes"):
            with self._lists_pane:
                yield self.list_tabs
                yield self.list
            yield self.detail
        if self.program.is_first_run and (text := self.program.source.invitation):
            yield TextPane(lambda width: paragraph(text, width), id="invitation")
        yield self.foot
        yield TextPane(self._draw_too_small, id="too-small")

    async def mount_rest(self) -> None:
        """What the first frame does not show: less to lay out before the field takes keys."""
        for pane in self.lists.values():
            if not pane.is_attached:
                pane.display = False
                await self._lists_pane.mount(pane)
        await self.mount(self.foot.notice, before=self.foot)
        await self.foot.mount_rest()

    def renew_now(self) -> None:
        """What can be done, and what it costs, may have changed."""
        if self.is_attached:
            self.acting.tell()

    def on_mount(self) -> None:
        """Say what this is, and go to the last place."""
        self.acting.renew_all()
        if self.wrong_keys:
            self.foot.say(" · ".join(self.wrong_keys), "warn")
        resuming.show(self, self._unasked)

    def _draw_too_small(self, width: int) -> Content:
        least = f"{LEAST_WIDTH}×{LEAST_HEIGHT}"
        return styled(fit(_("Too small: firmeterm needs {least}").format(least=least), width))

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
        """Whether keys go to the detail, or will again once the terminal has the focus back."""
        if self.focused is None:
            return self.detail_in_front
        return self.detail in self.focused.ancestors

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
        self._bring_forward(detail=False)
        self.renew()

    @property
    def place(self) -> SavedLocation:
        """Where the user is."""
        return resuming.place_of(self)

    def remember(self) -> None:
        """The user is somewhere else, unless this is what another explorer was put in place of."""
        if self.program.explorer is self:
            self.program.remember(self.place)

    def open_kept(self) -> None:
        """Fill the place with what costs nothing; what costs waits for a key."""
        place, self._unasked = self._unasked, SavedLocation()
        resuming.fill(self, place)

    def choose_tab(self, tab: str) -> None:
        """Show a tab of the detail and give it the keys."""
        self.detail.choose(tab)
        self.focus_detail()

    def _bring_forward(self, *, detail: bool) -> None:
        """Choose what a narrow screen shows."""
        self.detail_in_front = detail
        self.on_resize()

    def on_resize(self) -> None:
        """Where both panes fit, no class is changed: all styles would be looked up again."""
        if self.has_class("-narrow"):
            self.set_class(self.detail_in_front, "-detail")

    def begin_in_detail(self) -> None:
        """The first keys go to the detail, before the search field could take them."""
        self._bring_forward(detail=True)
        self.set_focus(self.detail.section.focus_target)

    def focus_list(self) -> None:
        """The keys go to the list."""
        self._bring_forward(detail=False)
        self.list.rows.focus()

    def focus_detail(self) -> None:
        """The keys go to the detail; a narrow screen shows only that."""
        self._bring_forward(detail=True)
        target = self.detail.section.focus_target
        if target.is_attached:
            target.focus()
        else:
            # A tab that is looked at for the first time is still being put on the screen.
            self._awaited = target
            target.call_later(self._focus_awaited, target)

    def _focus_awaited(self, target: Widget) -> None:
        """Give the keys to what had to be waited for, unless the user went elsewhere since."""
        if self._awaited is target:
            target.focus()

    def focus_before_filter(self) -> None:
        """The keys go back to what was filtered."""
        if self.detail_in_front:
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
        """A key was pressed."""
        if self.glance is not None:
            self._glance_at()
        self.acting.press(name)

    def on_list_pane_picked(self, event: ListPane.Picked) -> None:
        """A company is under the cursor of the list."""
        event.stop()
        self._forget_glance()
        if event.by_click:
            self.acting.act("open")  # what costs too much waits for Enter, as with any key
            return
        if event.interest is Interest.GLANCE and self.detail.was_asked_for:
            self.glance = event.entry
            self._glancing = self.set_timer(GLANCE, self._glance_at)
            return
        self.detail.show(event.entry, event.interest)
        if event.interest is Interest.OPEN:
            self.focus_detail()

    def _glance_at(self) -> None:
        entry = self.glance
        self._forget_glance()
        if entry is not None:
            self.detail.show(entry, Interest.GLANCE)

    def _forget_glance(self) -> None:
        self.glance = None
        if self._glancing is not None:
            self._glancing.stop()
            self._glancing = None

    def on_list_pane_emptied(self, event: ListPane.Emptied) -> None:
        """A company that was only glanced at goes with its list."""
        event.stop()
        self._forget_glance()
        self.detail.forget_glance()

    def on_detail_pane_looked(self, event: DetailPane.Looked) -> None:
        """Remember the way."""
        event.stop()
        self.trail.add(event.entry)
        if self.program.is_first_run:
            self.program.is_first_run = False
            self.run_worker(self._withdraw_invitation())
        self.renew()
        self.remember()

    async def _withdraw_invitation(self) -> None:
        """All is laid out and painted anew without its line, which no key should wait for."""
        await self.program.pause_between_keys()
        await self.query("#invitation").remove()

    def on_list_pane_changed(self, event: ListPane.Changed) -> None:
        """What can be done with the list may have changed."""
        event.stop()
        self.renew()

    def on_section_changed(self, event: Section.Changed) -> None:
        """What can be done with the detail may have changed."""
        event.stop()
        self.renew()

    def on_court_cases_section_case_opened(self, event: CourtCasesSection.CaseOpened) -> None:
        """Show all of a case."""
        event.stop()
        from tui_app.ui.dialogs.case import CaseScreen

        self.app.push_screen(CaseScreen(event.case))

    @on(events.Click, "#invitation")
    def accept_invitation(self) -> None:
        """A click on it does what it tells."""
        self.action_act("server")

    def on_tab_strip_chosen(self, event: TabStrip.Chosen) -> None:
        """A tab was clicked."""
        event.stop()
        if event.strip is self.list_tabs:
            self.choose_list(event.name)
            self.list.focus_target.focus()
        else:
            self.acting.act(event.name)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The tab strip of the pane with the keys is lit; a narrow screen will show that pane."""
        in_detail = self.detail_has_focus
        if event.widget is not self.foot.field:
            self.foot.put_away()
            if in_detail != self.detail_in_front:
                self.detail_in_front = in_detail
                self.remember()
        if not in_detail:
            self._awaited = None
        self.detail.tabs.lit = in_detail
        self.list_tabs.lit = not in_detail
        self.renew()
