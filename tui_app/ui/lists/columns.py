"""The columns of a list, and which of them fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tui_app.system.language import N_, _
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import COLUMN_GAP, cell, fit
from tui_app.ui.widgets.row_list import HeadCell

ONE_LINE_FROM: Final = 59
"""From this width on a company takes one line: a pane of 60 columns without its edge."""

MARK_WIDTH: Final = 3
"""The mark of a selection, the mark of the status, a blank."""

_MARGINS: Final = 3
"""Edges and scroll bar."""
_MIN_NOTE: Final = 12
_BESIDE_TURNOVER: Final = 8
"""How much wider the name must be beside the turnover before another column is dropped."""


class ListColumn(Struct, frozen=True):
    """A column. The name has ``width`` 0 and takes the remaining width.

    ``needs`` is the minimum width of the name beside it: the column that needs most is dropped
    first.
    """

    name: str
    title: str
    cell: Callable[[CompanyEntry], str]
    width: int = 0
    needs: int = 0


NAME: Final = ListColumn("name", N_("Name"), lambda entry: fmt.text(entry.name))
STATUS: Final = "status"
NOTE: Final = "note"
TURNOVER: Final = "turnover"

COLUMNS: Final = (
    NAME,
    ListColumn("tax_id", N_("Tax id"), lambda entry: entry.tax_id, 10, needs=8),
    ListColumn("company_id", N_("Registry number"), lambda entry: entry.company_id or "", 16, 22),
    ListColumn(STATUS, N_("Status"), lambda entry: entry.status or "", 12, needs=28),
    ListColumn("locality", N_("Locality"), lambda entry: entry.locality or "", 16, needs=24),
    ListColumn("county", N_("County"), lambda entry: fmt.county(entry.county), 13, needs=16),
    ListColumn("company_type", N_("Form"), lambda entry: entry.company_type or "", 5, needs=18),
    ListColumn(TURNOVER, N_("Turnover"), lambda entry: entry.turnover, 18, needs=8),
    ListColumn(NOTE, N_("Known"), lambda entry: entry.note, _MIN_NOTE, needs=12),
)
"""All columns in their order. Every list shows the name."""


class PlacedColumn(NamedTuple):
    """A column with its actual width."""

    column: ListColumn
    width: int


def placed(names: Iterable[str], width: int, note_width: int = 0) -> tuple[PlacedColumn, ...]:
    """The named columns that fit into a list of this width.

    ``note_width`` is the width of the notes; 0: as wide as possible.
    """
    requested = {NAME.name, *names}
    columns = [column for column in COLUMNS if column.name in requested]
    available = width - _MARGINS - MARK_WIDTH
    widths = {NOTE: note_width or max(_MIN_NOTE, (available - 12) * 2 // 5)}
    columns = [replace(c, width=widths.get(c.name, c.width)) for c in columns]
    # Beside the turnover, the name is the most important part of a row.
    more = _BESIDE_TURNOVER if TURNOVER in requested else 0
    while True:
        name_width = available - sum(c.width + COLUMN_GAP for c in columns if c.width)
        most = max(columns, key=lambda column: column.needs)
        if not most.needs or name_width >= most.needs + more:
            break
        columns.remove(most)
    return tuple(PlacedColumn(c, c.width or max(8, name_width)) for c in columns)


def head(
    columns: Sequence[PlacedColumn], note: str, order: str, *, reverse: bool
) -> tuple[HeadCell, ...]:
    """The titles; the title of the sorted column has a mark."""
    cells = [HeadCell(" " * MARK_WIDTH)]
    for column, width in columns:
        title = _(note) if column.name == NOTE and note else _(column.title)
        if chosen := column.name == order:
            title = f"{fit(title, width - 1)}{'↓' if reverse else '↑'}"
        text = cell(title, width)
        cells.append(HeadCell(text, "" if column.name == NOTE else column.name, chosen))
    return tuple(cells)
