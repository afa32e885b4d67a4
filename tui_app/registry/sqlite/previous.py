"""Restores the sources of the previous registry that an import does not replace.

Only the registry file is needed: its rows are staged as if they were read from the original
files.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import number_key
from tui_app.registry.sql import CASE_COLUMNS, FINANCIAL_COLUMNS, PROFILE_COLUMNS
from tui_app.registry.sqlite.sources import RECORDS, SourceInfo
from tui_app.registry.sqlite.staging_tables import (
    COLUMNS,
    FIRM,
    OTHER_FIRM,
    OWN_VALUES,
    STATEMENT_FIGURES,
)

_OWN_TABLES: Final = ("own_record", "own_year", "own_case", "own_contact")
_FIRM_VALUES: Final = ", ".join(
    {
        "key": "number_key(coalesce(company_id, ''))",
        "tax_id": "CAST(company.tax_id AS INTEGER)",
        "folded_name": "fold(company_name)",
        "website": "(SELECT group_concat(value, ' ') FROM (SELECT value FROM before.contact"
        " WHERE company = company.id AND kind = 'websites' ORDER BY position))",
    }.get(column, column)
    for column in FIRM
)
_FIRMS: Final = f"""
INSERT INTO firm SELECT {_FIRM_VALUES} FROM before.company AS company WHERE in_register ORDER BY id
"""
_OTHER_FIRMS: Final = f"""
INSERT INTO firm ({", ".join(("key", "tax_id", "folded_name", *OTHER_FIRM))})
SELECT number_key(other.company_id), CAST(company.tax_id AS INTEGER), fold(other.company_name),
  {", ".join(f"other.{c}" for c in OTHER_FIRM)}
FROM before.other_firm AS other JOIN before.company AS company ON company.id = other.company
"""
_STATES: Final = """
INSERT INTO state SELECT number_key(company_id), code.value
FROM (
  SELECT company_id, state_codes FROM before.company
  UNION ALL SELECT company_id, state_codes FROM before.other_firm
) JOIN json_each('[' || state_codes || ']') AS code
WHERE state_codes IS NOT NULL
"""
_STATE_NAMES: Final = """
INSERT OR IGNORE INTO state_name SELECT code, name, severity FROM before.state_name
"""
_STATEMENTS: Final = f"""
INSERT INTO statement
SELECT CAST(tax_id AS INTEGER), class,
  {", ".join(f"filed_year.{c}" for c in STATEMENT_FIGURES)}, year, filed
FROM before.financial_year AS filed_year JOIN before.company AS company ON company.id = company
WHERE filed = ? AND year = ?
"""
_TAXPAYERS: Final = """
INSERT INTO taxpayer
SELECT CAST(tax_id AS INTEGER), vat, tax_category, (
  SELECT json_group_array(value) FROM (
    SELECT value FROM before.contact WHERE company = company.id
      AND kind IN ('primary_phone', 'secondary_phone', 'contact_phones')
    ORDER BY CASE kind WHEN 'primary_phone' THEN 0 WHEN 'secondary_phone' THEN 1 ELSE 2 END,
      position
  )
  HAVING count(*) > 0
)
FROM before.company AS company WHERE in_register
"""
# Those of family enterprises are in a file of their own; without it, some are in the other.
_REPRESENTATIVES: Final = """
INSERT INTO representative
SELECT number_key(company_id), value
FROM before.contact JOIN before.company AS company ON company.id = company
WHERE kind = 'administrators' AND in_register
  AND ((coalesce(company_type, '') = 'IF') = {of_families}
    OR NOT EXISTS (SELECT 1 FROM before.source WHERE kind = '{other}'))
