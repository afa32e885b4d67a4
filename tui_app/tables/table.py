"""A user's table: rows of texts under named columns."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

TableRow = tuple[int, list[str]]
"""The line of a row in its file, or its row in the sheet, from 1, and its cells as texts."""


def row_width(cells: Sequence[str]) -> int:
    """The number of cells of a row, without blank ones at the end."""
    return next((at for at in range(len(cells), 0, -1) if cells[at - 1].strip()), 0)


class TableError(Exception):
    """A file cannot be read as a table; the text says why, and what to do."""


class UserRow(Struct, frozen=True):
    """A row: its line in the file, or its row in the sheet, from 1, and a text for each column.

    Control characters and personal codes are removed; ``codes`` are the columns that had a code.
    """

    number: int
    cells: tuple[str, ...]
    codes: frozenset[int] = frozenset()


class UserTable(Struct, frozen=True):
    """Rows with as many cells as there are columns, whose names differ.

    Without a header, ``has_header`` is false and the columns are called ``column 1``, …. ``sheet``
    is the name of the sheet that was read, ``other_sheets`` the names of others with content.
    """

    columns: tuple[str, ...]
    rows: tuple[UserRow, ...]
    has_header: bool = False
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """Whether it has one value per line, as in a typed list."""
        return len(self.columns) == 1

    def column(self, index: int) -> list[str]:
        """The cells of a column, without empty ones."""
        return [row.cells[index] for row in self.rows if row.cells[index]]
