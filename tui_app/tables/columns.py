"""Finds the columns of a table that identify the company of each row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from tui_app.contract.folding import fold
from tui_app.system.language import N_, _
from tui_app.system.nearest import nearest
from tui_app.tables.roles import (
    ColumnRole,
    has_legal_form,
    is_address,
    is_county,
    is_registry_number,
    is_tax_id,
    role_of,
)
from tui_app.tables.table import TableError, UserTable

Columns = Mapping[ColumnRole, int]
"""The index, from 0, of the column found for each role."""

_BY_CONTENT: Final[dict[ColumnRole, Callable[[str], bool]]] = {
    ColumnRole.TAX_ID: is_tax_id,
    ColumnRole.REGISTRY_NUMBER: is_registry_number,
    ColumnRole.NAME: has_legal_form,
    ColumnRole.COUNTY: is_county,
    ColumnRole.ADDRESS: is_address,
}
_MIN_SHARE: Final = 0.5
"""The share of a column's values that must be of its kind."""

_WORDS: Final = {
    ColumnRole.TAX_ID: N_("tax id"),
    ColumnRole.REGISTRY_NUMBER: N_("registry number"),
    ColumnRole.NAME: N_("company name"),
}
"""Roles that occur once in a row: a second such column may be about another company."""


class AmbiguousColumnsError(TableError):
    """Several columns may have a role; ``columns`` are their names."""

    def __init__(self, role: ColumnRole, columns: tuple[str, ...]) -> None:
        text = _("{names}: each of these columns may contain the {role}")
        super().__init__(text.format(names=", ".join(columns), role=_(_WORDS[role])))
        self.role, self.columns = role, columns


def find_columns(
    table: UserTable,
    roles: Iterable[ColumnRole] = ColumnRole,
    chosen: Mapping[ColumnRole, str] | None = None,
) -> Columns:
    """The columns of some roles, by name and by content; ``chosen`` names columns, and decides.

    A name counts only if the content does not contradict it. Raises ``TableError`` for a name that
    no column has, and ``AmbiguousColumnsError``.
    """
    found = {role: column_named(table, name) for role, name in (chosen or {}).items()}
    for role in roles:
        if role not in found:
            column = _column_of(role, table, frozenset(found.values()))
            if column is not None:
                found[role] = column
    return found


def column_named(table: UserTable, name: str) -> int:
    """The index of a column, given by its name, or by its number from 1. Raises ``TableError``."""
    names = [fold(each) for each in table.columns]
    if fold(name) in names:
        return names.index(fold(name))
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    text = _("there is no column {name!r}: {names}.").format(
        name=name, names=", ".join(table.columns)
    )
    raise TableError(text + nearest(name, table.columns))


def _column_of(role: ColumnRole, table: UserTable, taken: frozenset[int]) -> int | None:
    free = [at for at in range(len(table.columns)) if at not in taken]
    named = [at for at in free if table.has_header and role_of(table.columns[at]) is role]
    fitting = [at for at in free if role in _BY_CONTENT and _share(table, at, role) > _MIN_SHARE]
    # Mistyped and cut tax ids count; a column of names never does, whatever it is called.
    both = [at for at in named if at in fitting] or [at for at in named if _may_be(role, table, at)]
    candidates = both or fitting
    if len(candidates) > 1 and role in _WORDS:
        # A value that is the same in every row is the user's own company.
        candidates = [at for at in candidates if len(set(table.column(at))) > 1] or candidates
        if len({tuple(row.cells[at] for row in table.rows) for at in candidates}) > 1:
            raise AmbiguousColumnsError(role, tuple(table.columns[at] for at in candidates))
    return candidates[0] if candidates else None


def _share(table: UserTable, at: int, role: ColumnRole) -> float:
    values = table.column(at)
    return sum(map(_BY_CONTENT[role], values)) / len(values) if values else 0


def _may_be(role: ColumnRole, table: UserTable, at: int) -> bool:
    values = [row.cells[at] for row in table.rows if row.cells[at] and at not in row.codes]
    if role is not ColumnRole.TAX_ID:
        return True
    # A masked personal code stands for a number, too.
    return not values or sum(map(_is_number, values)) > _MIN_SHARE * len(values)


def _is_number(text: str) -> bool:
    """Whether a text is a number rather than words: ``RO 99``, ``99000001.3``, ``9.9E+08``."""
    return 2 * sum(map(str.isdigit, text)) > sum(map(str.isalnum, text))
