"""The Signals tab: the signals with their figures, then ratios and peers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual.content import Content
from textual.worker import Worker

from tui_app.contract import operations as ops
from tui_app.contract import views
from tui_app.contract.resources import FinancialData, PeerMeasure, Peers
from tui_app.insight.figures import Unit
from tui_app.insight.peers import GROWTH, MARGIN, PER_EMPLOYEE
from tui_app.insight.ratios import Ratio, ratios
from tui_app.insight.rules import NOT_LOADED
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.panes.action import Action, Intent
from tui_app.ui.remote.answers import Answers, LoadedData
from tui_app.ui.remote.questions import Question, Questions, about, price_label
from tui_app.ui.remote.value import start
from tui_app.ui.remote.wording import error_text
from tui_app.ui.sections import signal_rows as table
from tui_app.ui.sections.base import draw_sources
from tui_app.ui.sections.with_cursor import CursorSection
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import Hotspot, fit, lines, pad, paragraph, styled, with_hotspot, wrap

if TYPE_CHECKING:
    from tui_app.export.tables import Table
    from tui_app.insight.signals import Signal

_VALUE_AND_YEAR: Final = 27
"""The columns after the label of a ratio."""


class SignalsSection(CursorSection):
    """Every rule with its verdict, most serious first; known data are used before loading more."""

    tab, title = views.SIGNALS.name, views.SIGNALS.title
    topic = "figures"
    own_operations = (ops.FINANCIAL, ops.COURT_CASES, ops.PEERS, ops.HISTORY)
    reads_all = True
    shows_formulas = False

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self._loading_cases: Worker[None] | None = None
        """Loads further pages of court cases."""
        self._found: tuple[Signal, ...] = ()

    def reset(self) -> None:
        """Reset for another company: no formulas, and no further page is asked."""
        super().reset()
        self.shows_formulas = False
        if self._loading_cases is not None:
            self._loading_cases.cancel()
            self._loading_cases = None

    def answer_arrived(self, question: Question | None) -> None:
        """Use an answer: cached pages of court cases are used, too, since they are free."""
        super().answer_arrived(question)
        if self._is_loading_cases:
            return
        if free := [e for e in self.questions_of_all_cases() if not self.answers.price((e,))]:
            self._load_cases(free)

    @property
    def _is_loading_cases(self) -> bool:
        return self._loading_cases is not None and not self._loading_cases.is_finished

    def all_cases(self) -> None:
        """Load every page of court cases."""
        self._load_cases(self.questions_of_all_cases())

    def why_not_all_cases(self) -> str:
        """Why no page can be loaded."""
        if self._is_loading_cases:
            return _("Loading…")
        return "" if self.questions_of_all_cases() else _("All court cases were checked.")

    def questions_of_all_cases(self) -> Questions:
        """One for each page of court cases that exists and is not loaded."""
        pages = self.known.missing_case_pages
        return tuple(about(ops.COURT_CASES, self.tax_id, page) for page in pages)

    def _load_cases(self, questions: Iterable[Question]) -> None:
        self._loading_cases = start(
            self, self._load_pages(questions), description="further pages of court cases"
        )

    async def _load_pages(self, questions: Iterable[Question]) -> None:
        """Load one page after the other, until one fails."""
        for question in questions:
            value = await self.answers.fetch(question)
            if value.error is not None:
                self.session.say(error_text(value.error, self.session), "bad")
            if value.answer is None:
                return

    def enter_spot(self) -> Intent | None:
        """Show all about the check under the cursor."""
        for each in self._found:
            if self.spot is not None and each.rule == self.spot.name:
                shown = self.ShowFields(_(each.title), [*table.details(each)])
                return Intent(_("open"), (), partial(self.post_message, shown))
        return None

    def export_table(self) -> Table | None:
        """The checks, a row each."""
        from tui_app.export.tables import Table

        rows = tuple(map(table.exported, self._found))
        title = _("{company} signals").format(company=self.company_name)
        return Table(title, table.EXPORTED, rows) if rows else None

    def toggle_formulas(self) -> None:
        """Show or hide the definitions of ratios and rules."""
        self.shows_formulas = not self.shows_formulas
        self.redraw()

    @property
    def known(self) -> LoadedData:
        """All loaded data, from this or another tab."""
        return self.state().loaded

    def draw(self, width: int) -> Content:
        """Verdict, signals, ratios."""
        self._found = self.state().signals
        parts = [
            *self._table(self._found, width),
            *self._ratios(width),
            *self._peers(width),
            *self._sources(width),
        ]
        unread = list(self._unread(width))
        # A warning must be in view before Enter sends a request.
        return lines([*unread[1:], Content(), *parts] if self._has_warning else parts + unread)

    @property
    def _has_warning(self) -> bool:
        """Whether something waits for Enter after a warning."""
        return self.was_loaded and any(
            value.needs_request and self._warning_of(self.question(operation))
            for operation, value in self.by_operation
        )

    def _sources(self, width: int) -> Iterator[Content]:
        """The files that the checks and ratios come from."""
        known = self.known
        answers = (known.answers.get(operation.name) for operation, _value in self.by_operation)
        if found := [source for answer in answers if answer for source in answer.sources]:
            yield Content()
            yield draw_sources(found, width)

    def _table(self, found: Sequence[Signal], width: int) -> Iterator[Content]:
        """A row for each check; with the formulas, the rule of each below it."""
        rows = table.SignalTable(found, width)
        yield rows.head()
        for signal in found:
            spot = Hotspot(signal.rule, _(signal.title), self._as_text(signal), "check")
            yield with_hotspot(rows.row(signal), spot)
            if self.shows_formulas:
                yield from _indented(_(signal.definition), width, "dim")
        is_cut = any(signal.needs and signal.note != NOT_LOADED for signal in found)
        if is_cut and self.questions_of_all_cases():
            yield paragraph(self._price_of_the_rest(), width, "dim")

    def _as_text(self, signal: Signal) -> str:
        values = table.measured(signal)
        verdict = _(wording.LEVELS[signal.level][1])
        parts = (verdict, values.text, table.source_and_year(signal))
        return f"{_(signal.title)}: {' · '.join(filter(None, parts))}"

    def _price_of_the_rest(self) -> str:
        """The key that loads the remaining pages, and the price."""
        price = price_label(self.answers.price(self.questions_of_all_cases()), self.session.client)
        text = _("{key} loads the rest ({price})") if price else _("{key} loads the rest")
        return text.format(key=self.session.first_key("more_cases"), price=price)

    def _ratios(self, width: int) -> Iterator[Content]:
        data = self.known.data(ops.FINANCIAL, FinancialData)
        found = ratios(data.financial_data) if data else ()
        if not found:
            return
        yield Content()
        yield styled(_("Ratios"), "strong")
        labels = min(max(cell_len(_(each.label)) for each in found), width - _VALUE_AND_YEAR)
        for each in found:
            yield from self._ratio(each, labels, width)

    def _ratio(self, each: Ratio, labels: int, width: int) -> Iterator[Content]:
        year = wording.years(each.figures) or str(each.year or "")
        text = wording.in_unit(each.value, each.unit)
        style = "bad" if text.startswith("−") else "text"
        yield (
            styled(pad(fit(_(each.label), labels), labels + 2), "dim")
            + styled(f"{text:>14}", style)
            + styled(f"  {year}", "dim")
        )
        if self.shows_formulas:
            figures = " · ".join(wording.figure(figure) for figure in each.figures)
            yield from _indented(f"{_(each.formula)} · {figures}", width, "dim")

    def _peers(self, width: int) -> Iterator[Content]:
        """The position among peers; nothing if the server does not offer it."""
        peers = self.known.data(ops.PEERS, Peers)
        if peers is None or not self.may_ask(self.own_operations[2]):
            return
        yield Content()
        yield styled(_("Peers"), "strong")
        if not peers.measures:
            text = _("Fewer than five firms of the same class, county and size, or not known.")
            yield paragraph(text, width, "dim")
            return
        size = wording.SIZES.get(peers.size or "", "")
        group = _("CAEN {caen} · {county} · {size} · {year}").format(
            caen=peers.caen,
            county=peers.county,
            size=_(size) if size else fmt.MISSING,
            year=peers.year,
        )
        yield paragraph(group, width, "dim")
        for each in peers.measures:
            # A server of another version may know further measures.
            if each.measure in _PEERS:
                yield from _indented(_peer(each), width, "text")

    def _unread(self, width: int) -> Iterator[Content]:
        """Why data are missing."""
        for operation, value in self.by_operation:
            if (
                operation.name not in self.known.answers
                and self.may_ask(operation)
                and not operation.is_ruled_out(self.profile)
            ):
                yield Content()
                yield styled(wording.source(operation.name), "strong")
                yield self.draw_state(value, width) or Content()

    actions = (
        Action(
            name="formulas",
            keys="i",
            label=N_("formulas"),
            help=N_("Show how signals and ratios are defined"),
            do=toggle_formulas,
            footer=2,
        ),
        Action(
            name="more_cases",
            keys="M",
            label=N_("all cases"),
            help=N_("Load every page of court cases, for the check for bankruptcy"),
            do=all_cases,
            why_not=why_not_all_cases,
            questions_of=questions_of_all_cases,
        ),
    )


def _peer(each: PeerMeasure) -> str:
    """A measure: the company's value, the quartiles, its percentile, and the number of firms."""
    label, unit = _PEERS[each.measure]
    own = wording.in_unit(each.value, unit)
    quartiles = " / ".join(
        wording.in_unit(value, unit)
        for value in (each.lower_quartile, each.median, each.upper_quartile)
    )
    standing = _("own value not known")
    if each.percentile is not None:
        standing = _("higher than {share}% of the others").format(share=wording.percentile(each))
    firms = ngettext("{count} firm", "{count} firms", each.companies or 0)
    return (
        f"{_(label)}: {own} · {standing} · "
        + _("quartiles {quartiles}").format(quartiles=quartiles)
        + f" · {firms.format(count=fmt.number(each.companies))}"
    )


_PEERS: Final = {
    MARGIN.name: (MARGIN.label, Unit.PERCENT),
    GROWTH.name: (GROWTH.label, Unit.PERCENT),
    PER_EMPLOYEE.name: (PER_EMPLOYEE.label, Unit.RON_PER_PERSON),
}


def _indented(text: str, width: int, style: str) -> Iterator[Content]:
    for line in wrap(text, width - 2):
        yield styled(f"  {line}", style)
