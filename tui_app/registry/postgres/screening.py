"""Screening in a published registry: the same sets and spans as in the file, copied unchanged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

_TABLES: Final = ("screen_figure", "screen_set", "screen_word", "screen_span")
TABLES: Final = """
CREATE TABLE screen_figure (
  company bigint, year bigint, turnover bigint, turnover_before bigint, net_profit bigint,
  employee bigint, equity bigint, loss_years bigint
);
CREATE TABLE screen_set (
  field text COLLATE "C", value text COLLATE "C", companies bigint, members bytea
);
CREATE TABLE screen_word (word text COLLATE "C", companies bigint, members bytea);
CREATE TABLE screen_span (
  field text COLLATE "C", number bigint, low bigint, high bigint, companies bigint,
  members bytea, ordered bytea, keys bytea
);
"""
KEYS: Final = """
ALTER TABLE screen_figure ADD PRIMARY KEY (company);
ALTER TABLE screen_set ADD PRIMARY KEY (field, value);
ALTER TABLE screen_word ADD PRIMARY KEY (word);
ALTER TABLE screen_span ADD PRIMARY KEY (field, number);
"""
HAS_SETS: Final = "SELECT EXISTS (SELECT 1 FROM {name}.screen_span)"
"""Whether there are tables to screen."""


def tables_of(read: sqlite3.Connection) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tables to copy from a registry file, with their columns."""
    for table in _TABLES:
        columns = read.execute(f"SELECT * FROM {table} LIMIT 0").description
        yield table, tuple(name for name, *_ in columns)
