"""The schemas and tables of registries in a database.

Each published registry has its own schema, ``firmeterm_registry_N``. One row in the
schema ``firmeterm_registry`` names the current and the previous one: changing it
switches over. As in the SQLite file, a company's number follows its static rank.
"""

from __future__ import annotations

from typing import Final

CONTROL: Final = "firmeterm_registry"
VERSION: Final = 11
"""The version of these tables; a reader uses no other version."""

_SLICES: Final = (5_000, 25_000, 100_000, 300_000, 800_000, 1_800_000, 4_500_000)
"""The last rank of each slice, which a search queries in turn; one more slice has the rest."""

CONTROL_TABLES: Final = f"""
CREATE SCHEMA IF NOT EXISTS {CONTROL};
CREATE TABLE IF NOT EXISTS {CONTROL}.published (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  current text NOT NULL,
  previous text,
  at timestamptz NOT NULL DEFAULT now()
);
"""

BUILD: Final = """
CREATE TABLE build (
  tables integer NOT NULL, slices integer NOT NULL, version text NOT NULL, built_at text NOT NULL,
  companies bigint NOT NULL, invented boolean NOT NULL,
  register_day date,
  worded boolean NOT NULL -- whether identifiers have three signs in a row without a digit
)
"""
"""The only table that a file has otherwise; the others are derived from it: see ``tables``."""

INDEXES: Final = """
CREATE UNIQUE INDEX ON company (tax_id);
CREATE INDEX ON company ((left(registration_date, 10)), id);
ALTER TABLE screen_set ADD PRIMARY KEY (field, value);
ALTER TABLE screen_span ADD PRIMARY KEY (field, number);
"""
INDEXES_OF_CONTRACTS: Final = """
CREATE INDEX ON money_contract (winner, day DESC);
CREATE INDEX ON money_contract (buyer, day DESC);
CREATE INDEX ON money_contract (winner, value DESC) WHERE nature <> 3;
CREATE INDEX ON money_contract (buyer, value DESC) WHERE nature <> 3;
CREATE INDEX ON money_change (buyer);
CREATE INDEX ON money_change (winner);
CREATE INDEX ON money_pair (winner, sum DESC, buyer);
CREATE INDEX ON money_pair (buyer, sum DESC, winner);
ALTER TABLE money_set ADD PRIMARY KEY (field, value);
ALTER TABLE money_span ADD PRIMARY KEY (field, number);
"""

BEGINNING_LENGTH: Final = 40
BEGINNING: Final = f"left(name, {BEGINNING_LENGTH})"
"""The indexed beginning of names; a whole name may be too long for an index."""

SLICE_COLUMNS: Final = ("id", "name", "words", "letters", "identifiers")


def slices(companies: int) -> list[tuple[int, int]]:
    """The first and the last rank of each slice, for a number of companies."""
    ends = [*(end for end in _SLICES if end < companies), max(companies, 1)]
    return list(zip([1, *(end + 1 for end in ends)], ends, strict=False))


def slice_table(number: int) -> str:
    """The searched texts of the companies in a slice: folded, with a blank at both ends."""
    columns = ", ".join(f'{column} text COLLATE "C"' for column in SLICE_COLUMNS[1:])
    return f"CREATE TABLE slice_{number} (id bigint, {columns})"


def has_worded_identifiers(slices: int) -> str:
    """Whether any tax id or registry number has three characters in a row without a digit."""
    each = (f"SELECT 1 FROM slice_{n} WHERE identifiers ~ '[^0-9\\n]{{3}}'" for n in range(slices))
    return f"SELECT EXISTS ({' UNION ALL '.join(each)})"


def slice_index(number: int, trigrams: str) -> str:
    """The trigram index of a slice, and the index of beginnings: many names contain ``srl``.

    ``trigrams`` is the schema of the extension, quoted; an administrator may have chosen any.
    """
    by_trigram = "".join(
        f"CREATE INDEX ON slice_{number} USING gin ({column} {trigrams}.gin_trgm_ops)"
        " WITH (fastupdate = off);\n"
        for column in ("name", "letters", "identifiers")
    )
    return f"CREATE INDEX ON slice_{number} (({BEGINNING}));\n{by_trigram}"
