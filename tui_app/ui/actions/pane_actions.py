"""Actions of lists and sections: the key that leads to each, its own actions, and its filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.system.language import N_, _
from tui_app.ui.actions.base import Action, Pane, only_in_list
from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.action_spec import ActionSpec
from tui_app.ui.panes.base import DataPane
from tui_app.ui.remote.questions import Questions
from tui_app.ui.sections.base import Section

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


class GoToList(Action):
    """Go to a list, from anywhere."""

    is_named_by_title = True

    def __init__(self, kind: type[ListPane]) -> None:
        self.name, self.keys, self.help = kind.tab, kind.key, kind.help
        self.label = kind.title
        self.footer = kind.place_in_footer

    def run(self, panes: TwoPaneScreen) -> None:
        """Show the list and focus its field, where typing replaces the text, or its rows."""
        panes.choose_list(self.name)
        panes.lists[self.name].focus_entry_point()


class GoToTab(Action):
    """Go to a tab of the detail pane."""

    pane = Pane.DETAIL
    is_named_by_title = True

    def __init__(self, kind: type[Section], number: int) -> None:
        self.name, self.keys, self.help = kind.tab, str(number), kind.help
        self.label = kind.title

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why the tab cannot be shown."""
        return "" if panes.company else _("No company is open.")

    def questions(self, panes: TwoPaneScreen) -> Questions:
        """The requests that the tab has not made yet."""
        return panes.detail.questions_of_tab(self.name)

    def run(self, panes: TwoPaneScreen) -> None:
        """Show the tab and focus it."""
        panes.choose_tab(self.name)


class PaneAction(Action):
    """An action of one list, of all lists, or of a section."""

    def __init__(self, owner: type[DataPane], spec: ActionSpec) -> None:
        self.name, self.keys = spec.name, spec.keys
        self.label, self.help, self.footer = spec.label, spec.help, spec.footer
        self.together = spec.together
        self._owner = owner
        self._spec = spec
        self._is_of_lists = owner is ListPane
        self.pane = Pane.LIST if self._is_of_lists else Pane.TAB
        self.tabs = () if self._is_of_lists else (owner.tab,)

    @property
    def has_price(self) -> bool:
        """Whether it may ask the server."""
        return self._spec.questions is not None

    def _pane(self, panes: TwoPaneScreen) -> DataPane | None:
        """The pane that it would act on now."""
        if self._is_of_lists:
            return panes.list
        if issubclass(self._owner, ListPane):
            pane: DataPane = panes.lists[self._owner.tab]
            is_shown = pane is panes.list and not panes.detail_has_focus
        else:
            pane = panes.detail.section
            is_shown = pane.tab == self._owner.tab
        return pane if is_shown or self._spec.goes_there else None

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why it cannot run: its pane is not shown, or the pane itself gives a reason."""
        if self._is_of_lists and panes.detail_has_focus:
            return only_in_list(panes)
        pane = self._pane(panes)
        if pane is None:
            key = panes.session.first_key(self._owner.tab)
            return _("Only in {pane} ({key}).").format(pane=self._owner.label(), key=key)
        return self._spec.reason(pane) if self._spec.reason else ""

    def prerequisite(self, panes: TwoPaneScreen) -> str:
        """To its own list or tab."""
        if self._is_of_lists:
            return "left_pane" if only_in_list(panes) else ""
        return "" if self._pane(panes) else self._owner.tab

    def questions(self, panes: TwoPaneScreen) -> Questions | None:
        """What the pane asks."""
        if self._spec.questions is None or (pane := self._pane(panes)) is None:
            return None
        return self._spec.questions(pane)

    def run(self, panes: TwoPaneScreen) -> None:
        """Let the pane run it, or open the menu that it returns."""
        pane = self._pane(panes)
        if pane is None:
            return
        if self._spec.goes_there and issubclass(self._owner, ListPane):
            panes.choose_list(self._owner.tab)
            panes.focus_list()
        if menu := self._spec.run(pane):
            panes.open_menu(menu)


class Filter(Action):
    """Show only rows that contain a text."""

    name, keys = "filter", "F"
    label, help = N_("filter"), N_("Show only the companies, or the court cases, containing text")
    pane = Pane.LIST
    footer = 11

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why nothing can be filtered."""
        pane = panes.pane
        return pane.why_no_filter() if pane.filters else only_in_list(panes)

    def prerequisite(self, panes: TwoPaneScreen) -> str:
        """To the list, from a tab without rows."""
        return "left_pane" if not panes.pane.filters and only_in_list(panes) else ""

    def run(self, panes: TwoPaneScreen) -> None:
        """Open the filter field in the footer."""
        panes.open_filter(panes.pane)
