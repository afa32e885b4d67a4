"""Companies that share an administrator or an address: written once, read a page at a time.

Only where administrators were imported, which is done on purpose. People are told apart by
their names alone, so two of the same name count as one here: whoever shows it must say so. An
address counts where it names a street and a number.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tui_app.contract.folding import fold
from tui_app.contract.operations import COURT_CASES_PAGE, PAGE_SIZE
from tui_app.contract.resources import CompanySummary, Connection, ConnectionPage

_COLUMNS: Final = CompanySummary.__struct_fields__
_ADDRESS: Final = "county, locality, street_name, street_nr"
_HAS_ADDRESS: Final = "street_name <> '' AND street_nr <> ''"
_PEOPLE: Final = "FROM contact WHERE kind = 'administrators'"
_LINKS: Final = f"""
INSERT OR IGNORE INTO connection
SELECT person_key(value), company {_PEOPLE}
UNION ALL SELECT address_key({_ADDRESS}), id FROM company WHERE {_HAS_ADDRESS}
ORDER BY 1, 2
"""
_OTHERS: Final = "FROM connection WHERE key = ? AND company <> ?"


class _Link(NamedTuple):
    """What companies may share: ``link`` is its kind, ``through`` how it is told."""

    link: str
    through: str
    key: int


def write(connection: sqlite3.Connection) -> None:
    """Fill the table, unless no administrator is on record."""
    if connection.execute(f"SELECT 1 {_PEOPLE} LIMIT 1").fetchone() is None:
        return
    connection.create_function("person_key", 1, _person_key, deterministic=True)
    connection.create_function("address_key", 4, _address_key, deterministic=True)
    connection.execute(_LINKS)


def are_known(connection: sqlite3.Connection) -> bool:
    """Whether there are connections to ask for."""
    return connection.execute("SELECT 1 FROM connection LIMIT 1").fetchone() is not None


def read(connection: sqlite3.Connection, number: int, page: int) -> ConnectionPage:
    """One page of the companies that share something with one, best rank first within each."""
    links = list(_links(connection, number))
    counts = [
        connection.execute(f"SELECT count(*) {_OTHERS}", (link.key, number)).fetchone()[0]
        for link in links
    ]
    total = sum(counts)
    skip, room = (page - 1) * PAGE_SIZE, PAGE_SIZE
    found: list[Connection] = []
    for link, count in zip(links, counts, strict=True):
        if skip < count and room:
            some = _others(connection, link, number, room, skip)
            found += some
            room -= len(some)
        skip = max(0, skip - count)
    return ConnectionPage(
        connections=tuple(found),
        total_pages=min(-(-total // PAGE_SIZE), COURT_CASES_PAGE.maximum),
        current_page=page,
        total_connections=total,
    )


def _links(connection: sqlite3.Connection, number: int) -> Iterator[_Link]:
    people = f"SELECT value {_PEOPLE} AND company = ? ORDER BY position"
    for (name,) in connection.execute(people, (number,)):
        yield _Link("administrator", name, _person_key(name))
    address = f"SELECT {_ADDRESS}, full_address FROM company WHERE id = ? AND {_HAS_ADDRESS}"
    for *parts, full in connection.execute(address, (number,)):
        told = full or ", ".join(part for part in parts if part)
        yield _Link("address", told, _address_key(*parts))


def _others(
    connection: sqlite3.Connection, link: _Link, number: int, most: int, skip: int
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


def _person_key(name: str) -> int:
    return _key(f"person {fold(name)}")


# Any: a column may be NULL.
def _address_key(*parts: Any) -> int:
    return _key("address " + "|".join(fold(str(part or "")) for part in parts))


def _key(text: str) -> int:
    digest = hashlib.blake2b(text.encode(errors="replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
