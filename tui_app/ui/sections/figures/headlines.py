"""The latest figures of a company, and how they stand: tiles, or one below another."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content

from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.insight.due import last_due_year
from tui_app.insight.growth import AmountChange, change
from tui_app.system.language import N_, _
from tui_app.ui.charts.data import sparkline
from tui_app.ui.charts.wording import compact
from tui_app.ui.sections.figures.table import (
    EMPLOYEES,
    HEADLINES,
    MEASURES,
    NET_PROFIT,
    TURNOVER,
    ChartMeasure,
)
from tui_app.ui.terminal.capabilities import ChartStyle
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import (
    Hotspot,
    cell_of,
    fit,
    flow,
    lines,
    longest,
    pad,
    styled,
    with_hotspot,
)

_LATE: Final = 1
"""After this many missing statements the figures are called old."""

_SCORE_WORDS: Final = {"low": N_("low risk"), "medium": N_("medium risk"), "high": N_("high risk")}
"""What one server calls a credit score; the scale is its own."""


class Headline(Struct, frozen=True):
    """The latest figure of a measure; ``year`` is ``None`` if the server does not give it.

    ``before`` is the year that ``change`` starts from.
    """

    measure: ChartMeasure
    value: int | None
    year: int | None = None
    before: int | None = None
    change: AmountChange | None = None

    @property
    def amount(self) -> str:
        """The figure with its unit."""
        return _amount(self.value, self.measure.unit)

    @property
    def spot(self) -> Hotspot | None:
        """The figure as a spot for the cursor."""
        return None if self.value is None else self.measure.spot(self.year, self.value, "tile")

    @property
    def years(self) -> str:
        """``2025 vs 2024``, or the one known year."""
        if self.year is None:
            return ""
        if self.before is None:
            return str(self.year)
        return _("{year} vs {before}").format(year=self.year, before=self.before)

    @property
    def change_text(self) -> str:
        """The change: as a share if that is meaningful, else as an amount."""
        if self.change is None:
            return ""
        if not self.change.amount:
            return _("unchanged")
        if self.change.share is not None:
            return fmt.percent(self.change.share)
        sign = "+" if self.change.amount > 0 else ""
        return sign + _amount(self.change.amount, self.measure.unit)


def headlines(data: FinancialData, records: Sequence[YearlyRecord]) -> tuple[Headline, ...]:
    """Turnover, net profit and employees. ``records`` are ordered, oldest first.

    A change names its two years. The server's own latest figures are used only if no year has the
    figure, because their years are uncertain.
    """
    sent = {
        TURNOVER.name: (data.turnover, data.turnover_prev_year),
        NET_PROFIT.name: (data.net_profit, data.net_profit_prev_year),
        EMPLOYEES.name: (data.employee, data.employee_prev_year),
    }
    return tuple(_headline(each, records, *sent[each.name]) for each in HEADLINES)


def _headline(
    measure: ChartMeasure,
    records: Sequence[YearlyRecord],
    sent: int | None,
    sent_before: int | None,
) -> Headline:
    known = [(r.year, value) for r in records if r.year and (value := measure.of(r)) is not None]
    if not known:
        return Headline(measure, sent, change=change(sent_before, sent))
    (year, value), earlier = known[-1], known[:-1]
    if not earlier:
        return Headline(measure, value, year)
    before, amount = earlier[-1]
    return Headline(measure, value, year, before, change(amount, value))


def first_charted(data: FinancialData, records: Sequence[YearlyRecord], default: int) -> int:
    """The first charted measure of a company, as an index of ``MEASURES``.

    For a company with losses it is net profit, else ``default``, or the next that has data.
    """
    latest = headlines(data, records)[HEADLINES.index(NET_PROFIT)].value
    if latest is not None and latest < 0:
        return MEASURES.index(NET_PROFIT)
    order = [*range(default, len(MEASURES)), *range(default)]
    known = (at for at in order if any(MEASURES[at].of(r) is not None for r in records))
    return next(known, default)


def old_note(records: Sequence[YearlyRecord], today: dt.date) -> str:
    """``latest: 2015`` if later statements are long overdue; else empty."""
    latest = max((record.year for record in records if record.year is not None), default=None)
    if latest is None or latest >= last_due_year(today) - _LATE:
        return ""
    return _("Old figures · latest: {year}").format(year=latest)


def credit_score(data: FinancialData) -> str:
    """The credit score and the server's own rating word; empty if both are missing."""
    value, word = data.credit_risk_score, data.credit_risk_score_text
    known = _SCORE_WORDS.get((word or "").strip().casefold())
    rating = _(known) if known else word
    decimals = 0 if value is None or float(value).is_integer() else 1
    number = fmt.number(value, decimals=decimals) if value is not None else ""
    return " · ".join(part for part in (number, rating) if part)


