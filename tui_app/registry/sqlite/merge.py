"""Merges staged rows into one row per company, in order of rank, entirely in SQL.

Sources are joined by registry number (states, activities, representatives) and by tax id
(statements, taxpayers, records). Of two rows about the same thing, the later one counts: rows are
gathered in the order of ``SourceInfo.precedence``. Of several firms with one tax id the one that is
not struck off is used, then the one registered last; the numbers of the others are kept. A company
that moved to another county has a new number there, and keeps its first registration date.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.contract.severities import STRUCK_OFF, UNKNOWN
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.contract.vocabulary.counties import plain_county
from tui_app.contract.vocabulary.legal_forms import plain_form
from tui_app.registry.sqlite.firm_in_force import REGISTERED, best_first
from tui_app.registry.sqlite.latest_year import FIGURES, latest_year
from tui_app.registry.sqlite.ranks import write_ranks
from tui_app.registry.sqlite.staging import Staging
from tui_app.registry.sqlite.staging_tables import OWN_VALUES

ActivityOf = Callable[[str, int, str | None], str | None]
"""The path of a class as JSON.

Arguments: a class, the year it was filed for, and the class filed before under the older revision.
"""


# Of several states of a firm the gravest counts.
_STATES: Final = f"""
CREATE TABLE firm_state (key PRIMARY KEY, code INTEGER, place INTEGER,
  severity INTEGER) WITHOUT ROWID;
INSERT INTO firm_state
SELECT key, code, state.rowid, coalesce(severity, {UNKNOWN}) FROM state
LEFT JOIN state_name USING (code) WHERE true ORDER BY key, code, state.rowid
ON CONFLICT (key) DO UPDATE
SET code = excluded.code, place = excluded.place, severity = excluded.severity
WHERE excluded.severity > severity;
"""
_DOUBLES: Final = f"""
CREATE INDEX firm_by_tax_id ON firm (tax_id);
CREATE TABLE duplicate (firm INTEGER PRIMARY KEY, tax_id INTEGER);
INSERT INTO duplicate SELECT firm, tax_id FROM (
  SELECT firm.rowid AS firm, tax_id, row_number() OVER (
    PARTITION BY tax_id
    ORDER BY {best_first(f"coalesce(severity, 0) = {STRUCK_OFF}", REGISTERED)}, firm.rowid
  ) AS place
  FROM firm LEFT JOIN firm_state USING (key)
  WHERE tax_id IN (SELECT tax_id FROM firm GROUP BY tax_id HAVING count(*) > 1)
) WHERE place > 1;
CREATE TABLE first_registration (tax_id INTEGER PRIMARY KEY, firm INTEGER, founding_year INTEGER,
  registration_date TEXT, line INTEGER);
INSERT INTO first_registration
SELECT tax_id, firm, founding_year, registration_date, line FROM (
  SELECT tax_id, rowid AS firm, founding_year, registration_date, line, row_number() OVER (
    PARTITION BY tax_id
    ORDER BY founding_year IS NULL, founding_year, registration_date IS NULL, registration_date,
      rowid IN (SELECT firm FROM duplicate), rowid
  ) AS place
  FROM firm WHERE tax_id IN (SELECT tax_id FROM duplicate)
) WHERE place = 1;
UPDATE firm SET (founding_year, registration_date) = (
  SELECT founding_year, registration_date FROM first_registration AS earlier
  WHERE earlier.tax_id = firm.tax_id
)
WHERE tax_id IN (SELECT tax_id FROM duplicate) AND rowid NOT IN (SELECT firm FROM duplicate);
"""
# If a company is in a file twice, its last row is used.
_STATEMENTS: Final = """
CREATE TABLE filed_year AS SELECT *, 0 AS source FROM statement LIMIT 0;
CREATE UNIQUE INDEX filed_year_by_company ON filed_year (tax_id, year);
INSERT OR REPLACE INTO filed_year
SELECT *, {source_of_statement} FROM statement ORDER BY tax_id, year, rowid;
CREATE TABLE payer AS SELECT tax_id, vat, tax_category, phones, line, max(rowid) AS last
FROM taxpayer GROUP BY tax_id;
CREATE UNIQUE INDEX payer_by_company ON payer (tax_id);
CREATE TABLE latest (tax_id INTEGER PRIMARY KEY, year INTEGER, {figures});
CREATE TABLE activity_of (tax_id INTEGER PRIMARY KEY, caen, class);
CREATE TABLE wanted (tax_id INTEGER PRIMARY KEY);
"""
_EVERYBODY: Final = "true"
_WANTED: Final = "tax_id IN (SELECT tax_id FROM wanted)"
"""Where most companies stay, figures are gathered of the others alone: of those that changed, and
then of those that are written anew because their number, or that of many, had to move."""

_CHANGED: Final = "INSERT INTO wanted SELECT tax_id FROM changed_firm"
_MOVED: Final = """
CREATE TABLE moved AS SELECT tax_id FROM ranked
WHERE (firm IS NOT NULL OR tax_id IN (SELECT tax_id FROM own))
  AND tax_id NOT IN (SELECT tax_id FROM wanted);
