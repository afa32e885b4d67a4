"""The tables of a registry file.

The number of a company (``company.id``) follows its static rank: the lowest comes first among
equally good matches. So lists of companies are ordered by number, and a search may stop at the
tenth. Numbers have gaps, and stay from month to month: see ``numbering``.
"""

from __future__ import annotations

from typing import Final

from tui_app.registry.sqlite.screening.tables import TABLES as SCREENING

APPLICATION_ID: Final = 0x464D5452
"""Identifies a SQLite file as a registry (``PRAGMA application_id``)."""

SCHEMA_VERSION: Final = 14
"""``PRAGMA user_version``; a file of another version has to be made again."""


WORDS: Final = """
CREATE TABLE IF NOT EXISTS word_near ( -- finds words with a typing error: see registry.words
  part TEXT PRIMARY KEY,           -- the beginning of words, one letter left out
  letters TEXT NOT NULL            -- each letter that was left out, after its place: 2r4t
) WITHOUT ROWID;
"""


def search_tables(kind: str) -> str:
    """The tables for searching names or identifiers."""
    return f"""
CREATE TABLE IF NOT EXISTS {kind}_part ( -- for each short part of the text
  part TEXT PRIMARY KEY NOT NULL,
  companies TEXT NOT NULL          -- numbers of the best ten, best first: see ``short_parts``
) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS {kind}_piece USING fts5 ( -- for longer parts; rowid: company
  pieces, content='', columnsize=0, detail=none, tokenize='ascii'
);
"""


