"""Rows in every format, written as they come: one writer for files and standard output.

A row is a record with the interface's names. CSV, Markdown, the table and Parquet have a column for
each name of the sheet; JSON holds the rows as they are. ``close`` ends every format properly,
however early it comes.
"""

from __future__ import annotations

import csv
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import IO, Any, Final, cast

from msgspec import Struct

from tui_app.export.cells import escaped, guard
from tui_app.system.language import language
from tui_app.system.untyped import FieldValue

Row = Mapping[str, FieldValue]


class Sheet(Struct, frozen=True, kw_only=True):
    """What the rows of one output have in common.

    ``items`` is the name of the list of rows in JSON; without it the output is just the list.
    ``headed`` is false if the output continues an earlier one: then there is no line of column
    names. A table for a narrow terminal drops no column that is ``kept``.
    """

    columns: tuple[str, ...]
    title: str = ""
    items: str = ""
    headed: bool = True
    kept: tuple[str, ...] = ()


class RowWriter(ABC):
    """Writes rows to a text stream, which the caller owns and which is never closed here.

    Each method may raise ``OSError`` if the stream takes no more.
    """

    def __init__(self, out: IO[str], sheet: Sheet) -> None:
        self._out, self._sheet = out, sheet
        self._began = False
        self.rows = 0
        """The number of rows written."""

    def write(self, rows: Iterable[Row], source: Row | None = None) -> None:
        """Add rows; ``source`` goes with each row if rows stand alone, as in JSON Lines."""
        self._begin()
        for row in rows:
            self._write(row, source)
            self.rows += 1
        self._out.flush()

    def close(self, rest: Row | None = None, source: Row | None = None) -> None:
        """End the output; ``rest`` is put beside the rows if the format has a place for it."""
        self._begin()
        self._end(rest or {}, source)
        self._out.flush()

    def _begin(self) -> None:
        if not self._began:
            self._began = True
            self._head()

    def _head(self) -> None:  # noqa: B027 (not every format has one)
        """Write the part before the rows."""

    @abstractmethod
    def _write(self, row: Row, source: Row | None) -> None: ...

    def _end(self, rest: Row, source: Row | None) -> None:  # noqa: B027 (as above)
        """Write the part after the rows."""

    def _cells(self, row: Row) -> list[FieldValue]:
        return [row.get(name) for name in self._sheet.columns]


class _Csv(RowWriter):
    """Comma-separated, with CRLF line ends, as in RFC 4180."""

    def __init__(self, out: IO[str], sheet: Sheet) -> None:
        super().__init__(out, sheet)
        self._csv = csv.writer(out)

    def _head(self) -> None:
        if self._sheet.headed:
            self._csv.writerow(self._sheet.columns)

    def _write(self, row: Row, source: Row | None) -> None:
        self._csv.writerow(map(guard, self._cells(row)))


class _ExcelCsv(_Csv):
    """CSV that a double click opens in Excel: marked as UTF-8, with the separators of the language.

    Where the language is Romanian, a semicolon separates values and a comma the decimals.
    """

    def __init__(self, out: IO[str], sheet: Sheet) -> None:
        super().__init__(out, sheet)
        self._is_romanian = language() == "ro"
        self._csv = csv.writer(out, delimiter=";" if self._is_romanian else ",")

    def _head(self) -> None:
        if self._sheet.headed:
            self._out.write("\ufeff")
        super()._head()

    def _write(self, row: Row, source: Row | None) -> None:
        self._csv.writerow(map(self._cell, self._cells(row)))

    def _cell(self, value: FieldValue) -> str:
        text = guard(value)
        return text.replace(".", ",") if self._is_romanian and isinstance(value, float) else text


class _Tsv(RowWriter):
    """Values between tabs, a line each; a tab or a line end within a value becomes a blank."""

    def _head(self) -> None:
        if self._sheet.headed:
            self._out.write("\t".join(self._sheet.columns) + "\n")

    def _write(self, row: Row, source: Row | None) -> None:
        cells = (" ".join(guard(value).split()) for value in self._cells(row))
        self._out.write("\t".join(cells) + "\n")


class _Json(RowWriter):
    """One object, or one list, indented."""

    def _head(self) -> None:
        items = self._sheet.items
        self._out.write(f"{{\n  {self._dumps(items)}: [" if items else "[")

    def _write(self, row: Row, source: Row | None) -> None:
        margin = "    " if self._sheet.items else "  "
        self._out.write(f"{',' if self.rows else ''}\n{self._dumps(row, margin)}")

    def _end(self, rest: Row, source: Row | None) -> None:
        if not self._sheet.items:
            self._out.write("\n]\n" if self.rows else "]\n")
            return
        self._out.write("\n  ]" if self.rows else "]")
        for name, value in {**rest, **({"source": source} if source is not None else {})}.items():
            self._out.write(f",\n{self._dumps(name, '  ')}: {self._dumps(value, '  ').lstrip()}")
        self._out.write("\n}\n")

    def _dumps(self, value: FieldValue, margin: str = "") -> str:
        # Not by textwrap.indent: a text may contain a line end that is none for JSON.
        return margin + as_json(value, self._out).replace("\n", f"\n{margin}")


