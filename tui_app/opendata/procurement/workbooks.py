"""Rows of procurement files that are spreadsheets, read with the extra ``procurement``.

The bytes decide, since names are unreliable: a file called .xlsx may be ODS.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.procurement.xml_sheets import decimal_text, ods_sheets, xlsx_sheets
from tui_app.system.extras import needs_extra
from tui_app.system.language import _
from tui_app.tables.spreadsheet import SheetUnreadableError, sheets_in, unpacked_size
from tui_app.tables.table import TableRow

AT_ONCE: Final = 200_000_000
"""The largest unpacked workbook, in bytes, that python-calamine reads.

It takes twice that in memory (200,000 rows of 12 columns: 135 MB unpacked, 259 MB). Larger ones are
streamed.
"""


class WorkbookUnreadableError(ImportRefusedError):
    """A file is not a readable spreadsheet."""


def rows_of(path: Path, kind: str) -> Iterator[TableRow]:
    """The rows of all sheets, one after the other; ``kind`` is xlsx, xlsb, xls or ods.

    Raises ``ImportRefusedError``.
    """
    try:
        import python_calamine  # noqa: F401  # one answer for all spreadsheets
    except ImportError:
        raise ImportRefusedError(
            needs_extra(f"{path} is a spreadsheet ({kind}), which", "procurement")
        ) from None
    try:
        with path.open("rb") as file:
            if kind == "ods":
                yield from chain.from_iterable(ods_sheets(path))
            elif kind == "xlsx" and unpacked_size(file) > AT_ONCE:
                yield from chain.from_iterable(xlsx_sheets(path))
            else:
                with sheets_in(file, decimal_text) as sheets:
                    yield from chain.from_iterable(sheet.rows for sheet in sheets)
    except (SheetUnreadableError, OSError) as error:
        raise WorkbookUnreadableError(
            _(
                "{path} is not a readable spreadsheet ({error}). Get the file again, or leave"
                " it out."
            ).format(path=path, error=error)
        ) from None
