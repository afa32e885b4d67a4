"""The history in a published registry: the tables of the file, copied unchanged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from tui_app.registry.history.layout import VALUE_COLUMNS
from tui_app.registry.sqlite.registry_file import RegistryFile

_COPIED: Final = (
    "past_snapshot", "past_state_name", "past_version", "past_event", "past_outside",
    "past_set", "former_name", "former_number",
)  # fmt: skip
_TEXT: Final = 'text COLLATE "C"'
"""Bytes order texts, as in the file."""
_VALUES: Final = ", ".join(f"{column} {_TEXT}" for column in VALUE_COLUMNS)
TABLES: Final = f"""
CREATE TABLE past_snapshot (
  day integer, origin text, files text, rows bigint, set_aside text, not_understood text,
  fields text, lacks text, has_unnumbered integer, with_people integer
);
CREATE TABLE past_state_name (code bigint, day integer, name text, severity integer);
CREATE TABLE past_version (company bigint, valid_from integer, valid_to integer, {_VALUES});
CREATE TABLE past_event (
  company bigint, not_after integer, kind integer, not_before integer, before text, after text
);
CREATE TABLE past_outside (number bigint, company bigint);
CREATE TABLE past_set (
  name text COLLATE "C", value text COLLATE "C", day integer, companies bigint, members bytea
);
CREATE TABLE former_name (company bigint, name text COLLATE "C");
CREATE TABLE former_number (number text COLLATE "C", company bigint);
"""
KEYS: Final = """
ALTER TABLE past_version ADD PRIMARY KEY (company, valid_from);
ALTER TABLE past_event ADD PRIMARY KEY (company, not_after, kind);
ALTER TABLE past_outside ADD PRIMARY KEY (number);
ALTER TABLE past_set ADD PRIMARY KEY (name, value, day);
ALTER TABLE former_number ADD PRIMARY KEY (number, company);
"""
HAS_HISTORY: Final = "SELECT EXISTS (SELECT 1 FROM {name}.past_snapshot)"
"""Whether there is a history: a file without one has nothing to copy."""


def names_index(trigrams: str) -> str:
    """The index of former names; ``trigrams`` is the schema of the extension, quoted."""
    return f"CREATE INDEX ON former_name USING gin (name {trigrams}.gin_trgm_ops)"


def tables_of(
    file: RegistryFile, read: sqlite3.Connection
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tables to copy, with their columns, if there is a history beside a registry file."""
    if file.past is not None:
        for table in _COPIED:
            columns = read.execute(f"SELECT * FROM {table} LIMIT 0").description
            yield table, tuple(name for name, *_ in columns)
