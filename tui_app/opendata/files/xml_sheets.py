"""Streams the rows of large XLSX and ODS files, in little memory whatever they claim.

python-calamine holds a whole sheet: a file of a million rows takes more than a gigabyte. The size
that a sheet states is never trusted: rows are read as they come, and repeated cells and rows are
capped.
"""

from __future__ import annotations

import zipfile
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final
from xml.etree import ElementTree
from xml.parsers import expat

from defusedxml.ElementTree import fromstring

from tui_app.opendata.errors import ImportRefusedError
from tui_app.system.language import _
from tui_app.tables.table import TableRow

MAX_COLUMNS: Final = 256
MAX_REPEATED: Final = 1_000
"""The most repetitions of a row with content; a row that claims more is read once."""

_MAX_ROWS: Final = 5_000_000
_LARGEST_RATIO: Final = 400
_SAFE_BYTES: Final = 64_000_000
_BLOCK: Final = 1 << 18


def xlsx_sheets(path: Path) -> Iterator[Iterator[TableRow]]:
    """The rows of each worksheet, in the order of the workbook."""
    with zipfile.ZipFile(path) as archive:
        members = set(archive.namelist())
        texts = _SharedTexts()
        if "xl/sharedStrings.xml" in members:
            for _ in _parsed(path, "xl/sharedStrings.xml", texts):
                pass
        names = _worksheets(archive, members)
    for name in names:
        yield _parsed(path, name, _XlsxRows(texts))


def ods_sheets(path: Path) -> Iterator[Iterator[TableRow]]:
    """The rows of all tables of a document, one after the other."""
    yield _parsed(path, "content.xml", _OdsRows())


def _worksheets(archive: zipfile.ZipFile, members: set[str]) -> list[str]:
    """The members with the worksheets, in the order of the workbook."""
    try:
        book = fromstring(archive.read("xl/workbook.xml"))
        relations = fromstring(archive.read("xl/_rels/workbook.xml.rels"))
        targets = {each.get("Id"): each.get("Target", "") for each in relations}
        found = []
        for element in book.iter():
            if element.tag.rpartition("}")[2] == "sheet":
                identity = next(v for k, v in element.attrib.items() if k.endswith("}id"))
                target = targets.get(identity, "").removeprefix("/")
                found.append(target if target.startswith("xl/") else f"xl/{target}")
        if known := [name for name in found if name in members]:
            return known
    except (KeyError, StopIteration, ElementTree.ParseError):
        pass
    return sorted(name for name in members if name.startswith("xl/worksheets/sheet"))


class _Handler:
    """Handles the events of a document; ``_parsed`` takes the finished ``rows``."""

    def __init__(self) -> None:
        self.rows: list[TableRow] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        raise NotImplementedError

    def end(self, name: str) -> None:
        raise NotImplementedError

    def text(self, text: str) -> None:
        raise NotImplementedError


def _parsed(path: Path, member: str, handler: _Handler) -> Iterator[TableRow]:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = handler.start
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.text
    parser.StartDoctypeDeclHandler = lambda *_arguments: _refuse(
        path, _("it declares a document type")
    )
    count = 0
    try:
        with zipfile.ZipFile(path) as archive, closing(archive.open(member)) as stream:
            most = max(_SAFE_BYTES, archive.getinfo(member).compress_size * _LARGEST_RATIO)
            size = 0
            while block := stream.read(_BLOCK):
                size += len(block)
                if size > most:
                    _refuse(
                        path,
                        _("it grows to more than {largest_ratio} times its size").format(
                            largest_ratio=_LARGEST_RATIO
                        ),
                    )
                parser.Parse(block, False)
                count += len(handler.rows)
                if count > _MAX_ROWS:
                    _refuse(path, _("it has more than {max_rows} rows").format(max_rows=_MAX_ROWS))
                yield from handler.rows
                handler.rows.clear()
            parser.Parse(b"", True)
            yield from handler.rows
            handler.rows.clear()
    except (expat.ExpatError, zipfile.BadZipFile, KeyError, EOFError) as error:
        _refuse(path, _("it is damaged or cut short ({error})").format(error=error))


def _refuse(path: Path, why: str) -> None:
    raise ImportRefusedError(
        _("{path} is not read: {why}. Get the file again, or leave it out.").format(
            path=path, why=why
        )
    )


class _SharedTexts(_Handler):
    """The texts that cells refer to by number, stored as one block of bytes."""

    def __init__(self) -> None:
        super().__init__()
        self._bytes = bytearray()
        self._ends = array("Q")
        self._is_text = False
        self._phonetic = 0

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < len(self._ends):
            return ""
        start = self._ends[number - 1] if number else 0
        return self._bytes[start : self._ends[number]].decode("utf-8", "replace")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        self._phonetic += local == "rPh"
        self._is_text = local == "t" and not self._phonetic

    def end(self, name: str) -> None:
        local = name.rpartition(":")[2]
        self._phonetic -= local == "rPh"
        self._is_text = False
        if local == "si":
            self._ends.append(len(self._bytes))

    def text(self, text: str) -> None:
        if self._is_text:
            self._bytes += text.encode("utf-8", "replace")


