"""Tables as text: CSV that no spreadsheet runs as a formula, JSON, Markdown."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Final

from msgspec import Struct

Cell = str | int | float | bool | None
"""A value of a table; ``None`` is unknown and is written as an empty cell."""

FORMATS: Final = ("csv", "json", "md")

# Characters that make a spreadsheet read a cell as a formula, also in wide forms (OWASP, CSV
# injection); some spreadsheets skip blanks before them.
_BEGINS_FORMULA: Final = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")
# Phone numbers and amounts begin with a sign too, and must not be changed.
_NUMBER: Final = re.compile(r"[+-]?[0-9][0-9 .,()/-]*")


class Table(Struct, frozen=True):
    """Rows with column names; a title for formats that show one."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def render(table: Table, file_format: str) -> str:
    """The table as ``csv``, ``json`` or ``md``."""
    return {"csv": to_csv, "json": to_json, "md": to_markdown}[file_format](table)


def guard(value: Cell) -> str:
    """A CSV cell that a spreadsheet reads as text, not as a formula."""
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value)
    if _BEGINS_FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def to_csv(table: Table) -> str:
    """Comma-separated, CRLF line ends, as RFC 4180 has it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(table.columns)
    writer.writerows([guard(value) for value in row] for row in table.rows)
    return out.getvalue()


def to_json(table: Table) -> str:
    """A list of objects; an unknown value is ``null``."""
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"


def to_markdown(table: Table) -> str:
    """A heading and a table; values are escaped to stay within their cells."""
    lines = [f"# {plain(table.title)}", "", *table_lines(table)]
    return "\n".join(lines) + "\n"


def table_lines(table: Table) -> list[str]:
    """The lines of a Markdown table, without its title."""
    return [
        line_of(table.columns),
        line_of(["---"] * len(table.columns)),
        *(line_of(row) for row in table.rows),
    ]


def line_of(cells: tuple[Cell, ...] | list[str]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(plain(cell) for cell in cells)} |"


def plain(cell: Cell) -> str:
    """A value as one line of plain Markdown text."""
    text = "" if cell is None else str(cell)
    escaped = re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
    return " ".join(escaped.split())
