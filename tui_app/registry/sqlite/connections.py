"""Companies that share an administrator or an address: written once, read page by page.

Written only if administrators were imported, which is optional.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from tui_app.contract.resources import CompanySummary, Connection, ConnectionPage
from tui_app.registry.research import MOST_COUNTED, Link, address_key, links_of, page_of, person_key

_COLUMNS: Final = CompanySummary.__struct_fields__
_ADDRESS: Final = "county, locality, street_name, street_nr"
_HAS_ADDRESS: Final = "street_name <> '' AND street_nr GLOB '*[0-9]*'"
_PEOPLE: Final = "FROM contact WHERE kind = 'administrators'"
_LINKS: Final = f"""
INSERT OR IGNORE INTO connection
SELECT person_key(value), company {_PEOPLE}
UNION ALL SELECT address_key({_ADDRESS}), id FROM company WHERE {_HAS_ADDRESS}
ORDER BY 1, 2
"""
_POPULAR: Final = f"""
INSERT INTO popular_link
SELECT key, count(*) FROM connection GROUP BY key HAVING count(*) > {MOST_COUNTED}
"""
_OTHERS: Final = "FROM connection WHERE key = ? AND company <> ?"
_COUNTED: Final = f"SELECT count(*) {_OTHERS}"
_KEPT: Final = (
    f"SELECT coalesce((SELECT companies - 1 FROM popular_link WHERE key = ?), ({_COUNTED}))"
)


def write(connection: sqlite3.Connection) -> None:
    """Fill the table, unless no administrator is on record."""
    if connection.execute(f"SELECT 1 {_PEOPLE} LIMIT 1").fetchone() is None:
        return
    connection.create_function("person_key", 1, person_key, deterministic=True)
    connection.create_function("address_key", 4, address_key, deterministic=True)
    connection.execute(_LINKS)
    connection.execute(_POPULAR)


def are_known(connection: sqlite3.Connection) -> bool:
    """Whether the file has connections."""
    return connection.execute("SELECT 1 FROM connection LIMIT 1").fetchone() is not None


def read(connection: sqlite3.Connection, number: int, page: int) -> ConnectionPage:
    """One page of the companies connected to one, best rank first within each link."""
    people = f"SELECT value {_PEOPLE} AND company = ? ORDER BY position"
    address = f"SELECT {_ADDRESS}, full_address FROM company WHERE id = ? AND {_HAS_ADDRESS}"
    names = [name for (name,) in connection.execute(people, (number,))]
    links = list(links_of(names, connection.execute(address, (number,))))

    # A file of an older firmeterm lacks this table.
    has_popular = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE name = 'popular_link'"
    ).fetchone()

    def count(link: Link) -> int:
        if has_popular:
            row = connection.execute(_KEPT, (link.key, link.key, number)).fetchone()
        else:
            row = connection.execute(_COUNTED, (link.key, number)).fetchone()
        return int(row[0])

    return page_of(
        links, page, count, lambda link, most, skip: _others(connection, link, number, most, skip)
    )


def _others(
    connection: sqlite3.Connection, link: Link, number: int, most: int, skip: int
) -> list[Connection]:
    rows = connection.execute(
        f"SELECT {', '.join(_COLUMNS)} FROM company WHERE id IN"
        f" (SELECT company {_OTHERS} ORDER BY company LIMIT ? OFFSET ?) ORDER BY id",
        (link.key, number, most, skip),
    )
    return [
        Connection(**dict(zip(_COLUMNS, row, strict=True)), link=link.link, through=link.through)
        for row in rows
    ]
