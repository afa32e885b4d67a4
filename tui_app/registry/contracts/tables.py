"""The tables of the contracts beside a registry.

Parties are numbered by their tax id; those without a Romanian tax id have a negative number, and
every person is 0. Values are in bani, days count from 1970.
"""

from __future__ import annotations

import zlib
from typing import Final

import msgspec

from tui_app.system.untyped import DbValue

APPLICATION_ID: Final = 0x464D4354
"""Identifies a SQLite file with contracts (``PRAGMA application_id``)."""

SCHEMA_VERSION: Final = 4
_WORTH_IT: Final = 300
_COMPRESSED: Final = b"\x78"
"""The first byte of zlib data; MessagePack never begins a list with it."""

SUPPLIER: Final = 0
AUTHORITY: Final = 1
"""The sides of a party."""

COLUMNS: Final = {
    "money_build": ("version", "built_at", "all_purchases", "first_day", "last_day"),
    "money_source": ("number", "kind", "name", "day", "rows"),
    "money_party": ("number", "name", "won", "bought", "buyers", "suppliers"),
    "money_contract": (
        "nature", "day", "buyer", "winner", "value", "value_after", "cpv", "shared", "number",
        "title", "source", "line",
    ),
    "money_change": (
        "day", "buyer", "winner", "before", "after", "number", "title", "source", "line",
    ),
    "money_pair": (
        "winner", "buyer", "count", "sum", "contracts", "contract_sum", "frameworks", "purchases",
        "purchase_sum", "kept", "packed",
    ),
    "money_purchase_year": (
        "winner", "buyer", "year", "count", "sum", "apart", "apart_sum", "no_value",
    ),
    "money_cpv": ("party", "cpv"),
    "money_year": (
        "side", "party", "year", "contracts", "contract_sum", "large", "large_sum", "frameworks",
        "not_told", "no_value", "purchases", "purchase_sum", "apart", "apart_sum",
    ),
}  # fmt: skip
"""The tables that every engine has, with their columns."""

_TEXTS: Final = frozenset(
    ("money_build.version", "money_build.built_at", "money_source.kind", "money_source.name",
     "money_source.day", "money_party.name", "money_contract.cpv", "money_contract.number",
     "money_contract.title", "money_change.number", "money_change.title")
)  # fmt: skip
_KEYS: Final = {
    "money_purchase_year": "winner, buyer, year",
    "money_year": "side, party, year",
    "money_cpv": "party, cpv",
    "money_party": "number",
    "money_source": "number",
}


def create_tables() -> str:
    """The SQL that creates the tables, except those of the import's sources."""
    return "\n".join(
        f"CREATE TABLE {table} ("
        + ", ".join(f"{column} {_type(table, column)}" for column in columns)
        + (f", PRIMARY KEY ({_KEYS[table]})" if table in _KEYS else "")
        + (") WITHOUT ROWID;" if "," in _KEYS.get(table, "") else ");")
        for table, columns in COLUMNS.items()
    )


def _type(table: str, column: str) -> str:
    if column == "packed":
        return "BLOB"
    return "TEXT" if f"{table}.{column}" in _TEXTS else "INTEGER"


INDEXES: Final = """
CREATE INDEX money_contract_by_winner ON money_contract (winner, day DESC);
CREATE INDEX money_contract_by_buyer ON money_contract (buyer, day DESC);
CREATE INDEX money_contract_by_winner_value ON money_contract (winner, value DESC)
WHERE nature <> 3;
CREATE INDEX money_contract_by_buyer_value ON money_contract (buyer, value DESC)
WHERE nature <> 3;
CREATE INDEX money_change_by_buyer ON money_change (buyer, number);
CREATE INDEX money_change_by_winner ON money_change (winner);
CREATE INDEX money_pair_by_winner ON money_pair (winner, sum DESC, buyer);
CREATE INDEX money_pair_by_buyer ON money_pair (buyer, sum DESC, winner);
"""


def pack(rows: list[list[DbValue]]) -> bytes | None:
    """The purchases of one buyer and winner as one value, compressed if that saves space."""
    if not rows:
        return None
    plain = msgspec.msgpack.encode(rows)
    return zlib.compress(plain, 1) if len(plain) > _WORTH_IT else plain


def unpack(packed: bytes | None) -> list[list[DbValue]]:
    """The purchases, largest first."""
    if not packed:
        return []
    plain = bytes(packed)
    if plain.startswith(_COMPRESSED):
        plain = zlib.decompress(plain)
    return msgspec.msgpack.decode(plain, type=list[list[DbValue]])
