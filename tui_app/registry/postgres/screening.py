"""Screening in a published registry: the same sets and spans as in the file, copied unchanged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from tui_app.registry.sqlite.registry_file import has_screening

_COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "screen_figure": (
        "company", "year", "turnover", "turnover_before", "net_profit", "employee", "equity",
        "loss_years",
    ),
    "screen_set": ("field", "value", "companies", "members"),
    "screen_word": ("word", "members"),
    "screen_span": (
        "field", "number", "low", "high", "companies", "members", "ordered", "keys",
    ),
}  # fmt: skip
TABLES: Final = """
CREATE TABLE screen_figure (
  company bigint, year bigint, turnover bigint, turnover_before bigint, net_profit bigint,
  employee bigint, equity bigint, loss_years bigint
);
CREATE TABLE screen_set (
  field text COLLATE "C", value text COLLATE "C", companies bigint, members bytea
);
CREATE TABLE screen_word (word text COLLATE "C", members bytea);
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
"""Whether there are tables to screen: a file of an older firmeterm has none to copy."""


def tables_of(read: sqlite3.Connection) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tables to copy from a registry file, with their columns."""
    if has_screening(read):
        yield from _COLUMNS.items()
