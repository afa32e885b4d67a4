"""The Financials tab's text: headlines, charts drawn while no key is typed, and the table."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct
from textual.content import Content
from textual.widget import Widget

from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.system.language import _, language
from tui_app.ui.charts.bars import MINIMUM_WIDTH
from tui_app.ui.charts.data import ChartData, YearColumns
from tui_app.ui.remote.value import start
from tui_app.ui.sections.figures import table
from tui_app.ui.sections.figures.headlines import (
    TILES_FROM,
    credit_score,
    headlines,
    old_note,
    sparklines,
    stacked,
    tiles,
)
from tui_app.ui.sections.figures.table import EQUITY, HEADLINES, MEASURES
from tui_app.ui.session import session_of
from tui_app.ui.terminal.capabilities import ChartStyle, is_spoken
from tui_app.ui.text.drawing import lines, paragraph, styled, wrapped


class View(StrEnum):
    """Which parts of the figures are shown."""

    BOTH = "both"
    CHART = "chart"
    TABLE = "table"


class Chart(NamedTuple):
    """The data of a chart, its size in columns and rows, and the charts that share its years."""

    data: ChartData
    width: int
    height: int
    style: ChartStyle
    columns: YearColumns | None = None
    stack: tuple[ChartData, ...] = ()


class ChartStack:
    """The charts of a pane. Drawing one takes longer than an echo may wait.

    ``changed`` is called on the screen's loop when the requested charts are drawn.
    """

    def __init__(self, pane: Widget, changed: Callable[[], None]) -> None:
        self._pane = pane
        self._changed = changed
        self._wanted: tuple[Chart, ...] = ()
        self._shown: tuple[Chart, ...] = ()
        self._language = ""
        self._drawn: tuple[Content, ...] = ()

    def drop(self) -> None:
        """Drop all charts at once."""
        self._wanted = self._shown = self._drawn = ()

    def show(self, charts: tuple[Chart, ...]) -> tuple[Content, ...]:
        """The charts; until they are drawn, earlier ones of the same size, else blank space."""
        if charts != self._wanted or language() != self._language:
            self._wanted, self._language = charts, language()
            start(self._pane, self._draw(), description="draw charts", exclusive=True)
        if [chart[1:3] for chart in charts] == [chart[1:3] for chart in self._shown]:
            return self._drawn
        return tuple(Content("\n" * (chart.height - 1)) for chart in charts)

    async def _draw(self) -> None:
        charts = self._wanted
        session = session_of(self._pane)
        drawn: list[Content] = []
        for chart in charts:
            # While somebody types, the thread would compete with the echo for the interpreter.
            await session.pause_between_keys()
            drawn.append(await asyncio.to_thread(_draw, chart))
        self._drawn = tuple(drawn)
        self._shown = charts
        self._changed()


def _draw(chart: Chart) -> Content:
    from tui_app.ui.charts.bars import draw

    return draw(*chart)


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
        if not is_spoken() and (self.rows < _CHARTS_FROM or width < MINIMUM_WIDTH):
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