DELETE FROM wanted;
INSERT INTO wanted SELECT tax_id FROM moved;
"""
_LATEST: Final = f"""
INSERT INTO latest
{latest_year("tax_id", "(SELECT * FROM filed_year WHERE {these})")};
INSERT INTO activity_of
SELECT tax_id, activity_path(class, year, (
    SELECT before.class FROM filed_year AS before
    WHERE before.tax_id = filed.tax_id AND before.year <= 2024 AND before.class IS NOT NULL
    ORDER BY before.year DESC LIMIT 1
  )), class
FROM (
  SELECT tax_id, class, year, max(year) FROM filed_year
  WHERE class IS NOT NULL AND {{these}} GROUP BY tax_id
) AS filed;
"""
# If a file has several records of one company, the best ranked is used. Files fill gaps.
_OWN: Final = f"""
CREATE INDEX own_record_by_company ON own_record (tax_id, batch);
DELETE FROM own_record WHERE number IN (
  SELECT number FROM (
    SELECT number, row_number() OVER (
      PARTITION BY tax_id, batch
      ORDER BY NOT is_active(status), latest_turnover IS NULL, -latest_turnover, folded_name,
        number
    ) AS place
    FROM own_record WHERE (tax_id, batch) IN (
      SELECT tax_id, batch FROM own_record GROUP BY tax_id, batch HAVING count(*) > 1
    )
  ) WHERE place > 1
);
CREATE TABLE own (tax_id INTEGER PRIMARY KEY, number, {", ".join(OWN_VALUES)});
INSERT INTO own SELECT tax_id, number, {", ".join(OWN_VALUES)} FROM own_record
WHERE true ORDER BY batch
ON CONFLICT (tax_id) DO UPDATE SET
  number = max(excluded.number, number),
  {", ".join(f"{c} = coalesce(excluded.{c}, {c})" for c in OWN_VALUES)};
