"""The Court cases tab: a page of cases, newest first, opened in a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_app.contract import operations as ops
from tui_app.contract.folding import fold
from tui_app.contract.resources import CourtCase, CourtCasePage
from tui_app.language import N_, _
from tui_app.ui import formatting as fmt
from tui_app.ui.asking import Phase, Question
from tui_app.ui.drawing import lines, styled
from tui_app.ui.sections.base import Section, draw_age, draw_state
from tui_app.ui.widgets.row_list import Line, Piece, Row, RowList

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

LABEL = N_("Court cases")


class CourtCasesSection(Section):
    """Pages as the server cuts them; a filter looks within the page that is shown."""

    tab = "court_cases"

    class CaseOpened(Message):
        """Somebody wants to see all of a case."""

        def __init__(self, case: CourtCase) -> None:
            super().__init__()
            self.case = case

    def __init__(self) -> None:
        super().__init__()
        self.question: Question[CourtCasePage] = Question(self, "court_cases", self._settled)
        self.page = self._page_shown = 1
        self.filter_text = ""
        self.cases = RowList(lines_per_row=2, id="cases")

    @classmethod
    def label(cls) -> str:
        """The tab's word."""
        return _(LABEL)

    def compose(self) -> ComposeResult:
        """What is to say about the page, and its cases."""
        yield self.sheet
        yield self.cases

    @property
    def focus_target(self) -> Widget:
        """The cases take the keys."""
        return self.cases

    # Any: the base leaves open what is asked.
    def questions(self) -> tuple[Question[Any], ...]:
        """One."""
        return (self.question,)

    def reset(self) -> None:
        """The first page of another company, all of it."""
        self.page = self._page_shown = 1
        self.filter_text = ""
        self.cases.show(())

    def ask_missing(self, *, fresh: bool = False) -> None:
        """Ask for the page once."""
        if fresh or self.question.phase is Phase.IDLE:
            self._ask(fresh=fresh, confirm=self.confirmed)

    def _ask(self, *, fresh: bool = False, confirm: bool = False) -> None:
        tax_id, page = self.tax_id, self.page
        self.question.ask(
            lambda companies: companies.court_cases(tax_id, page, fresh=fresh, confirm=confirm)
        )

    def price(self, companies: Companies) -> int:
        """One request where the page was not asked and is not kept."""
        if self.question.phase is not Phase.IDLE:
            return 0
        return companies.price(ops.COURT_CASES, tax_id=self.tax_id, page=self.page)

    @property
    def total_pages(self) -> int:
        """How many pages there are, as far as the server told; never more than it may have."""
        answer = self.question.answer
        told = answer.data.total_pages if answer else None
        return max(1, min(told or 1, ops.COURT_CASES_PAGE.maximum))

    def turn(self, by: int) -> bool:
        """Ask for another page; whether there is one."""
        page = self.page + by
        if not 1 <= page <= self.total_pages:
            return False
        self.page = page
        self._ask(confirm=True)
        self.redraw()
        return True

    def filter_by(self, text: str) -> None:
        """Show only the cases of this page that hold the text in one of their fields."""
        self.filter_text = text
        self._settled()

    def _settled(self) -> None:
        if self.question.phase is Phase.READY:
            self._page_shown = self.page
        elif self.question.phase is Phase.FAILED:
            # The cases are still those of the page before: the next key starts from there.
            self.page = self._page_shown
        self.cases.show([_row(index, case) for index, case in self._shown()], keep_cursor=True)
        self.redraw()

    @property
    def shown_cases(self) -> tuple[CourtCase, ...]:
        """The cases that the filter lets through."""
        return tuple(case for _index, case in self._shown())

    def _shown(self) -> list[tuple[int, CourtCase]]:
        answer = self.question.answer
        wanted = fold(self.filter_text)
        cases = list(enumerate(answer.data.court_cases if answer else ()))
        # Newest first, whatever the server's order; a case without a date comes last.
        cases.sort(key=lambda numbered: numbered[1].date or "", reverse=True)
        return [(i, case) for i, case in cases if wanted in fold(" ".join(_texts(case)))]

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Enter or a second click on a case."""
        event.stop()
        answer = self.question.answer
        if answer is not None:
            self.post_message(self.CaseOpened(answer.data.court_cases[int(event.key)]))

    def draw(self, width: int) -> Content:
        """Totals, page and age, or the state."""
        if state := draw_state(self.question, width):
            return state
        answer = self.question.answer
        if answer is None:
            return Content()
        data = answer.data
        if not data.court_cases and self._page_shown == 1 and not answer.faults:
            said = styled(_("No court cases on record."), "dim")
        else:
            text = _("{total} cases · page {page} of {pages}").format(
                total=fmt.number(data.total_cases), page=self._page_shown, pages=self.total_pages
            )
            if self.filter_text:
                shown = _("{count} match “{text}” on this page")
                text += " · " + shown.format(count=len(self._shown()), text=self.filter_text)
            said = styled(text, "strong")
        return lines([said, draw_age(self.question, width)])


def _texts(case: CourtCase) -> list[str]:
    values = (
        case.case_number,
        case.party_status,
        case.institution,
        case.case_category,
        case.subject,
        case.department,
        case.procedural_stage,
    )
    return [value for value in values if value]


def _row(index: int, case: CourtCase) -> Row:
    about = " · ".join(v for v in (case.case_category, case.subject, case.institution) if v)
    first = Line(
        (
            Piece(fmt.timestamp(case.date) + "  ", "dim"),
            Piece(fmt.text(case.party_status), "strong"),
        ),
        (Piece(fmt.text(case.case_number)),),
    )
    second = Line((Piece("  " + about, "dim"),), (Piece(fmt.text(case.procedural_stage), "dim"),))
    return Row(str(index), (first, second))
