"""Building blocks of the text that panes show. All text becomes ``Content``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content, Span

from tui_app.ui.text.cells import fit
from tui_app.ui.text.spots import Spot, spotted

STYLES: Final = {
    "text": "",
    "strong": "bold",
    "dim": "$text-muted",
    "good": "$status-good",
    "warn": "$status-caution",
    "bad": "$status-grave",
}
"""The look of each style's name; with the last three a word of ``formatting`` is shown too."""

_GAP: Final = "  "
"""The gap between columns of a table."""


class Field(NamedTuple):
    """A label and its value; a value of several lines keeps them."""

    label: str
    value: str
    style: str = "text"
    spot: Spot | None = None
    """What the cursor can select there."""


def styled(text: str, style: str = "text") -> Content:
    """Text in a named style; never read as markup."""
    return Content.styled(text, STYLES[style])


def heading(text: str) -> Content:
    """A line above a group of fields."""
    return styled(text, "strong")


def paragraph(text: str, width: int, style: str = "text") -> Content:
    """Text broken at blanks."""
    return lines(styled(line, style) for line in wrap(text, width))


def lines(parts: Iterable[Content]) -> Content:
    """Parts joined with line breaks."""
    return Content("\n").join(list(parts))


def wrap(text: str, width: int) -> list[str]:
    """The lines of a text in at most ``width`` cells, words whole where they fit."""
    content = Content(text)
    return [line.plain.rstrip() for line in content.wrap(max(1, width))] or [""]


def label_width(pairs: Sequence[Field], width: int) -> int:
    """The width of the labels of some fields, at most a third of the width."""
    return min(max((cell_len(pair.label) for pair in pairs), default=0), max(8, width // 3))


def fields(pairs: Sequence[Field], width: int, labels: int | None = None) -> Content:
    """Labels on the left, values beside them, long values wrapped under themselves.

    ``labels`` is the labels' width, for groups whose values line up.
    """
    if not pairs:
        return Content()
    available = label_width(pairs, width) if labels is None else labels
    drawn: list[Content] = []
    for pair in pairs:
        wrapped = wrap(pair.value, width - available - 2)
        for index, line in enumerate(wrapped):
            label = fit(pair.label, available) if index == 0 else ""
            gap = " " * (available - cell_len(label) + 2)
            drawn.append(styled(label + gap, "dim") + spotted(styled(line, pair.style), pair.spot))
    return lines(drawn)


class Column(NamedTuple):
    """A column of a table of figures: its title and one text per row."""

    title: str
    cells: Sequence[str]


def table(first: Column, columns: Sequence[Column], width: int) -> Content:
    """Columns of right-aligned figures beside the first one.

    Columns that do not fit go into a further block below.
    """
    blocks: list[Content] = []
    left = list(columns)
    while left:
        used = _column_width(first)
        block: list[Column] = []
        while left and (not block or used + 2 + _column_width(left[0]) <= width):
            used += 2 + _column_width(left[0])
            block.append(left.pop(0))
        blocks.append(_block((first, *block)))
    return Content("\n\n").join(blocks)


def _column_width(column: Column) -> int:
    return max(cell_len(text) for text in (column.title, *column.cells))


def _block(columns: Sequence[Column]) -> Content:
    widths = [_column_width(column) for column in columns]
    drawn = [_cells([column.title for column in columns], widths, "dim")]
    drawn += [
        _cells([column.cells[row] for column in columns], widths)
        for row in range(len(columns[0].cells))
    ]
    return lines(drawn)


def _cells(texts: Sequence[str], widths: Sequence[int], style: str = "text") -> Content:
    padded = [
        " " * (width - cell_len(text)) + text for text, width in zip(texts, widths, strict=True)
    ]
    spans, start = [], 0
    for text in padded:
        look = STYLES["bad" if text.lstrip().startswith("−") else style]
        end = start + len(text)
        if look:
            spans.append(Span(start, end, look))
        start = end + len(_GAP)
    return Content(_GAP.join(padded), spans)
