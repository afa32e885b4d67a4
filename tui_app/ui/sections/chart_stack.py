"""Charts one above another, drawn in a thread while no key is typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content
from textual.widget import Widget

from tui_app.system.language import language
from tui_app.ui.remote.value import start
from tui_app.ui.session import session_of

if TYPE_CHECKING:
    from tui_app.ui.chart_style import ChartStyle
    from tui_app.ui.charts.data import ChartData, YearColumns


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
