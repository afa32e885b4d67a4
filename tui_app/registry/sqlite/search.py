"""Ranked search: the numbers of the best companies for a text.

Tiers are queried one after the other, each in order of rank, so that a tier stops once ten are
found. ``contract.ranking`` defines the tiers.
"""

from __future__ import annotations

import heapq
import sqlite3
from collections.abc import Iterable, Iterator

from tui_app.contract.folding import fold, letters
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.ranking import Query, has_words
from tui_app.registry.sqlite.finished import reader
from tui_app.registry.sqlite.ngrams import (
    JOINED,
    NGRAM_LENGTH,
    START,
    any_part_query,
    beginning,
    letters_query,
    part_query,
    spellings,
    words_query,
)
from tui_app.registry.sqlite.short_parts import best_with
from tui_app.registry.words.names import named

MAX_LOOKED_AT = 5_000
"""Names that a search checks, best rank first, for words too short to be in an index."""

_IDENTIFIER_EQUAL = """
SELECT id FROM company WHERE tax_id IN (?1, ?2)
UNION SELECT company FROM registry_number WHERE number = ?3
ORDER BY 1 LIMIT ?4
"""
# In the order of the index, which is the rank: no sorting, and the search may stop early.
# The index is not read if nothing contains even the text's beginning: "" matches nothing.
_NAME_PART = """
SELECT id, company_name FROM name_piece CROSS JOIN company ON id = name_piece.rowid
WHERE name_piece MATCH coalesce((SELECT ?1 FROM name_part WHERE part = ?2 LIMIT 1), '""')
ORDER BY name_piece.rowid
"""
_NAME_NGRAMS = """
SELECT id, company_name FROM name_piece CROSS JOIN company ON id = name_piece.rowid
WHERE name_piece MATCH ? ORDER BY name_piece.rowid
"""
_ALL_NAMES = "SELECT id, company_name FROM company ORDER BY id"
_IDENTIFIER_PART = """
SELECT id, tax_id, company_id FROM identifier_piece CROSS JOIN company
ON id = identifier_piece.rowid
WHERE identifier_piece MATCH
  coalesce((SELECT ?1 FROM identifier_part WHERE part = ?2 LIMIT 1), '""')
ORDER BY identifier_piece.rowid
"""


def search(connection: sqlite3.Connection, query: Query) -> tuple[list[int], bool]:
    """The numbers of at most ten companies, best first, and whether the search completed.

    After an interruption, or much work, only the tiers searched by then.
    """
    found: dict[int, None] = {}
    try:
        for tier in _TIERS if query.text else ():
            for company in tier(connection, query):
                found.setdefault(company)
                if len(found) == MAXIMUM_RESULTS:
                    return list(found), True
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return list(found), False
    except _TooMuchWork:
        return list(found), False
    return list(found), True


def _name_equal(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    return iter(named(reader(connection), query))


def _name_start(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    return _name_holds(connection, START + query.text)


def _identifier_equal(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    number = query.registry_number or query.text
    values = (query.text, query.tax_id or query.text, number, MAXIMUM_RESULTS)
    return _numbers(connection.execute(_IDENTIFIER_EQUAL, values))


def _name_part(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    return _name_holds(connection, query.text)


def _name_holds(connection: sqlite3.Connection, part: str) -> Iterator[int]:
    if len(part) < NGRAM_LENGTH:
        return iter(best_with(connection, "name", part))
    rows = connection.execute(_NAME_PART, (part_query(part), beginning(part)))
    return (company for company, name in rows if part in START + fold(name))


def _identifier_part(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    part = query.identifier_part
    if len(part) < NGRAM_LENGTH:
        return iter(best_with(connection, "identifier", part))
    rows = connection.execute(_IDENTIFIER_PART, (part_query(part), beginning(part)))
    return (
        company
        for company, tax_id, company_id in rows
        if part in tax_id or part in fold(company_id or "")
    )


def _name_letters(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    part = query.letters
    if not part:
        return iter(())
    if len(part) >= NGRAM_LENGTH:
        rows = connection.execute(_NAME_NGRAMS, (letters_query(part),))
        return (company for company, name in rows if part in letters(fold(name)))
    ways = list(spellings(part))
    stored = [mark + way for way in ways if len(way) < NGRAM_LENGTH for mark in ("", JOINED)]
    rows = connection.execute(
        _NAME_NGRAMS, (any_part_query(way for way in ways if len(way) >= NGRAM_LENGTH),)
    )
    longer = (company for company, name in rows if part in letters(fold(name)))
    return heapq.merge(best_with(connection, "name", *stored), longer)


def _name_words(connection: sqlite3.Connection, query: Query) -> Iterator[int]:
    # A name with a word that begins with all the letters was found by its letters.
    if not query.words or query.words == (query.letters,):
        return iter(())
    pieces = words_query(query.words)
    rows = connection.execute(*(_NAME_NGRAMS, (pieces,)) if pieces else (_ALL_NAMES,))
    return (company for company, name in _bounded(rows) if has_words(query, fold(name)))


_TIERS = (
    _name_equal,
    _name_start,
    _identifier_equal,
    _name_part,
    _identifier_part,
    _name_letters,
    _name_words,
)


class _TooMuchWork(Exception):
    """A search would have to check too many names."""


def _bounded(rows: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The rows, as many as a search may check; checking keeps the interpreter from others."""
    for index, row in enumerate(rows):
        if index == MAX_LOOKED_AT:
            raise _TooMuchWork
        yield row


def _numbers(rows: Iterable[tuple[int]]) -> Iterator[int]:
    return (number for (number,) in rows)
