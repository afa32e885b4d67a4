"""Rows of procurement files that are spreadsheets, read with the extra ``procurement``.

The bytes decide, since names are unreliable: a file called .xlsx may be ODS.
"""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.procurement.xml_sheets import (
    SheetRow,
    decimal_text,
    ods_sheets,
    xlsx_sheets,
)
from tui_app.system.extras import needs_extra

OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The magic bytes of old Excel files."""

AT_ONCE: Final = 200_000_000
"""The largest unpacked workbook, in bytes, that python-calamine reads.

It takes twice that in memory (200,000 rows of 12 columns: 135 MB unpacked, 259 MB). Larger ones are
streamed.
"""


class SheetUnreadableError(ImportRefusedError):
    """A file is not a readable spreadsheet."""


def rows_of(path: Path, kind: str) -> Iterator[SheetRow]:
    """The rows of all sheets, one after the other; ``kind`` is xlsx, xlsb, xls or ods.

    Raises ``ImportRefusedError``.
    """
    try:
        import python_calamine  # noqa: F401  # one answer for all spreadsheets
    except ImportError:
        raise ImportRefusedError(
            needs_extra(f"{path} is a spreadsheet ({kind}), which", "procurement")
        ) from None
    if kind == "ods":
        sheets = ods_sheets(path)
    elif kind == "xlsx" and _unpacked(path) > AT_ONCE:
        sheets = xlsx_sheets(path)
    else:
        sheets = _by_calamine(path)
    for sheet in sheets:
        yield from sheet


def _unpacked(path: Path) -> int:
    with zipfile.ZipFile(path) as archive:
        return sum(member.file_size for member in archive.infolist())


def _by_calamine(path: Path) -> Iterator[Iterator[SheetRow]]:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        # By its bytes: given a path, the library would believe the name.
        with path.open("rb") as file, CalamineWorkbook.from_filelike(file) as book:
            for name in book.sheet_names:
                sheet = book.get_sheet_by_name(name)
                first = sheet.start[0] + 1 if sheet.start else 1
                yield (
                    (number, cells)
                    for number, row in enumerate(sheet.iter_rows(), first)
                    if any(cells := list(map(_text, row)))
                )
    except (CalamineError, OSError, ValueError) as error:
        raise SheetUnreadableError(
            f"{path} is not a readable spreadsheet ({error}). Get the file again, or leave it out."
        ) from None


# Any: calamine's values are texts, numbers, flags, days and times.
def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else decimal_text(value)
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    return str(value)