CREATE INDEX own_year_of ON own_year (record);
CREATE INDEX own_case_of ON own_case (record);
CREATE INDEX own_contact_of ON own_contact (record);
"""
_ACTIVE: Final = """
CREATE TABLE active_status (status PRIMARY KEY) WITHOUT ROWID;
INSERT INTO active_status
SELECT status FROM (SELECT name AS status FROM state_name UNION SELECT status FROM own)
WHERE is_active(status);
"""


class CompanyFilter(Struct, frozen=True):
    """The companies to keep; empty keeps all. ``forms`` are folded, ``classes`` are prefixes."""

    counties: frozenset[str] = frozenset()
    forms: frozenset[str] = frozenset()
    classes: tuple[str, ...] = ()
    trading_only: bool = False

    @property
    def is_everything(self) -> bool:
        """Whether every company is kept."""
        return self == EVERYTHING

    @property
    def text(self) -> str:
        """The command-line options that choose these companies."""
        chosen = {
            "--county": sorted(self.counties),
            "--form": sorted(form.upper() for form in self.forms),
            "--caen": self.classes,
        }
        options = [f"{option} {','.join(values)}" for option, values in chosen.items() if values]
        return " ".join([*options, *(["--trading-only"] if self.trading_only else [])])


EVERYTHING: Final = CompanyFilter()


def filter_of(connection: sqlite3.Connection) -> tuple[CompanyFilter, int]:
    """The companies that were chosen for a registry, and the number of the others."""
    only, others = connection.execute("SELECT only, not_asked_for FROM build").fetchone()
    return msgspec.json.decode(only, type=CompanyFilter), others


def merge(
    staging: Staging,
    company_filter: CompanyFilter,
    activity_of: ActivityOf | None,
    before: Path | None,
    *,
    only_changed: bool = False,
) -> int:
    """Fill ``ranked`` and its inputs; returns the number of companies.

    They keep their numbers in the registry ``before``, as far as their rank allows; so does the
    rank of all that are not in ``changed_firm``, if ``only_changed``.
    """
    connection = staging.connection
    connection.create_function("is_active", 1, lru_cache(4096)(_is_active), deterministic=True)
    path = lru_cache(65_536)(activity_of) if activity_of else _no_path
    connection.create_function("activity_path", 3, path, deterministic=True)
    connection.create_function("plain_county", 1, plain_county, deterministic=True)
    connection.create_function("plain_form", 1, lru_cache(4096)(plain_form), deterministic=True)
    statements = _STATEMENTS.format(
        source_of_statement=staging.number_of_source("statement"), figures=", ".join(FIGURES)
    )
    latest = _LATEST.format(these=_WANTED if only_changed else _EVERYBODY)
    changed = _CHANGED if only_changed else ""
    for script in (_STATES, _DOUBLES, statements, changed, latest, _OWN, _ACTIVE):
        _run(connection, script)
    if company_filter.classes:
        connection.execute("CREATE INDEX authorised_by_firm ON authorised (key)")
    condition, values = _condition(company_filter)
    companies = write_ranks(connection, condition, values, before, only_changed=only_changed)
    if only_changed:
        _run(connection, _MOVED)
        _run(connection, latest)
    return companies


def _run(connection: sqlite3.Connection, script: str) -> None:
    # One statement at a time: sqlite3 runs each to its end, with other threads in between.
    for statement in script.split(";\n"):
        if statement.strip():
            connection.execute(statement)


def _condition(company_filter: CompanyFilter) -> tuple[str, list[str]]:
    conditions, values = ["true"], []
    for texts, column in (
        (set(map(plain_county, company_filter.counties)), "plain_county(county)"),
        (company_filter.forms, "plain_form(company_type)"),
    ):
        if texts:
            conditions.append(f"{column} IN ({_marks(texts)})")
            values += sorted(texts)
    if company_filter.classes:
        conditions.append(f"({_begins(company_filter.classes)})")
        values += [f"{beginning}%" for beginning in company_filter.classes] * 2
    if company_filter.trading_only:
        conditions.append("status IN (SELECT status FROM active_status)")
    return " AND ".join(conditions), values


def _begins(classes: tuple[str, ...]) -> str:
    """By the main activity; if it is unknown, by any authorised one."""
    main = " OR ".join("main.class LIKE ?" for _ in classes)
    other = " OR ".join("authorised.class LIKE ?" for _ in classes)
    return f"""
      EXISTS (SELECT 1 FROM activity_of AS main WHERE main.tax_id = tax_id_of AND ({main}))
      OR NOT EXISTS (SELECT 1 FROM activity_of AS main WHERE main.tax_id = tax_id_of)
      AND EXISTS (SELECT 1 FROM authorised WHERE authorised.key = key_of AND ({other}))
    """


def _marks(values: Iterable[str]) -> str:
    return ", ".join("?" for _ in values)


def _is_active(status: str | None) -> bool:
    return classify_status(status) is StatusGroup.ACTIVE


def _no_path(_code: str, _year: int, _earlier: str | None) -> None:
    return None
