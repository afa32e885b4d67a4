"""The figures that can be charted, and the table of all of them with years as columns.

The columns line up with a chart's bars if that fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content

from tui_app.contract.resources import YearlyRecord
from tui_app.insight import figures, ratios
from tui_app.insight.growth import growth
from tui_app.insight.ratios import unexplained
from tui_app.system.language import N_, _
from tui_app.ui.charts.data import ChartData, YearColumns
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import Hotspot, fit, lines, pad, paragraph, styled, with_hotspot


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


_INSIDE: Final = "  "
_LESS: Final = ("−", "<−")
_ROOMY_FROM: Final = 60
"""From this width on, two blanks separate amounts; below, one."""
_Year = tuple[YearlyRecord, YearlyRecord | None]
"""The record of a year and of the year before."""
_MIN_MARGIN: Final = 13
"""The least width of the names, which a chart's axis labels need too."""
_MIN_PITCH: Final = 9
"""The least width of a year's column."""
_MAX_SPARE: Final = 4
"""The most columns that a year is widened by where space is left."""
_ROWS: Final = tuple(row for _heading, rows in GROUPS for row in rows)


def height(records: Sequence[YearlyRecord], width: int) -> int:
    """The height of the table where all years fit side by side."""
    remark = _remark(records, width)
    return 2 + len(GROUPS) + len(_ROWS) + len(remark) + bool(remark)


def columns(records: Sequence[YearlyRecord], width: int) -> YearColumns | None:
    """The columns of the years if all fit side by side; else ``None``."""
    margin, pitch = _margin(width), _pitch(records, width)
    spare = width - margin - len(records) * pitch
    if not records or spare < 0:
        return None
    return YearColumns(margin, pitch + min(_MAX_SPARE, spare // len(records)))


def table(records: Sequence[YearlyRecord], width: int, years: int) -> Content:
    """The latest ``years``, oldest first; in blocks, where they do not fit, newest first.

    ``records`` may include earlier ones, which growth needs.
    """
    shown = records[-years:]
    placed = columns(shown, width) or YearColumns(_margin(width), _pitch(shown, width))
    count = max(1, (width - placed.margin) // placed.pitch)
    earlier = {record.year: record for record in records}
    drawn = [styled(_("Annual figures (RON)"), "strong")]
    if count < len(shown):
        shown = shown[::-1]
    for start in range(0, len(shown), count):
        if start:
            drawn.append(Content())
        block = shown[start : start + count]
        drawn += _block([(r, earlier.get((r.year or 0) - 1)) for r in block], placed)
    return lines(drawn + _remark(shown, width))


def _remark(records: Sequence[YearlyRecord], width: int) -> list[Content]:
    """What the row of the unexplained assets means; nothing without that row."""
    if not _unexplained(records):
        return []
    text = _(
        "Not explained: assets less equity and liabilities. Provisions, prepaid and deferred items "
        "are not in the data."
    )
    return list(paragraph(text, width, "dim").split("\n"))


def _unexplained(records: Sequence[YearlyRecord]) -> bool:
    """Whether much of the assets of one of the years is neither equity nor liabilities."""
    return any(unexplained(record) is not None for record in records)


def _block(years: Sequence[_Year], placed: YearColumns) -> Iterator[Content]:
    yield _line("", [str(record.year) for record, _before in years], placed, "dim")
    for title, rows in GROUPS:
        yield styled(_(title), "dim")
        for row in rows:
            yield _row(row, years, placed)
    if _unexplained([record for record, _before in years]):
        yield _row(UNEXPLAINED, years, placed, "dim")


def _row(
    row: FigureRow, years: Sequence[_Year], placed: YearColumns, style: str = "text"
) -> Content:
    texts = [row.text(*year) for year in years]
    return _line(_name(row), texts, placed, style, [row.spot(*year) for year in years])


def _name(row: FigureRow) -> str:
    return (_INSIDE if row.inside else "") + row.label


def _line(
    name: str,
    texts: Sequence[str],
    placed: YearColumns,
    style: str = "text",
    spots: Sequence[Hotspot | None] = (),
) -> Content:
    parts = [Content(pad(fit(name, placed.margin - 1), placed.margin))]
    for text, spot in zip_longest(texts, spots):
        look = "bad" if style == "text" and text.startswith(_LESS) else style
        figure = with_hotspot(styled(text, look), spot)
        parts.append(Content(" " * (placed.pitch - cell_len(text))) + figure)
    return Content("").join(parts)


def _margin(width: int) -> int:
    longest = max(cell_len(_name(row)) for row in _ROWS) + 1
    return max(_MIN_MARGIN, min(longest, width // 3))


def _pitch(records: Sequence[YearlyRecord], width: int) -> int:
    years = zip(records, [None, *records], strict=False)
    texts = [row.text(*year) for year in years for row in _ROWS]
    gap = 2 if width >= _ROOMY_FROM else 1
    return max((_MIN_PITCH, *(cell_len(text) + gap for text in texts)))
