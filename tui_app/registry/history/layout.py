"""The fields and tables of a history file.

A company is one row for each run of snapshots that have it with the same values, valid from the
first of them and until the next snapshot that says otherwise. What a snapshot does not cover is in
the rows as it was before, or as it was first seen; ``past_snapshot`` says what each one covers. No
row is valid in a snapshot in which the company is missing. Days are integers (20220407).

A company's number here is its tax id, or the key of its registry number if it has none.
"""

from __future__ import annotations

import datetime as dt
from enum import IntEnum
from typing import Final

APPLICATION_ID: Final = 0x464D5448
"""Identifies a SQLite file as a history (``PRAGMA application_id``)."""

SCHEMA_VERSION: Final = 5
LARGEST_TAX_ID: Final = 10**10
"""A larger number of a company is the key of its registry number."""


class Field(IntEnum):
    """The fields that are followed over time, with the numbers that files store."""

    NUMBER = 1
    NAME = 2
    FORM = 3
    STATE = 4
    """The full set of the register's codes, sorted, separated by blanks."""

    COUNTY = 5
    LOCALITY = 6
    STREET = 7
    LIQUIDATOR = 8
    """Insolvency practitioners, as ``role: name``, separated by semicolons."""

    ADMINISTRATOR = 9
    """Other firms that represent the company, and people if they were requested."""

    @property
    def column(self) -> str:
        """Its column in ``past_version`` and ``seen``."""
        return self.name.lower()


ALWAYS: Final = 0
"""``valid_from`` of companies in the first snapshot: an earlier one moves no row."""

STILL: Final = 9999_12_31
"""``valid_to`` of companies in the newest snapshot."""

SPELT: Final = (
    Field.NUMBER, Field.NAME, Field.LOCALITY, Field.STREET, Field.LIQUIDATOR, Field.ADMINISTRATOR,
)  # fmt: skip
"""Fields with several spellings: see ``spelling``."""

KINDS: Final = (
    "state",
    "name",
    "seat",
    "form",
    "liquidator",
    "new",
    "gone",
    "number",
    "administrator",
)
"""The kinds of changes; files store their positions."""

LISTED_KINDS: Final = KINDS[:7]
"""The kinds in the list of changes. The others appear only in a company's history."""

VALUE_COLUMNS: Final = tuple(field.column for field in Field)
_COLUMNS: Final = ", ".join(f"{column} TEXT" for column in VALUE_COLUMNS)
SEEN: Final = f"(id INTEGER PRIMARY KEY, {_COLUMNS}, registered INTEGER)"
"""The companies of one snapshot, before they are compared.

Of two rows of a company ``registered``, its day of registration, decides.
"""

TABLES: Final = f"""
CREATE TABLE past_snapshot (
  day INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,            -- "files", or "registry": what an import kept of a month
  files TEXT NOT NULL,             -- JSON: names of the files and digests of what they say
  rows INTEGER NOT NULL,
  left_out TEXT NOT NULL,          -- JSON: reason to number of rows
  unreadable TEXT NOT NULL,        -- the same
  fields TEXT NOT NULL,            -- JSON: the fields that it covers, by number
  lacks TEXT NOT NULL,             -- JSON: files of the layout that are missing
  has_unnumbered INTEGER NOT NULL, -- 1: it has the companies without a tax id, too
  with_people INTEGER NOT NULL
);
CREATE TABLE past_state_name (
  code INTEGER NOT NULL,
  day INTEGER NOT NULL,
  name TEXT NOT NULL,
  severity INTEGER NOT NULL,       -- of several states the gravest counts
  PRIMARY KEY (code, day)
) WITHOUT ROWID;
CREATE TABLE past_version (
  company INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,     -- a snapshot, or ``ALWAYS``
  valid_to INTEGER NOT NULL,       -- the first snapshot that says otherwise, or ``STILL``
  {_COLUMNS},                      -- NULL: no snapshot covers it for this company
  PRIMARY KEY (company, valid_from)
) WITHOUT ROWID;
CREATE TABLE past_event (               -- the changes as they are told: see ``events``
  company INTEGER NOT NULL,
  not_after INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  not_before INTEGER NOT NULL,
  before TEXT NOT NULL,            -- as in ``past_version``: a page of changes reads only this
  after TEXT NOT NULL,
  PRIMARY KEY (company, not_after, kind)
) WITHOUT ROWID;
"""

SEARCHED: Final = """
DROP TABLE IF EXISTS former_name;
DROP TABLE IF EXISTS former_number;
CREATE VIRTUAL TABLE former_name USING fts5(company UNINDEXED, name, tokenize='trigram');
CREATE TABLE former_number (
  number TEXT NOT NULL,
  company INTEGER NOT NULL,
  PRIMARY KEY (number, company)
) WITHOUT ROWID;
"""
"""Names and numbers that no current registry has; folded, and in the form since July 2024."""


def day_number(day: dt.date) -> int:
    """A day as files store it."""
    return day.year * 10_000 + day.month * 100 + day.day


def day_of(number: int) -> dt.date:
    """The day that a file stores as a number."""
    return dt.date(number // 10_000, number // 100 % 100, number % 100)
