"""Recognises files that contain others, or are not text, and says what to do with them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

_UNPACK: Final = "unpack it first, and import the files in it"
_SAVE: Final = "save its sheet as CSV (UTF-8), or get the original text file from data.gov.ro"
_SIGNATURES: Final = (
    (0, b"7z\xbc\xaf\x27\x1c", f"a 7z archive: {_UNPACK}"),
    (0, b"Rar!\x1a\x07", f"a RAR archive: {_UNPACK}"),
    (0, b"\xfd7zXZ\x00", f"packed with xz: {_UNPACK}"),
    (4, b"1AY&SY", f"packed with bzip2: {_UNPACK}"),
    (0, b"\x28\xb5\x2f\xfd", f"packed with Zstandard: {_UNPACK}"),
    (257, b"ustar", f"a tar archive: {_UNPACK}"),
    (0, b"\x1f\x8b", f"packed a second time inside: {_UNPACK}"),
    (0, b"PK\x03\x04", f"packed a second time inside: {_UNPACK}"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", f"a workbook of old Excel (xls): {_SAVE}"),
    (0, b"%PDF-", "a PDF document: get the data as text from data.gov.ro"),
    (0, b"SQLite format 3\x00", "a database, not a data file: leave it out"),
    (0, b"PAR1\x15", "a Parquet file: write it as JSON Lines"),
)
"""The position of a signature, the signature, and the kind of file that has it."""

_WORKBOOKS: Final = {"xl/workbook.xml": "xlsx", "xl/workbook.bin": "xlsb", "content.xml": "ods"}


def container_of(beginning: bytes) -> str | None:
    """The kind of a file with this beginning, and what to do with it; ``None``: may be text."""
    return next(
        (what for at, mark, what in _SIGNATURES if beginning[at : at + len(mark)] == mark), None
    )


def workbook_of(members: Collection[str]) -> tuple[str, str] | None:
    """The kind of workbook of a zip archive with these members, and what to do with it."""
    kind = next((kind for name, kind in _WORKBOOKS.items() if name in members), None)
    is_document = "[Content_Types].xml" in members or "mimetype" in members
    return (kind, f"a spreadsheet ({kind}): {_SAVE}") if kind and is_document else None
