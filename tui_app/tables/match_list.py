"""What each row of a table says about a company, for matching."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.matching import LONGEST_TEXT, MatchRow
from tui_app.contract.search_text import registry_number_in_cell, tax_id_in_cell
from tui_app.system.language import N_, _
from tui_app.tables.columns import AmbiguousColumnsError, Columns, find_columns
from tui_app.tables.reading import read_table
from tui_app.tables.roles import ColumnRole
from tui_app.tables.table import TableError, UserRow, UserTable

ROLES: Final = {
    ColumnRole.NAME: N_("name"),
    ColumnRole.COUNTY: N_("county"),
    ColumnRole.LOCALITY: N_("locality"),
    ColumnRole.ADDRESS: N_("address"),
    ColumnRole.REGISTRY_NUMBER: N_("registry number"),
    ColumnRole.TAX_ID: N_("tax id"),
}
"""What a column may say about a company, in words."""

_IDENTIFYING: Final = (ColumnRole.NAME, ColumnRole.TAX_ID, ColumnRole.REGISTRY_NUMBER)
_FLAG: Final = {role: f"--{role.value.replace('_', '-')}" for role in ROLES}


class MatchList(Struct, frozen=True):
    """A table, the columns that identify a company, and a match row for each of its rows."""

    table: UserTable
    columns: Columns
    rows: tuple[MatchRow, ...]

    @property
    def lines(self) -> tuple[int, ...]:
        """The line in the file of each row."""
        return tuple(row.number for row in self.table.rows)

    @property
    def roles_text(self) -> str:
        """The columns that were chosen for the roles, in words."""
        names = self.table.columns
        parts = (f"{_(ROLES[role])} = {names[at]}" for role, at in self.columns.items())
        return ", ".join(parts)

    def text(self, at: int) -> str:
        """The text that a row is shown by: its name, else its number."""
        row = self.rows[at]
        return row.name or row.tax_id or row.registry_number


def read_match_list(
    data: bytes, chosen: Mapping[ColumnRole, str] | None = None, sheet: str = ""
) -> MatchList:
    """The rows of a file; ``chosen`` names columns. Raises ``TableError``."""
    table = read_table(data, sheet=sheet)
    columns = _columns(table, chosen or {}) if table.rows else {}
    return MatchList(table, columns, tuple(_row(row, columns) for row in table.rows))


def _columns(table: UserTable, chosen: Mapping[ColumnRole, str]) -> Columns:
    if table.is_list and not chosen:
        return {ColumnRole.NAME: 0}
    try:
        found = dict(find_columns(table, _IDENTIFYING, chosen))
    except AmbiguousColumnsError as error:
        text = _("{error}. Choose one with {flag} COLUMN.")
        raise TableError(text.format(error=error, flag=_FLAG[error.role])) from None
    places = [role for role in ROLES if role not in _IDENTIFYING]
    found |= find_columns(table, places, {**_named(table, found), **chosen})
    if not any(role in found for role in _IDENTIFYING):
        found[ColumnRole.NAME] = _likeliest_name(table, found)
    return {role: found[role] for role in ROLES if role in found}


def _named(table: UserTable, found: Columns) -> dict[ColumnRole, str]:
    """The columns that were found already, so that none is used twice."""
    return {role: str(at + 1) for role, at in found.items()}


def _likeliest_name(table: UserTable, found: Columns) -> int:
    """The only column whose texts differ. Raises ``TableError`` if there are several."""
    taken = set(found.values())
    texts = [at for at in range(len(table.columns)) if at not in taken and _is_of_texts(table, at)]
    if len(texts) != 1:
        text = _(
            "no column contains company names or numbers: {names}. Choose one with {flag} COLUMN."
        )
        names = ", ".join(table.columns)
        raise TableError(text.format(names=names, flag=_FLAG[ColumnRole.NAME]))
    return texts[0]


def _is_of_texts(table: UserTable, at: int) -> bool:
    values = [fold(value[:LONGEST_TEXT]) for value in table.column(at)]
    lettered = sum(sum(map(str.isalpha, value)) > len(value) / 2 for value in values)
    return lettered > len(values) / 2 and len(set(values)) > len(values) / 2


def _row(row: UserRow, columns: Columns) -> MatchRow:
    """A row for matching; a cell with a personal code is left empty."""
    values = {
        role.value: row.cells[at][:LONGEST_TEXT]
        for role, at in columns.items()
        if at not in row.codes
    }
    if number := registry_number_in_cell(values.get("registry_number", "")):
        values["registry_number"] = number
    if tax_id := tax_id_in_cell(values.get("tax_id", "")):
        values["tax_id"] = tax_id
    return MatchRow(**values)
