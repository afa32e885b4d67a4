"""Signals as the rows of a table: check, verdict, value against its limit, source and year."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content

from tui_app.insight.figures import Figure, Unit
from tui_app.insight.rules import NOT_LOADED, Level
from tui_app.system.language import N_, _
from tui_app.ui.charts.wording import compact
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import COLUMN_GAP, RecordField, cell_of, longest, styled

if TYPE_CHECKING:
    from tui_app.insight.signals import Signal

_WIDE: Final = 68
"""From this width on all columns are shown; below, the source is in the row's detail."""
_NARROW: Final = 50
"""Below this width the mark alone says the verdict."""
_MIN_NAME: Final = 16
_GREATEST_NAME: Final = 52
_GREATEST_VALUE: Final = 16

_SHORT: Final = {Level.UNKNOWN: N_("Not known")}
"""A shorter word for the table."""

_SHORT_TITLES: Final = {
    "status": N_("Dissolved or insolvent"),
    "bankruptcy_debtor": N_("Debtor in bankruptcy"),
    "vat_cancelled": N_("VAT cancelled"),
    "debts_above_assets": N_("Liabilities > assets"),
    "negative_equity": N_("Equity below zero"),
    "current_ratio": N_("Low current ratio"),
    "turnover_halved": N_("Turnover halved"),
    "no_statement": N_("Statement overdue"),
}
"""The titles if the full ones do not fit."""


class Measured(Struct, frozen=True):
    """A value, and the limit within which the check is clear; empty if there is no number."""

    value: str
    limit: str = ""

    @property
    def text(self) -> str:
        """Value and limit in one cell."""
        return f"{self.value} ({self.limit})" if self.limit else self.value


_Values = tuple[Figure, ...]


def _number(figure: Figure | None) -> float | None:
    value = figure.value if figure else None
    return float(value) if isinstance(value, int | float) else None


def _at(figures: _Values, index: int) -> Figure | None:
    return figures[index] if -len(figures) <= index < len(figures) else None


def _amount(figures: _Values) -> Measured:
    value = _number(_at(figures, 0))
    return Measured(fmt.MISSING if value is None else compact(round(value)), "≥ 0")


def _debts(figures: _Values) -> Measured:
    debts, fixed, current = (_number(_at(figures, index)) for index in range(3))
    if debts is None:
        return Measured(fmt.MISSING)
    limit = "" if fixed is None or current is None else f"≤ {compact(round(fixed + current))}"
    return Measured(compact(round(debts)), limit)


def _change(figures: _Values) -> Measured:
    before, after = _number(_at(figures, 0)), _number(_at(figures, 1))
    if before is None or after is None or before <= 0:
        return Measured(fmt.MISSING, "≥ −50%")
    return Measured(fmt.percent((after - before) / before), "≥ −50%")


def _ratio(figures: _Values) -> Measured:
    first = _at(figures, 0)
    if first is not None and first.unit is Unit.TIMES:
        return Measured(_plain(first), "≥ 1")
    # Without liabilities there is no ratio.
    return Measured(_("no liabilities")) if first is not None else Measured(fmt.MISSING, "≥ 1")


def _statement(figures: _Values) -> Measured:
    due, latest = _at(figures, 0), _at(figures, 1)
    return Measured(_plain(latest), f"≥ {_plain(due)}" if due else "")


def _debtor(figures: _Values) -> Measured:
    found = sum(1 for each in figures if each.field == "caseNumber")
    return Measured(_("{count} of {total}").format(count=found, total=_plain(figures[-2])), "0")


def _plain(figure: Figure | None) -> str:
    return wording.in_unit(figure.value, figure.unit) if figure else fmt.MISSING


_MEASURED: Final[dict[str, Callable[[_Values], Measured]]] = {
    "negative_equity": _amount,
    "debts_above_assets": _debts,
    "losses": lambda figures: Measured(_plain(_at(figures, -1)), "< 2"),
    "turnover_halved": _change,
    "current_ratio": _ratio,
    "no_statement": _statement,
    "no_employees": lambda figures: Measured(_plain(_at(figures, 0)), "> 0"),
    "bankruptcy_debtor": _debtor,
}


