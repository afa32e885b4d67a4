"""The table of all figures with years as columns, lined up with a chart's bars if that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from tui_app.contract.resources import YearlyRecord
from tui_app.insight.ratios import unexplained
from tui_app.system.language import _
from tui_app.ui.charts.data import YearColumns
from tui_app.ui.sections.figures.measures import GROUPS, UNEXPLAINED, FigureRow
from tui_app.ui.text.drawing import Hotspot, fit, lines, pad, paragraph, styled, with_hotspot

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
