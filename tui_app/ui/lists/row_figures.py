"""The turnover in the rows of a list, if it is known free of charge.

A registry and the sample answer free of charge; for a server only cached answers are used.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from tui_app.contract.operations import FINANCIAL
from tui_app.contract.resources import FinancialData
from tui_app.insight.growth import by_year
from tui_app.ui.charts.data import Points, on_record
from tui_app.ui.charts.sparkline import sparkline
from tui_app.ui.charts.wording import compact
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.remote.questions import about
from tui_app.ui.remote.workers import start
from tui_app.ui.session import session_of
from tui_app.ui.text.cells import pad
from tui_app.ui.widgets.row_list import Row

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession

FROM: Final = 100
"""The minimum width of the terminal for a turnover in each row."""
_MAX_ASKED: Final = 60
"""The most companies of one list: about as many as a large terminal shows."""
_AT_ONCE: Final = 5
"""Companies asked for together. Benchmark: letter to ranked results painted."""
_AMOUNT: Final = 9
_YEARS: Final = 8
"""The most years in the sparkline beside the amount."""


class _Turnover(Struct, frozen=True):
    """The newest turnover; ``points`` is empty if the source says no years."""

    latest: int
    points: Points


class RowFigures:
    """The turnover over the years for each company in a list; calls ``changed`` for new ones."""

    def __init__(self, pane: DataPane, changed: Callable[[], None]) -> None:
        self._pane = pane
        self._changed = changed
        self._known: dict[str, _Turnover | None] = {}

    def load(self, rows: Iterable[Row]) -> None:
        """Load the missing turnover of the companies in rows, once no key is typed."""
        missing = [row.key for row in rows if row.key not in self._known][:_MAX_ASKED]
        if missing and self._pane.app.size.width >= FROM:
            start(
                self._pane, self._load(missing), description="the turnover in rows", exclusive=True
            )

    async def _load(self, tax_ids: Sequence[str]) -> None:
        session = session_of(self._pane)
        found: dict[str, _Turnover | None] = {}
        for start_at in range(0, len(tax_ids), _AT_ONCE):
            await session.pause_between_keys()
            asked = tax_ids[start_at : start_at + _AT_ONCE]
            free = [self._pane.answers.free_answer(about(FINANCIAL, each)) for each in asked]
            for tax_id, answer in zip(asked, await asyncio.gather(*free), strict=True):
                if answer is not None:
                    found[tax_id] = _turnover(answer.data)
        self._known |= found
        if any(found.values()):
            self._changed()

    def take(self, tax_id: str, data: FinancialData) -> None:
        """Show the turnover that another place has loaded, if the company is in the list."""
        turnover = _turnover(data)
        if self._known.get(tax_id) != turnover:
            self._known[tax_id] = turnover
            self._changed()

    def added(self, entries: Iterable[CompanyEntry]) -> list[CompanyEntry]:
        """The companies with the known turnover, if the terminal is wide enough."""
        if self._pane.app.size.width < FROM:
            return list(entries)
        session = session_of(self._pane)
        return [
            replace(entry, turnover=_drawn(turnover, session)) if turnover else entry
            for entry in entries
            for turnover in [self._known.get(entry.tax_id)]
        ]


def _turnover(data: FinancialData) -> _Turnover | None:
    """The turnover and its years; ``None`` if it is not on record."""
    points = tuple((r.year, r.turnover) for r in by_year(data.financial_data) if r.year is not None)
    # Without the newest year, an older one would pass for the latest.
    latest = points[-1][1] if points else data.turnover
    return None if latest is None else _Turnover(latest, points)


def _drawn(turnover: _Turnover, session: ScreenSession) -> str:
    """The latest amount, and a sparkline of the years."""
    known = on_record(turnover.points)
    line = sparkline(turnover.points, _YEARS, session.chart_style).plain if len(known) > 1 else ""
    return f"{compact(turnover.latest):>{_AMOUNT}} {pad(line, _YEARS)}"
