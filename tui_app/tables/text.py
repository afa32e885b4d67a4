"""Reads rows from a table in text form: finds its delimiter, quotes and encoding."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal

from tui_app.system.language import _
from tui_app.tables.lines import DELIMITERS, named_delimiter, whole_text
from tui_app.tables.roles import is_header
from tui_app.tables.table import TableError, TableRow

_LOOKED_AT: Final = 200
"""The number of rows that decide which delimiter a table has."""

_FITTING: Final = 0.7
"""The share of the rows that the delimiter must split."""

_MAX_LINES: Final = 20
"""The most line breaks in a value."""

_END: Final = "end of the table"
"""Put after the last line: if it is not read as a row, a quote was never closed."""

_LONGEST_CELL: Final = 16 * 1024 * 1024
_OTHER_KINDS: Final = ("%PDF-", "{", "[{", "<")
"""The first bytes of PDF, RTF, JSON, HTML and XML files: their lines are not names."""

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MOST_CONTROLS: Final = 0.02
"""The greatest part of a text that may be control characters: what programs left in cells."""


def decoded(data: bytes) -> str:
    """The text in a file, as editors and spreadsheets on Romanian Windows store it.

    Raises ``TableError`` if the file is not text.
    """
    text = whole_text(data)
    plain = _CONTROLS.sub("", text)
    is_text = "\0" not in text and len(text) - len(plain) <= len(text) * _MOST_CONTROLS
    if not is_text or plain.lstrip().startswith(_OTHER_KINDS):
        raise TableError(_("this is neither a list nor a table; save it as CSV or .xlsx"))
    return plain


def rows_of(text: str) -> list[TableRow]:
    """The rows of a text that are not blank. Raises ``TableError``."""
    csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_CELL))
    first, _end, below = text.partition("\n")
    named = named_delimiter(first)
    try:
        rows = _parsed(below, named) if named else _parsed(text, _delimiter(text))
    except csv.Error as error:
        raise TableError(str(error)) from None
    before = 1 if named else 0
    return [(number + before, cells) for number, cells in rows]


def _delimiter(text: str) -> str:
    """The delimiter that splits most rows, most evenly; a newline if none does."""
    fits: dict[str, tuple[float, int]] = {}
    for delimiter in DELIMITERS:
        if delimiter not in text:
            continue
        widths = Counter(len(cells) for _number, cells in _parsed(text, delimiter, _LOOKED_AT))
        width, number = widths.most_common(1)[0] if widths else (1, 0)
        # Names contain commas, too, so with commas only equally wide rows are a table, unless a
        # header shows that it is one.
        if delimiter == "," and not _begins_with_header(text):
            split = number
        else:
            split = widths.total() - widths[1]
        if width > 1 and split >= _FITTING * widths.total():
            fits[delimiter] = (number / widths.total(), width)
    return max(fits, key=fits.__getitem__, default="\n")


def _begins_with_header(text: str) -> bool:
    """Whether the first line names columns, with commas between them."""
    first = _parsed(text, ",", 1)
    return bool(first) and len(first[0][1]) > 1 and is_header([first[0][1]])


def _parsed(text: str, delimiter: str, most: int | None = None) -> list[TableRow]:
    """The rows, at most ``most``. Quotes that hide lines count as part of the values."""
    if delimiter == "\n":
        numbered = enumerate(text.splitlines(), 1)
        return [(number, [_unquoted(line)]) for number, line in numbered if line.strip()]
    rows = list(islice(_split(text, delimiter, csv.QUOTE_MINIMAL), most))
    is_whole = len(rows) != most
    if (is_whole and rows[-1][1] != [_END]) or any(
        _swallows_lines(cells) for _number, cells in rows
    ):
        rows = list(islice(_split(text, delimiter, csv.QUOTE_NONE), most))
    return [row for row in rows if row[1] != [_END]]


def _split(text: str, delimiter: str, quoting: Literal[0, 3]) -> Iterator[TableRow]:
    """The rows that are not blank, with their first lines; then the end, if it was read as one."""
    lines = io.StringIO(f"{text}\n{_END}\n", newline="")
    reader = csv.reader(lines, delimiter=delimiter, quoting=quoting)
    number = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield number, [_unquoted(cell) for cell in cells] if quoting else cells
        number = reader.line_num + 1


def _swallows_lines(cells: list[str]) -> bool:
    """Whether a quote that was not meant to open a value has swallowed the lines below it."""
    return any(cell.count("\n") > _MAX_LINES for cell in cells)


def _unquoted(text: str) -> str:
    """A value without the quotes around it, which the spreadsheet added."""
    inner = text.strip()
    is_quoted = len(inner) > 1 and inner[0] == inner[-1] == '"' and '"' not in inner[1:-1]
    return inner[1:-1] if is_quoted else text
