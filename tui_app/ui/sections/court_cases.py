"""The Court cases tab: a page of cases, newest first; a case opens in a dialog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

import msgspec
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, CourtCase, CourtCasePage
from tui_app.insight.cases import DIMENSIONS, CaseFilter, newest_first
from tui_app.language import N_, _, ngettext
from tui_app.ui.panes.base import Copyable
from tui_app.ui.panes.command import PaneCommand
from tui_app.ui.panes.menu import Menu
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.remote.words import age_of
from tui_app.ui.sections.ask import Ask
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.case_facets import CaseFacets
from tui_app.ui.sections.case_fields import as_json, case_fields
from tui_app.ui.sections.case_rows import CaseColumns
from tui_app.ui.sections.states import draw_age, draw_notes
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import fit
from tui_app.ui.text.drawing import lines, paragraph, styled
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.export.tables import Table


_SIDES: Final = 3
"""Columns of the list beside its text: its edges and the scrollbar."""


class CourtCasesSection(Section):
    """Pages as the server divides them; a filter searches all loaded pages."""

    tab = "court_cases"
    topic = "court-cases"
    title = N_("Court cases")
    help = N_("Show the court cases")
    filters = paged = opens_rows = True
    asks = (Ask(operation=ops.COURT_CASES),)

    def __init__(self, profile: RemoteValue[CompanyProfile]) -> None:
        super().__init__(profile)
        self._page_shown = 1
        self._loaded: dict[int, Answer[CourtCasePage]] = {}
        self._by_key: dict[str, CourtCase] = {}
        self.narrowed = CaseFilter()
        """The filter of the cases."""
        self.cases = RowList(lines_per_row=2, id="cases")
        self._width = 80
        self._columns = CaseColumns((), self._width)

    def compose(self) -> ComposeResult:
        """The text about the page, and its cases."""
        yield self.text_pane
        yield self.cases

    @property
    def focus_target(self) -> Widget:
        """Focus the cases."""
        return self.cases

    @property
    def data(self) -> CourtCasePage | None:
        """The data of the answer, if loaded."""
        answer = self.values[0].answer
        return answer.data if answer else None

    def reset(self) -> None:
        """Another company: its first page, without a filter."""
        self._page_shown = 1
        self._loaded = {}
        self.narrowed = CaseFilter()
        self.cases.show(())

    @property
    def total_pages(self) -> int:
        """The number of pages that the server gave, at most the interface's limit."""
        told = self.data.total_pages if self.data else None
        return max(1, min(told or 1, ops.PAGE.maximum))

    def turn(self, by: int) -> None:
        """Ask for another page, if it exists."""
        page = self.page + by
        if page < 1 or (by > 0 and page > self.total_pages):
            return
        self.page = page
        for ask, value in zip(self.asks, self.values, strict=True):
            value.ask(self._asking(ask, confirm=True))
        self.redraw()

    def narrow(self, wanted: CaseFilter) -> None:
        """Filter the cases of all loaded pages."""
        self.narrowed = wanted
        self.filter_text = wanted.text
        self._show_cases()
        self.redraw()

    def why_no_filter(self) -> str:
        """Why there is nothing to filter."""
        return "" if self.loaded_cases else _("No court cases are shown.")

    def filter_by(self, text: str) -> None:
        """Filter by another text, besides the other filters."""
        self.narrow(msgspec.structs.replace(self.narrowed, text=text))

    def leave_level(self) -> bool:
        """Remove all filters."""
        was_active = self.narrowed.is_active
        if was_active:
            self.narrow(CaseFilter())
        return was_active

    def facets(self) -> Menu:
        """The categories, roles and stages of the cases."""
        return CaseFacets(self.loaded_cases, self.narrowed).menu(self.narrow)

    def request_finished(self) -> None:
        """A page arrived or failed."""
        (value,) = self.values
        if value.phase is Phase.READY and value.answer is not None:
            self._page_shown = self.page
            self._loaded[self.page] = value.answer
        elif value.phase is Phase.FAILED:
            # The old page's rows are still shown; the next page is counted from that page.
            self.page = self._page_shown
        self._show_cases()
        self.redraw()

    def _show_cases(self) -> None:
        self._by_key = _keyed(self.shown_cases)
        # Before the first layout there is no width: on_resize calls this again.
        self._width = self.cases.size.width or self._width
        self._columns = CaseColumns(tuple(self._by_key.values()), self._width - _SIDES)
        rows = [self._columns.row(key, case) for key, case in self._by_key.items()]
        self.cases.show(rows, keep_cursor=True)

    def on_resize(self) -> None:
        """The width of the columns changes."""
        if self.cases.size.width not in (0, self._width):
            self._show_cases()
            self.redraw()

    @property
    def case_pages(self) -> Mapping[int, Answer[CourtCasePage]]:
        """All loaded pages."""
        return self._loaded

    @property
    def loaded_cases(self) -> tuple[CourtCase, ...]:
        """The cases of all loaded pages."""
        pages = (self._loaded[number].data for number in sorted(self._loaded))
        return newest_first(case for page in pages for case in page.court_cases)

    @property
    def shown_cases(self) -> tuple[CourtCase, ...]:
        """The cases of the page, or the filtered cases of all loaded pages."""
        if self.narrowed.is_active:
            return tuple(case for case in self.loaded_cases if self.narrowed.lets_through(case))
        page = self._loaded.get(self._page_shown)
        return newest_first(page.data.court_cases if page else ())

    @property
    def current(self) -> CourtCase | None:
        """The case under the cursor."""
        row = self.cases.current
        return self._by_key[row.key] if row else None

    def copies(self) -> tuple[Copyable, ...]:
        """The case under the cursor."""
        case = self.current
        if case is None:
            return ()
        return (
            Copyable("case", "y", _("number of the court case"), case.case_number or ""),
            Copyable("court", "h", _("court, as it was sent"), case.institution or ""),
            Copyable("case_json", "m", _("court case as JSON"), as_json(case)),
        )

    def export_table(self) -> Table | None:
        """The cases shown, by the interface's names."""
        from tui_app.export.tables import Table

        if self.data is None:
            return None
        fields = CourtCase.__struct_fields__
        rows = tuple(tuple(getattr(c, field) for field in fields) for c in self.shown_cases)
        title = _("{company} court cases").format(company=self.company_name)
        return Table(title, CourtCase.__struct_encode_fields__, rows)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Enter or a second click on a case."""
        event.stop()
        case = self._by_key[event.key]
        self.post_message(self.ShowFields(_("Court case"), case_fields(case)))

    def draw(self, width: int) -> Content:
        """Totals, page and age, or the state."""
        (value,), data = self.values, self.data
        if state := self.draw_state(value, width):
            return state
        if data is None or value.answer is None:
            return Content()
        if not data.court_cases and self._page_shown == 1 and not value.answer.faults:
            said = styled(_("No court cases on record."), "dim")
        else:
            total = ngettext("{count} case", "{count} cases", data.total_cases or 0)
            counted = total.format(count=fmt.number(data.total_cases))
            said = styled(f"{counted} · {self._pages()}", "strong")
        age = styled(f" · {age_of(value.answer)}", "dim")
        if not value.doubtful and said.cell_length + age.cell_length <= width:
            said += age
        notes = draw_notes(value.answer, width) if value.answer.notes else None
        age_line = draw_age(value, width) if value.doubtful else None
        parts = [said, notes, age_line, self._filter(width), Content()]
        if self._by_key:
            parts.append(styled(fit(" " + self._columns.titles(), width), "dim"))
        return lines(part for part in parts if part is not None)

    def _pages(self) -> str:
        """The page number, or how many pages the filter searches."""
        if self.narrowed.is_active:
            said, page = _("{page} of {pages} pages loaded"), len(self._loaded)
        else:
            said, page = _("page {page} of {pages}"), self._page_shown
        return said.format(page=page, pages=self.total_pages)

    def _filter(self, width: int) -> Content | None:
        """The filter, and how many loaded cases it leaves out."""
        if not self.narrowed.is_active:
            return None
        values = [self.narrowed.chosen(dimension) for dimension in DIMENSIONS]
        words = [fmt.text(value) for value in values if value is not None]
        if self.narrowed.text:
            words.append(f"“{self.narrowed.text}”")
        loaded = len(self.loaded_cases)
        counted = _("{shown} of {count} loaded")
        said = (
            _("Only {what}").format(what=" · ".join(words)),
            counted.format(shown=len(self.shown_cases), count=loaded),
            _("Esc shows all"),
        )
        return paragraph(" · ".join(said), width, "warn")

    commands = (
        PaneCommand(
            name="all_cases",
            keys="A",
            label=N_("all cases"),
            help=N_("Ask the courts year by year where one answer was not all (live services)"),
            run=Section.want_all,
            reason=Section.why_not_all,
        ),
        PaneCommand(
            name="facets",
            keys="x",
            label=N_("only…"),
            help=N_("Show only the court cases of a category, a role or a stage"),
            run=facets,
            reason=why_no_filter,
            footer=6,
        ),
    )


def _keyed(cases: Iterable[CourtCase]) -> dict[str, CourtCase]:
    """Cases by a key that stays the same when other cases are shown too."""
    keyed: dict[str, CourtCase] = {}
    for case in cases:
        key = f"{case.case_number} {case.date} {case.party_status}"
        while key in keyed:
            key += "+"
        keyed[key] = case
    return keyed
