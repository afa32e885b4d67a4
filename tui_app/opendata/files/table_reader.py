"""Rows of a delimited file as ministries and spreadsheets write them, columns by header.

Unless the beginning of a file shows cells in quotes, a quotation mark is an ordinary character. A
row may be broken over several lines: lines are joined until the number of columns is right, and
skipped if it never is.
"""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice, takewhile
from typing import Final

from tui_app.contract.pasted_text import with_whole_entities
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.containers import container_of
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.spreadsheets import QUOTED, Saving
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.files.workbooks import sheet_rows
from tui_app.system.language import N_, _
from tui_app.tables.lines import (
    CR,
    DELIMITERS,
    NOT_TEXT,
    OTHER_ENCODING,
    Lines,
    blocks,
    encoding_of,
    named_delimiter,
)
from tui_app.tables.table import row_width

UNQUOTED: Final = "^"
"""The delimiter of files in which a quotation mark is always an ordinary character."""

_BEGINNING: Final = 65_536
_AT_ONCE: Final = 1 << 20
_ROWS: Final = 60
_MAX_JOINED: Final = 20
BEFORE_HEADER: Final = N_("a line before the header: blank, a title, or with the delimiter")
CUT_OFF: Final = N_("cut off: too few columns")
TOO_MANY: Final = N_("too many columns: a delimiter within a text shifts them")


class Header:
    """The ``names`` of a table's columns, and these folded; a sheet has no delimiter."""

    def __init__(self, names: Sequence[str], delimiter: str = "") -> None:
        self.names = names
        self.delimiter = delimiter
        self.columns = tuple(name.strip().strip('"').upper() for name in names)

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def holds(self, columns: Sequence[str]) -> bool:
        """Whether all of these columns exist."""
        return set(columns) <= set(self.columns)


def header_in(line: str) -> Header:
    """The header in a line of text."""
    delimiter = max(DELIMITERS, key=line.count)
    names = line.split(delimiter)
    if '"' in line and delimiter != UNQUOTED:
        names = next(csv.reader([line], delimiter=delimiter))
    return Header(names, delimiter)


class Beginning:
    """The beginning of a file, by which it is recognised: its text, encoding and header.

    A spreadsheet of the kind ``sheet`` (xlsx, ods, …) has rows in place of lines, and no text.
    """

    def __init__(self, source: InputFile, sheet: str = "") -> None:
        self.sheet = sheet
        self.encoding, self.text = "utf-8", ""
        self.lines: list[str] = []
        self._rows: list[list[str]] = []
        self._form = (source.form,) if source.form else ()
        if sheet:
            some = islice(sheet_rows(source, sheet), _ROWS)
            self._rows = [cells for _number, cells in some]
        else:
            with closing(source.open()) as stream:
                raw = stream.read(_BEGINNING)
            _refuse_binary(raw, source.label)
            self.encoding = encoding_of(raw)
            self.text = raw.decode(self.encoding, "ignore").lstrip("\ufeff")
            self.lines = self.text.replace("\r\n", "\n").split("\n")
        # Blank lines, and the line in which a spreadsheet names its delimiter.
        self.begin_at(sum(1 for _ in takewhile(_is_no_header, self.lines)))

    def headers(self, most: int) -> Iterator[Header]:
        """The first lines, each as if it were the header."""
        yield from map(header_in, self.lines[:most])
        yield from (Header(cells[: row_width(cells)]) for cells in self._rows[:most])

    def begin_at(self, line: int, *, has_quotes: bool = False) -> None:
        """Take the header from a line, counted from 0; ``has_quotes`` is the usual form."""
        self.before_header = line
        first = self.lines[line] if line < len(self.lines) else ""
        self.header = header_in(first)
        if self._rows:
            cells = self._rows[line]
            self.header = Header(cells[: row_width(cells)])
        # The last line may be cut off.
        self.sample = self.lines[line:-1] or [first]
        self.saving = Saving(
            self.header.columns, self.header.delimiter, self.sample, has_quotes=has_quotes
        )
        self.remarks = (*self._form, *self.saving.remarks)

    def sample_rows(self, most: int) -> list[list[str]]:
        """The cells of some rows below the header."""
        if self._rows:
            return self._rows[self.before_header + 1 :][:most]
        return [self.saving.split(line) for line in self.sample[1 : 1 + most]]


def _refuse_binary(beginning: bytes, label: str) -> None:
    if what := container_of(beginning):
        raise ImportRefusedError(f"{label} is {what}.")
    if b"\x00" in beginning:
        line = beginning[: beginning.index(b"\x00")].count(b"\n") + 1
        raise ImportRefusedError(
            _(
                "{label} contains NUL bytes, the first in line {line}: it is damaged, or not"
                " text. Get the file again, or leave it out."
            ).format(label=label, line=line)
        )


def _is_no_header(line: str) -> bool:
    return not line.strip() or named_delimiter(line) is not None


Numbered = Iterable[tuple[int, "str | None"]]
"""Lines with their numbers in the file; ``None`` for one that is unreadable."""


