"""The comparison as text: labels stay in place, companies scroll beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from tui_app.ui.compare.rows import Block, Compared, TableRow
from tui_app.ui.text.drawing import fit, pad, styled

_LABELS: Final = (26, 40)
"""The widths of the labels: the least, if there is room for it, and the greatest."""
_NARROWEST: Final = 17
_WIDEST: Final = 48
_MARK: Final = "≠ "
_ROOMY: Final = 100
"""From this width on, prices are written in full."""


class VisibleColumns:
    """The companies that fit into a width, always including the chosen one."""

    def __init__(self, width: int, count: int, chosen: int) -> None:
        least, most = _LABELS
        self.labels = min(least, width // 3)
        available = width - self.labels
        shown = max(1, min(count, available // _NARROWEST))
        self.labels = min(most, max(self.labels, width // (shown + 1)))
        self.each = min(_WIDEST, (width - self.labels) // shown)
        self.first = max(0, min(chosen - shown + 1, count - shown)) if chosen >= shown else 0
        self.last = min(count, self.first + shown)

    def shown(self, cells: Sequence[str]) -> Iterator[str]:
        """The cells of the companies that fit."""
        return iter(cells[self.first : self.last])


def draw_names(companies: Sequence[Compared], chosen: int, width: int) -> list[Content]:
    """Two lines above the table with the name of each column's company."""
    columns = VisibleColumns(width, len(companies), chosen)
    first = styled(pad("", columns.labels))
    for index in range(columns.first, columns.last):
        style = "strong" if index == chosen else "text"
        mark = "▸" if index == chosen else " "
        name = fit(f"{mark}{index + 1} {companies[index].name}", columns.each - 1)
        first += styled(pad(name, columns.each), style)
    before, after = columns.first, len(companies) - columns.last
    more = [f"← {before}"] if before else []
    more += [f"{after} →"] if after else []
    return [first, styled("  ".join(more), "dim")]


def draw_blocks(blocks: Sequence[Block], count: int, chosen: int, width: int) -> Iterator[Content]:
    """The table as text."""
    columns = VisibleColumns(width, count, chosen)
    for block in blocks:
        yield styled(fit(block.title, width), "strong")
        for row in block.rows:
            yield _row(row, columns)
        yield Content()


def _row(row: TableRow, columns: VisibleColumns) -> Content:
    mark = _MARK if row.differs else "  "
    label = pad(fit(mark + row.label, columns.labels - 1), columns.labels)
    line = styled(label, "dim")
    for cell in columns.shown(row.cells):
        value = fit(cell, columns.each - 2)
        gap = " " * (columns.each - 1 - cell_len(value))
        text = gap + value + " " if row.is_number else " " + value + gap
        line += styled(text, "bad" if value.startswith("−") else row.style)
    return line
