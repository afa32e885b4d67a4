"""The Financials tab's text: headlines, charts and the table, fitted to the size."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from textual.content import Content

from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.system.language import _
from tui_app.ui.chart_style import ChartStyle
from tui_app.ui.charts.bars import MINIMUM_WIDTH
from tui_app.ui.sections.chart_stack import Chart, View
from tui_app.ui.sections.figures import table
from tui_app.ui.sections.figures.headlines import credit_score, headlines, old_note
from tui_app.ui.sections.figures.measures import EQUITY, HEADLINES, MEASURES
from tui_app.ui.sections.figures.tiles import TILES_FROM, sparklines, stacked, tiles
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.text.drawing import lines, paragraph, styled, wrapped

_CHARTS_FROM: Final = 12
"""The minimum height for a chart; in a lower tab, a sparkline for each figure."""
_ROOMY_FROM: Final = 20
_CHART, _LOW_CHART, _HIGHEST = 10, 8, 14
"""The height of a chart: in a high tab, in a low one, and at most."""


class FiguresText(Struct, frozen=True, kw_only=True):
    """The input of the text.

    ``records`` are all years, oldest first, of which the latest ``years`` are shown; 0: all.
    ``measure`` is the first one charted. ``rows`` is the height of the tab; ``charts`` returns the
    charts as text.
    """

    data: FinancialData
    records: tuple[YearlyRecord, ...]
    years: int
    view: View
    measure: int
    rows: int
    style: ChartStyle
    charts: Callable[[tuple[Chart, ...]], Sequence[Content]]
    today: dt.date

    def draw(self, width: int) -> Content:
        """The whole text for a width in cells."""
        head = self._head(width)
        parts = [head, Content()]
        if not self.records:
            parts.append(paragraph(_("No yearly figures on record."), width, "dim"))
        elif self.view is not View.TABLE:
            parts += self._charts(width, self.rows - head.plain.count("\n") - 2)
        if self.records and self.view is not View.CHART:
            parts.append(table.table(self.records, width, self.years))
        return lines(parts)

    @property
    def _is_low(self) -> bool:
        return self.rows < _CHARTS_FROM

    def _head(self, width: int) -> Content:
        latest = headlines(self.data, self.records)
        if width >= TILES_FROM and not is_spoken():
            drawn = [tiles(latest, self.records, width, self.style)]
        else:
            drawn = [stacked(latest, self.records, width, self.style)]
        if credit := credit_score(self.data):
            drawn += wrapped(styled(_("Credit score") + "  ", "dim") + Content(credit), width)
        if late := old_note(self.records, self.today):
            drawn.append(styled(late, "warn"))
        if self.records and self.years:
            drawn += wrapped(styled(self._range(), "dim"), width)
        return lines(drawn)

    def _range(self) -> str:
        """The years in force, of which there may be fewer."""
        first, last = self.records[-self.years :][0].year, self.records[-1].year
        text = _("Latest {count} years: {first}–{last}")
        return text.format(count=self.years, first=first, last=last)

    def _charts(self, width: int, rows: int) -> Iterator[Content]:
        """As many charts as fit above the table, at least one."""
        shown = self.records[-self.years :]
        measures = MEASURES[self.measure :] + MEASURES[: self.measure]
        if not is_spoken() and (self._is_low or width < MINIMUM_WIDTH):
            yield from (sparklines(measures, shown, width, self.style), Content())
            return
        left = rows if self.view is View.CHART else rows - table.height(shown, width)
        height = _CHART if self.rows >= _ROOMY_FROM else _LOW_CHART
        count = max(1, min(len(measures), left // (height + 1)))
        height = max(height, min(_HIGHEST, left // count - 1))
        placed = table.columns(shown, width) if self.view is View.BOTH else None
        if is_spoken():
            # One sentence each, whatever is charted elsewhere.
            measures, count = (*HEADLINES, EQUITY), len(HEADLINES) + 1
        stack = tuple(measure.chart(shown) for measure in measures[:count])
        charts = tuple(Chart(each, width, height, self.style, placed, stack) for each in stack)
        for chart in self.charts(charts):
            # A chart without data is a sentence of any length.
            is_chart = max(line.cell_length for line in chart.split("\n")) <= width
            yield from (chart if is_chart else paragraph(chart.plain, width), Content())
