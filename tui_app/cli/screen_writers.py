"""Writers for the pages of a screen, line by line where the format allows it."""

from __future__ import annotations

import csv
import sys
from abc import ABC, abstractmethod
from textwrap import indent
from typing import Any, Final

from tui_app.cli.output import (
    CommandResult,
    OutputOptions,
    Row,
    cell,
    dumps,
    plain,
    print_notes,
    show,
)
from tui_app.contract.screening.page import ORDERS, ScreenPage
from tui_app.export.parquet import ParquetRows
from tui_app.export.tables import guard

BRIEF: Final = (
    "taxId", "companyName", "county", "statusClass", "caen", "turnover", "netProfit", "employee",
)  # fmt: skip


class CannotWriteError(Exception):
    """A format cannot be written here; the text says why and what to do."""


class PageWriter(ABC):
    """Writes pages to standard output."""

    def __init__(self, output: OutputOptions) -> None:
        self._chosen = output.fields
        self._columns = output.fields or ORDERS

    def write(self, page: ScreenPage, source_notes: Row) -> None:
        """Write a page; ``source_notes`` holds the notes on the source."""
        self._write(page, self._rows(page), source_notes)
        sys.stdout.flush()

    def finish(self, source_notes: dict[str, Any]) -> None:
        """Write the end of the output."""
        self._finish(source_notes)
        sys.stdout.flush()
        print_notes(source_notes)

    @abstractmethod
    def _write(self, page: ScreenPage, rows: list[Row], source_notes: Row) -> None: ...

    def _finish(self, source_notes: dict[str, Any]) -> None:  # noqa: B027 (most formats have no end)
        """Write the end of the output, where the format has one."""

    def _rows(self, page: ScreenPage) -> list[Row]:
        rows = map(plain, page.companies)
        if not self._chosen:
            return list(rows)
        return [{name: row.get(name) for name in self._chosen} for row in rows]


class _CsvWriter(PageWriter):
    """As ``tables.to_csv``, a page at a time."""

    _began = False

    def _write(self, page: ScreenPage, rows: list[Row], source_notes: Row) -> None:
        out = csv.writer(sys.stdout)
        if not self._began:
            if hasattr(sys.stdout, "reconfigure"):
                sys.stdout.reconfigure(errors="replace", newline="")
            out.writerow(self._columns)
            self._began = True
        out.writerows([guard(cell(row.get(name))) for name in self._columns] for row in rows)


class _JsonLinesWriter(PageWriter):
    def _write(self, page: ScreenPage, rows: list[Row], source_notes: Row) -> None:
        for row in rows:
            sys.stdout.write(dumps({**row, "source": source_notes}, indent=None) + "\n")


class _JsonWriter(PageWriter):
    """One object; its list of companies is written as the pages arrive."""

    _began = False
    _total: int | None = None
    _is_exact: bool | None = None

    def _write(self, page: ScreenPage, rows: list[Row], source_notes: Row) -> None:
        for row in rows:
            sys.stdout.write(",\n" if self._began else '{\n  "companies": [\n')
            sys.stdout.write(indent(dumps(row), "    "))
            self._began = True
        self._total, self._is_exact = page.total_companies, page.total_is_exact

    def _finish(self, source_notes: dict[str, Any]) -> None:
        if self._began:
            rest = {
                "totalCompanies": self._total,
                "totalIsExact": self._is_exact,
                "source": source_notes,
            }
            sys.stdout.write("\n  ],\n" + dumps(rest).removeprefix("{\n") + "\n")


class _WholeTableWriter(PageWriter):
    """A table or Markdown, written at the end: its columns are as wide as the widest value."""

    def __init__(self, output: OutputOptions) -> None:
        super().__init__(output)
        self._output = output
        self._all_rows: list[Row] = []
        self._rest: Row = {}

    def _write(self, page: ScreenPage, rows: list[Row], source_notes: Row) -> None:
        self._all_rows += rows
        self._rest = {"totalCompanies": page.total_companies}
        if page.total_is_exact is False:
            self._rest = {"totalCompanies": f"at least {page.total_companies}"}

    def _finish(self, source_notes: dict[str, Any]) -> None:
        if self._all_rows:
            result = CommandResult(
                title="Companies",
                columns=ORDERS,
                rows=tuple(self._all_rows),
                brief=BRIEF,
                items="companies",
                rest=self._rest,
            )
            show(result, source_notes, self._output)

    def finish(self, source_notes: dict[str, Any]) -> None:
        """Write everything, with the notes on the source."""
        self._finish(source_notes)


class _ParquetWriter(PageWriter):
    """A row group for each page, for programs that read Parquet."""

    def __init__(self, output: OutputOptions) -> None:
        super().__init__(output)
        if sys.stdout.isatty():
            raise CannotWriteError("Parquet is no text: send it to a file with > NAME.parquet.")
        try:
            self._parquet = ParquetRows(self._columns)
        except ImportError:
            raise CannotWriteError(
                "Parquet needs an extra: pip install 'firmeterm[parquet]'"
            ) from None

    def _write(self, page: ScreenPage, rows: list[Row], source_notes: Row) -> None:
        self._parquet.write(sys.stdout.buffer, rows)

    def _finish(self, source_notes: dict[str, Any]) -> None:
        self._parquet.close()


def writer_for(output: OutputOptions) -> PageWriter:
    """The writer for the chosen format. Raises ``CannotWriteError``."""
    format_name = output.format or ("table" if sys.stdout.isatty() else "json")
    return _WRITERS[format_name](output)


_WRITERS: Final[dict[str, type[PageWriter]]] = {
    "table": _WholeTableWriter,
    "md": _WholeTableWriter,
    "csv": _CsvWriter,
    "json": _JsonWriter,
    "jsonl": _JsonLinesWriter,
    "parquet": _ParquetWriter,
}
