"""Rows of procurement files that are text: ``^`` without quotes, ``;`` and ``,`` with them.

An unquoted separator in a description shifts all later columns: a row with another number of fields
than the header is set aside. A quote that is never closed swallows the lines below it: those are
split again, one by one.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BufferedIOBase
from itertools import islice
from typing import Final

from tui_app.contract.pasted_text import with_whole_entities
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.files.text import NOT_TEXT, blocks, sniff_encoding

SHIFTED: Final = "another number of fields than the header: a separator in a text shifts them"

_BEGINNING: Final = 1 << 18
_ABOVE: Final = 10
"""The most lines before the header: a title, or a spreadsheet's line with its separator."""

_LONGEST: Final = 131_072

TableRow = tuple[int, list[str]]
"""The line of a row in the file, from 1, and its cells."""


def beginning_of(source: InputFile) -> list[str]:
    """The first lines of a text file. Raises ``ImportRefusedError`` if it is not text."""
    with closing(source.open()) as stream:
        raw = stream.read(_BEGINNING)
    text = raw.decode(sniff_encoding(raw, source.label), "replace").lstrip("\ufeff")
    lines = text.splitlines()
    return lines[:-1] if len(raw) == _BEGINNING else lines


def cells_of(line: str, delimiter: str) -> list[str]:
    """The cells of a single line."""
    if delimiter != "^" and '"' in line:
        try:
            return next(csv.reader([line], delimiter=delimiter), [])
        except csv.Error:
            pass
    return line.split(delimiter)


def split(lines: list[str], delimiter: str) -> list[list[str]]:
    """The cells of some lines."""
    return [cells_of(line, delimiter) for line in lines]


def text_rows(
    source: InputFile,
    delimiter: str,
    header_at: int,
    width: int,
    tally: Tally,
    advanced: Callable[[bytes], None],
) -> Iterator[TableRow]:
    """The rows below the header, which is in line ``header_at``; others are set aside."""
    with closing(source.open()) as stream:
        encoding = sniff_encoding(stream.read(_BEGINNING), source.label)
    with closing(source.open()) as stream:
        lines = _lines(stream, encoding, tally, advanced)
        if delimiter == ";":
            lines = map(with_whole_entities, lines)
        for _ in islice(lines, header_at):
            pass
        yield from _rows(lines, delimiter, header_at + 1, width, tally)


def _lines(
    stream: BufferedIOBase, encoding: str, tally: Tally, advanced: Callable[[bytes], None]
) -> Iterator[str]:
    number = 0
    for some in blocks(stream, encoding, advanced, recoded=lambda: None):
        if None not in some:
            yield from some  # type: ignore[misc]  # no None among them
            number += len(some)
            continue
        for line in some:
            number += 1
            if line is None:
                tally.rows += 1
                tally.skip(number, NOT_TEXT)
            yield line or ""


def _rows(
    lines: Iterator[str], delimiter: str, first: int, width: int, tally: Tally
) -> Iterator[TableRow]:
    taken: list[str] = []

    def noted() -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line

    quoting: Final = csv.QUOTE_NONE if delimiter == "^" else csv.QUOTE_MINIMAL
    number = first
    ended = False
    while not ended:
        reader = csv.reader(noted(), delimiter=delimiter, quoting=quoting)
        try:
            for cells in reader:
                if len(cells) == width:
                    tally.rows += 1
                    yield number, cells
                elif len(taken) > 1:
                    yield from _line_by_line(taken, delimiter, number, width, tally)
                elif cells:
                    tally.rows += 1
                    tally.skip(number, SHIFTED)
                number += len(taken)
                taken.clear()
            ended = True
        except csv.Error:
            # A field that is too long: a quote was never closed.
            yield from _line_by_line(taken, delimiter, number, width, tally)
            number += len(taken)
            taken.clear()


def _line_by_line(
    lines: list[str], delimiter: str, first: int, width: int, tally: Tally
) -> Iterator[TableRow]:
    for number, line in enumerate(lines, first):
        cells = cells_of(line, delimiter)
        if len(cells) != width and '"' in line:
            cells = line.split(delimiter)
        if not line:
            continue
        tally.rows += 1
        if len(cells) == width:
            yield number, cells
        else:
            tally.skip(number, SHIFTED)
