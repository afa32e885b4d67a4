"""Fills the tables of a registry file from the merged staging file.

Everything is written once, in order of rank, in SQL alone: ``merged`` is the attached staging file.
A record takes precedence over public files.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Final

from tui_app.registry.sql import (
    CASE_COLUMNS,
    FINANCIAL_COLUMNS,
    PROFILE_COLUMNS,
    YEAR_COLUMNS,
)
from tui_app.registry.sqlite.latest_year import is_year_before
from tui_app.registry.sqlite.staging import Staging

_PUBLIC: Final = {
    "tax_id": "CAST(ranked.tax_id AS TEXT)",
    "company_id": "nullif(firm.company_id, '')",
    "status": "ranked.status",
    "update_date": "NULL",
    "vat": "payer.vat",
    "split_vat": "NULL",
    "checkout_vat": "NULL",
    "tax_category": "payer.tax_category",
}
"""The values of public files for columns that the register's firms lack."""


def _value(column: str) -> str:
    public = _PUBLIC.get(column, f"firm.{column}")
    return public if column in {"tax_id", "status"} else f"coalesce(own.{column}, {public})"


# See ``company.traces``. Each of the user's own files names the fields that it supplied.
_GIVEN: Final = " || ".join(
    f"CASE WHEN given.{name} IS NOT NULL THEN ' {name}' ELSE '' END"
    for name in (*PROFILE_COLUMNS[1:], "caen")
)
_TRACES: Final = f"""
nullif(trim(
  coalesce({{of_firm}} || ':' || (firm.line + {{from_firm}}), '')
  || CASE WHEN first.firm <> ranked.firm
    THEN '|' || {{of_first}} || ':' || (first.line + {{from_first}})
      || ' registration_date founding_year' ELSE '' END
  || coalesce('|' || {{of_state}} || ':' || (state.line + {{from_state}}), '')
  || coalesce('|' || {{of_payer}} || ':' || (payer.line + {{from_payer}}), '')
  || CASE WHEN own.tax_id IS NULL THEN '' ELSE (
    SELECT '|' || group_concat(batch || ':' || line || {_GIVEN}, '|')
    FROM merged.own_record AS given WHERE given.tax_id = own.tax_id
  ) END, '|'), '')
"""
_COMPANY: Final = f"""
SELECT ranked.id, {", ".join(_value(column) for column in PROFILE_COLUMNS)},
  activity.id, CASE WHEN ranked.firm IS NOT NULL THEN 1 END, {_TRACES}
FROM {{ranked}} AS ranked
LEFT JOIN merged.firm ON firm.rowid = ranked.firm
LEFT JOIN merged.first_registration AS first ON first.tax_id = firm.tax_id
LEFT JOIN merged.firm_state USING (key)
LEFT JOIN merged.state ON state.rowid = firm_state.place
LEFT JOIN merged.payer ON payer.tax_id = ranked.tax_id
LEFT JOIN merged.own ON own.tax_id = ranked.tax_id
LEFT JOIN merged.activity_of ON activity_of.tax_id = ranked.tax_id
LEFT JOIN activity ON activity.caen = coalesce(own.caen, activity_of.caen)
"""
_ACTIVITIES: Final = """
INSERT INTO activity (caen)
SELECT caen FROM merged.own WHERE caen IS NOT NULL
UNION SELECT caen FROM merged.activity_of WHERE caen IS NOT NULL ORDER BY caen
"""
_LATEST: Final = {
    "turnover": "latest.turnover",
    "net_profit": "latest.net_profit",
    "employee": "latest.employee",
    "turnover_prev_year": "before.turnover",
    "net_profit_prev_year": "before.net_profit",
    "employee_prev_year": "before.employee",
}
_OWN_FIGURES: Final = " OR ".join(
    f"own.{c} IS NOT NULL" for c in ("years", *(f"latest_{c}" for c in FINANCIAL_COLUMNS))
)
_FINANCIAL_VALUES: Final = ", ".join(
    f"coalesce(own.latest_{c}, {_LATEST.get(c, 'NULL')})" for c in FINANCIAL_COLUMNS
)
_FINANCIAL: Final = f"""
SELECT ranked.id AS company, {_FINANCIAL_VALUES}
FROM {{ranked}} AS ranked
LEFT JOIN merged.latest ON latest.tax_id = ranked.tax_id
LEFT JOIN merged.own ON own.tax_id = ranked.tax_id
LEFT JOIN merged.filed_year AS before
  ON before.tax_id = latest.tax_id AND {is_year_before("before", "latest")}
WHERE latest.tax_id IS NOT NULL OR {_OWN_FIGURES}
"""
_YEARS: Final = f"""
SELECT id AS company, row_number() OVER (PARTITION BY id ORDER BY origin, place) - 1,
  {", ".join(YEAR_COLUMNS)}, class, source, line
FROM (
  SELECT ranked.id, 1 AS origin, position AS place,
    {", ".join(f"own_year.{c}" for c in YEAR_COLUMNS)}, NULL AS class,
    own_record.batch AS source, own_record.line
  FROM {{ranked}} AS ranked JOIN merged.own USING (tax_id)
  JOIN merged.own_year ON own_year.record = own.years
  JOIN merged.own_record ON own_record.number = own.years
  UNION ALL
  SELECT ranked.id, 2, -filed_year.year,
    {", ".join(f"filed_year.{c}" for c in YEAR_COLUMNS)}, class, source, line
  FROM {{ranked}} AS ranked JOIN merged.filed_year USING (tax_id)
  LEFT JOIN merged.own USING (tax_id)
  WHERE own.years IS NULL OR NOT EXISTS (
    SELECT 1 FROM merged.own_year AS given
    WHERE given.record = own.years AND given.year = filed_year.year
  )
)
"""
_CASES: Final = f"""
SELECT ranked.id AS company,
  row_number() OVER (PARTITION BY ranked.id ORDER BY coalesce(date, '') DESC, position) - 1,
  {", ".join("case_tax_id" if c == "tax_id" else f"own_case.{c}" for c in CASE_COLUMNS)},
  own_record.batch
FROM {{ranked}} AS ranked JOIN merged.own USING (tax_id)
JOIN merged.own_case ON own_case.record = own.cases
JOIN merged.own_record ON own_record.number = own.cases
"""
_CONTACTS: Final = {
    "own_contact": """
  SELECT ranked.id AS company, kind, position, value, own_record.batch, own_record.line
  FROM {ranked} AS ranked JOIN merged.own USING (tax_id)
  JOIN merged.own_contact ON own_contact.record IN
    (own.phones, own.emails, own.administrators, own.websites)
  JOIN merged.own_record ON own_record.number = own_contact.record
  WHERE own_contact.record = CASE
    WHEN kind LIKE '%phone%' THEN own.phones WHEN kind LIKE '%email%' THEN own.emails
    WHEN kind = 'administrators' THEN own.administrators ELSE own.websites END
""",
    "firm": """
  SELECT ranked.id AS company, 'websites', site.key, site.value, {of_firm}, firm.line + {from_firm}
  FROM {ranked_with_firm}
  JOIN json_each('[' || replace(json_quote(firm.website), ' ', '","') || ']') AS site
  LEFT JOIN merged.own ON own.tax_id = ranked.tax_id
  WHERE firm.website IS NOT NULL AND own.websites IS NULL
""",
    "payer": """
  SELECT ranked.id AS company,
    CASE phone.key WHEN 0 THEN 'primary_phone' WHEN 1 THEN 'secondary_phone'
      ELSE 'contact_phones' END,
    max(phone.key - 2, 0), phone.value, {of_payer}, payer.line + {from_payer}
  FROM {ranked} AS ranked JOIN merged.payer USING (tax_id) JOIN json_each(payer.phones) AS phone
  LEFT JOIN merged.own USING (tax_id)
  WHERE payer.phones IS NOT NULL AND own.phones IS NULL
""",
    "representative": """
  SELECT id AS company, 'administrators', row_number() OVER (PARTITION BY id ORDER BY place) - 1,
    name, {of_place}, line + {from_place}
  FROM (
    SELECT ranked.id, representative.name, min(representative.rowid) AS place,
      representative.line
    FROM merged.representative {with_ranked}
    LEFT JOIN merged.own ON own.tax_id = ranked.tax_id
    WHERE own.administrators IS NULL
    GROUP BY ranked.id, representative.name
  )
""",
}
"""Contacts by the table that has them: ``id``, ``kind``, ``position``, ``value``, and source.

Of two with the same position only one is written: a further file counts on from the others'.
"""
_OTHER_FIRMS: Final = """
SELECT ranked.id AS company, firm.company_id
FROM merged.duplicate JOIN {ranked} AS ranked USING (tax_id)
JOIN merged.firm ON firm.rowid = duplicate.firm
"""


