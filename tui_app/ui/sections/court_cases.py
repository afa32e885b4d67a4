"""The Court cases tab: a page of cases, newest first; a case opens in a dialog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, Final

import msgspec
from textual.content import Content

from tui_app.contract import operations as ops
from tui_app.contract import views
from tui_app.contract.resources import CourtCase, CourtCasePage
from tui_app.contract.timestamps import parse_timestamp
from tui_app.insight.cases import DIMENSIONS, CaseFilter, Dimension, counted, newest_first
from tui_app.insight.court_names import with_blanks
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.panes.action import Action, Choice, Menu
from tui_app.ui.panes.base import Copyable
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.wording import age_of
from tui_app.ui.sections.base import Section, draw_age, draw_notes, draw_sources
from tui_app.ui.sections.case_rows import CaseColumns, as_json, case_fields
from tui_app.ui.sections.with_cursor import PagedSection
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import RecordField, fit, lines, pad, paragraph, styled
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.export.tables import Table


_SIDES: Final = 3
"""Columns of the list beside its text: its edges and the scrollbar."""


class CourtCasesSection(PagedSection[CourtCasePage]):
    """Pages as the server divides them; a filter searches all loaded pages."""

    tab, title = views.CASES.name, views.CASES.title
    topic = "court-cases"
    filters = True
    own_operations = (ops.COURT_CASES,)

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self._by_key: dict[str, CourtCase] = {}
        self.case_filter = CaseFilter()
        """The filter of the cases."""
        self._width = 80
        self._columns = CaseColumns((), self._width)

    def reset(self) -> None:
        """Reset to the first page of another company, without a filter."""
        super().reset()
        self.case_filter, self.filter_text = CaseFilter(), ""

    def narrow(self, case_filter: CaseFilter) -> None:
        """Filter the cases of all loaded pages."""
        self.case_filter = case_filter
        self.filter_text = case_filter.text
        self.show_rows()
        self.redraw()

    def why_no_filter(self) -> str:
        """Why there is nothing to filter."""
        return "" if self.loaded_cases else _("No court cases are shown.")

    def filter_by(self, text: str) -> None:
        """Filter by another text, besides the other filters."""
        self.narrow(msgspec.structs.replace(self.case_filter, text=text))

    def leave_level(self) -> bool:
        """Remove all filters."""
        was_active = self.case_filter.is_active
        if was_active:
            self.narrow(CaseFilter())
        return was_active

    def facets(self) -> Menu:
        """The categories, roles and stages of the cases."""
        return facets_menu(self.loaded_cases, self.case_filter, self.narrow)

    def show_rows(self) -> None:
        """The cases of the page, or the filtered ones of all loaded pages."""
        self._by_key = _keyed(self.shown_cases)
        # Before the first layout there is no width: on_resize calls this again.
        self._width = self.rows.size.width or self._width
        cases = tuple(self._by_key.values())
        invented = self._are_invented
        self._columns = CaseColumns(cases, self._width - _SIDES, are_invented=invented)
        rows = starmap(self._columns.row, self._by_key.items())
        self.rows.show(tuple(rows), keep_cursor=True)

    def on_resize(self) -> None:
        """Adapt the columns to the new width."""
        if self.rows.size.width not in (0, self._width):
            self.show_rows()
            self.redraw()

    @property
    def loaded_cases(self) -> tuple[CourtCase, ...]:
        """The cases of all loaded pages, whichever tab loaded them."""
        cases: list[CourtCase] = []
        for page in self.answers.pages(ops.COURT_CASES, self.tax_id).values():
            cases += page.data.court_cases
        return newest_first(cases)

    @property
    def shown_cases(self) -> tuple[CourtCase, ...]:
        """The cases of the page, or the filtered cases of all loaded pages."""
        if self.case_filter.is_active:
            return tuple(case for case in self.loaded_cases if self.case_filter.accepts(case))
        return newest_first(self.data.court_cases if self.data else ())

    @property
    def current(self) -> CourtCase | None:
        """The case under the cursor."""
        return self._by_key.get(self.current_key)

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
        if self.data is None:
            return None
        return self.records_table(_("{company} court cases"), CourtCase, self.shown_cases)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Enter or a second click on a case."""
        if case := self._by_key.get(event.key):
            found = case_fields(case, is_invented=self._are_invented)
            title = _("Court case")
            self.post_message(self.ShowFields(title, found, self._turned, self._number))

    def _turned(self, by: int) -> list[RecordField]:
        """The fields of the next or the previous case, to which the cursor moves."""
        self.rows.move(by)
        case = self.current
        return case_fields(case, is_invented=self._are_invented) if case else []

    @property
    def _are_invented(self) -> bool:
        answer = self.value.answer
        return self.session.source.invented or (answer is not None and answer.invented)

    def _number(self) -> str:
        """The number of the case under the cursor."""
        return (self.current.case_number or "") if self.current else ""

    def draw(self, width: int) -> Content:
        """Totals, page and age, or the state."""
        value, answer = self.value, self.value.answer
        if answer is None:
            return self.draw_state(value, width) or Content()
        data: CourtCasePage = answer.data
        if not data.court_cases and self.pages.shown == 1 and not answer.faults:
            known = not answer.partial
            text = _("No court cases on record.") if known else _("Court cases: not known")
            summary = styled(text, "dim")
        else:
            total = ngettext("{count} case", "{count} cases", data.total_cases or 0)
            counted = total.format(count=fmt.number(data.total_cases))
            pages = self._searched() if self.case_filter.is_active else self.page_text()
            summary = styled(f"{counted} · {pages}", "strong")
        age = styled(f" · {age_of(answer)}", "dim")
        if not value.needs_refresh and summary.cell_length + age.cell_length <= width:
            summary += age
        parts = [summary]
        if answer.sources and not value.needs_refresh:
            parts.append(draw_sources(answer.sources, width))
        if answer.notes:
            parts.append(draw_notes(answer, width))
        if value.needs_refresh:
            parts.append(draw_age(value, self.session, width))
        if (by_year := self._by_year(data.total_cases or 0, width)) is not None:
            parts.append(by_year)
        if self.case_filter.is_active:
            parts.append(self._filter(width))
        parts.append(Content())
        if self._by_key:
            parts.append(styled(fit(" " + self._columns.titles(), width), "dim"))
        return lines(parts)

    def _by_year(self, total: int, width: int) -> Content | None:
        """The number of loaded cases that began in each year."""
        cases, years = self.loaded_cases, Counter[int]()
        for case in cases:
            if moment := parse_timestamp(case.date or ""):
                years[moment.year] += 1
        if len(years) < 2:
            return None
        counts = " · ".join(starmap("{}: {}".format, sorted(years.items(), reverse=True)))
        if (loaded := len(cases)) < total:
            part = _("{shown} of {count} loaded").format(shown=loaded, count=fmt.number(total))
            counts = f"{part} · {counts}"
        return styled(fit(counts, width), "dim")

    def _searched(self) -> str:
        """How many pages the filter searches."""
        text = _("{page} of {pages} pages loaded")
        loaded = self.answers.pages(ops.COURT_CASES, self.tax_id)
        return text.format(page=len(loaded), pages=self.total_pages)

    def _filter(self, width: int) -> Content:
        """The filter, and how many loaded cases it leaves out."""
        values = [self.case_filter.chosen(dimension) for dimension in DIMENSIONS]
        words = [fmt.text(with_blanks(value)) for value in values if value is not None]
        if self.case_filter.text:
            words.append(f"“{self.case_filter.text}”")
        loaded = len(self.loaded_cases)
        counted = _("{shown} of {count} loaded")
        parts = (
            _("Only {what}").format(what=" · ".join(words)),
            counted.format(shown=len(self.shown_cases), count=loaded),
            _("{key} shows all").format(key=self.session.first_key("escape")),
        )
        return paragraph(" · ".join(parts), width, "warn")

    actions = (
        Action(
            name="all_cases",
            keys="V",
            label=N_("all cases"),
            help=N_("Ask the courts year by year where one answer was incomplete (live services)"),
            do=Section.load_everything,
            why_not=Section.why_not_all,
        ),
        Action(
            name="facets",
            keys="x",
            label=N_("only…"),
            help=N_("Show only the court cases of a category, a role or a stage"),
            do=facets,
            why_not=why_no_filter,
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


_TITLES: Final[dict[Dimension, str]] = {
    "category": N_("Category"),
    "role": N_("Role"),
    "stage": N_("Stage"),
}


def facets_menu(
    cases: Sequence[CourtCase], before: CaseFilter, narrow: Callable[[CaseFilter], None]
) -> Menu:
    """The categories, roles and stages of the loaded cases, each with its count.

    The current one is marked, and choosing it removes it. ``narrow`` is called with the chosen
    filter.
    """
    choices: list[Choice] = []
    filters: dict[str, CaseFilter] = {}
    if before.is_active:
        filters["all"] = CaseFilter()
        choices.append(Choice("all", "a", _("all cases")))
    width = max(len(_(title)) for title in _TITLES.values()) + 2
    for dimension in DIMENSIONS:
        others = before.with_value(dimension, None)
        found = counted([case for case in cases if others.accepts(case)], dimension)
        for index, (value, count) in enumerate(found):
            name, is_chosen = f"{dimension} {index}", before.chosen(dimension) == value
            filters[name] = before.with_value(dimension, None if is_chosen else value)
            title = pad(_(_TITLES[dimension]) if index == 0 else "", width)
            label = title + fmt.text(with_blanks(value))
            choices.append(Choice(name, "", label, note=fmt.number(count), chosen=is_chosen))
    count = len(cases)
    title = ngettext(
        "Only … of the {count} loaded case", "Only … of the {count} loaded cases", count
    ).format(count=fmt.number(count))
    return Menu(title, choices, lambda name: narrow(filters[name]))
