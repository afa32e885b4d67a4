"""Reads rows from a spreadsheet: .xlsx, .xlsb, .xls and .ods, with python-calamine."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from tui_app.system.extras import needs_extra
from tui_app.system.language import _
from tui_app.tables.table import TableError, TableRow

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of files of Office before 2007."""

_BEGINNINGS: Final = (b"PK\x03\x04", OLE)
_LARGEST: Final = 1_000_000_000
"""The most bytes of a spreadsheet's parts, unpacked: a small file can expand to very many."""


class TableSheet(NamedTuple):
    """A sheet; its rows, without blank ones, are read when they are asked for."""

    name: str
    is_visible: bool
    rows: Iterator[TableRow]


class SheetUnreadableError(Exception):
    """A file is not a readable spreadsheet."""


def is_spreadsheet(data: bytes) -> bool:
    """Whether a file begins as a spreadsheet does."""
    return data.startswith(_BEGINNINGS)


def unpacked_size(file: IO[bytes]) -> int:
    """The bytes of the parts of a spreadsheet; 0 for an older format, or a damaged file."""
    try:
        with zipfile.ZipFile(file) as archive:
            return sum(part.file_size for part in archive.infolist())
    except zipfile.BadZipFile:
        return 0


@contextmanager
def sheets_in(
    file: IO[bytes], decimal_text: Callable[[float], str] = str
) -> Iterator[Iterator[TableSheet]]:
    """The sheets of a spreadsheet, in order; ``decimal_text`` writes a number that is not whole.

    Its bytes decide: given a path, the library would believe the name. Raises
    ``SheetUnreadableError``, or ``ImportError`` without the extra.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    file.seek(0)
    try:
        with CalamineWorkbook.from_filelike(file) as book:
            yield (
                TableSheet(
                    each.name,
                    str(each.visible).endswith(".Visible"),
                    _rows(book, each.name, decimal_text),
                )
                for each in book.sheets_metadata
            )
    except (CalamineError, OSError, ValueError) as error:
        raise SheetUnreadableError(str(error)) from None


def _rows(
    book: CalamineWorkbook, name: str, decimal_text: Callable[[float], str]
) -> Iterator[TableRow]:
    # Blank rows above the first value come, too.
    for number, row in enumerate(book.get_sheet_by_name(name).iter_rows(), 1):
        cells = [_text(value, decimal_text) for value in row]
        if any(cells):
            yield number, cells


# Any: calamine's values are texts, numbers, flags, days and times.
def _text(value: Any, decimal_text: Callable[[float], str]) -> str:
    """A value as it would be typed; whole numbers have no decimals, so that tax ids have none."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else decimal_text(value)
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return str(value)


def read_sheets(data: bytes, sheet: str) -> dict[str, list[TableRow]]:
    """The rows of each visible sheet with content; only those of ``sheet`` if it is named.

    A hidden sheet is read only if it is named. Raises ``TableError``.
    """
    if unpacked_size(io.BytesIO(data)) > _LARGEST:
        raise TableError(_("the spreadsheet is too large; save it as CSV"))
    try:
        with sheets_in(io.BytesIO(data)) as sheets:
            known = list(sheets)
            if sheet and sheet not in [each.name for each in known]:
                text = _("there is no sheet {name!r}: {names}")
                names = ", ".join(each.name for each in known)
                raise TableError(text.format(name=sheet, names=names))
            found = {
                each.name: list(each.rows)
                for each in known
                if (each.name == sheet if sheet else each.is_visible)
            }
    except ImportError:
        needed = needs_extra(_("a spreadsheet"), "xlsx")
        raise TableError(_("{needed}; or save it as CSV").format(needed=needed)) from None
    except SheetUnreadableError as error:
        text = _("this spreadsheet cannot be read ({why}); save it as CSV")
        raise TableError(text.format(why=error)) from None
    return {name: rows for name, rows in found.items() if rows}
