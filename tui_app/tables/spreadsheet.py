"""Reads rows from a spreadsheet: .xlsx, .xlsb, .xls and .ods, with the extra ``xlsx``."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from typing import TYPE_CHECKING, Any, Final

from tui_app.system.extras import needs_extra
from tui_app.system.language import _
from tui_app.tables.table import TableError
from tui_app.tables.text import RawRow

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

_BEGINNINGS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""The first bytes of a zip archive, and of files of Office before 2007."""

_LARGEST: Final = 1_000_000_000
"""The most bytes of a spreadsheet's parts, unpacked: a small file can expand to very many."""


def is_spreadsheet(data: bytes) -> bool:
    """Whether a file begins as a spreadsheet does."""
    return data.startswith(_BEGINNINGS)


def read_sheets(data: bytes, sheet: str) -> dict[str, list[RawRow]]:
    """The rows of each visible sheet with content; only those of ``sheet`` if it is named.

    A hidden sheet is read only if it is named. Raises ``TableError``.
    """
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError:
        needed = needs_extra(_("a spreadsheet"), "xlsx")
        raise TableError(_("{needed}; or save it as CSV").format(needed=needed)) from None
    _check_size(data)
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            return _chosen(book, sheet)
    except CalamineError as error:
        text = _("this spreadsheet cannot be read ({why}); save it as CSV")
        raise TableError(text.format(why=error)) from None


def _check_size(data: bytes) -> None:
    """Refuse an archive that would need too much memory."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(part.file_size for part in archive.infolist())
    except zipfile.BadZipFile:
        return  # an older format, or a damaged file, which the reader refuses
    if size > _LARGEST:
        raise TableError(_("the spreadsheet is too large; save it as CSV"))


def _chosen(book: CalamineWorkbook, sheet: str) -> dict[str, list[RawRow]]:
    if sheet and sheet not in book.sheet_names:
        text = _("there is no sheet {name!r}: {names}")
        raise TableError(text.format(name=sheet, names=", ".join(book.sheet_names)))
    visible = [each.name for each in book.sheets_metadata if str(each.visible).endswith(".Visible")]
    found = {name: _rows(book, name) for name in ([sheet] if sheet else visible)}
    return {name: rows for name, rows in found.items() if rows}


def _rows(book: CalamineWorkbook, name: str) -> list[RawRow]:
    opened = book.get_sheet_by_name(name)
    above = opened.start[0] if opened.start else 0
    rows = enumerate(opened.to_python(skip_empty_area=True), above + 1)
    texts = ((number, list(map(_text, cells))) for number, cells in rows)
    return [row for row in texts if any(row[1])]


# Any: calamine's values are texts, numbers, flags, days and times.
def _text(value: Any) -> str:
    """A value as it would be typed; whole numbers have no decimals, so that tax ids have none."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return str(value).strip()
