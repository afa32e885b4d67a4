"""Rows of files that are spreadsheets, read with the extra ``procurement``.

The bytes decide, since names are unreliable: a file called .xlsx may be ODS.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from typing import Final

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.xml_sheets import decimal_text, ods_sheets, xlsx_sheets
from tui_app.system.extras import needs_extra
from tui_app.system.language import _
from tui_app.tables.spreadsheet import OLE, SheetUnreadableError, sheets_in, unpacked_size
from tui_app.tables.table import TableRow

AT_ONCE: Final = 200_000_000
"""The largest unpacked workbook, in bytes, that python-calamine reads.

It takes twice that in memory (200,000 rows of 12 columns: 135 MB unpacked, 259 MB). Larger ones are
streamed.
"""


class WorkbookUnreadableError(ImportRefusedError):
    """A file is not a readable spreadsheet."""


def sheet_kind(source: InputFile) -> str:
    """The kind of a spreadsheet that is a file by itself: xlsx, xlsb, xls or ods; else empty."""
    if source.path is None or source.workbook:
        return source.workbook if source.path else ""
    try:
        with closing(source.open()) as stream:
            return "xls" if stream.read(len(OLE)) == OLE else ""
    except (ImportRefusedError, OSError):
        return ""


def sheet_rows(source: InputFile, kind: str) -> Iterator[TableRow]:
    """The rows of all sheets, one after the other. Raises ``ImportRefusedError``."""
    path = source.path
    if path is None:
        raise ImportRefusedError(_("{source} cannot be read.").format(source=source.label))
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
