"""Reads a file into a table: finds its kind, the table's first row, and whether it is a header."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from tui_app.contract.identifiers import whole_tax_id
from tui_app.contract.pasted_text import (
    with_whole_entities,
    without_entities,
    without_invisible,
)
from tui_app.contract.personal_codes import may_be_personal_code, without_personal_codes
from tui_app.system.language import _
from tui_app.tables.columns import AmbiguousColumnsError, find_columns
from tui_app.tables.roles import ColumnRole, is_header, is_registry_number, is_tax_id
from tui_app.tables.spreadsheet import is_spreadsheet, read_sheets
from tui_app.tables.table import TableError, TableRow, UserRow, UserTable, row_width
from tui_app.tables.text import decoded, rows_of

LARGEST: Final = 200_000_000
"""The largest file that is read, in bytes."""

_BETWEEN: Final = re.compile(r"[\s,;|]+")

_ABOVE: Final = 20
"""The most rows that are searched for a header below a title."""


def read_table(data: bytes, *, sheet: str = "") -> UserTable:
    """The table in a file; in a spreadsheet the ``sheet`` of that name, else the likeliest one.

    That is the first with tax ids or registry numbers, else with names, else with content.

    No source is asked. Raises ``TableError``, whose text continues a sentence that begins with the
    file's name.
    """
    if len(data) > LARGEST:
        raise TableError(_("the file is too large"))
    if not is_spreadsheet(data):
        if sheet:
            raise TableError(_("only a spreadsheet has sheets; leave --sheet out"))
        return _table(rows_of(with_whole_entities(decoded(data))))
    sheets = read_sheets(data, sheet)
    tables = [replace(_table(rows), sheet=name) for name, rows in sheets.items()]
    best = max(tables, key=_likelihood, default=UserTable(columns=(), rows=()))
    return replace(best, other_sheets=tuple(name for name in sheets if name != best.sheet))


def _likelihood(table: UserTable) -> int:
    """How likely a sheet is the list: 2 with numbers of companies, 1 with names."""
    numbers = (ColumnRole.TAX_ID, ColumnRole.REGISTRY_NUMBER)
    for points, roles in ((2, numbers), (1, (ColumnRole.NAME,))):
        try:
            if find_columns(table, roles):
                return points
        except AmbiguousColumnsError:
            return points
    return 0


def _table(raw: list[TableRow]) -> UserTable:
    raw = _realigned(_listed(raw))
    if not raw:
        return UserTable(columns=(), rows=())
    width = Counter(row_width(cells) for _number, cells in raw).most_common(1)[0][0]
    start = _start(raw, width)
    rows = [(number, list(map(_plain, cells))) for number, cells in raw[start:]]
    width = max(width, *(row_width(cells) for _number, cells in rows))
    padded = [(number, [*cells, *[""] * width][:width]) for number, cells in rows]
    has_header = is_header([cells for _number, cells in padded])
    names = padded[0][1] if has_header else [""] * width
    return UserTable(
        columns=_columns(names),
        rows=tuple(_row(number, cells) for number, cells in padded[has_header:]),
        has_header=has_header,
    )


def _realigned(raw: list[TableRow]) -> list[TableRow]:
    """Rows that a comma within a value made longer than the header, with that value as one cell.

    Only where the columns of tax ids or registry numbers show which value that is.
    """
    if not raw or not is_header([raw[0][1]]):
        return raw
    width = row_width(raw[0][1])
    regular = [cells for _number, cells in raw[1:] if row_width(cells) == width]
    ids = [
        (at, is_id)
        for at in range(width)
        for is_id in (is_tax_id, is_registry_number)
        if 2 * sum(is_id(cells[at]) for cells in regular) > len(regular)
    ]
    return [(number, _joined(cells, width, ids)) for number, cells in raw] if ids else raw


def _joined(
    cells: list[str], width: int, ids: Sequence[tuple[int, Callable[[str], bool]]]
) -> list[str]:
    more = row_width(cells) - width
    if more <= 0:
        return cells
    joined = (
        [*cells[:at], ",".join(cells[at : at + more + 1]), *cells[at + more + 1 :]]
        for at in range(width)
    )
    return next((each for each in joined if all(is_id(each[at]) for at, is_id in ids)), cells)


def _plain(cell: str) -> str:
    return without_invisible(without_entities(cell))


def _listed(raw: list[TableRow]) -> list[TableRow]:
    """Tax ids side by side are a list, as if each had a line."""
    listed = [
        (number, [tax_id])
        for number, row in raw
        for cell in filter(str.strip, row)
        for tax_id in _apart(cell)
    ]
    return listed if all(is_tax_id(tax_id) for _number, [tax_id] in listed) else raw


def _apart(cell: str) -> list[str]:
    """The tax ids in one cell, whatever separates them; otherwise the cell."""
    parts = _BETWEEN.split(cell.strip())
    return parts if len(parts) > 1 and all(map(whole_tax_id, parts)) else [cell]


def _start(raw: list[TableRow], width: int) -> int:
    """The index of the table's first row: a title above it fills only one or two cells."""
    filled = (sum(map(bool, map(str.strip, cells))) for _number, cells in raw[:_ABOVE])
    return next((at for at, number in enumerate(filled) if 2 * number > width), 0)


def _columns(names: list[str]) -> tuple[str, ...]:
    """Column names without repeats; a missing name is replaced by the column's number."""
    taken: dict[str, None] = {}
    for number, name in enumerate(map(without_personal_codes, names), 1):
        base = name or _("column {number}").format(number=number)
        again = (f"{base} {count}" for count in range(2, len(names) + 2))
        taken[next(each for each in (base, *again) if each not in taken)] = None
    return tuple(taken)


def _row(number: int, cells: list[str]) -> UserRow:
    plain = [without_personal_codes(cell) for cell in cells]
    codes = {at for at, cell in enumerate(cells) if cell != plain[at] or may_be_personal_code(cell)}
    return UserRow(number, tuple(plain), frozenset(codes))
