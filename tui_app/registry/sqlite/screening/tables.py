"""The tables of a registry file for screening."""

from __future__ import annotations

from typing import Final

TABLES: Final = """
CREATE TABLE IF NOT EXISTS screen_figure ( -- the latest year on record; whole RON
  company INTEGER PRIMARY KEY REFERENCES company,
  year INTEGER,
  turnover INTEGER,
  turnover_before INTEGER,         -- of the year before
  net_profit INTEGER,
  employee INTEGER,
  equity INTEGER,
  loss_years INTEGER
);
CREATE TABLE IF NOT EXISTS screen_set ( -- the companies with one value of a field
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  companies INTEGER NOT NULL,
  members BLOB NOT NULL            -- a Roaring bitmap of their numbers
);
CREATE TABLE IF NOT EXISTS screen_word ( -- the companies with one word in their name
  word TEXT PRIMARY KEY,
  companies INTEGER NOT NULL,
  members BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS screen_span ( -- companies that follow each other in the order of a field
  field TEXT NOT NULL,
  number INTEGER NOT NULL,
  low INTEGER,                     -- the first and the last value; NULL in the order of a text
  high INTEGER,
  companies INTEGER NOT NULL,
  members BLOB NOT NULL,
  ordered BLOB NOT NULL,           -- their numbers in order, 32 bits each
  keys BLOB                        -- their values, 64 bits each, compressed
);
"""

INDEXES: Final = """
CREATE UNIQUE INDEX screen_set_by_value ON screen_set (field, value, companies);
CREATE UNIQUE INDEX screen_span_by_number ON screen_span (field, number, low, high, companies);
"""
