"""Actions of lists and sections: the key that leads to each, its own actions, and its filter.

Also the reasons that several actions share, and the pane with the focus.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tui_app.system.language import N_, _
from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.action import Action, Pane
from tui_app.ui.panes.base import DataPane, PaneKind
from tui_app.ui.sections.base import Section
from tui_app.ui.two_panes.screen import TwoPaneScreen


def offline_reason(panes: TwoPaneScreen) -> str:
    """Why no server may be asked; empty if one may."""
    if panes.session.settings.offline:
        return _("Offline: start without --offline to ask the server.")
    return ""


def pane_of(panes: TwoPaneScreen) -> Pane:
    """The pane that has the focus."""
    return Pane.DETAIL if panes.detail_has_focus else Pane.LIST


def only_in_list(panes: TwoPaneScreen) -> str:
    """Why a list action does nothing in the detail pane; empty while the list has the focus."""
    if not panes.detail_has_focus:
        return ""
    return _("Only in the list ({key}).").format(key=panes.session.first_key("left_pane"))


def why_none_chosen(panes: TwoPaneScreen) -> str:
    """Why no company is chosen."""
    return "" if panes.chosen else _("No company is open.")


def to_list(kind: PaneKind[ListPane]) -> Action:
    """Go to a list, from anywhere."""
    tab = kind.tab

    def go(panes: TwoPaneScreen) -> None:
        """Show the list and focus its field, where typing replaces the text, or its rows."""
        panes.choose_list(tab)
        panes.lists[tab].focus_entry_point()

    def why_not(panes: TwoPaneScreen) -> str:
        """Say that the list has the focus already, if its key would not even lead to a field."""
        is_there = panes.list.tab == tab and panes.focused is panes.list.entry_point
        return _("This list is shown.") if is_there else ""

    return Action(
        name=tab,
        keys=kind.key,
        label=kind.view.title,
        help=kind.help,
        footer=kind.place_in_footer,
        says=lambda _panes: _(kind.view.title).lower(),
        do=go,
        why_not=why_not,
    )


def to_tab(kind: PaneKind[Section], number: int) -> Action:
    """Go to a tab of the detail pane."""
    tab = kind.tab
    return Action(
        name=tab,
        keys=str(number),
        label=kind.view.title,
        help=kind.help,
        pane=Pane.DETAIL,
        says=lambda _panes: _(kind.view.title).lower(),
        do=lambda panes: panes.choose_tab(tab),
        why_not=lambda panes: "" if panes.detail.entry else _("No company is open."),
        questions_of=lambda panes: (
            panes.detail.questions(panes.detail.tax_id, tab) if panes.detail.entry else ()
        ),
    )


def of_lists(action: Action) -> Action:
    """An action of every list, on the list that is shown."""
    return replace(
        action,
        pane=Pane.LIST,
        target=lambda panes: None if panes.detail_has_focus else panes.list,
        elsewhere=only_in_list,
        leads_to=lambda panes: "left_pane" if only_in_list(panes) else "",
    )


def of_panes(owners: list[type[DataPane]], action: Action) -> Action:
    """An action of one or a few lists or tabs, on the one that is shown."""
    owner, tabs = owners[0], tuple(each.tab for each in owners)

    def shown(panes: TwoPaneScreen) -> DataPane | None:
        """The pane that it would act on now."""
        is_of_list = issubclass(owner, ListPane)
        pane: DataPane = panes.list if is_of_list else panes.detail.section
        if pane.tab in tabs and not (is_of_list and panes.detail_has_focus):
            return pane
        return panes.lists[owner.tab] if action.goes_there else None

    def elsewhere(panes: TwoPaneScreen) -> str:
        key = panes.session.first_key(owner.tab)
        return _("Only in {pane} ({key}).").format(pane=owner.label(), key=key)

    def go(panes: TwoPaneScreen) -> DataPane:
        """Show the list first, if it is run from elsewhere."""
        panes.choose_list(owner.tab)
        panes.focus_list()
        return panes.list

    return replace(
        action,
        pane=Pane.TAB,
        tabs=tabs,
        target=shown,
        going=go if action.goes_there else None,
        elsewhere=elsewhere,
        leads_to=lambda panes: "" if shown(panes) else owner.tab,
    )


def _why_no_filter(panes: TwoPaneScreen) -> str:
    pane = panes.pane
    return pane.why_no_filter() if pane.filters else only_in_list(panes)


FILTER: Final = Action(
    name="filter",
    keys="F",
    label=N_("filter"),
    help=N_("Show only the companies, or the court cases, containing text"),
    pane=Pane.LIST,
    footer=11,
    do=lambda panes: panes.open_filter(panes.pane),
    why_not=_why_no_filter,
    # To the list, from a tab without rows.
    leads_to=lambda panes: "left_pane" if not panes.pane.filters and only_in_list(panes) else "",
)
