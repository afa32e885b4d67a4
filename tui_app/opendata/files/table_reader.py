"""Rows of a delimited file as the ministries write them: no quoting, columns by header.

A quotation mark is an ordinary character. A row may be broken over several lines: lines are joined
until the number of columns is right, and skipped if it never is.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import takewhile
from typing import Final

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.recoding import CR
from tui_app.opendata.files.spreadsheets import QUOTED, Saving
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.files.text import NOT_TEXT, OTHER_ENCODING, blocks, sniff_encoding

DELIMITERS: Final = "^|;,\t"
_BEGINNING: Final = 65_536
_MAX_JOINED: Final = 20
BEFORE_HEADER: Final = "a line before the header, blank or with the delimiter"
CUT_OFF: Final = "cut off: too few columns"
TOO_MANY: Final = "too many columns"


class Header:
    """The first line of a table: its delimiter and its columns by name."""

    def __init__(self, line: str) -> None:
        self.delimiter = max(DELIMITERS, key=line.count)
        self.columns = tuple(
            column.strip().strip('"').upper() for column in line.split(self.delimiter)
        )

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def holds(self, columns: Sequence[str]) -> bool:
        """Whether all of these columns exist."""
        return set(columns) <= set(self.columns)


class Beginning:
    """The beginning of a file, by which it is recognised: its text, encoding and first line."""

    def __init__(self, source: InputFile) -> None:
        with closing(source.open()) as stream:
            self.raw = stream.read(_BEGINNING)
        self.encoding = sniff_encoding(self.raw, source.label)
        self.text = self.raw.decode(self.encoding, "ignore").lstrip("\ufeff")
        lines = self.text.replace("\r\n", "\n").split("\n")
        # Blank lines, and the line in which a spreadsheet names its delimiter.
        self.before_header = sum(1 for _ in takewhile(_is_no_header, lines))
        self.first_line = lines[self.before_header] if self.before_header < len(lines) else ""
        self.header = Header(self.first_line)
        # The last line may be cut off.
        self.sample = lines[self.before_header : -1] or [self.first_line]
        self.saving = Saving(self.header.columns, self.header.delimiter, self.sample)
        self.remarks = (*((source.form,) if source.form else ()), *self.saving.remarks)


def _is_no_header(line: str) -> bool:
    return not line.strip() or re.fullmatch("sep=.", line.strip(), re.IGNORECASE) is not None


class TableReader:
    """A file of rows. ``line`` is the number of the latest row's first line.

    ``advanced`` is called with each block of bytes. For a part of a file without the header,
    ``first_line`` gives the number of its first line. ``mixed``: single bytes that are not UTF-8
    are read in the ministry's code page, and do not make a line unreadable. ``passes``, if set,
    says whether a line, with its number, needs no reading.
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
        self.passes: Callable[[int, str], bool] | None = None
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
            raise ImportRefusedError(f"{self._source.label} has no column {column}.")
        return self.header.columns.index(column)

    def optional_position(self, column: str) -> int:
        """The index of an optional column; if it is missing, the index after the last column."""
        width = len(self.header.columns)
        return self.header.columns.index(column) if column in self.header else width

    def rows(self) -> Iterator[list[str]]:
        """The cells of every row after the header; all rows are counted in the tally."""
        width, delimiter = len(self.header.columns), self.header.delimiter
        split = self._beginning.saving.split if self._beginning.saving.remarks else None
        passes = None if split else self.passes
        for first, lines in self._blocks():
            incomplete: list[str] = []
            for number, line in enumerate(lines, first):
                if line is None:
                    self._skip(number, NOT_TEXT)
                    continue
                if passes is not None and not incomplete and passes(number, line):
                    self.tally.rows += 1
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

    def _blocks(self) -> Iterator[tuple[int, list[str | None]]]:
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
                yield number - len(carried), [*carried, *lines]
                number += len(lines)
        if self._incomplete:
            self._skip(number - len(self._incomplete), CUT_OFF)

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
            self._skip(first, CUT_OFF)
            yield from self._joined(number, line, incomplete)
        else:
            self._skip(first, TOO_MANY)

    def _recoded(self) -> None:
        self.tally.note(OTHER_ENCODING)

    def _skip(self, line: int, reason: str) -> None:
        self.tally.rows += 1
        self.tally.skip(line, reason)