def _amount(value: int | None, unit: str) -> str:
    return f"{fmt.number(value)} {unit}".rstrip() if value is not None else fmt.MISSING


TILES_FROM: Final = 60
"""The least width for tiles side by side."""
_GAP: Final = 2
_LONGEST_SPARKLINE: Final = 12


def tiles(
    headlines: Sequence[Headline], records: Sequence[YearlyRecord], width: int, style: ChartStyle
) -> Content:
    """Name, amount, change with its years, and a sparkline of the years."""
    available = (width - _GAP * (len(headlines) - 1)) // max(1, len(headlines))
    drawn = [_tile(each, records, available, style) for each in headlines]
    # The years follow the change if that fits in every tile; otherwise they are below it.
    joined = all(len(change) == 1 or _fits(change, available) for _head, change, _line in drawn)
    columns = [
        [*head, *([Content(" ").join(change)] if joined else [*change, Content()][:2]), line]
        for head, change, line in drawn
    ]
    rows = [
        Content(" " * _GAP).join([cell_of(cell, available) for cell in row])
        for row in zip(*columns, strict=True)
    ]
    return lines(row.rstrip() for row in rows)


def _tile(
    each: Headline, records: Sequence[YearlyRecord], available: int, style: ChartStyle
) -> tuple[list[Content], list[Content], Content]:
    amounts = [each.amount]
    if each.value is not None:
        amounts.append(f"{compact(each.value)} {each.measure.unit}".rstrip())
    shown = with_hotspot(styled(longest(amounts, available), "strong"), each.spot)
    head = [styled(fit(each.measure.label, available), "dim"), shown]
    return head, _change(each, available), _line(each.measure, records, available, style)


def _change(each: Headline, available: int) -> list[Content]:
    """The change and the years, as far as known."""
    text, change = each.change_text, each.change
    if change is not None and cell_len(text) > available:
        text = ("+" if change.amount > 0 else "") + compact(change.amount)
    tone = "dim" if change is None or not change.amount else "bad" if change.amount < 0 else "good"
    parts = [styled(text, tone)] if text else []
    return [*parts, *([styled(each.years, "dim")] if each.years else [])] or [Content()]


def _fits(change: Sequence[Content], available: int) -> bool:
    return sum(part.cell_length for part in change) + len(change) - 1 <= available


def _line(
    measure: ChartMeasure, records: Sequence[YearlyRecord], available: int, style: ChartStyle
) -> Content:
    """The sparkline, and the years it spans if they fit."""
    years = list(measure.chart(records).by_year())
    if len(years) < 2:
        return Content()
    line = _sparkline(measure, records, available, style)
    span = f" {max(years[0], years[-1] - line.cell_length + 1)}–{years[-1]}"
    return line + styled(span, "dim") if line.cell_length + len(span) <= available else line


def stacked(
    headlines: Sequence[Headline], records: Sequence[YearlyRecord], width: int, style: ChartStyle
) -> Content:
    """One below another: name and sparkline, then amount, change and years."""
    names = max((cell_len(each.measure.label) for each in headlines), default=0) + _GAP
    drawn: list[Content] = []
    for each in headlines:
        line = _sparkline(each.measure, records, width - names, style)
        drawn.append((styled(pad(each.measure.label, names), "dim") + line).rstrip())
        amount = with_hotspot(styled(fit(each.amount, width), "strong"), each.spot)
        drawn += flow((amount, *_change(each, width)), width, _GAP)
    return lines(drawn)


def sparklines(
    measures: Sequence[ChartMeasure], records: Sequence[YearlyRecord], width: int, style: ChartStyle
) -> Content:
    """A line per measure with its latest amount, in place of a chart."""
    latest = [_latest(measure, records) for measure in measures]
    amounts = max((amount.cell_length for amount in latest), default=0) + _GAP
    labels = max((cell_len(measure.label) for measure in measures), default=0) + _GAP
    names = max(_GAP, min(labels, width - amounts + _GAP))
    drawn = [
        styled(pad(fit(measure.label, names - _GAP), names), "dim")
        + Content(" " * (amounts - _GAP - amount.cell_length))
        + amount
        + Content(" " * _GAP)
        + _sparkline(measure, records, width - names - amounts, style)
        for measure, amount in zip(measures, latest, strict=True)
    ]
    return lines(line.rstrip() for line in drawn)


def _latest(measure: ChartMeasure, records: Sequence[YearlyRecord]) -> Content:
    """The latest amount as a spot for the cursor, or a dash."""
    known = list(measure.chart(records).by_year().items())
    if not known:
        return Content("–")
    year, value = known[-1]
    return with_hotspot(Content(compact(value)), measure.spot(year, value, "latest"))


def _sparkline(
    measure: ChartMeasure, records: Sequence[YearlyRecord], available: int, style: ChartStyle
) -> Content:
    return sparkline(measure.chart(records).points, min(available, _LONGEST_SPARKLINE), style)
