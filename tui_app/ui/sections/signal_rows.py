"""Signals as the rows of a table: check, verdict, value against its limit, source and year."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.content import Content

from tui_app.insight.figures import Figure, Unit
from tui_app.insight.rules import NOT_LOADED, Level
from tui_app.system.language import N_, _
from tui_app.ui.charts.words import compact
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as words
from tui_app.ui.text.cells import COLUMN_GAP, longest
from tui_app.ui.text.drawing import RecordField, styled

if TYPE_CHECKING:
    from tui_app.insight.signals import Signal

_VERDICT, _VALUE, _SOURCE = 11, 16, 15
_WIDE: Final = 68
"""From this width on all columns are shown; below, the source is in the row's detail."""
_NARROW: Final = 50
"""Below this width the mark alone says the verdict."""
_LEAST_NAME: Final = 16

_SHORT: Final = {Level.UNKNOWN: N_("Not known")}
"""A shorter word for the table."""


class Measured(NamedTuple):
    """A value, and what it must be for the check to be clear; empty where there is no number."""

    value: str
    limit: str = ""

    @property
    def text(self) -> str:
        """Both in one cell."""
        return f"{self.value} ({self.limit})" if self.limit else self.value


_Values = tuple[Figure, ...]


def _number(figure: Figure | None) -> float | None:
    value = figure.value if figure else None
    return float(value) if isinstance(value, int | float) else None


def _at(figures: _Values, place: int) -> Figure | None:
    return figures[place] if -len(figures) <= place < len(figures) else None


def _amount(figures: _Values) -> Measured:
    value = _number(_at(figures, 0))
    return Measured(fmt.MISSING if value is None else compact(round(value)), "≥ 0")


def _debts(figures: _Values) -> Measured:
    debts, fixed, current = (_number(_at(figures, place)) for place in range(3))
    if debts is None:
        return Measured(fmt.MISSING)
    limit = "" if fixed is None or current is None else f"≤ {compact(round(fixed + current))}"
    return Measured(compact(round(debts)), limit)


def _losses(figures: _Values) -> Measured:
    return Measured(_plain(_at(figures, -1)), "< 2")


def _change(figures: _Values) -> Measured:
    before, after = _number(_at(figures, 0)), _number(_at(figures, 1))
    if before is None or after is None or before <= 0:
        return Measured(fmt.MISSING, "≥ −50%")
    return Measured(fmt.percent((after - before) / before), "≥ −50%")


def _ratio(figures: _Values) -> Measured:
    first = _at(figures, 0)
    return Measured(_plain(first) if first and first.unit is Unit.TIMES else fmt.MISSING, "≥ 1")


def _statement(figures: _Values) -> Measured:
    due, latest = _at(figures, 0), _at(figures, 1)
    return Measured(_plain(latest), f"≥ {_plain(due)}" if due else "")


def _people(figures: _Values) -> Measured:
    return Measured(_plain(_at(figures, 0)), "> 0")


def _debtor(figures: _Values) -> Measured:
    if len(figures) < 2:
        return Measured(fmt.MISSING)
    found = sum(1 for each in figures if each.field == "caseNumber")
    return Measured(_("{count} of {total}").format(count=found, total=_plain(figures[-2])), "0")


def _plain(figure: Figure | None) -> str:
    return words.in_unit(figure.value, figure.unit) if figure else fmt.MISSING


_MEASURED: Final[dict[str, Callable[[_Values], Measured]]] = {
    "negative_equity": _amount,
    "debts_above_assets": _debts,
    "losses": _losses,
    "turnover_halved": _change,
    "current_ratio": _ratio,
    "no_statement": _statement,
    "no_employees": _people,
    "bankruptcy_debtor": _debtor,
}


def measured(signal: Signal) -> Measured:
    """The value of a check and its limit; of a check without a rule here, its first figure."""
    if signal.needs and signal.note == NOT_LOADED:
        return Measured(fmt.MISSING)
    read = _MEASURED.get(signal.rule)
    return read(signal.figures) if read else Measured(_plain(_at(signal.figures, 0)))


def source_and_year(signal: Signal) -> str:
    """Where the value comes from: ``Financials 2025``."""
    names = dict.fromkeys(each.source for each in signal.figures) or signal.needs
    years = [each.year for each in signal.figures if each.year is not None]
    source = words.source(next(iter(names), ""))
    return f"{source} {max(years)}" if years else source


def head(width: int) -> Content:
    """The titles of the columns."""
    titles = (_("Check"), _("Verdict"), _("Value (limit)"), _("Source"))
    return _row(*(styled(title, "dim") for title in titles), width=width)


def row(signal: Signal, width: int) -> Content:
    """One line."""
    mark, word, style = words.LEVELS[signal.level]
    verdict = mark if width < _NARROW else f"{mark} {_(_SHORT.get(signal.level, word))}"
    values = measured(signal)
    return _row(
        styled(_(signal.title)),
        styled(verdict, style),
        styled(longest((values.text, values.value), _VALUE)),
        styled(source_and_year(signal), "dim"),
        width=width,
    )


def _row(
    name: Content, verdict: Content, value: Content, source: Content, *, width: int
) -> Content:
    """The cells that fit: below some width without the source, then the verdict as a mark."""
    columns = [(value, _VALUE)]
    columns.insert(0, (verdict, 1 if width < _NARROW else _VERDICT))
    if width >= _WIDE:
        columns.append((source, _SOURCE))
    left = max(_LEAST_NAME, width - sum(wide + COLUMN_GAP for _cell, wide in columns))
    cells = [(name, left), *columns]
    return Content(" " * COLUMN_GAP).join(_cell(*each) for each in cells).rstrip()


def _cell(content: Content, width: int) -> Content:
    shown = content.truncate(width, ellipsis=True)
    return shown + Content(" " * (width - shown.cell_length))


def details(signal: Signal) -> Iterator[RecordField]:
    """All about a check: verdict, figures with year and source, note and rule."""
    mark, word, style = words.LEVELS[signal.level]
    yield RecordField(_("Verdict"), f"{mark} {_(word)}", style)
    for each in signal.figures:
        year = f" {each.year}" if each.year is not None else ""
        yield RecordField(_(each.label) + year, words.in_unit(each.value, each.unit))
    if sources := dict.fromkeys(each.source for each in signal.figures):
        yield RecordField(_("Source"), ", ".join(map(words.source, sources)))
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
        _(words.LEVELS[signal.level][1]),
        values.value,
        values.limit,
        source_and_year(signal),
        _(signal.definition),
    )