def measured(signal: Signal) -> Measured:
    """The value of a check and its limit; for a check without a rule here, its first figure."""
    if signal.needs and signal.note == NOT_LOADED:
        return Measured(fmt.MISSING)
    read = _MEASURED.get(signal.rule)
    return read(signal.figures) if read else Measured(_plain(_at(signal.figures, 0)))


def source_and_year(signal: Signal) -> str:
    """Where the value comes from: ``Financials 2025``."""
    names = dict.fromkeys(each.source for each in signal.figures) or signal.needs
    years = [each.year for each in signal.figures if each.year is not None]
    source = wording.source(next(iter(names), ""))
    return f"{source} {max(years)}" if years else source


class SignalTable:
    """The columns for some checks at a width, as wide as their cells."""

    def __init__(self, found: Sequence[Signal], width: int) -> None:
        self._has_words, has_source = width >= _NARROW, width >= _WIDE
        titles = [_("Check"), _("Verdict") if self._has_words else "", _("Value (limit)")]
        self._titles = [*titles, _("Source")] if has_source else titles
        columns = zip(self._titles, *map(self._cells, found), strict=True)
        widest = [max(map(cell_len, column)) for column in columns]
        others = sum(wide + COLUMN_GAP for wide in widest[1:])
        name = min(max(_MIN_NAME, width - others), widest[0], _GREATEST_NAME)
        self._widths = [name, *widest[1:]]

    def _cells(self, signal: Signal) -> list[str]:
        mark, word, _style = wording.LEVELS[signal.level]
        verdict = f"{mark} {_(_SHORT.get(signal.level, word))}" if self._has_words else mark
        values = measured(signal)
        value = longest((values.text, values.value), _GREATEST_VALUE)
        cells = [_(signal.title), verdict, value, source_and_year(signal)]
        return cells[: len(self._titles)]

    def head(self) -> Content:
        """The titles of the columns."""
        return self._row([styled(title, "dim") for title in self._titles])

    def row(self, signal: Signal) -> Content:
        """A check in one line."""
        _name, verdict, value, *source = self._cells(signal)
        titles = (_(signal.title), _(_SHORT_TITLES.get(signal.rule, signal.title)))
        style = wording.LEVELS[signal.level][2]
        cells = [styled(longest(titles, self._widths[0])), styled(verdict, style), styled(value)]
        return self._row([*cells, *(styled(text, "dim") for text in source)])

    def _row(self, cells: Sequence[Content]) -> Content:
        shown = [cell_of(*each) for each in zip(cells, self._widths, strict=True)]
        return Content(" " * COLUMN_GAP).join(shown)


def details(signal: Signal) -> Iterator[RecordField]:
    """All about a check: verdict, figures with year and source, note and rule."""
    mark, word, style = wording.LEVELS[signal.level]
    yield RecordField(_("Verdict"), f"{mark} {_(word)}", style)
    for each in signal.figures:
        year = f" {each.year}" if each.year is not None else ""
        yield RecordField(_(each.label) + year, wording.in_unit(each.value, each.unit))
    if sources := dict.fromkeys(each.source for each in signal.figures):
        yield RecordField(_("Source"), ", ".join(map(wording.source, sources)))
    if signal.note:
        yield RecordField(_("Note"), _(signal.note))
    yield RecordField(_("Rule"), _(signal.definition))


EXPORTED: Final = ("check", "verdict", "value", "limit", "source", "rule")
"""The columns in a file."""


def exported(signal: Signal) -> tuple[str, ...]:
    """A check as a row of a file."""
    values = measured(signal)
    return (
        _(signal.title),
        _(wording.LEVELS[signal.level][1]),
        values.value,
        values.limit,
        source_and_year(signal),
        _(signal.definition),
    )
