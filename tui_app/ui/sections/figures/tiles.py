"""Headlines as tiles side by side, or as lines if those do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from tui_app.contract.resources import YearlyRecord
from tui_app.ui.charts.sparkline import sparkline
from tui_app.ui.charts.wording import compact
from tui_app.ui.sections.figures.headlines import Headline
from tui_app.ui.sections.figures.measures import ChartMeasure
from tui_app.ui.terminal.capabilities import ChartStyle
from tui_app.ui.text.drawing import cell_of, fit, flow, lines, longest, pad, styled, with_hotspot

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
