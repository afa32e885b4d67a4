"""The columns of a list, and which of them fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from tui_app.system.language import N_, _
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import COLUMN_GAP, cell, fit
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


class Column(Struct, frozen=True):
    """A column of a list. The name has ``width`` 0 and takes the remaining width.

    ``needs`` is the minimum width of the name beside it. A ``short`` title is for a language whose
    title is wider than the values. ``sort`` is its name as an order; empty: not to sort by.
    """

    name: str
    title: str
    cell: Callable[[CompanyEntry], str]
    width: int = 0
    needs: int = 0
    style: str = "dim"
    is_number: bool = False
    short: str = ""
    sort: str = ""
    widens: bool = False

    @property
    def maximum(self) -> int:
        """The width that shows its whole title, if it ``widens`` for that."""
        return max(self.width, cell_len(self.heading) + 1) if self.widens else self.width

    @property
    def heading(self) -> str:
        """The title above the values."""
        title = _(self.title)
        return _(self.short) if self.short and cell_len(title) > self.width else title


STATUS: Final = "status"
NOTE: Final = "note"
TURNOVER: Final = "turnover"


def _column(
    name: str, title: str, cell: Callable[[CompanyEntry], str], width: int, needs: int
) -> Column:
    return Column(name, title, cell, width, needs, sort="" if name == NOTE else name)


NAME: Final = replace(_column("name", N_("Name"), lambda e: fmt.text(e.name), 0, 0), style="text")

COLUMNS: Final = (
    NAME,
    _column("tax_id", N_("Tax id"), lambda entry: entry.tax_id, 10, 8),
    _column("company_id", N_("Registry number"), lambda entry: entry.company_id or "", 16, 22),
    _column(STATUS, N_("Status"), lambda entry: entry.status or "", 12, 28),
    _column("locality", N_("Locality"), lambda entry: entry.locality or "", 16, 24),
    _column("county", N_("County"), lambda entry: fmt.county(entry.county), 13, 16),
    _column("company_type", N_("Form"), lambda entry: entry.company_type or "", 5, 18),
    _column(TURNOVER, N_("Turnover"), lambda entry: entry.turnover, 18, 8),
    _column(NOTE, N_("Known"), lambda entry: entry.note, _MIN_NOTE, 12),
)
"""All columns in their order. Every list shows the name."""


class PlacedColumn(NamedTuple):
    """A column with its actual width."""

    column: Column
    width: int


def fitting(
    columns: Iterable[Column], available: int, *, ends: Callable[[Column], bool]
) -> tuple[list[PlacedColumn], int]:
    """The columns that fit beside the name, the most important first, and the name's width.

    A column that does not fit is left out, and with it all after it if it ``ends`` them. The first
    has its title cut rather than being left out.
    """
    found: list[PlacedColumn] = []
    for column in columns:
        widths = (column.maximum, column.maximum if found else column.width)
        fit = (width for width in widths if available - width - COLUMN_GAP >= column.needs)
        if width := next(fit, 0):
            found.append(PlacedColumn(column, width))
            available -= width + COLUMN_GAP
        elif ends(column):
            break
    return found, available


def placed(
    names: Iterable[str], width: int, note_width: int = 0, note_title: str = ""
) -> tuple[PlacedColumn, ...]:
    """The named columns that fit into a list of this width.

    ``note_width`` is the width of the notes; 0: as wide as possible.
    """
    wanted = {*names}
    available = width - _MARGINS - MARK_WIDTH
    note_width = note_width or max(_MIN_NOTE, (available - 12) * 2 // 5)
    # Beside the turnover, the name is the most important part of a row.
    more = _BESIDE_TURNOVER if TURNOVER in wanted else 0
    columns = [replace(c, needs=c.needs + more) for c in COLUMNS[1:] if c.name in wanted]
    for at, column in enumerate(columns):
        if column.name == NOTE:
            columns[at] = replace(column, width=note_width, title=note_title or column.title)
    by_need = sorted(columns, key=lambda column: (column.needs, column.name != TURNOVER))
    found, left = fitting(by_need, available, ends=lambda _column: True)
    found.sort(key=lambda placed: columns.index(placed.column))
    return (PlacedColumn(NAME, max(8, left)), *found)


def head(columns: Iterable[PlacedColumn], sort: str, *, reverse: bool) -> tuple[HeadCell, ...]:
    """The titles; the title of the sorted column has a mark."""
    cells = [HeadCell(" " * MARK_WIDTH)]
    for column, width in columns:
        title = fit(column.heading, width)
        if chosen := column.sort == sort:
            title = f"{fit(title, width - 1)}{'↓' if reverse else '↑'}"
        text = cell(title, width, is_number=column.is_number)
        cells.append(HeadCell(text, column.sort, chosen))
    return tuple(cells)
