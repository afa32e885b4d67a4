"""Ranked search: the numbers of the companies that stand first for a text.

The tiers are asked one after the other, and each in order of rank, so that every one stops
at what is still missing. ``contract.ranking`` says what each tier holds.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from tui_app.contract.folding import fold
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.ranking import Query
from tui_app.registry.parts import long_query
from tui_app.registry.schema import SHORT_PART

_NAME_START = """
SELECT company FROM folded_name WHERE name >= ? AND name < ? ORDER BY company LIMIT ?
"""
_IDENTIFIER_EQUAL = """
SELECT id FROM company WHERE tax_id IN (?1, ?2)
UNION SELECT company FROM registry_number WHERE number = ?3
ORDER BY 1 LIMIT ?4
"""
_NAME_PART = "SELECT rowid FROM name_part WHERE name_part MATCH ? ORDER BY rowid LIMIT ?"
_SHORT_PART = "SELECT company FROM short_part WHERE part = ? ORDER BY company"
_LONG_PART = """
SELECT id, tax_id, company_id FROM long_part JOIN company ON company.id = long_part.rowid
WHERE long_part MATCH ? ORDER BY long_part.rowid
"""


def search(connection: sqlite3.Connection, query: Query) -> list[int]:
    """The numbers of at most ten companies, most relevant first.

    Short of them when the connection was interrupted: the tiers found by then.
    """
    found: dict[int, None] = {}
    try:
        for tier in (_name_start, _identifier_equal, _name_part, _identifier_part):
            for company in tier(connection, query):
                found.setdefault(company)
                if len(found) == MAXIMUM_RESULTS:
                    return list(found)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
    return list(found)


def _name_start(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    # A query is printable and so never ends in the last code point.
    after = query.text[:-1] + chr(ord(query.text[-1]) + 1)
    return _numbers(connection.execute(_NAME_START, (query.text, after, MAXIMUM_RESULTS)))


def _identifier_equal(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    number = query.registry_number or query.text
    values = (query.text, query.tax_id or query.text, number, MAXIMUM_RESULTS)
    return _numbers(connection.execute(_IDENTIFIER_EQUAL, values))


def _name_part(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    phrase = '"{}"'.format(query.text.replace('"', '""'))
    return _numbers(connection.execute(_NAME_PART, (phrase, MAXIMUM_RESULTS)))


def _identifier_part(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    part = query.identifier_part
    if len(part) <= SHORT_PART:
        return _numbers(connection.execute(_SHORT_PART, (part,)))
    rows = connection.execute(_LONG_PART, (long_query(part),))
    return (
        company
        for company, tax_id, company_id in rows
        if part in tax_id or part in fold(company_id or "")
    )


def _numbers(rows: Iterable[tuple[int]]) -> Iterator[int]:
    return (number for (number,) in rows)