_TABLES: Final = {
    "financial": (_FINANCIAL, "1"),
    "financial_year": (_YEARS, "1, 2"),
    "court_case": (_CASES, "1, 2"),
    "other_firm": (_OTHER_FIRMS, "1, 2"),
}
"""Tables with their query and order."""

# All companies are read in the order of the firms' rows, few of them one by one.
_ALL: Final = {
    "ranked": "merged.ranked",
    "ranked_with_firm": "merged.firm CROSS JOIN merged.ranked ON ranked.firm = firm.rowid",
    "with_ranked": "JOIN merged.firm USING (key) JOIN merged.ranked ON ranked.firm = firm.rowid",
}
_FEW: Final = {
    "ranked": "temp.written",
    "ranked_with_firm": "temp.written AS ranked CROSS JOIN merged.firm ON firm.rowid = ranked.firm",
    "with_ranked": "CROSS JOIN temp.written AS ranked USING (key)",
}
_WRITTEN: Final = """
CREATE TEMP TABLE written AS SELECT ranked.*, firm.key FROM temp.changed
JOIN merged.ranked ON ranked.id = changed.company
LEFT JOIN merged.firm ON firm.rowid = ranked.firm ORDER BY ranked.id;
CREATE INDEX temp.written_by_key ON written (key);
"""
"""The companies that are written anew where not all are."""