ORDER BY company.id, position
"""
_AUTHORISED: Final = """
INSERT INTO authorised
SELECT number_key(company_id), substr(item.value, 1, 4), CAST(substr(item.value, 6) AS INTEGER)
FROM before.authorised JOIN before.company AS company ON company.id = company
JOIN json_each('["' || replace(classes, ' ', '","') || '"]') AS item
"""
_CASES: Final = f"""
INSERT INTO court_case
SELECT CAST(company.tax_id AS INTEGER), {", ".join(f"old.{c}" for c in CASE_COLUMNS)}
FROM before.court_case AS old JOIN before.company AS company ON company.id = old.company
WHERE old.matched_by IS NOT NULL ORDER BY company.id, position
"""
_STATEMENTS_OF_KIND: Final = {
    "firms": (_FIRMS, _OTHER_FIRMS),
    "states": (_STATES,),
    "state names": (_STATE_NAMES,),
    "taxpayers": (_TAXPAYERS,),
    "representatives": (_REPRESENTATIVES.format(of_families=0, other="family representatives"),),
    "family representatives": (_REPRESENTATIVES.format(of_families=1, other="representatives"),),
    "authorised activities": (_AUTHORISED,),
    "court cases": (_CASES,),
}


def restore(
    connection: sqlite3.Connection, registry: Path, sources: Collection[SourceInfo]
) -> None:
    """Stage the rows of a registry that come from these sources."""
    connection.create_function("number_key", 1, number_key, deterministic=True)
    connection.create_function("fold", 1, fold, deterministic=True)
    uri = f"{registry.absolute().as_uri()}?mode=ro&immutable=1"
    connection.execute("ATTACH ? AS before", (uri,))
    try:
        connection.execute("BEGIN")
        for source in sources:
            _restore_source(connection, source.kind)
        connection.execute("COMMIT")
    finally:
        connection.execute("DETACH before")


def _restore_source(connection: sqlite3.Connection, kind: str) -> None:
    if kind.startswith("statements "):
        _, filed, year = kind.split()
        connection.execute(_STATEMENTS, (filed, int(year)))
    elif kind == RECORDS:
        _restore_records(connection)
    else:
        for statement in _STATEMENTS_OF_KIND.get(kind, ()):
            connection.execute(statement)


def _restore_records(connection: sqlite3.Connection) -> None:
    """Stage records: beside public data they are stored apart, else they are all the tables."""
    apart = connection.execute(
        "SELECT 1 FROM before.sqlite_schema WHERE name = 'own_record'"
    ).fetchone()
    if apart:
        for table in _OWN_TABLES:
            connection.execute(f"INSERT INTO {table} SELECT * FROM before.{table}")
        connection.execute(
            "UPDATE own_record SET batch = batch - (SELECT max(batch) FROM own_record)"
        )
        return
    for statement in _own_from_tables():
        connection.execute(statement)


def _own_from_tables() -> list[str]:
    lists = {
        "years": "EXISTS (SELECT 1 FROM before.financial_year WHERE company = company.id)",
        "cases": "EXISTS (SELECT 1 FROM before.court_case WHERE company = company.id)",
        "phones": _has_contact("kind LIKE '%phone%'"),
        "emails": _has_contact("kind LIKE '%email%'"),
        "administrators": _has_contact("kind = 'administrators'"),
        "websites": _has_contact("kind = 'websites'"),
    }
    values = {
        **{column: f"company.{column}" for column in PROFILE_COLUMNS},
        **{f"latest_{column}": f"figures.{column}" for column in FINANCIAL_COLUMNS},
        **{name: f"CASE WHEN {has} THEN company.id END" for name, has in lists.items()},
        "caen": "caen",
        "folded_name": "fold(company_name)",
    }
    return [
        f"""INSERT INTO own_record
        SELECT company.id, 0, CAST(company.tax_id AS INTEGER),
          {", ".join(values[column] for column in OWN_VALUES)}
        FROM before.company AS company
        LEFT JOIN before.financial AS figures ON figures.company = company.id
        LEFT JOIN before.activity AS activity ON activity.id = company.activity""",
        f"""INSERT INTO own_year SELECT company, {", ".join(COLUMNS["own_year"][1:])}
        FROM before.financial_year""",
        f"""INSERT INTO own_case SELECT company, {", ".join(COLUMNS["own_case"][1:])}
        FROM before.court_case""",
        "INSERT INTO own_contact SELECT * FROM before.contact",
    ]


def _has_contact(condition: str) -> str:
    return f"EXISTS (SELECT 1 FROM before.contact WHERE company = company.id AND {condition})"
