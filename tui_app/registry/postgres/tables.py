"""The tables of a registry file and of the files beside it, as a database has them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_LEFT_OUT: Final = ("build", "other_firm", "name_part", "identifier_part")
"""Tables that only a file needs, beside those of its text indexes."""

_TYPES: Final = {"INTEGER": "bigint", "REAL": "double precision", "BLOB": "bytea"}
_TEXT: Final = 'text COLLATE "C"'
"""Bytes order texts, as in the file."""

_NAMES: Final = """
SELECT name FROM {file}.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND name NOT GLOB '*_piece_*' AND name NOT GLOB 'former_name_*'
"""
_FORMER: Final = ("company", "INTEGER"), ("name", "TEXT")
"""The columns of former names, whose text index in a file holds them, too."""


class CopiedTable(NamedTuple):
    """A table of the file ``source``, with what creates it and its key in a database."""

    name: str
    source: str
    columns: tuple[str, ...]
    create: str
    add_key: str


def tables_of(read: sqlite3.Connection) -> Iterator[CopiedTable]:
    """The tables of an open registry, and of the history and the contracts attached to it."""
    seen = set(_LEFT_OUT)
    for _number, file, _path in read.execute("PRAGMA database_list").fetchall():
        for (name,) in read.execute(_NAMES.format(file=file)).fetchall():
            if name not in seen:
                seen.add(name)
                columns = read.execute(f"PRAGMA {file}.table_info({name})").fetchall()
                keys = sorted((order, column) for _, column, *_rest, order in columns if order)
                typed = [(column, kind) for _, column, kind, *_rest in columns]
                yield _table(name, file, typed, [column for _place, column in keys])
        if file == "past":
            yield _table("former_name", file, _FORMER, ())


def _table(
    name: str, file: str, columns: Sequence[tuple[str, str]], key: Sequence[str]
) -> CopiedTable:
    typed = ", ".join(f"{column} {_TYPES.get(kind, _TEXT)}" for column, kind in columns)
    return CopiedTable(
        name,
        f"{file}.{name}",
        tuple(column for column, _kind in columns),
        f"CREATE TABLE {name} ({typed})",
        f"ALTER TABLE {name} ADD PRIMARY KEY ({', '.join(key)})" if key else "",
    )
