"""Puts a user's columns and ours side by side in one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tui_app.system.untyped import FieldValue
from tui_app.tables.table import UserTable

_RENAMED: Final = "firmeterm_{name}"
"""The name of one of our columns if the user has a column of that name."""


def own_columns(table: UserTable) -> tuple[str, ...]:
    """The user's columns; empty for a plain list, whose only column is already in our rows."""
    return () if table.is_list and not table.has_header else table.columns


def columns_beside(table: UserTable, ours: Sequence[str]) -> tuple[str, ...]:
    """The user's columns in their order, followed by ours."""
    return (*own_columns(table), *_names(table, ours).values())


def rows_beside(
    table: UserTable, rows: Sequence[Mapping[str, FieldValue]]
) -> list[dict[str, FieldValue]]:
    """Our rows, each with its ``line``, with the user's cells before ours."""
    cells = {row.number: row.cells for row in table.rows}
    own = own_columns(table)
    return [
        {
            **dict(zip(own, cells[row["line"]], strict=False)),
            **{name: row[ours] for ours, name in _names(table, [*row]).items()},
        }
        for row in rows
    ]


def _names(table: UserTable, ours: Sequence[str]) -> dict[str, str]:
    """The names of our columns beside the user's; these contain what was typed."""
    own = own_columns(table)
    names = [name for name in ours if not own or name != "input"]
    return {name: _RENAMED.format(name=name) if name in own else name for name in names}
