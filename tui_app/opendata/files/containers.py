"""Recognises files that contain others, or are not text, and says what to do with them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tui_app.system.language import N_, _

_UNPACK: Final = N_("{what}: unpack it first, and import the files in it")
_SAVE: Final = N_(
    "{what}: save its sheet as CSV (UTF-8), or get the original text file from data.gov.ro"
)
_AS_IT_IS: Final = "{what}"
_SIGNATURES: Final = (
    (0, b"7z\xbc\xaf\x27\x1c", N_("a 7z archive"), _UNPACK),
    (0, b"Rar!\x1a\x07", N_("a RAR archive"), _UNPACK),
    (0, b"\xfd7zXZ\x00", N_("packed with xz"), _UNPACK),
    (4, b"1AY&SY", N_("packed with bzip2"), _UNPACK),
    (0, b"\x28\xb5\x2f\xfd", N_("packed with Zstandard"), _UNPACK),
    (257, b"ustar", N_("a tar archive"), _UNPACK),
    (0, b"\x1f\x8b", N_("packed a second time inside"), _UNPACK),
    (0, b"PK\x03\x04", N_("packed a second time inside"), _UNPACK),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", N_("a workbook of old Excel (xls)"), _SAVE),
    (0, b"%PDF-", N_("a PDF document: get the data as text from data.gov.ro"), _AS_IT_IS),
    (0, b"SQLite format 3\x00", N_("a database, not a data file: leave it out"), _AS_IT_IS),
    (0, b"PAR1\x15", N_("a Parquet file: write it as JSON Lines"), _AS_IT_IS),
)
"""The position of a signature, the signature, the kind of file that has it, and what to do."""

_WORKBOOKS: Final = {"xl/workbook.xml": "xlsx", "xl/workbook.bin": "xlsb", "content.xml": "ods"}


def container_of(beginning: bytes) -> str | None:
    """The kind of a file with this beginning, and what to do with it; ``None``: may be text."""
    return next(
        (
            _(advice).format(what=_(what))
            for at, mark, what, advice in _SIGNATURES
            if beginning[at : at + len(mark)] == mark
        ),
        None,
    )


def workbook_of(members: Collection[str]) -> tuple[str, str] | None:
    """The kind of workbook of a zip archive with these members, and what to do with it."""
    kind = next((kind for name, kind in _WORKBOOKS.items() if name in members), None)
    is_document = "[Content_Types].xml" in members or "mimetype" in members
    if not kind or not is_document:
        return None
    return kind, _(_SAVE).format(what=_("a spreadsheet ({kind})").format(kind=kind))
