"""Public contracts in a published registry: the tables beside the file, copied unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tui_app.registry.contracts.tables import COLUMNS, create_tables
from tui_app.registry.sqlite.registry_file import RegistryFile

_INDEX_COLUMNS: Final = {
    "money_set": ("field", "value", "companies", "members"),
    "money_span": ("field", "number", "low", "high", "companies", "members", "ordered", "keys"),
    "money_figure": ("company", "won", "share", "buyers"),
    "money_class": ("class", "firms", "median"),
}
TABLES: Final = f"""
{create_tables(is_sqlite=False)}
CREATE TABLE money_set (
  field text COLLATE "C", value text COLLATE "C", companies bigint, members bytea
);
CREATE TABLE money_span (
  field text COLLATE "C", number bigint, low bigint, high bigint, companies bigint,
  members bytea, ordered bytea, keys bytea
);
CREATE TABLE money_figure (company bigint, won bigint, share double precision, buyers bigint);
CREATE TABLE money_class (class text, firms bigint, median double precision);
"""
KEYS: Final = """
CREATE INDEX ON money_deed (winner, day DESC);
CREATE INDEX ON money_deed (buyer, day DESC);
CREATE INDEX ON money_deed (winner, value DESC) WHERE nature <> 3;
CREATE INDEX ON money_deed (buyer, value DESC) WHERE nature <> 3;
CREATE INDEX ON money_change (buyer);
CREATE INDEX ON money_change (winner);
CREATE INDEX ON money_pair (winner, sum DESC, buyer);
CREATE INDEX ON money_pair (buyer, sum DESC, winner);
ALTER TABLE money_set ADD PRIMARY KEY (field, value);
ALTER TABLE money_span ADD PRIMARY KEY (field, number);
ALTER TABLE money_figure ADD PRIMARY KEY (company);
ALTER TABLE money_class ADD PRIMARY KEY (class);
"""
HAS_CONTRACTS: Final = "SELECT EXISTS (SELECT 1 FROM {name}.money_build)"
"""Whether contracts were published."""


def tables_of(file: RegistryFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tables to copy from the files beside a registry file, with their columns."""
    if file.has_contracts:
        yield from COLUMNS.items()
        yield from _INDEX_COLUMNS.items()
