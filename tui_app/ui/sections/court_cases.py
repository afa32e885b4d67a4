"""The Court cases tab: a page of cases, newest first, opened in a panel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, CourtCase, CourtCasePage
from tui_app.insight.cases import DIMENSIONS, CaseFilter, newest_first
from tui_app.language import N_, _, ngettext
from tui_app.ui.remote.value import Phase, RemoteValue, age_of
from tui_app.ui.sections.base import Section, draw_age, draw_state
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import lines, paragraph, styled
from tui_app.ui.text.roles import role_label
from tui_app.ui.widgets.row_list import Line, Piece, Row, RowList

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

LABEL = N_("Court cases")


class CourtCasesSection(Section):
    """Pages as the server cuts them; a filter looks through all pages that were loaded."""

    tab = "court_cases"

    class CaseOpened(Message):
        """Somebody wants to see all of a case."""

        def __init__(self, case: CourtCase) -> None:
            super().__init__()
            self.case = case

    def __init__(self) -> None:
        super().__init__()
        self.question: RemoteValue[CourtCasePage] = RemoteValue(self, "court_cases", self._settled)
        self.page = self._page_shown = 1
        self._loaded: dict[int, tuple[CourtCase, ...]] = {}
        self._by_key: dict[str, CourtCase] = {}
        self.filter = CaseFilter()
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
    def questions(self) -> tuple[RemoteValue[Any], ...]:
        """One."""
        return (self.question,)

    # Any: the base leaves open what is asked.
    def operations(self) -> tuple[tuple[ops.Operation[Any], dict[str, str]], ...]:
        """The page that is shown."""
        return ((ops.COURT_CASES, {"page": str(self._page_shown)}),)

    def reset(self) -> None:
        """The first page of another company, all of it."""
        self.page = self._page_shown = 1
        self._loaded = {}
        self.filter = CaseFilter()
        self.cases.show(())

    def ask_missing(self, *, fresh: bool = False) -> None:
        """Ask for the page once."""
        if fresh or self.question.wanting:
            self._ask(fresh=fresh, confirm=self.confirmed)

    def _ask(self, *, fresh: bool = False, confirm: bool = False) -> None:
        tax_id, page = self.tax_id, self.page
        self.question.ask(
            lambda companies: companies.court_cases(tax_id, page, fresh=fresh, confirm=confirm)
        )

    def price(
        self,
        companies: Companies,
        tax_id: str,
        profile: CompanyProfile | None,
        *,
        fresh: bool = False,
    ) -> int:
        """One request where the page is not there and not kept; no flag rules it out."""
        if not self.wants(self.question, tax_id, fresh=fresh):
            return 0
        page = self.page if tax_id == self.tax_id else 1
        return companies.price(ops.COURT_CASES, tax_id=tax_id, fresh=fresh, page=page)

    @property
    def total_pages(self) -> int:
        """How many pages there are, as far as the server told; never more than it may have."""
        answer = self.question.answer
        told = answer.data.total_pages if answer else None
        return max(1, min(told or 1, ops.COURT_CASES_PAGE.maximum))

    def turn(self, by: int) -> bool:
        """Ask for another page; whether there is one."""
        page = self.page + by
        if page < 1 or (by > 0 and page > self.total_pages):
            return False
        self.page = page
        self._ask(confirm=True)
        self.redraw()
        return True

    def filter_by(self, wanted: CaseFilter) -> None:
        """Show only some cases, of all pages that were loaded."""
        self.filter = wanted
        self._show_cases()
        self.redraw()

    def filter_by_text(self, text: str) -> None:
        """Another text, beside what else is wanted."""
        self.filter_by(msgspec.structs.replace(self.filter, text=text))

    def _settled(self) -> None:
        answer = self.question.answer
        if self.question.phase is Phase.READY and answer is not None:
            self._page_shown = self.page
            self._loaded[self.page] = answer.data.court_cases
        elif self.question.phase is Phase.FAILED:
            # The cases are still those of the page before: the next key starts from there.
            self.page = self._page_shown
        self._show_cases()
        self.redraw()

    def _show_cases(self) -> None:
        self._by_key = _keyed(self.shown_cases)
        rows = [_row(key, case) for key, case in self._by_key.items()]
        self.cases.show(rows, keep_cursor=True)

    @property
    def loaded_cases(self) -> tuple[CourtCase, ...]:
        """The cases of all pages that were loaded."""
        return newest_first(case for page in sorted(self._loaded) for case in self._loaded[page])

    @property
    def shown_cases(self) -> tuple[CourtCase, ...]:
        """The page, or what the filter lets through of all that is loaded."""
        if self.filter.is_active:
            return tuple(case for case in self.loaded_cases if self.filter.lets_through(case))
        return newest_first(self._loaded.get(self._page_shown, ()))

    @property
    def current(self) -> CourtCase | None:
        """The case under the cursor."""
        row = self.cases.current
        return self._by_key[row.key] if row else None

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Enter or a second click on a case."""
        event.stop()
        self.post_message(self.CaseOpened(self._by_key[event.key]))

    def draw(self, width: int) -> Content:
        """Totals, page and age, or the state."""
        if state := draw_state(self.question, width):
            return state
        answer = self.question.answer
        if answer is None:
            return Content()
        data, doubtful = answer.data, self.question.doubtful
        if not data.court_cases and self._page_shown == 1 and not answer.faults:
            said = styled(_("No court cases on record."), "dim")
        else:
            total = ngettext("{count} case", "{count} cases", data.total_cases or 0)
            counted = total.format(count=fmt.number(data.total_cases))
            said = styled(f"{counted} · {self._pages()}", "strong")
        age = styled(f" · {age_of(answer)}", "dim")
        if not doubtful and said.cell_length + age.cell_length <= width:
            said += age
        parts = [said, draw_age(self.question, width) if doubtful else None, self._filter(width)]
        return lines(part for part in parts if part is not None)

    def _pages(self) -> str:
        """Which page this is, or how many a filter looks through."""
        if self.filter.is_active:
            said, page = _("{page} of {pages} pages loaded"), len(self._loaded)
        else:
            said, page = _("page {page} of {pages}"), self._page_shown
        return said.format(page=page, pages=self.total_pages)

    def _filter(self, width: int) -> Content | None:
        """What is left out, and of how much: never more than was loaded."""
        if not self.filter.is_active:
            return None
        values = [self.filter.chosen(dimension) for dimension in DIMENSIONS]
        words = [fmt.text(value) for value in values if value is not None]
        if self.filter.text:
            words.append(f"“{self.filter.text}”")
        loaded = len(self.loaded_cases)
        counted = _("{shown} of {count} loaded")
        said = (
            _("Only {what}").format(what=" · ".join(words)),
            counted.format(shown=len(self.shown_cases), count=loaded),
            _("Esc shows all"),
        )
        return paragraph(" · ".join(said), width, "warn")


def _keyed(cases: Iterable[CourtCase]) -> dict[str, CourtCase]:
    """Cases by what stays the same when other cases are shown beside them."""
    keyed: dict[str, CourtCase] = {}
    for case in cases:
        key = f"{case.case_number} {case.date} {case.party_status}"
        while key in keyed:
            key += "+"
        keyed[key] = case
    return keyed


def _row(key: str, case: CourtCase) -> Row:
    about = " · ".join(v for v in (case.case_category, case.subject, case.institution) if v)
    label = role_label(case.party_status)
    first = Line(
        (
            Piece(fmt.timestamp(case.date) + "  ", "dim"),
            Piece(fmt.text(case.party_status), "strong"),
            Piece(f" ({label})" if label else "", "dim"),
        ),
        (Piece(fmt.text(case.case_number)),),
    )
    second = Line((Piece("  " + about, "dim"),), (Piece(fmt.text(case.procedural_stage), "dim"),))
    return Row(key, (first, second))
