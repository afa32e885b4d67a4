"""Finds the columns of a table that say which company a row is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import read_tax_id
from tui_app.system.language import _
from tui_app.system.nearest import nearest
from tui_app.tables.roles import (
    Role,
    has_legal_form,
    is_registry_number,
    is_tax_id,
    role_of,
)
from tui_app.tables.table import Table, TableError

Columns = Mapping[Role, int]
"""The place of the column of each role that was found, from 0."""

_BY_CONTENT: Final[dict[Role, Callable[[str], bool]]] = {
    Role.TAX_ID: is_tax_id,
    Role.REGISTRY_NUMBER: is_registry_number,
    Role.NAME: has_legal_form,
}
_MOST: Final = 0.5
"""So large a share of the values in a column has to be of its kind."""

_NUMBERS: Final = frozenset({Role.TAX_ID, Role.REGISTRY_NUMBER})


def find_columns(table: Table, chosen: Mapping[Role, str] | None = None) -> Columns:
    """The columns by name and by content; ``chosen`` names some, and decides.

    A name counts only where the content does not contradict it. Raises ``TableError`` for a
    name that no column has, and where two columns may be the one of a role.
    """
    found = {role: column_named(table, name) for role, name in (chosen or {}).items()}
    for role in Role:
        if role not in found:
            column = _column_of(role, table, frozenset(found.values()))
            if column is not None:
                found[role] = column
    return found


def column_named(table: Table, name: str) -> int:
    """The place of a column by its name, or by its number from 1. Raises ``TableError``."""
    names = [fold(each) for each in table.columns]
    if fold(name) in names:
        return names.index(fold(name))
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    text = _("There is no column {name!r}: {names}.")
    known = ", ".join(table.columns)
    raise TableError(text.format(name=name, names=known) + nearest(name, table.columns))


def _column_of(role: Role, table: Table, taken: frozenset[int]) -> int | None:
    free = [at for at in range(len(table.columns)) if at not in taken]
    named = [at for at in free if table.has_header and role_of(table.columns[at]) is role]
    fitting = [at for at in free if role in _BY_CONTENT and _share(table, at, role) > _MOST]
    # Mistyped tax ids are tax ids; a column of names is none, whatever it is called.
    both = [at for at in named if at in fitting] or [at for at in named if _may_be(role, table, at)]
    candidates = both or fitting
    if len(candidates) > 1 and role in _NUMBERS and _differ(table, candidates):
        text = _("{names} may be the column of the {role}: choose one with {option}.")
        names = ", ".join(table.columns[at] for at in candidates)
        raise TableError(text.format(names=names, role=_(_WORDS[role]), option=OPTIONS[role]))
    return candidates[0] if candidates else None


_WORDS: Final = {Role.TAX_ID: "tax id", Role.REGISTRY_NUMBER: "registry number"}
OPTIONS: Final = {Role.TAX_ID: "--column", Role.REGISTRY_NUMBER: "--registry-number"}


def _share(table: Table, at: int, role: Role) -> float:
    values = table.column(at)
    return sum(map(_BY_CONTENT[role], values)) / len(values) if values else 0


def _may_be(role: Role, table: Table, at: int) -> bool:
    values = table.column(at)
    if role is not Role.TAX_ID or not values:
        return True
    return sum(read_tax_id(each) is not None for each in values) > _MOST * len(values)


def _differ(table: Table, columns: list[int]) -> bool:
    """Whether the columns say different things of a row."""
    return any(len({row.cells[at] for at in columns if row.cells[at]}) > 1 for row in table.rows)
