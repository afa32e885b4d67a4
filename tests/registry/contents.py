"""The contents of a registry file, apart from the numbers that its companies happen to have."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from pyroaring import BitMap

from tui_app.registry.sqlite.search_index import KINDS

Numbers = dict[int, str]
_PARTS = [f"{kind}_part" for kind in KINDS]


def numbers_in(connection: sqlite3.Connection) -> Numbers:
    return dict(connection.execute("SELECT id, tax_id FROM company ORDER BY id"))


# Any: a table has columns of each type.
def contents(
    path: Path, without: Mapping[str, Collection[str]]
) -> dict[str, list[tuple[Any, ...]]]:
    """Every table, with tax ids instead of numbers; of the text indexes what they find.

    ``without`` has columns to leave out, by table.
    """
    found: dict[str, list[tuple[Any, ...]]] = {}
    with closing(sqlite3.connect(path)) as connection:
        numbers = numbers_in(connection)
        tables = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%piece%'"
        ).fetchall()
        lines = connection.execute("SELECT source, first, last, moved FROM line_run").fetchall()
        for (table,) in tables:
            if table == "line_run":
                continue
            found[table] = list(_rows_of(connection, table, numbers, lines, without.get(table, ())))
        for kind in KINDS:
            found[f"{kind}_piece"] = list(_found_by_text(connection, f"{kind}_piece", numbers))
    return found


def _rows_of(
    connection: sqlite3.Connection,
    table: str,
    numbers: Numbers,
    lines: list[tuple[int, int, int, int]],
    without: Collection[str],
) -> Iterator[tuple[Any, ...]]:
    cursor = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
    columns = [each[0] for each in cursor.description]

    def line_of(source: int, numbered: int) -> int:
        moved = [by for s, low, high, by in lines if s == source and low <= numbered <= high]
        assert len(moved) == any(source == each[0] for each in lines)
        return numbered + sum(moved)

    def value_of(column: str, value: Any) -> Any:
        if column == "company" or (table, column) == ("company", "id"):
            return numbers[value]
        if column == "traces" and value:
            places = (each.partition(" ")[0].split(":") for each in value.split("|"))
            given = [each.partition(" ")[2] for each in value.split("|")]
            return [line_of(int(s), int(line)) for s, line in places], given
        if column == "companies" and table in _PARTS:
            return [numbers[int(each)] for each in value.split(" ")]
        if column == "members":
            return [numbers[each] for each in BitMap.deserialize(value)]
        if column == "ordered":
            return [numbers[each] for each in array("I", value)]
        return value

    for stored in cursor:
        row = (*stored[:-1], line_of(*stored[-2:])) if table == "contact" else stored
        yield tuple(
            value_of(column, value)
            for column, value in zip(columns, row, strict=True)
            if column not in without
        )


def _found_by_text(
    connection: sqlite3.Connection, table: str, numbers: Numbers
) -> Iterator[tuple[str, list[str]]]:
    terms = f"temp.{table}_terms"
    connection.execute(f"CREATE VIRTUAL TABLE {terms} USING fts5vocab(main, {table}, row)")
    for (term,) in connection.execute(f"SELECT term FROM {terms}").fetchall():
        rows = connection.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid", (f'"{term}"',)
        )
        yield term, [numbers[number] for (number,) in rows]
