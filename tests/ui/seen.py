"""What the explorer shows after a key: the focus, the row, the tab, the requests."""

from __future__ import annotations

from collections.abc import Callable

from tests.ui.user import User
from tui_app.ui.lists.faceted import FacetedList
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.sections.signals import SignalsSection

See = Callable[[User], object]


def focused(user: User) -> object:
    explorer = user.app.explorer
    if explorer.focused is explorer.foot.field:
        return "filter"
    if explorer.focused is explorer.lists["search"].focus_target:
        return "search field"
    return "detail" if explorer.detail_has_focus else explorer.list.tab


def row(user: User) -> object:
    return user.app.explorer.list.rows.cursor


def tab(user: User) -> object:
    return user.app.explorer.detail.section.tab


def tax_id(user: User) -> object:
    entry = user.app.explorer.detail.entry
    return entry.tax_id if entry else None


def marks(user: User) -> object:
    return len(user.app.explorer.list.marked)


def order(user: User) -> object:
    return user.app.explorer.list.order, user.app.explorer.list.reverse


def day(user: User) -> object:
    return str(user.new_list.day)


def cases(user: User) -> CourtCasesSection:
    section = user.app.explorer.detail.section
    assert isinstance(section, CourtCasesSection)
    return section


def figures(user: User) -> FinancialsSection:
    section = user.app.explorer.detail.section
    assert isinstance(section, FinancialsSection)
    return section


def figure(user: User) -> object:
    spot = figures(user).spot
    return spot.name if spot else None


def sent(user: User) -> object:
    return user.app.client.allowance.session_requests if user.app.client else 0


def dialog(user: User) -> object:
    return type(user.app.screen).__name__


def theme(user: User) -> object:
    return user.app.theme


def list_name(user: User) -> object:
    return user.app.explorer.list.tab


def in_facets(user: User) -> object:
    shown = user.app.explorer.list
    return isinstance(shown, FacetedList) and shown.facets.rows.has_focus


def field(user: User) -> object:
    return getattr(user.app.explorer.lists["search"].focus_target, "value", None)


def formulas(user: User) -> object:
    section = user.app.explorer.detail.section
    assert isinstance(section, SignalsSection)
    return section.shows_formulas


def pages_of_cases(user: User) -> object:
    return len(user.app.explorer.detail.state().loaded.case_pages)


def is_watched(user: User) -> object:
    return user.app.explorer.detail.in_workspace.is_watched


def ended(user: User) -> object:
    return user.app.return_code


def nothing_left_out(user: User) -> object:
    """The sample leaves nothing out: what a live source does is tested beside the lookalike."""
    return "Nothing more to show." in user.screen


def checked(user: User) -> object:
    """Whether a check of the watch list has ended."""
    return "Checked: nothing changed." in user.screen