class TableReader:
    """A file of rows. ``line`` is the number of the latest row's first line.

    ``advanced`` is called with each block of bytes. For a part of a file without the header,
    ``first_line`` gives the number of its first line. ``mixed``: single bytes that are not UTF-8
    are read in the ministry's code page, and do not make a line unreadable. ``unknown``, if
    set, leaves out the lines of a block that need no reading: see ``known_lines``.
    """

    def __init__(
        self,
        source: InputFile,
        beginning: Beginning,
        tally: Tally,
        advanced: Callable[[bytes], None],
        *,
        first_line: int = 1,
        mixed: bool = False,
    ) -> None:
        self.header = beginning.header
        self.tally = tally
        self.line = 0
        self._source = source
        self._beginning = beginning
        self._advanced = advanced
        self._first_line = first_line
        self._mixed = mixed
        self.unknown: Callable[[int, Lines, list[str]], Numbered] | None = None
        self._clean: tuple[str, int] | None = None
        # Incomplete rows, which may be completed by the following lines.
        self._incomplete: list[str] = []

    @property
    def day(self) -> dt.date:
        """The day of the file."""
        return self._source.day

    @property
    def clean_line(self) -> str | None:
        """The line of the latest row, if it is one line about which nothing was noted."""
        line, remarked = self._clean or (None, 0)
        return line if remarked == self.tally.remarked else None

    def position(self, column: str) -> int:
        """The index of a column; raises ``ImportRefusedError`` when it is missing."""
        if column not in self.header:
            raise ImportRefusedError(
                _("{source} has no column {column}.").format(
                    source=self._source.label, column=column
                )
            )
        return self.header.columns.index(column)

    def optional_position(self, column: str) -> int:
        """The index of an optional column; if it is missing, the index after the last column."""
        width = len(self.header.columns)
        return self.header.columns.index(column) if column in self.header else width

    def rows(self) -> Iterator[list[str]]:
        """The cells of every row after the header; all rows are counted in the tally."""
        if self._beginning.sheet:
            yield from self._sheet_rows()
            return
        width, delimiter = len(self.header.columns), self.header.delimiter
        split = None if self._beginning.saving.is_plain else self._beginning.saving.split
        unknown = None if split else self.unknown
        for first, lines in self._blocks():
            incomplete: list[str] = []
            numbered: Numbered = enumerate(lines, first)
            for number, line in unknown(first, lines, incomplete) if unknown else numbered:
                if line is None:
                    self._unreadable(number, NOT_TEXT)
                    continue
                cells = split(line) if split else line.split(delimiter)
                if len(cells) == width and not incomplete:
                    self.line = number
                    self.tally.rows += 1
                    self._clean = None if split else (line, self.tally.remarked)
                    yield cells
                elif line or incomplete:
                    self._clean = None
                    yield from self._joined(number, line, incomplete)
            # Lines that are incomplete at the end of a block are joined with the next block.
            self._incomplete = incomplete
        for remark in self._beginning.remarks:
            self.tally.notes[remark] += self.tally.rows
        if self._first_line == 1 and self._beginning.before_header:
            self.tally.notes[BEFORE_HEADER] += self._beginning.before_header

    def _sheet_rows(self) -> Iterator[list[str]]:
        """The rows of all sheets of a workbook, each of which has the header."""
        if self._source.path is not None:
            with self._source.path.open("rb") as file:
                while block := file.read(_AT_ONCE):
                    self._advanced(block)
        names = list(self.header.names)
        width = len(names)
        below = islice(
            sheet_rows(self._source, self._beginning.sheet),
            self._beginning.before_header + 1,
            None,
        )
        for self.line, cells in below:
            cells.extend([""] * (width - len(cells)))
            if cells[:width] == names:
                continue
            if row_width(cells) > width:
                self._unreadable(self.line, TOO_MANY)
                continue
            self.tally.rows += 1
            del cells[width:]
            yield cells

    def _blocks(self) -> Iterator[tuple[int, Lines]]:
        number = self._first_line
        self._incomplete = []
        with closing(self._source.open()) as stream:
            encoding = self._beginning.encoding
            for lines in blocks(
                stream, encoding, self._advanced, recoded=self._recoded, mixed=self._mixed
            ):
                if number == 1:
                    before = self._beginning.before_header + 1
                    lines[:before] = [""] * min(before, len(lines))
                carried, self._incomplete = self._incomplete, []
                whole = lines
                if self.header.delimiter == ";":
                    whole = [line and with_whole_entities(line) for line in lines]
                yield number - len(carried), [*carried, *whole]
                number += len(lines)
        if self._incomplete:
            self._unreadable(number - len(self._incomplete), CUT_OFF)

    def _joined(self, number: int, line: str, incomplete: list[str]) -> Iterator[list[str]]:
        """Join a line with the incomplete ones before it."""
        width = len(self.header.columns)
        saving = self._beginning.saving
        cells = saving.split(" ".join([*incomplete, line]))
        first = number - len(incomplete)
        if len(cells) > width and not incomplete:
            if len(ended := [each for each in line.split("\r") if each]) > 1:
                self.tally.notes[CR] += len(ended) - 1
                for each in ended:
                    yield from self._joined(number, each, incomplete)
                return
            # A spreadsheet may have put only a later cell in quotes.
            if '"' in line and (unquoted := saving.unquoted(line)):
                self.tally.note(QUOTED)
                cells = unquoted
        if len(cells) == width:
            incomplete.clear()
            self.line = first
            self.tally.rows += 1
            yield cells
        elif len(cells) < width and len(incomplete) < _MAX_JOINED:
            incomplete.append(line)
        elif incomplete:
            # The lines before it never form a row; this line may be a row by itself.
            incomplete.clear()
            self._unreadable(first, CUT_OFF)
            yield from self._joined(number, line, incomplete)
        else:
            self._unreadable(first, TOO_MANY)

    def _recoded(self) -> None:
        self.tally.note(OTHER_ENCODING)

    def _unreadable(self, line: int, reason: str) -> None:
        self.tally.rows += 1
        self.tally.mark_unreadable(line, reason)
