"""The schemas and tables of registries in a database.

Each published registry has its own schema, ``firmeterm_registry_N``. One row in the
schema ``firmeterm_registry`` names the current and the previous one: changing it
switches over. As in the SQLite file, a company's number follows its static rank.
"""

from __future__ import annotations

from typing import Final

from tui_app.registry.connections import MAX_COUNTED
from tui_app.registry.sql import (
    CASE_COLUMNS,
    FINANCIAL_COLUMNS,
    PROFILE_COLUMNS,
    YEAR_COLUMNS,
)

CONTROL: Final = "firmeterm_registry"
VERSION: Final = 9
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

_INTEGERS: Final = frozenset(
    {"postal_code", "founding_year", "vat", "split_vat", "checkout_vat", *FINANCIAL_COLUMNS[2:]}
    | set(YEAR_COLUMNS)
)


def _typed(columns: tuple[str, ...]) -> str:
    kinds = {"credit_risk_score": "double precision"} | dict.fromkeys(_INTEGERS, "bigint")
    return ", ".join(f"{column} {kinds.get(column, 'text')}" for column in columns)


TABLES: Final = f"""
CREATE TABLE build (
  tables integer NOT NULL, slices integer NOT NULL, version text NOT NULL, built_at text NOT NULL,
  companies bigint NOT NULL, invented boolean NOT NULL,
  register_day date,
  worded boolean NOT NULL -- whether identifiers have three signs in a row without a digit
);
CREATE TABLE activity (id bigint, caen text);
CREATE TABLE company (id bigint, {_typed(PROFILE_COLUMNS)}, activity bigint, traces text);
CREATE TABLE financial (company bigint, {_typed(FINANCIAL_COLUMNS)});
CREATE TABLE financial_year (
  company bigint, position integer, {_typed(YEAR_COLUMNS)}, class text, source integer, line bigint
);
CREATE TABLE court_case (
  company bigint, position integer, {_typed(CASE_COLUMNS)}, source integer
);
CREATE TABLE contact (
  company bigint, kind text, position integer, value text, source integer, line bigint
);
CREATE TABLE source ( -- empty where the file did not say it
  number integer, kind text, part integer, parts integer, name text, day text, is_dated integer,
  licence text
);
CREATE TABLE peer_group (
  caen text, county text, size text, year bigint, measure text, firms bigint, cuts bytea
);
CREATE TABLE connection (key bigint, company bigint);
CREATE TABLE popular_link (key bigint, companies bigint);
CREATE TABLE registry_number (number text COLLATE "C", company bigint);
CREATE TABLE word_near (part text COLLATE "C", letters text);
CREATE TABLE name_key (key bigint, company bigint);
"""

KEYS: Final = f"""
ALTER TABLE activity ADD PRIMARY KEY (id);
ALTER TABLE company ADD PRIMARY KEY (id);
CREATE UNIQUE INDEX ON company (tax_id);
CREATE INDEX ON company ((left(registration_date, 10)), id);
ALTER TABLE financial ADD PRIMARY KEY (company);
ALTER TABLE financial_year ADD PRIMARY KEY (company, position);
ALTER TABLE court_case ADD PRIMARY KEY (company, position);
ALTER TABLE contact ADD PRIMARY KEY (company, kind, position);
ALTER TABLE peer_group ADD PRIMARY KEY (caen, county, size, year, measure);
ALTER TABLE connection ADD PRIMARY KEY (key, company);
INSERT INTO popular_link
  SELECT key, count(*) FROM connection GROUP BY key HAVING count(*) > {MAX_COUNTED};
ALTER TABLE popular_link ADD PRIMARY KEY (key);
ALTER TABLE registry_number ADD PRIMARY KEY (number, company);
ALTER TABLE word_near ADD PRIMARY KEY (part);
ALTER TABLE name_key ADD PRIMARY KEY (key, company);
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