class _XlsxRows(_Handler):
    def __init__(self, texts: _SharedTexts) -> None:
        super().__init__()
        self._texts = texts
        self._number = 0
        self._cells: list[str] = []
        self._at = -1
        self._type = ""
        self._value = ""
        self._is_value = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name.rpartition(":")[2]:
            case "c":
                reference = attributes.get("r")
                self._at = _column(reference) if reference else self._at + 1
                self._type = attributes.get("t", "n")
                self._value = ""
            case "v" | "t":
                self._is_value = True
            case "row":
                number = attributes.get("r", "")
                self._number = int(number) if number.isdecimal() else self._number + 1
                self._cells, self._at = [], -1

    def text(self, text: str) -> None:
        if self._is_value:
            self._value += text

    def end(self, name: str) -> None:
        match name.rpartition(":")[2]:
            case "v" | "t":
                self._is_value = False
            case "c":
                if self._value and self._at < MAX_COLUMNS:
                    cells = self._cells
                    while len(cells) < self._at:
                        cells.append("")
                    cells[self._at :] = [self._read()]
            case "row":
                if self._cells:
                    self.rows.append((self._number, self._cells))

    def _read(self) -> str:
        if self._type == "s":
            return self._texts[int(self._value)] if self._value.isdecimal() else ""
        if self._type == "n":
            return number_text(self._value)
        return self._value


def _column(reference: str) -> int:
    """The index of the column of a cell such as ``AB12``, from 0."""
    found = 0
    for letter in reference:
        if not "A" <= letter <= "Z":
            break
        found = found * 26 + ord(letter) - 64
    return found - 1


def number_text(text: str) -> str:
    """A number as it would be typed: ``4.5E4`` and ``45000.0`` are ``45000``."""
    if "." not in text and "e" not in text and "E" not in text:
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    if number.is_integer() and abs(number) < 2**53:
        return str(int(number))
    return decimal_text(number) if "e" not in f"{number:.15g}" else text


def decimal_text(number: float) -> str:
    """A number that is not whole; three decimals get a fourth, lest they look like thousands."""
    # Sixteen digits hide the binary rounding: 1234.5600000000001 was typed as 1234.56.
    text = f"{number:.15g}"
    return f"{text}0" if len(text.partition(".")[2]) == 3 else text


class _OdsRows(_Handler):
    def __init__(self) -> None:
        super().__init__()
        self._number = 0
        self._cells: list[str] = []
        self._repeated_row = 1
        self._repeated = 1
        self._value: str | None = None
        self._texts: list[str] = []
        self._is_text = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name.rpartition(":")[2]:
            case "table-cell" | "covered-table-cell":
                self._repeated = _count(attributes, "number-columns-repeated")
                self._value = _of(attributes, "date-value") or _of(attributes, "value")
                if self._value and not _of(attributes, "date-value"):
                    self._value = number_text(self._value)
                self._texts = []
            case "p":
                self._is_text = True
                if self._texts:
                    self._texts.append(" ")
            case "s":
                self._texts.append(" " * min(_count(attributes, "c"), 100))
            case "tab" | "line-break":
                self._texts.append(" ")
            case "annotation":
                self._value = self._value or "".join(self._texts)
            case "table-row":
                self._repeated_row = _count(attributes, "number-rows-repeated")
                self._cells = []
            case "table":
                self._number = 0

    def text(self, text: str) -> None:
        if self._is_text:
            self._texts.append(text)

    def end(self, name: str) -> None:
        match name.rpartition(":")[2]:
            case "p":
                self._is_text = False
            case "table-cell" | "covered-table-cell":
                value = self._value or "".join(self._texts)
                room = MAX_COLUMNS - len(self._cells)
                self._cells += [value] * min(self._repeated, room)
            case "table-row":
                while self._cells and not self._cells[-1]:
                    self._cells.pop()
                if self._cells:
                    repeated = self._repeated_row
                    times = repeated if repeated <= MAX_REPEATED else 1
                    for each in range(times):
                        self.rows.append((self._number + each + 1, list(self._cells)))
                self._number += self._repeated_row


def _of(attributes: dict[str, str], name: str) -> str | None:
    return next((v for k, v in attributes.items() if k.rpartition(":")[2] == name), None)


def _count(attributes: dict[str, str], name: str) -> int:
    text = _of(attributes, name) or "1"
    return max(1, min(int(text), 1 << 24)) if text.isdecimal() and len(text) < 12 else 1
