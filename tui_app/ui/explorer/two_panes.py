"""A list beside a company: which of the two has the keys, and which a narrow screen shows."""

from __future__ import annotations

from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input

from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.search import SearchList
from tui_app.ui.panes.base import DataPane
from tui_app.ui.remote.progress import Progressed
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.detail import DetailPane
from tui_app.ui.sections.home import HomeView
from tui_app.ui.widgets.minimum_size import MinimumSizeScreen
from tui_app.ui.widgets.tab_strip import Tab, TabStrip
from tui_app.workspace.saved_location import Focus, SavedLocation


class TwoPaneScreen(MinimumSizeScreen[None]):
    """Owns the lists and the detail, and moves the keys between them."""

    def __init__(
        self,
        lists: tuple[type[ListPane], ...],
        sections: tuple[type[Section], ...],
        place: SavedLocation,
    ) -> None:
        super().__init__()
        self.lists: dict[str, ListPane] = {kind.tab: kind() for kind in lists}
        tabs = tuple(Tab(name, pane.label()) for name, pane in self.lists.items())
        self.list_tabs = TabStrip(tabs, id="list-tabs")
        if place.list in self.lists:
            self.list_tabs.set_reactive(TabStrip.chosen, place.list)
        self.lists_pane = Vertical(id="lists")
        self.detail = DetailPane(sections)
        self.detail_in_front = False
        """Whether the detail has the keys, or had them before a filter or another program."""
        self._awaited: Widget | None = None
        self.focus_place: Focus = place.focus
        """What has the keys, or had them before a filter or another program."""

    @property
    def list(self) -> ListPane:
        """The list that is shown."""
        return self.lists[self.list_tabs.chosen]

    @property
    def list_is_home(self) -> bool:
        """Whether the first list is shown, where Esc leads in the end."""
        return self.list is next(iter(self.lists.values()))

    @property
    def detail_has_focus(self) -> bool:
        """Whether keys go to the detail, or will again once the terminal has the focus back."""
        if self.focused is None:
            return self.detail_in_front
        return self.detail in self.focused.ancestors

    def on_progressed(self, event: Progressed) -> None:
        """Who waits for a slow answer says how far it is."""
        self.list.say()
        if self.detail.section.tax_id == event.tax_id:
            self.detail.section.redraw()

    @property
    def pane(self) -> DataPane:
        """The list or tab that has the keys."""
        return self.detail.section if self.detail_has_focus else self.list

    def choose_list(self, name: str) -> None:
        """Show a list."""
        self.list_tabs.chosen = name
        for each, pane in self.lists.items():
            pane.display = each == name
        if not self.list.is_attached and self.lists_pane.is_attached:
            self.lists_pane.mount(self.list)
        self._bring_forward(detail=False)
        self.share_out()
        self.show_home()
        self.update_hints()

    def share_out(self) -> None:
        """A list that wants all room has it, as long as no company is opened."""
        self.set_class(self.list.wants_all_room, "-list-alone")

    def make_way(self) -> None:
        """A company is shown: a list that had all room gives it some."""
        self.list.make_way()
        self.share_out()

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
        self.show_home()

    def begin_at(self, place: SavedLocation) -> None:
        """The first keys go where they went before, and not to the search field."""
        if place.focus == "detail" and place.tax_id:
            self._bring_forward(detail=True)
            self.set_focus(self.detail.section.focus_target)
        elif place.focus == "list":
            self.set_focus(self.list.rows)

    def show_home(self) -> None:
        """Let a narrow screen show the start page under the empty search field."""
        is_home = self.detail.shows_home and self.list_is_home
        self.set_class(is_home and self.has_class("-narrow"), "-home")

    def on_home_view_search_again(self, event: HomeView.SearchAgain) -> None:
        """The text stands in the field, as if it were typed."""
        event.stop()
        for name, pane in self.lists.items():
            if isinstance(pane, SearchList):
                self.choose_list(name)
                pane.search_for(event.text)

    def focus_list(self) -> None:
        """The keys go to the list."""
        self._bring_forward(detail=False)
        self.list.focus_rows()

    def focus_detail(self) -> None:
        """The keys go to the detail; a narrow screen shows only that."""
        self.make_way()
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

    def note_focus(self, widget: Widget) -> bool:
        """A widget got the keys; whether that is another place than before."""
        before = self.focus_place
        self.detail_in_front = self.detail_has_focus
        if self.detail_in_front:
            self.focus_place = "detail"
        else:
            self.focus_place = "field" if isinstance(widget, Input) else "list"
        return self.focus_place != before

    def light_focused(self) -> None:
        """The tab strip of the pane with the keys is lit."""
        in_detail = self.detail_has_focus
        if not in_detail:
            self._awaited = None
        self.detail.tabs.lit = in_detail
        self.list_tabs.lit = not in_detail