_SOURCES: Final = {
    "firm": ("firm", ""),
    "first": ("firm", "first.firm"),
    "state": ("state", "firm_state.place"),
    "payer": ("taxpayer", "payer.last"),
    "place": ("representative", "place"),
}
"""The rows whose source and line a company has: the table, and their number in it."""


def index_staging(connection: sqlite3.Connection) -> None:
    """Index the attached staging file, which does not change any more."""
    # Firms lead to their places; representatives have a firm's registry number.
    connection.execute("CREATE INDEX merged.ranked_by_firm ON ranked (firm)")
    if _has_rows(connection, "representative"):
        connection.execute("CREATE INDEX merged.firm_by_key ON firm (key)")


def write_tables(
    connection: sqlite3.Connection, staging: Staging, line_starts: Mapping[int, int] | None
) -> None:
    """Fill the tables of a new registry from the attached staging file, which has its indexes.

    ``line_starts``: only companies in ``temp.changed`` are written anew, and the lines of these
    sources are numbered from there; ``None``: all are.
    """
    anew = line_starts is None
    values = dict(_ALL if anew else _FEW)
    if not anew:
        connection.executescript(_WRITTEN)
    for name, (table, row) in _SOURCES.items():
        values[f"of_{name}"] = staging.number_of_source(table, row)
        values[f"from_{name}"] = staging.number_of_source(table, row, line_starts or {})
    if anew:
        connection.execute(_ACTIVITIES)
        connection.execute(f"INSERT INTO main.company {_COMPANY.format(**values)} ORDER BY 1")
    else:
        _replace_companies(connection, _COMPANY.format(**values))
    for table, (query, order) in _TABLES.items():
        _fill(connection, table, query.format(**values), order, anew=anew)
    # SQLite would also index the firms for an empty table.
    if contacts := [select for table, select in _CONTACTS.items() if _has_rows(connection, table)]:
        query = " UNION ALL ".join(contacts).format(**values)
        _fill(connection, "contact", query, "1, 2, 3", anew=anew)
    if not anew:
        connection.execute("DROP TABLE temp.written")


def _replace_companies(connection: sqlite3.Connection, query: str) -> None:
    """Write the changed companies in place: deleted first, each page would be written twice."""
    # A company with another number now had its row of before deleted: its tax id is unique.
    connection.execute(f"INSERT OR REPLACE INTO main.company {query} ORDER BY 1")
    gone = "SELECT company FROM temp.changed EXCEPT SELECT id FROM temp.written"
    connection.execute(f"DELETE FROM main.company WHERE id IN ({gone})")


def _fill(
    connection: sqlite3.Connection, table: str, query: str, order: str, *, anew: bool
) -> None:
    if not anew:
        changed = "(SELECT company FROM temp.changed)"
        connection.execute(f"DELETE FROM main.{table} WHERE company IN {changed}")
    connection.execute(f"INSERT OR IGNORE INTO main.{table} {query} ORDER BY {order}")


def _has_rows(connection: sqlite3.Connection, table: str) -> bool:
    return bool(connection.execute(f"SELECT 1 FROM merged.{table} LIMIT 1").fetchall())
