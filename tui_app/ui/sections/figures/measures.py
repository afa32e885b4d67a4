"""The figures of a year: which can be charted, and their groups in the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec import Struct

from tui_app.contract.resources import YearlyRecord
from tui_app.insight import figures, ratios
from tui_app.insight.growth import growth
from tui_app.system.language import N_, _
from tui_app.ui.charts.data import ChartData
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import Hotspot


class ChartMeasure(NamedTuple):
    """A figure of a yearly record, by its field name."""

    name: str

    @property
    def label(self) -> str:
        """Its name in the current language."""
        return _(figures.YEARLY_LABELS[self.name])

    @property
    def unit(self) -> str:
        """Its unit; empty for numbers of people."""
        return "" if self.name == "employee" else _("RON")

    def of(self, record: YearlyRecord) -> int | None:
        """The figure of a year; ``None`` if it is not on record."""
        return figures.read(record, self.name)

    def spot(self, year: int | None, value: int, name: str) -> Hotspot:
        """A figure as a spot for the cursor; ``name`` makes it unique."""
        label = f"{self.label} {year or ''}".rstrip()
        return Hotspot(f"{name} {self.name}", label, str(value), str(year or ""))

    def chart(self, records: Sequence[YearlyRecord]) -> ChartData:
        """The figure over the years, as chart data."""
        points = tuple((r.year, self.of(r)) for r in records if r.year is not None)
        return ChartData(self.label, self.unit, points)


TURNOVER: Final = ChartMeasure("turnover")
NET_PROFIT: Final = ChartMeasure("net_profit")
EMPLOYEES: Final = ChartMeasure("employee")
EQUITY: Final = ChartMeasure("equity")
HEADLINES: Final = (TURNOVER, NET_PROFIT, EMPLOYEES)
_OTHERS: Final = (
    "debts", "equity", "receivables", "cash", "inventory", "fixed_assets", "current_assets",
    "share_capital",
)  # fmt: skip
MEASURES: Final = (*HEADLINES, *map(ChartMeasure, _OTHERS))
"""All measures that can be charted, in the order of the keys."""


class FigureRow(Struct, frozen=True):
    """A row of the table: a figure, its growth, or a ratio.

    ``inside`` marks a part of the row above it, or a remark on it.
    """

    name: str
    inside: bool = False

    @property
    def label(self) -> str:
        """Its name in the current language."""
        if self.name == _GROWTH:
            return _("Growth")
        if self.name == _UNEXPLAINED:
            return _("Not explained")
        ratio = _RATIOS.get(self.name)
        return _(ratio.label if ratio else figures.YEARLY_LABELS[self.name])

    def text(self, record: YearlyRecord, before: YearlyRecord | None) -> str:
        """The text of a year's column; ``before`` is the record of the year before."""
        if self.name == _GROWTH:
            earlier = TURNOVER.of(before) if before else None
            return fmt.percent(growth(earlier, TURNOVER.of(record)))
        if ratio := _RATIOS.get(self.name):
            return fmt.share(ratios.value(ratio, record))
        amount = self._amount(record)
        # Other years of this row are not missing: nothing is left to explain.
        return "" if amount is None and self.name == _UNEXPLAINED else fmt.number(amount)

    def spot(self, record: YearlyRecord, before: YearlyRecord | None) -> Hotspot | None:
        """A figure as a spot for the cursor, copied as plain digits; ``None`` for a missing one."""
        text = self.text(record, before)
        if text in ("", fmt.MISSING):
            return None
        value = self._amount(record)
        year = str(record.year)
        plain = text if value is None else str(value)
        return Hotspot(f"{self.name} {year}", f"{self.label} {year}", plain, year)

    def _amount(self, record: YearlyRecord) -> int | None:
        """The amount in RON, or the number of people; ``None`` for a share."""
        if self.name == _UNEXPLAINED:
            return ratios.unexplained(record)
        return figures.read(record, self.name) if self.name in figures.YEARLY_LABELS else None


_GROWTH: Final = "growth"
_UNEXPLAINED: Final = "unexplained"
_RATIOS: Final = {each.name: each for each in (ratios.NET_MARGIN, ratios.DEBT_RATIO)}

_inside = partial(FigureRow, inside=True)
_RESULTS: Final = (
    FigureRow("turnover"),
    _inside(_GROWTH),
    FigureRow("net_profit"),
    _inside(ratios.NET_MARGIN.name),
    FigureRow("employee"),
)
_ASSETS: Final = (
    *map(FigureRow, ("fixed_assets", "current_assets")),
    *map(_inside, ("inventory", "receivables", "cash")),
)
_FUNDING: Final = (
    FigureRow("equity"),
    _inside("share_capital"),
    FigureRow("debts"),
    _inside(ratios.DEBT_RATIO.name),
)
GROUPS: Final = ((N_("Results"), _RESULTS), (N_("Assets"), _ASSETS), (N_("Funding"), _FUNDING))
"""The table's rows in groups."""
UNEXPLAINED: Final = FigureRow(_UNEXPLAINED)
"""The last row, in a table with a year whose assets are not explained."""
