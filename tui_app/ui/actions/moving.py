"""Navigation: panes, tabs, pages, back and forward."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.widgets import Input

from tui_app.system.language import N_, _
from tui_app.ui.panes.action import Action, Intent, Pane
from tui_app.ui.remote.price import price_label
from tui_app.ui.remote.questions import Questions

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


OPEN: Final = Action(
    name="open",
    keys="enter",
    label=N_("open"),
    help=N_("Open the company or court case under the cursor"),
    pane=Pane.LIST,
    footer=1,
    field=1,
    intent=lambda panes: panes.pane.enter(),
    do=lambda panes: _done(panes.pane.enter()),
    why_not=lambda panes: "" if panes.pane.enter() else _("Nothing is under the cursor."),
    questions_of=lambda panes: intent.questions if (intent := panes.pane.enter()) else (),
    says=lambda panes: intent.label if (intent := panes.pane.enter()) else _("open"),
)
"""Do what Enter means where the focus is."""


def _done(intent: Intent | None) -> None:
    if intent is not None:
        intent.run()


ESCAPE: Final = Action(
    name="escape",
    keys="escape",
    label=N_("back"),
    help=N_("Leave one level: filter, detail, list, search field"),
    footer=18,
    field=3,
    do=lambda panes: panes.leave_level(),
    # In a field Esc leaves it, so that letters are keys again.
    says=lambda panes: _("to the list") if isinstance(panes.focused, Input) else _("back"),
)

LEFT_PANE: Final = Action(
    name="left_pane",
    keys="left,h",
    label=N_("list"),
    help=N_("To the list"),
    do=lambda panes: panes.focus_list(),
)

RIGHT_PANE: Final = Action(
    name="right_pane",
    keys="right,l",
    label=N_("detail"),
    help=N_("To the company"),
    do=lambda panes: panes.focus_detail(),
    why_not=lambda panes: (
        "" if panes.detail.entry or panes.detail.shows_home else _("No company is open.")
    ),
)

FULL_WIDTH: Final = Action(
    name="full_width",
    keys="a",
    label=N_("full width"),
    help=N_("Give the pane with the focus the whole width; again or Esc: both panes"),
    footer=10,
    do=lambda panes: panes.switch_full_width(),
    why_not=lambda panes: (
        _("Each pane has the whole width here.") if panes.has_class("-narrow") else ""
    ),
    says=lambda panes: _("both panes") if panes.shows_one_pane else _("full width"),
)


def _why_no_page(by: int, panes: TwoPaneScreen) -> str:
    pane = panes.pane
    if not pane.paged:
        return _("Not paged")
    if by > 0 and pane.page >= pane.total_pages:
        return _("This is the last page.")
    return _("This is the first page.") if by < 0 and pane.page <= 1 else ""


def _questions_of_page(by: int, panes: TwoPaneScreen) -> Questions:
    """A page is a request, unless cached."""
    pane = panes.pane
    return () if _why_no_page(by, panes) else pane.questions_of_page(pane.page + by)


def _turn(name: str, key: str, by: int, label: str, help: str, footer: int = 0) -> Action:
    return Action(
        name=name,
        keys=key,
        label=label,
        help=help,
        pane=Pane.TAB,
        footer=footer,
        do=lambda panes: panes.pane.turn(by),
        why_not=partial(_why_no_page, by),
        questions_of=partial(_questions_of_page, by),
    )


def _why_no_other_page(panes: TwoPaneScreen) -> str:
    pane = panes.pane
    if not pane.paged:
        return _("Not paged")
    return "" if pane.total_pages > 1 else _("This is the only page.")


def _ask_for_page(panes: TwoPaneScreen) -> None:
    """Ask for the number and show what a page costs; Enter there asks for the page."""
    from tui_app.ui.dialogs.page import PageScreen

    pane = panes.pane

    def turn(page: int | None) -> None:
        if page is not None and page != pane.page:
            pane.turn(page - pane.page)

    price = panes.answers.price(pane.questions_of_page(pane.total_pages))
    cost = price_label(price, panes.session.client) if price else ""
    panes.open_dialog(PageScreen(pane.page, pane.total_pages, cost), turn)


PAGES: Final = (
    _turn(
        "next_page", "n", 1, N_("next page"), N_("The next page of the list or of the court cases"),
        footer=5,
    ),
    _turn("previous_page", "p", -1, N_("previous page"), N_("The previous page")),
    Action(
        name="page",
        keys="P",
        label=N_("page…"),
        help=N_("Go to a page by its number"),
        pane=Pane.TAB,
        footer=6,
        do=_ask_for_page,
        why_not=_why_no_other_page,
    ),
)  # fmt: skip
"""Turning the pages of the focused pane."""


def _steps(by: int, panes: TwoPaneScreen) -> int:
    """How many companies to go; from a mere preview, back leads to the current company."""
    here, shown = panes.visited.here, panes.detail.entry
    is_preview = here is not None and (shown is None or shown.tax_id != here.tax_id)
    return 0 if is_preview and by < 0 else by


def _questions_of_visited(by: int, panes: TwoPaneScreen) -> Questions:
    entry = panes.visited.company_at(_steps(by, panes))
    return panes.detail.questions(entry.tax_id) if entry else ()


def _go(by: int, panes: TwoPaneScreen) -> None:
    """Show it beside the list and move the list's cursor; in a narrow terminal, in front."""
    if entry := panes.visited.go(_steps(by, panes)):
        panes.show_company(entry, _("opened before"))


def _visited(name: str, key: str, by: int, label: str, help: str) -> Action:
    return Action(
        name=name,
        keys=key,
        label=label,
        help=help,
        do=partial(_go, by),
        why_not=lambda panes: (
            "" if panes.visited.can_go(_steps(by, panes)) else _("No history yet")
        ),
        questions_of=partial(_questions_of_visited, by),
    )


BACK: Final = _visited(
    "back", "b", -1, N_("before"), N_("Back to the previous company in the history")
)
FORWARD: Final = _visited(
    "forward", "f", 1, N_("after"), N_("Forward to the next company in the history")
)
