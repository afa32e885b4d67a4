"""A spreadsheet (.xlsx), row by row. Needs the extra ``xlsx``."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import IO, Final

from tui_app.export.cells import text_of
from tui_app.export.files import ExportError
from tui_app.system.language import _
from tui_app.system.untyped import FieldValue
from tui_app.system.wording import grouped

_LONGEST: Final = 32_767
"""The most characters of a cell in this format."""

_MAX_ROWS: Final = 1_048_576
_EXACT: Final = 10**15
"""A spreadsheet keeps fifteen digits of a number, so longer ones are written as texts."""


class SpreadsheetRows:
    """One sheet with the columns as its first row; raises ``ImportError`` without the extra.

    A text is always written as text: nothing is read as a formula, an address or a number.
    """

    def __init__(self, file: IO[bytes], columns: Sequence[str], title: str) -> None:
        import xlsxwriter

        self._columns = tuple(columns)
        self._file, self._written = file, io.BytesIO()
        self._book = xlsxwriter.Workbook(self._written, {"constant_memory": True})
        self._sheet = self._book.add_worksheet()
        if title:
            self._book.set_properties({"title": title})
        self._sheet.freeze_panes(1, 0)
        self._next = 0
        self._write_cells(self._columns)

    def write(self, row: Mapping[str, FieldValue]) -> None:
        """Add a row; raises ``ExportError`` if the sheet is full."""
        self._write_cells([row.get(name) for name in self._columns])

    def close(self) -> None:
        """Write the file."""
        self._book.close()
        self._file.write(self._written.getvalue())

    def _write_cells(self, cells: Sequence[FieldValue]) -> None:
        if self._next == _MAX_ROWS:
            raise ExportError(
                _("A sheet has at most {max_rows} rows: write CSV.").format(
                    max_rows=grouped(_MAX_ROWS)
                )
            )
        for at, value in enumerate(cells):
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if is_number and abs(value) < _EXACT:
                self._sheet.write_number(self._next, at, value)
            elif value is not None:
                self._sheet.write_string(self._next, at, text_of(value)[:_LONGEST])
        self._next += 1