class _JsonLines(RowWriter):
    """One object per line, each with its source."""

    def _write(self, row: Row, source: Row | None) -> None:
        record = row if source is None else {**row, "source": source}
        self._out.write(f"{as_json(record, self._out, line=True)}\n")


class _FollowTheMoney(RowWriter):
    """One entity per line: the company that a row is about."""

    def _write(self, row: Row, source: Row | None) -> None:
        from tui_app.export.follow_the_money import company_of_row

        self._out.write(f"{as_json(company_of_row(row, source), self._out, line=True)}\n")


class _Markdown(RowWriter):
    """A heading and a table; values are escaped to stay within their cells."""

    def _head(self) -> None:
        if self._sheet.headed:
            title = f"# {escaped(self._sheet.title)}\n\n" if self._sheet.title else ""
            rule = ["---"] * len(self._sheet.columns)
            self._out.write(f"{title}{markdown_line(self._sheet.columns)}\n{markdown_line(rule)}\n")

    def _write(self, row: Row, source: Row | None) -> None:
        self._out.write(f"{markdown_line(self._cells(row))}\n")


_FOR_PROGRAMS: Final = frozenset(("nextCursor", "totalIsExact", "asOf"))
"""What goes beside the rows for programs alone."""


class _TerminalTable(RowWriter):
    """A table for people, written at the end, when the widest value of each column is known."""

    def __init__(self, out: IO[str], sheet: Sheet) -> None:
        super().__init__(out, sheet)
        self._rows: list[Row] = []

    def _write(self, row: Row, source: Row | None) -> None:
        self._rows.append(row)

    def _end(self, rest: Row, source: Row | None) -> None:
        from tui_app.export.terminal_table import across, down

        told = {n: v for n, v in rest.items() if v is not None and n not in _FOR_PROGRAMS}
        above = f"{down(told)}\n" if told else ""
        self._out.write(above + across(self._sheet.columns, self._rows, self._sheet.kept))


class _Parquet(RowWriter):
    """Binary, a row group for each call, into the buffer below the stream."""

    def __init__(self, out: IO[str], sheet: Sheet) -> None:
        from tui_app.export.parquet import ParquetRows

        super().__init__(out, sheet)
        buffer = cast("IO[bytes]", cast("Any", out).buffer)
        self._parquet = ParquetRows(buffer, sheet.columns)

    def write(self, rows: Iterable[Row], source: Row | None = None) -> None:
        """Add a row group."""
        group = list(rows)
        self._parquet.write(group)
        self.rows += len(group)

    def close(self, rest: Row | None = None, source: Row | None = None) -> None:
        """Write the end of the file, without which no program can read it."""
        self._parquet.close()

    def _write(self, row: Row, source: Row | None) -> None:
        self.write([row], source)


class _Spreadsheet(RowWriter):
    """Binary, into the buffer below the stream, at the end."""

    def __init__(self, out: IO[str], sheet: Sheet) -> None:
        from tui_app.export.spreadsheet import SpreadsheetRows

        super().__init__(out, sheet)
        buffer = cast("IO[bytes]", cast("Any", out).buffer)
        self._rows = SpreadsheetRows(buffer, sheet.columns, sheet.title)

    def _write(self, row: Row, source: Row | None) -> None:
        self._rows.write(row)

    def _end(self, rest: Row, source: Row | None) -> None:
        self._rows.close()


WRITERS: Final[dict[str, type[RowWriter]]] = {
    "table": _TerminalTable,
    "json": _Json,
    "jsonl": _JsonLines,
    "csv": _Csv,
    "excel-csv": _ExcelCsv,
    "tsv": _Tsv,
    "md": _Markdown,
    "parquet": _Parquet,
    "xlsx": _Spreadsheet,
    "ftm": _FollowTheMoney,
}
"""By the names in ``formats``."""


def row_writer(file_format: str, out: IO[str], sheet: Sheet) -> RowWriter:
    """The writer of a format whose packages are installed: see ``formats.why_not_written``."""
    return WRITERS[file_format](out, sheet)


def as_json(value: FieldValue, out: IO[str], *, line: bool = False) -> str:
    """JSON for a stream; escaped to ASCII if the stream cannot write every letter."""
    encoding = (getattr(out, "encoding", None) or "utf-8").lower().replace("-", "")
    return json.dumps(value, ensure_ascii=encoding != "utf8", indent=None if line else 2)


def markdown_line(cells: Iterable[FieldValue]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(map(escaped, cells))} |"
