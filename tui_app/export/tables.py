"""Small tables, held in memory: the contents of a list or a tab of the explorer."""

from __future__ import annotations

import io
from typing import Final

from msgspec import Struct

from tui_app.export.cells import Cell
from tui_app.export.row_writers import Row, Sheet, markdown_line, row_writer

FORMATS: Final = ("csv", "json", "md")


class Table(Struct, frozen=True):
    """Rows with column names; a title for formats that show one."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def records(self) -> list[Row]:
        """The rows by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def render(table: Table, file_format: str) -> str:
    """The table as ``csv``, ``json`` or ``md``; in JSON an unknown value is ``null``."""
    out = io.StringIO(newline="")
    writer = row_writer(file_format, out, Sheet(title=table.title, columns=table.columns))
    writer.write(table.records)
    writer.close()
    return out.getvalue()


def table_lines(table: Table) -> list[str]:
    """The lines of a Markdown table, without its title."""
    rule = ["---"] * len(table.columns)
    return [markdown_line(row) for row in (table.columns, rule, *table.rows)]
