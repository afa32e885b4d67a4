"""The list of a command: its lines, the file that they are read from, and what they cost."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click
from msgspec import Struct

from tui_app.cli.consent import may_spend, show_cost
from tui_app.cli.ending import WrongUseError, report_file_errors, standard_input, tell
from tui_app.cli.session import NOTHING, Session
from tui_app.contract.matching import MatchRow
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.search_text import tax_id_in_cell
from tui_app.sources.source import SourceKind, kind_of
from tui_app.system.language import N_, _
from tui_app.system.untyped import FieldValue
from tui_app.tables.columns import AmbiguousColumnsError, Columns, column_named, find_columns
from tui_app.tables.own_columns import columns_beside, own_columns, rows_beside
from tui_app.tables.reading import read_table
from tui_app.tables.roles import ColumnRole
from tui_app.tables.table import TableError, UserRow, UserTable

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


_PLACES: Final = (ColumnRole.COUNTY, ColumnRole.LOCALITY)
_DECIMAL: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)?(?:e\+?[0-9]+)?", re.ASCII | re.IGNORECASE)


class ListLine(Struct, frozen=True):
    """A line of the list, counted from 1, and its tax id, if it is one."""

    number: int
    text: str
    tax_id: str | None
    has_code: bool = False
    county: str = ""
    locality: str = ""

    @property
    def row(self) -> MatchRow:
        """A matching row for a company that is found by its name or its registry number."""
        return MatchRow(name=self.text, county=self.county, locality=self.locality)

    @property
    def refused(self) -> bool:
        """Whether it may contain a personal code, which is neither sent nor shown."""
        return self.has_code or may_be_personal_code(self.text)

    @property
    def key(self) -> tuple[int, str | None]:
        """The key of the line's row: several tax ids may be on one line of the file."""
        return self.number, None if self.refused else self.text

    @property
    def is_name(self) -> bool:
        """Whether the company has to be found by its name or its registry number."""
        return bool(self.text) and self.tax_id is None and not self.refused and not self.is_decimal

    @property
    def is_decimal(self) -> bool:
        """Whether a spreadsheet wrote the tax id as a number with decimals or a power of ten."""
        return self.tax_id is None and _DECIMAL.fullmatch(self.text) is not None


class CompanyList(Struct, frozen=True):
    """A list of companies: its lines, and the user's own columns, if it is a table."""

    table: UserTable
    lines: tuple[ListLine, ...]
    taken: tuple[str, ...]
    """The columns that identify the companies of the rows, for the message about them."""

    @classmethod
    def read(cls, data: bytes, column: str | None = None, sheet: str = "") -> CompanyList:
        """The list in a file; ``column`` names the one with tax ids or names, ``sheet`` its sheet.

        Raises ``TableError``.
        """
        table = read_table(data, sheet=sheet)
        found = _places(table, column) if table.rows else []
        columns = find_columns(table, _PLACES) if found and not table.is_list else {}
        lines = tuple(_line(row, found, columns) for row in table.rows)
        return cls(table, lines, tuple(table.columns[at] for at in found))

    @property
    def own_columns(self) -> tuple[str, ...]:
        """The user's columns; empty for a plain list, whose only column is already in our rows."""
        return own_columns(self.table)

    def columns(self, ours: Sequence[str]) -> tuple[str, ...]:
        """The user's columns in their order, and then ours."""
        return columns_beside(self.table, ours)

    def with_own(self, rows: Sequence[Mapping[str, FieldValue]]) -> list[dict[str, FieldValue]]:
        """The rows with the user's cells before ours."""
        return rows_beside(self.table, rows)


def tell_sheet(table: UserTable) -> None:
    """Say which sheet was read, if there are others."""
    if table.other_sheets:
        text = _("Sheet {sheet} is read; there are also {others}.")
        others = ", ".join(table.other_sheets)
        click.echo(text.format(sheet=table.sheet, others=others), err=True)


def _places(table: UserTable, column: str | None) -> list[int]:
    """The columns of tax ids, registry numbers and names: the first that is filled counts."""
    if column is not None:
        return [column_named(table, column)]
    if table.is_list:
        return [0]
    found: list[int] = []
    for role in (ColumnRole.TAX_ID, ColumnRole.REGISTRY_NUMBER, ColumnRole.NAME):
        try:
            found += find_columns(table, [role]).values()
        except AmbiguousColumnsError as error:
            if not found:
                hint = _("Choose one with --column NAME.")
                raise TableError(f"{error}. {hint}") from None
    if not found:
        text = _("no column holds tax ids or company names: {names}.")
        hint = _("Choose one with --column NAME.")
        raise TableError(f"{text.format(names=', '.join(table.columns))} {hint}")
    return list(dict.fromkeys(found))


def _line(row: UserRow, places: Sequence[int], columns: Columns) -> ListLine:
    at = next((at for at in places if row.cells[at]), places[0])
    values = {
        role.value: row.cells[index]
        for role, index in columns.items()
        if index not in (*row.codes, *places)
    }
    text = row.cells[at]
    return ListLine(row.number, text, tax_id_in_cell(text), at in row.codes, **values)


L = TypeVar("L")

LOCAL: Final = frozenset({SourceKind.REGISTRY, SourceKind.SAMPLE})
"""The sources that answer about a list for free."""

SHEET: Final = click.option(
    "--sheet", metavar="NAME", default="", help=N_("Sheet of a spreadsheet to read.")
)


def read_list(file: str, read: Callable[[bytes], L]) -> L:
    """What ``read`` makes of a file, or of standard input for ``-``, before any request.

    Raises ``WrongUseError`` if it cannot be read.
    """
    if file == "-" and sys.stdin is not None and sys.stdin.isatty():
        tell(_("Reading the list from standard input, a company a line; end it with Ctrl+D."))
    try:
        with report_file_errors(_("{file} cannot be read: {why}"), file):
            return read(standard_input().read() if file == "-" else Path(file).read_bytes())
    except TableError as error:
        raise WrongUseError(f"{file}: {error}") from None


def confirm_cost(companies: Companies, run: Session, what: str, price: int, *, yes: bool) -> None:
    """Say what the lines cost, and go on only with consent; a registry of one's own is free."""
    if kind_of(run.settings) in LOCAL or not price:
        return
    show_cost(companies, run.settings, what, price)
    if not may_spend(run.settings, yes=yes):
        raise SystemExit(NOTHING)
