"""Files that a spreadsheet saved: cells in quotes, whole numbers with decimals, lost digits.

A spreadsheet takes digits for numbers. ``990000030.0`` is still the whole tax id, but ``9.9E8`` has
lost its last digits, and ``1450.300`` may be a figure in thousands or a fraction.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Final

from tui_app.system.language import N_

QUOTED: Final = N_("cells in quotes, as a spreadsheet saves them")
DECIMALS: Final = N_("whole numbers with decimals, as a spreadsheet saves them")

_WHOLE: Final = re.compile(r"[+-]?[0-9]+[.,]0+", re.ASCII)
_EXPONENT: Final = re.compile(r"[+-]?[1-9](?:[.,][0-9]+)?[eE][+]?[0-9]{1,2}", re.ASCII)
_GROUPED: Final = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)+", re.ASCII)
_AMERICAN: Final = re.compile(r"(?:0?[1-9]|1[0-2])/(?:1[3-9]|2[0-9]|3[01])/[0-9]{2,4}", re.ASCII)
_NUMBERS: Final = re.compile("CUI|COD_FISCAL|CAEN|COD|COD_CAEN_AUTORIZAT|I[0-9]{1,2}")
_DIGITS: Final = re.compile(f"{_NUMBERS.pattern}|COD_INMATRICULARE|ADR_COD_POSTAL|TELEFON|FAX")
_DAYS: Final = re.compile("DATA_.*")


class Saving:
    """How the rows of a file are split, and what the spreadsheet did to their cells.

    ``columns`` are those of its header, ``lines`` some lines from its beginning, header first.
    ``has_quotes``: quotes around cells are the form in which such files are published.
    """

    def __init__(
        self, columns: Sequence[str], delimiter: str, lines: Sequence[str], *, has_quotes: bool
    ) -> None:
        self._columns = columns
        self._delimiter = delimiter
        self._is_wrapped = any(_unwrapped(line) is not None for line in lines)
        self._has_quotes = has_quotes
        self.is_quoted = has_quotes or any(self._has_quoted(line) for line in lines)
        self._has_decimals = False
        rows = [self.split(line) for line in lines[1:]]
        self._has_decimals = any(
            _WHOLE.fullmatch(cell) for row in rows for _name, cell in self._numbers(row)
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on a file that is not in its published form."""
        is_quoted = (self.is_quoted and not self._has_quotes) or self._is_wrapped
        quoted = (QUOTED,) if is_quoted else ()
        return (*quoted, *((DECIMALS,) if self._has_decimals else ()))

    @property
    def is_plain(self) -> bool:
        """Whether the cells of a line are what stands between its delimiters."""
        return not (self.is_quoted or self._is_wrapped or self._has_decimals)

    def split(self, line: str) -> list[str]:
        """The cells of a line as they were before the spreadsheet."""
        if self._is_wrapped:
            line = _unwrapped(line) or line
        cells = self.unquoted(line) if self.is_quoted and '"' in line else None
        if cells is None:
            cells = line.split(self._delimiter)
        if self._has_decimals:
            cells = [re.split("[.,]", c)[0] if _WHOLE.fullmatch(c) else c for c in cells]
        return cells

    def changed_column(self, line: str) -> str | None:
        """The column of a value that a spreadsheet changed for good."""
        cells = self.split(line)
        for name, cell in zip(self._columns, map(str.strip, cells), strict=False):
            if (
                (_DIGITS.fullmatch(name) and _EXPONENT.fullmatch(cell))
                or (_NUMBERS.fullmatch(name) and _GROUPED.fullmatch(cell))
                or (_DAYS.fullmatch(name) and _AMERICAN.fullmatch(cell))
            ):
                return name
        return None

    def _numbers(self, cells: Sequence[str]) -> Iterator[tuple[str, str]]:
        for name, cell in zip(self._columns, cells, strict=False):
            if _NUMBERS.fullmatch(name):
                yield name, cell.strip()

    def _has_quoted(self, line: str) -> bool:
        if '"' not in line or self.unquoted(line) is None:
            return False
        plain = line.split(self._delimiter)
        if len(plain) != len(self._columns):
            return True
        # In a published file a quote is an ordinary character, and a name may be in quotes.
        return any(
            self._delimiter != "^" or '""' in cell[1:-1] or _DIGITS.fullmatch(column)
            for column, cell in zip(self._columns, plain, strict=True)
            if len(cell) > 1 and cell[0] == cell[-1] == '"'
        )

    def unquoted(self, line: str) -> list[str] | None:
        """The cells of a line, if its quotes are those of a spreadsheet."""
        try:
            cells = next(csv.reader([line], delimiter=self._delimiter, strict=True))
        except csv.Error:
            return None
        return cells if len(cells) == len(self._columns) else None


def _unwrapped(line: str) -> str | None:
    """The line inside the quotes, if a spreadsheet took the whole line for one cell."""
    if len(line) < 2 or not line.startswith('"') or not line.endswith('"'):
        return None
    inner = line[1:-1].replace('""', "\0")
    return None if '"' in inner else inner.replace("\0", '"')
