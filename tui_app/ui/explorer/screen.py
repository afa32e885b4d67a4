"""The one main screen: a list of companies beside the company under its cursor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input

from tui_app.system.language import _
from tui_app.ui.actions.moving import ESCAPE, OPEN
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.explorer import resuming
from tui_app.ui.explorer.cursor_sync import CursorSync
from tui_app.ui.explorer.held_keys import ExplorerRunner
from tui_app.ui.explorer.hints import Footer, Hints
from tui_app.ui.lists.base import ListPane, RowsChanged
from tui_app.ui.lists.search import SearchList
from tui_app.ui.panes.action import Checklist, Intent, Menu
from tui_app.ui.panes.base import DataPane, PaneKind
from tui_app.ui.panes.company import CompanyEntry, LoadLevel, to_summary
from tui_app.ui.remote.value import start
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.detail import DetailPane
from tui_app.ui.sections.home import HomeView
from tui_app.ui.session import stop_following
from tui_app.ui.text.drawing import longest, styled
from tui_app.ui.two_panes.screen import FULL_WIDTH, TwoPaneScreen
from tui_app.ui.widgets.minimum_size import TooSmall, classes_for
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.strips import StatusLine, TabStrip
from tui_app.ui.widgets.text_pane import TextPane
from tui_app.workspace.saved_location import SavedLocation

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession
    from tui_app.workspace.workspace import Workspace

R = TypeVar("R")


class ExplorerScreen(TwoPaneScreen):
    """Composes the panes and connects them; ``actions`` holds the actions of the keys."""

    AUTO_FOCUS = "#search-field"
    BLANK = True

    def __init__(
        self,
        session: ScreenSession,
        location: SavedLocation,
        *,
        is_resumed: bool,
        lists: tuple[PaneKind[ListPane], ...],
        sections: tuple[PaneKind[Section], ...],
        keys: ActionTable,
    ) -> None:
        super().__init__(session, lists, sections, location)
        self.keys = keys
        self.head = StatusLine(id="head")
        self.foot = Footer(self, keys)
        self.hints = Hints(self, self.head, self.foot)
        self._to_restore: SavedLocation | None = location
        """The last location until it is loaded; ``None`` from then on."""
        self._unshown: SavedLocation | None = location
        """The same until its tab is shown: data that cost, or cannot be loaded, wait for a key."""
        self._restored = asyncio.Event()
        """Set once the last location is loaded, if there is one: keys for its data wait."""
        if not (location.tax_id or location.queries):
            self._restored.set()
        self._resumed = location.tax_id if is_resumed else ""
        """The last session's company, until the user opens one."""
        self._invitation: TextPane | None = None
        self._came_from_field = False
        """Whether Esc led from a field to its list, where it ends."""
        self.cursor_sync = CursorSync(self)
        self._runner = ExplorerRunner(self, keys.by_name, self.foot.notice, self._restored)
        self._bound: set[str] = set()
        """The actions whose keys are bound."""
        self._bind_keys()
        # Set before the first resize event, so that styles are computed only once.
        self.add_class(*classes_for(self.app.size), update=False)
        if location.focus == "detail" and location.tax_id and self.has_class("-narrow"):
            self.add_class("-detail", update=False)

    def compose(self) -> ComposeResult:
        """Header, panes, footer."""
        yield self.head
        with Horizontal(id="panes"):
            with self.lists_pane:
                yield self.list_tabs
                yield self.list
            yield self.detail
        if self.session.is_first_run and (texts := self.session.source.invitation):
            self._invitation = TextPane(partial(self._draw_invitation, texts), id="invitation")
            yield self._invitation
        yield self.foot

    def _draw_invitation(self, texts: tuple[str, ...], width: int) -> Content:
        key = self.session.first_key("server", here=True)
        return styled(longest([text.format(key=key) for text in texts], width))

    async def mount_deferred(self) -> None:
        """Mount parts that the first frame does not show, so that the field takes keys sooner."""
        self.complete_actions()
        kinds = (kind for kind in self.list_kinds if kind.pane.mounts_at_start)
        panes = [pane for kind in kinds if not (pane := self.lists[kind.tab]).is_attached]
        for pane in panes:
            pane.display = False
        await self.lists_pane.mount_all(panes)
        await self.mount(self.foot.notice, before=self.foot)
        await self.mount(TooSmall(id="too-small"))
        await self.foot.mount_deferred()

    def complete_actions(self) -> None:
        """Load the lists and tabs that the first frame does not show, for their keys."""
        if not self.keys.is_complete:
            self.keys.complete()
            self._bind_keys()

    def _bind_keys(self) -> None:
        for binding in self.keys.bindings():
            if binding.id not in self._bound:
                self.bind_key(binding.key, binding.action, id=binding.id)
        self._bound.update(self.keys.by_name)

    def update_hints_now(self) -> None:
        """Update key hints and prices."""
        if self.is_attached:
            self.hints.show()
            if not self.in_field:
                self.remember()

    def on_mount(self) -> None:
        """Show the source, and go to the last location."""
        self.update_hints()
        if wrong := self.keys.complaints():
            self.say(" · ".join(wrong), "warn")
        if location := self._to_restore:
            resuming.show(self, location)
            self.restore_focus(location)
            self.in_field = location.focus not in ("list", "detail")
        self.highlight_focused()
        self.update_hints_now()  # before the first frame, which then need not be drawn again

    @property
    def location(self) -> SavedLocation:
        """The user's current location, with the saved tab of a company until that is shown."""
        location, unshown = resuming.location_of(self, self.saved_focus), self._unshown
        if unshown is None or unshown.tax_id != location.tax_id:
            return location
        return replace(location, tab=unshown.tab, page=unshown.page)

    def remember(self) -> None:
        """Save the location; an explorer that was replaced saves nothing any more."""
        if self.app.screen_stack[:1] == [self]:
            self.session.remember(self.location)

    def act(self, name: str, *, may_spend: bool = False) -> None:
        """Run an action; ``may_spend``: the user has already seen its price."""
        self._runner.act(name, may_spend=may_spend)

    def spend(self, intent: Intent, *, together: bool = False) -> None:
        """Do something at once, or after Enter confirms it if it costs too much."""
        price = self.answers.price(intent.questions, together=together)
        self._runner.spend(intent.label, price, intent.run)

    def say(
        self,
        text: str,
        style: str = "text",
        *,
        also: bool = False,
        shown_while: Callable[[], bool] = lambda: True,
    ) -> None:
        """Show a message, only as long as ``shown_while()`` holds; ``also``: append it."""
        self.foot.notice.say(text, style, also=also, shown_while=shown_while)

    def open_help(self) -> None:
        """Show every key, what it costs, and why it cannot be used now."""
        from tui_app.ui.actions.palette import open_help

        open_help(self, self.keys)

    def open_palette(self) -> None:
        """Find an action by typing."""
        from tui_app.ui.actions.palette import open_palette

        open_palette(self, self.keys)

    def open_menu(self, menu: Menu | Checklist) -> None:
        """Open a menu or a checklist."""
        if isinstance(menu, Checklist):
            self._open_checklist(menu)
            return
        from tui_app.ui.dialogs.choice import open_menu

        open_menu(self, self._runner, menu)

    def _open_checklist(self, checklist: Checklist) -> None:
        from tui_app.ui.dialogs.choice import ChecklistScreen

        def picked(names: tuple[str, ...] | None) -> None:
            if names is not None:
                checklist.choose(names)
                self.remember()

        self.app.push_screen(ChecklistScreen(checklist), picked)

    def open_filter(self, pane: DataPane) -> None:
        """Open the filter field for a pane."""
        self.foot.open_filter(pane)

    def show_company(self, entry: CompanyEntry, origin: str) -> None:
        """Open a company beside the list and move the list cursor; or in front of the list."""
        self._resumed = ""
        self.give_up_width()
        self.cursor_sync.open_company(entry, origin)
        if self.shows_one_pane:
            self.focus_detail()

    def share_width(self) -> None:
        """Hide the detail pane behind a list with the full width, or show it with the company."""
        had_full_width, has_full_width = self.has_class("-list-alone"), self.list.wants_full_width
        self.set_class(has_full_width, "-list-alone")
        if has_full_width and not had_full_width:
            self.cursor_sync.synchronise()
        elif had_full_width and not has_full_width and self.detail.entry is not None:
            self.detail.show(self.detail.entry, LoadLevel.DWELL)

    def choose_list(self, name: str) -> None:
        """Show a list, and bring its cursor and the company shown together again."""
        super().choose_list(name)
        self.cursor_sync.synchronise()

    def choose_tab(self, tab: str, page: int = 1) -> None:
        """Show a tab of the detail pane and focus it, in place of the saved one."""
        self._unshown, self._resumed = None, ""
        self.detail.choose(tab, page, is_warning_seen=True)  # with its price, which was confirmed
        self.focus_detail()

    def fill_location(self) -> None:
        """Load the data that the location needs, if free; the others wait for a key."""
        location, self._to_restore = self._to_restore, None
        if location is not None:
            resuming.fill(self, location)
            if self.detail.tabs.chosen == location.tab:
                self._unshown = None
        self._note_restored()

    @property
    def is_only_resumed(self) -> bool:
        """Whether the company is only the last session's, which the user has not opened now."""
        if not self._resumed or self.detail.tax_id != self._resumed:
            return False
        return self.detail_has_focus or not self.list.marked

    def _note_restored(self) -> None:
        if self._to_restore is None and not self.pane.is_loading:
            self._restored.set()

    def leave_level(self) -> None:
        """Go back one level: background task, filter, company, field. The list is the last."""
        self.session.drop_keys()
        if self.foot.field.has_focus:
            self.foot.close_filter()
        elif self.session.end_export is not None:
            self.session.end_export()
        elif stop_following(self.session) or self.pane.stop_waiting():
            self.say(_("Stopped: nothing more is sent; requests already sent are completed."))
        elif self.has_class(FULL_WIDTH) and not isinstance(self.focused, Input):
            self.switch_full_width()
        elif self.detail_has_focus:
            if not self.detail.section.leave_level():
                self.focus_list()
        elif isinstance(self.focused, Input):
            if not self.focused.value:
                self._say_what_quits()
            self._came_from_field = True
            self.list.focus_rows()
        elif self.list.leave_level():
            pass
        elif (field := self.list.field_behind) is not None and not self._came_from_field:
            field.focus()
        elif self.session.as_of is not None:
            self.session.look_back(None)
        else:
            self._say_what_quits()

    def _say_what_quits(self) -> None:
        text = _("{quit} quits · {help} shows all keys")
        self.say(text.format(quit=self.keys.first_keys["quit"], help=self.keys.first_keys["help"]))

    def action_act(self, name: str, is_letter: bool = False) -> None:
        """Handle a pressed key; ``is_letter``: in a field it would type a character."""
        self.is_letter_pressed = is_letter
        if self.cursor_sync.preview is not None:
            self.cursor_sync.show_preview()
        self._runner.press(name)
        if name != ESCAPE.name:
            self._came_from_field = False

    def _name_keys_again(self) -> None:
        """Show the keys of hints as they work now: the focus came to a field, or left it."""
        if self._invitation is not None:
            self._invitation.refresh_text()
        self.list.redraw_status()
        self.detail.name_keys_again()

    def on_list_pane_picked(self, event: ListPane.Picked) -> None:
        """Follow the list's cursor to a company."""
        event.stop()
        if event.level is LoadLevel.OPEN or event.entry.tax_id != self._resumed:
            self._resumed = ""
        self.cursor_sync.cursor_moved(event.entry, event.level)
        if event.level is LoadLevel.OPEN:
            self.focus_detail()
            tax_id = event.entry.tax_id
            self.session.workspace_thread.do(lambda kept: kept.watch_list.mark_seen(tax_id))

    def on_row_list_double_clicked(self, event: RowList.DoubleClicked) -> None:
        """Act like Enter, but without its price in sight: expensive requests wait for Enter."""
        event.stop()
        self.cursor_sync.drop_preview()
        self.act(OPEN.name)

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """Show what Enter does in another row of a tab."""
        event.stop()
        self.update_hints()

    def on_rows_changed(self, event: RowsChanged) -> None:
        """Adapt: the company shown may now be in the list, or the cursor on another one."""
        event.stop()
        if event.pane is self.list and not event.is_stale:
            self.cursor_sync.rearranged(missed=event.missed)

    def on_search_list_day_wanted(self, event: SearchList.DayWanted) -> None:
        """List the companies of a day that was typed as a search."""
        event.stop()
        from tui_app.ui.lists.new import NewList

        new = self.lists[NewList.tab]
        if isinstance(new, NewList):
            self.choose_list(new.tab)
            new.go_to(event.day)
            new.focus_rows()

    def on_list_pane_emptied(self, event: ListPane.Emptied) -> None:
        """Remove a company that was only previewed, together with its list."""
        event.stop()
        self.cursor_sync.emptied()
        self.show_home()

    def on_detail_pane_company_viewed(self, event: DetailPane.CompanyViewed) -> None:
        """Add the company to the history; a preview beside the list does not mark its changes."""
        event.stop()
        self.visited.add(event.entry)
        entry, invented = event.entry, self.session.source.invented
        searched, _page = self.list.saved_state if self.list.tab == SearchList.tab else ("", 1)
        is_seen = self.detail_has_focus

        def record(workspace: Workspace) -> None:
            workspace.history.look(to_summary(entry), invented=invented)
            workspace.history.searched(searched)
            if is_seen:
                workspace.watch_list.mark_seen(entry.tax_id)

        self.session.workspace_thread.do(record)
        if self.session.is_first_run:
            self.session.is_first_run = False
            start(self, self._withdraw_invitation(), description="withdraw the invitation")
        self.update_hints()
        self.remember()

    async def _withdraw_invitation(self) -> None:
        """Remove the invitation while no key is typed, because that repaints the screen."""
        await self.session.pause_between_keys()
        self._invitation = None
        await self.query("#invitation").remove()

    def on_footer_filter_closed(self, event: Footer.FilterClosed) -> None:
        """Focus what was filtered."""
        event.stop()
        if self.detail_in_front:
            self.focus_detail()
        else:
            self.focus_list()

    def on_data_pane_changed(self, event: DataPane.Changed) -> None:
        """Update the pane's actions and its width, which may have changed."""
        event.stop()
        if self.list.wants_full_width != self.has_class("-list-alone"):
            self.share_width()
        if self.has_class("-narrow"):
            self.show_home()
        self.update_hints()
        if not self._restored.is_set():
            self._note_restored()

    def on_data_pane_intent_chosen(self, event: DataPane.IntentChosen) -> None:
        """Do something that may cost requests."""
        event.stop()
        self.spend(event.intent)

    def on_home_view_action_chosen(self, event: HomeView.ActionChosen) -> None:
        """Do what a row of the start page offers, as its key does."""
        event.stop()
        self.action_act(event.name)

    def on_home_view_screening_chosen(self, event: HomeView.ScreeningChosen) -> None:
        """Open a saved screen, which may wait for Enter."""
        event.stop()
        from tui_app.ui.actions.screening import open_saved

        open_saved(self, event.name, event.line)

    def on_data_pane_open_company(self, event: DataPane.OpenCompany) -> None:
        """Open another company."""
        event.stop()
        self.show_company(event.entry, event.origin)

    def on_data_pane_tab_wanted(self, event: DataPane.TabWanted) -> None:
        """Show another tab; if it costs too much, wait for Enter, as with its key."""
        event.stop()
        self.act(event.tab, may_spend=event.may_spend)

    def on_data_pane_show_fields(self, event: DataPane.ShowFields) -> None:
        """Show all fields of a record."""
        event.stop()
        from tui_app.ui.dialogs.texts import FieldsScreen

        self.app.push_screen(FieldsScreen(event.title, event.fields, event.turn, event.copied))

    @on(events.Click, "#invitation")
    def accept_invitation(self) -> None:
        """A click on the invitation runs its action."""
        self.action_act("server")

    def on_status_line_hint_clicked(self, event: StatusLine.HintClicked) -> None:
        """A click on a hint in the footer acts like its key."""
        event.stop()
        if event.name == OPEN.name and isinstance(self.focused, Input):
            self.focused.post_message(Input.Submitted(self.focused, self.focused.value))
        else:
            self.action_act(event.name)

    def on_tab_strip_tab_clicked(self, event: TabStrip.TabClicked) -> None:
        """Show the clicked tab."""
        event.stop()
        if event.strip is self.list_tabs:
            self.choose_list(event.name)
            self.list.focus_target.focus()
        else:
            self.act(event.name)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Highlight the tabs of the focused pane; a narrow screen will show that pane."""
        if (in_field := isinstance(event.widget, Input)) != self.in_field:
            self.in_field = in_field
            self._name_keys_again()
        if event.widget is not self.foot.field:
            if self.foot.field.display:
                self.foot.hide_field()
            self.detail_in_front = self.detail_has_focus
            if self.detail_in_front:
                self.saved_focus = "detail"
            else:
                self.saved_focus = "field" if in_field else "list"
            self.remember()
        self.highlight_focused()
        self.update_hints()
