"""What changed in the companies since the registry before.

A month in which few companies changed starts from a copy of it, in which only their rows are
replaced: those that find a company by text, and those that a query derives from its rows
(``derive``), which is the query that also writes such a table anew. The result is the same. What
it reads of the changed companies stands in temporary tables, as it was before and as it is now.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tui_app import __version__
from tui_app.registry.sqlite.checksum import has_wrong_checksum
from tui_app.registry.sqlite.finished import finished, mark_of
from tui_app.registry.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION

_FEW: Final = 4
"""A patch pays off if fewer than one in so many companies changed."""

_NAMED: Final = "SELECT id, company_name, tax_id, company_id FROM temp.company_{}"
_CHANGED: Final = "(SELECT company FROM temp.changed)"
_DERIVED_FROM: Final = {
    "company": (
        "id, tax_id, company_id, company_name, company_type, status, county, locality, street_name,"
        " street_nr, founding_year, vat, activity"
    ),
    "contact": "company, kind, position, value",
    "other_firm": "company, company_id",
}
"""What other tables are derived from: of each table the columns, the company's number first."""

_FILES: Final = {"before": "before", "now": "main"}
_SIDES: Final = ("before", "now"), ("now", "before")
_DIFFERING: Final = " UNION ".join(
    f"SELECT {columns.split(',')[0]} FROM"
    f" (SELECT * FROM temp.{table}_{one} EXCEPT SELECT * FROM temp.{table}_{other})"
    for table, columns in _DERIVED_FROM.items()
    for one, other in _SIDES
)

_USED: Final = (
    "tax_id", "company_id", "company_name", "county", "locality", "street_name", "street_nr",
)  # fmt: skip
"""The columns of a company from which other tables are derived."""

_EXCEPT: Final = """
SELECT one.company FROM {one}.contact AS one
LEFT JOIN {other}.contact AS other USING (company, kind, position)
WHERE other.value IS NOT one.value
"""
_TABLE: Final = "CREATE TEMP TABLE changed (company INTEGER PRIMARY KEY)"
_DIFFERENT: Final = f"""
INSERT INTO temp.changed
SELECT one.id FROM main.company AS one LEFT JOIN before.company AS other USING (id)
WHERE {" OR ".join(f"other.{column} IS NOT one.{column}" for column in _USED)}
UNION SELECT id FROM before.company WHERE id NOT IN (SELECT id FROM main.company)
UNION SELECT company FROM ({_EXCEPT.format(one="main", other="before")})
UNION SELECT company FROM ({_EXCEPT.format(one="before", other="main")})
UNION SELECT company FROM (SELECT * FROM main.other_firm EXCEPT SELECT * FROM before.other_firm)
UNION SELECT company FROM (SELECT * FROM before.other_firm EXCEPT SELECT * FROM main.other_firm)
"""


class Named(NamedTuple):
    """A company's number, and the texts by which it is found."""

    number: int
    name: str
    tax_id: str
    company_id: str | None


class Changes(NamedTuple):
    """The companies as they were found before and are not any more, and as they are now."""

    gone: list[Named]
    new: list[Named]


def registry_before(path: Path) -> Path | None:
    """A registry that a build may continue: whole, and written by this version of the program."""
    with suppress(OSError, sqlite3.Error, TypeError), finished(path) as connection:
        if mark_of(connection) == (APPLICATION_ID, SCHEMA_VERSION):
            ((program,),) = connection.execute("SELECT program FROM build").fetchall()
            return path if program == __version__ and not has_wrong_checksum(path) else None
    return None


def note_changed(connection: sqlite3.Connection, companies: int) -> bool:
    """List in ``temp.changed`` the companies whose rows in the staging file changed, if few did.

    ``merged`` is that file, and ``before`` the earlier registry.
    """
    connection.execute(_TABLE)
    connection.execute("INSERT INTO temp.changed SELECT id FROM merged.rewritten")
    if _are_few(connection, companies):
        return True
    connection.execute("DROP TABLE temp.changed")
    return False


def changes(connection: sqlite3.Connection, companies: int, *, noted: bool) -> Changes | None:
    """The differences of ``main`` from the attached ``before``; ``None`` if they are too many.

    Unless they are ``noted`` already, it lists the companies in ``temp.changed``.
    """
    if not noted:
        connection.execute(_TABLE)
        connection.execute(_DIFFERENT)
        if not _are_few(connection, companies):
            return None
    _keep_rows(connection)
    return Changes(*(list(_named(connection, *two)) for two in _SIDES))


def _keep_rows(connection: sqlite3.Connection) -> None:
    """Fill the temporary tables with the rows of those changed companies that differ in them."""
    for table, columns in _DERIVED_FROM.items():
        for when, file in _FILES.items():
            connection.execute(
                f"CREATE TEMP TABLE {table}_{when} AS SELECT {columns} FROM {file}.{table}"
                f" WHERE {columns.split(',')[0]} IN {_CHANGED}"
            )
    connection.execute("CREATE TEMP TABLE differing (company INTEGER PRIMARY KEY)")
    connection.execute(f"INSERT INTO temp.differing {_DIFFERING}")
    for table, columns in _DERIVED_FROM.items():
        for when in _FILES:
            connection.execute(
                f"DELETE FROM temp.{table}_{when}"
                f" WHERE {columns.split(',')[0]} NOT IN (SELECT company FROM temp.differing)"
            )


def is_few(changed: int, companies: int) -> bool:
    """Whether a patch pays off."""
    return changed * _FEW < companies


def _are_few(connection: sqlite3.Connection, companies: int) -> bool:
    ((changed,),) = connection.execute("SELECT count(*) FROM temp.changed").fetchall()
    return is_few(changed, companies)


def _named(connection: sqlite3.Connection, one: str, other: str) -> Iterator[Named]:
    query = f"{_NAMED.format(one)} EXCEPT {_NAMED.format(other)} ORDER BY 1"
    return map(Named._make, connection.execute(query))


def derive(connection: sqlite3.Connection, table: str, key: str, query: str, *, anew: bool) -> None:
    """Fill a table that finds companies by a ``key`` with the rows of a query.

    The query reads ``{company}``, ``{contact}`` and ``{other_firm}``. If not ``anew``, the table
    has the rows of before, and only those of changed companies differ.
    """

    def rows_of(name: str) -> str:
        return query.format_map({table: name.format(table) for table in _DERIVED_FROM})

    if not anew:
        gone = rows_of("temp.{}_before")
        connection.execute(f"DELETE FROM main.{table} WHERE ({key}, company) IN ({gone})")
    rows = rows_of("main.{}" if anew else "temp.{}_now")
    connection.execute(f"INSERT OR IGNORE INTO main.{table} {rows} ORDER BY 1, 2")
