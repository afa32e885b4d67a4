"""What changed in the companies since the registry before.

What finds companies by text is copied from it and patched: that is most of the work of a month in
which few companies changed. Built anew it would be the same. So are tables whose rows a query
derives from those of a company (``derive``): each of them has one query, for both.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tui_app import __version__
from tui_app.registry.sqlite.checksum import has_wrong_checksum
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION

_FEW: Final = 4
"""A patch pays off if fewer than one in so many companies changed."""

_CHANGED: Final = """
SELECT one.id, one.company_name, one.tax_id, one.company_id
FROM {one}.company AS one LEFT JOIN {other}.company AS other USING (id)
WHERE other.tax_id IS NOT one.tax_id OR other.company_name IS NOT one.company_name
  OR other.company_id IS NOT one.company_id
ORDER BY one.id
"""


_USED: Final = (
    "tax_id", "company_id", "company_name", "county", "locality", "street_name", "street_nr",
)  # fmt: skip
"""The columns of a company from which other tables are derived."""

_EXCEPT: Final = """
SELECT one.company FROM {one}.contact AS one
LEFT JOIN {other}.contact AS other USING (company, kind, position)
WHERE other.value IS NOT one.value
"""
_DIFFERENT: Final = f"""
CREATE TEMP TABLE changed AS
SELECT one.id AS company FROM main.company AS one LEFT JOIN before.company AS other USING (id)
WHERE {" OR ".join(f"other.{column} IS NOT one.{column}" for column in _USED)}
UNION SELECT id FROM before.company WHERE id NOT IN (SELECT id FROM main.company)
UNION SELECT company FROM ({_EXCEPT.format(one="main", other="before")})
UNION SELECT company FROM ({_EXCEPT.format(one="before", other="main")})
UNION SELECT company FROM (SELECT * FROM main.other_firm EXCEPT SELECT * FROM before.other_firm)
UNION SELECT company FROM (SELECT * FROM before.other_firm EXCEPT SELECT * FROM main.other_firm)
"""
_GONE: Final = "before", "main"
_NEW: Final = "main", "before"


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
        ((application,),) = connection.execute("PRAGMA application_id").fetchall()
        ((version,),) = connection.execute("PRAGMA user_version").fetchall()
        if (application, version) == (APPLICATION_ID, SCHEMA_VERSION):
            ((program,),) = connection.execute("SELECT program FROM build").fetchall()
            return path if program == __version__ and not has_wrong_checksum(path) else None
    return None


def changes(connection: sqlite3.Connection, companies: int) -> Changes | None:
    """The differences of ``main`` from the attached ``before``; ``None`` if they are too many."""
    found = Changes(*(list(_changed(connection, *sides)) for sides in (_GONE, _NEW)))
    if (len(found.gone) + len(found.new)) * _FEW >= companies:
        return None
    connection.execute(_DIFFERENT)
    return found


def derive(connection: sqlite3.Connection, table: str, query: str, key: str, *, anew: bool) -> None:
    """Fill a table of the columns ``key`` and ``company`` with the rows of a query.

    ``{file}`` in it is the file to read. If not ``anew``, the table is copied from the attached
    ``before``, and the rows of companies in ``temp.changed`` are corrected.
    """
    insert = f"INSERT OR IGNORE INTO main.{table} SELECT * FROM ({{}}) {{}} ORDER BY 1, 2"
    if anew:
        connection.execute(insert.format(query.format(file="main"), ""))
        return
    among = "WHERE company IN (SELECT company FROM temp.changed)"
    connection.execute(f"INSERT INTO main.{table} SELECT * FROM before.{table}")
    connection.execute(
        f"DELETE FROM main.{table} WHERE ({key}, company) IN"
        f" (SELECT {key}, company FROM ({query.format(file='before')}) {among})"
    )
    connection.execute(insert.format(query.format(file="main"), among))


def _changed(connection: sqlite3.Connection, one: str, other: str) -> Iterator[Named]:
    return map(Named._make, connection.execute(_CHANGED.format(one=one, other=other)))