TABLES: Final = f"""
CREATE TABLE IF NOT EXISTS build ( -- one row: what this file is
  version TEXT NOT NULL,           -- names the content: the same records give the same version
  built_at TEXT NOT NULL,          -- UTC, ISO 8601
  program TEXT NOT NULL,           -- the version of firmeterm that wrote it
  companies INTEGER NOT NULL,
  invented INTEGER NOT NULL,       -- 1: no company in here exists
  register_day TEXT,               -- date of the trade register's dump, YYYY-MM-DD
  only TEXT NOT NULL,              -- JSON of ``CompanyFilter``: the companies that were asked for
  not_asked_for INTEGER NOT NULL   -- the number of the others
);
CREATE TABLE IF NOT EXISTS source ( -- what it was built from: see ``SourceInfo``
  number INTEGER PRIMARY KEY,      -- in the order in which they are merged
  kind TEXT NOT NULL,              -- "register", "statements 2024 small", "records x.jsonl", …
  part INTEGER NOT NULL,           -- of so many parts; 0: it is the whole
  parts INTEGER NOT NULL,
  name TEXT NOT NULL,              -- the file's own name
  day TEXT NOT NULL,               -- date of the data, YYYY-MM-DD
  is_dated INTEGER NOT NULL,       -- 0: the day is that on which the file was saved
  licence TEXT,
  rows INTEGER NOT NULL,           -- rows read
  left_out TEXT NOT NULL,          -- JSON object: reason to number of rows
  unused TEXT NOT NULL,            -- the same of rows that the merge had no use for
  digest TEXT NOT NULL,
  files TEXT NOT NULL,             -- JSON array: names of the files that keep what it said
  imported_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS line_run ( -- where lines are now: see ``continuing``; none: as numbered
  source INTEGER NOT NULL,
  first INTEGER NOT NULL,          -- these numbers of lines
  last INTEGER NOT NULL,
  moved INTEGER NOT NULL,          -- are so many lines further down
  PRIMARY KEY (source, first)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS activity (
  id INTEGER PRIMARY KEY,
  caen TEXT NOT NULL UNIQUE        -- JSON array, from the section to the class
);
CREATE TABLE IF NOT EXISTS company (
  id INTEGER PRIMARY KEY,          -- in order of static rank
  tax_id TEXT NOT NULL,            -- unique, by its index
  company_id TEXT,
  company_name TEXT NOT NULL,
  company_type TEXT,
  status TEXT,
  county TEXT,
  locality TEXT,
  street_name TEXT,
  street_nr TEXT,
  postal_code INTEGER,
  full_address TEXT,
  registration_date TEXT,          -- timestamps are UTC: 2020-05-14T00:00:00.000Z
  update_date TEXT,                -- of an own record; of the others, the register's day is
  founding_year INTEGER,
  vat INTEGER,
  split_vat INTEGER,
  checkout_vat INTEGER,
  tax_category TEXT,
  activity INTEGER REFERENCES activity,
  in_register INTEGER,             -- 1: the trade register's dump has it
  -- Where it is from as 1:120|3:88|7:2 vat county. Each is a source's number and a line of its
  -- file (as in ``line_run``) and the fields where it gives only some: an own record or a first
  -- registration. (No comma here: it would keep SQLite from dropping columns.)
  traces TEXT
);
CREATE TABLE IF NOT EXISTS other_firm ( -- the numbers of further firms under one tax id
  company INTEGER NOT NULL REFERENCES company,
  company_id TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS financial ( -- whole RON; NULL is unknown, never zero
  company INTEGER PRIMARY KEY REFERENCES company,
  credit_risk_score REAL,
  credit_risk_score_text TEXT,
  turnover INTEGER,
  turnover_prev_year INTEGER,
  net_profit INTEGER,
  net_profit_prev_year INTEGER,
  employee INTEGER,
  employee_prev_year INTEGER
);
CREATE TABLE IF NOT EXISTS financial_year (
  company INTEGER NOT NULL REFERENCES company,
  position INTEGER NOT NULL,       -- as given; not by year
  year INTEGER,
  debts INTEGER,
  share_capital INTEGER,
  receivables INTEGER,
  fixed_assets INTEGER,
  inventory INTEGER,
  current_assets INTEGER,
  cash INTEGER,
  equity INTEGER,
  employee INTEGER,
  turnover INTEGER,
  net_profit INTEGER,
  class TEXT,                      -- in public statements: the class of activity, four digits
  source INTEGER,
  line INTEGER,                    -- of the source's file
  PRIMARY KEY (company, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS court_case (
  company INTEGER NOT NULL REFERENCES company,
  position INTEGER NOT NULL,       -- from 0, newest first
  case_number TEXT,
  party_status TEXT,
  tax_id TEXT,                     -- NULL: the company's own
  company_name TEXT,               -- NULL: the company's own
  date TEXT,
  last_update TEXT,
  institution TEXT,
  case_category TEXT,
  subject TEXT,
  department TEXT,
  procedural_stage TEXT,
  matched_by TEXT,                 -- how the name was found among the parties, where by name
  source INTEGER,
  PRIMARY KEY (company, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contact ( -- phones, e-mail addresses, administrators, websites
  company INTEGER NOT NULL REFERENCES company,
  kind TEXT NOT NULL,              -- the contract's field: primary_phone, websites, …
  position INTEGER NOT NULL,
  value TEXT NOT NULL,
  source INTEGER,
  line INTEGER,
  PRIMARY KEY (company, kind, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS peer_group ( -- firms of one class, county, size and latest year
  caen TEXT NOT NULL,              -- a class in one revision: see registry.peers
  county TEXT NOT NULL,            -- folded: contract.counties.plain_county
  size TEXT NOT NULL,
  year INTEGER NOT NULL,
  measure TEXT NOT NULL,           -- see insight.peers
  firms INTEGER NOT NULL,          -- that have the measure; never under five
  cuts BLOB NOT NULL,              -- their sorted values as doubles, at most 101 of them
  PRIMARY KEY (caen, county, size, year, measure)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS connection ( -- empty unless administrators are on record
  key INTEGER NOT NULL,            -- a person's folded name or an address: 63 bits of its hash
  company INTEGER NOT NULL REFERENCES company,
  PRIMARY KEY (key, company)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS popular_link ( -- of how many companies, where that is long to count
  key INTEGER PRIMARY KEY,
  companies INTEGER NOT NULL
);
{SCREENING}
{WORDS}CREATE TABLE IF NOT EXISTS name_key ( -- finds names as a whole, and the domains of addresses
  key INTEGER NOT NULL,            -- of the name without its legal form: registry.words.names
  company INTEGER NOT NULL REFERENCES company,
  PRIMARY KEY (key, company)
) WITHOUT ROWID;
{search_tables("name")}
{search_tables("identifier")}
CREATE TABLE IF NOT EXISTS registry_number ( -- for "equals", old and new form under one text
  number TEXT NOT NULL,
  company INTEGER NOT NULL REFERENCES company,
  PRIMARY KEY (number, company)
) WITHOUT ROWID;
"""

ALWAYS_NEW: Final = (
    "build", "source", "line_run", "peer_group", "popular_link", "screen_figure", "screen_set",
    "screen_span",
)  # fmt: skip
"""The tables that are written as a whole in every month."""

OF_COMPANIES: Final = (
    "activity", "company", "other_firm", "financial", "financial_year", "court_case", "contact",
)  # fmt: skip
"""The tables whose rows a month patches if it is known whose staged rows changed."""

FINDING: Final = (
    "connection", "screen_word", "word_near", "name_key", "name_part", "name_piece",
    "identifier_part", "identifier_piece", "registry_number",
)  # fmt: skip
"""The tables that find companies, which a month patches if few companies changed."""

INDEXES: Final = """
CREATE UNIQUE INDEX IF NOT EXISTS company_by_tax_id ON company (tax_id);
CREATE INDEX IF NOT EXISTS company_by_day ON company (substr(registration_date, 1, 10));
"""
