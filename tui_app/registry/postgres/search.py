"""Ranked search in PostgreSQL: the numbers of the best companies for a text.

A plain ``LIKE '%q%' ORDER BY id LIMIT 10`` takes a millisecond or minutes, depending on the
plan. So ranks are divided into slices, each a table with its own trigram indexes. A tier is one
statement, in which the database goes from slice to slice and stops at the tenth match.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Final

import psycopg

from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.ranking import Query
from tui_app.registry.postgres.pool import Snapshot
from tui_app.registry.postgres.schema import BEGINNING, BEGINNING_LENGTH
from tui_app.registry.words.names import named

SEARCH_SECONDS: Final = 0.6
"""A search returns what it found by then; the connection's statement timeout enforces it."""

_EQUAL: Final = """
SELECT id FROM {s}company WHERE tax_id IN (%(text)s, %(tax_id)s)
UNION SELECT company FROM {s}registry_number WHERE number = %(number)s
ORDER BY 1 LIMIT 10
"""


_MAX_RANKED_HERE: Final = 300
"""Up to this many companies with the text's letters are ranked here, not by the database."""

_START, _PART, _LETTERS = 0, 1, 2


class SliceSearch:
    """The search of one published registry with its number of slices.

    ``worded``: whether any tax id or registry number has three characters in a row without a digit.
    If not, a text without a digit matches none, and two tiers are skipped.
    """

    def __init__(self, slices: int, worded: bool) -> None:
        self._slices = slices
        self._worded = worded

    def run(self, snapshot: Snapshot, query: Query) -> tuple[list[int], bool]:
        """At most ten numbers, best first, and whether the search completed."""
        with snapshot.by_index():
            return self._run(snapshot, query)

    def _run(self, snapshot: Snapshot, query: Query) -> tuple[list[int], bool]:
        found: dict[int, None] = {}
        ends = time.monotonic() + SEARCH_SECONDS
        try:
            for numbers in self._tiers(snapshot, query) if query.text else ():
                for number in numbers:
                    found.setdefault(number)
                    if len(found) == MAXIMUM_RESULTS:
                        return list(found), True
                if time.monotonic() > ends:
                    return list(found), False
        except psycopg.errors.QueryCanceled:
            return list(found), False
        return list(found), True

    def _tiers(self, snapshot: Snapshot, query: Query) -> Iterator[Iterable[int]]:
        """The numbers of each tier of ``contract.ranking``; names have a blank at both ends."""
        start, part = {"start": f" {query.text}%"}, {"part": f"%{query.text}%"}
        letters = {"letters": f"%{query.letters}%"}
        few = self._few(snapshot, start | part | letters) if query.letters else None

        def matching(condition: str, values: dict[str, str]) -> list[int]:
            # A tier may repeat the results of earlier tiers, which are at most ten.
            each = f"SELECT id FROM {{slice}} WHERE {condition} ORDER BY id LIMIT 20"
            text = f"SELECT id FROM ({self._in_slices(each)}) AS found LIMIT 20"
            return _numbers(snapshot, text, values)

        yield named(snapshot.read, query)
        yield few[_START] if few else matching(*_beginning(query.text))
        if self._may_be_in_identifiers(query):
            number = query.registry_number or query.text
            equal = {"text": query.text, "tax_id": query.tax_id or query.text, "number": number}
            yield _numbers(snapshot, _EQUAL, equal)
        if few:
            yield few[_PART]
        else:
            yield matching("name LIKE %(part)s AND name NOT LIKE %(start)s", start | part)
        if self._may_be_in_identifiers(query):
            yield matching("identifiers LIKE %(part)s", {"part": f"%{query.identifier_part}%"})
        if few:
            yield few[_LETTERS]
        elif query.letters:
            yield matching("letters LIKE %(letters)s AND name NOT LIKE %(part)s", part | letters)
        if query.words:
            sought = {f"word{n}": f"% {word}%" for n, word in enumerate(query.words)}
            # The second condition uses the index, the first is exact: it treats and, si, & as one.
            conditions = [f"words LIKE %({key})s" for key in sought]
            conditions += [f"name LIKE %({key})s" for key in sought if "&" not in sought[key]]
            yield matching(" AND ".join(conditions), sought)

    def _few(self, snapshot: Snapshot, values: dict[str, str]) -> tuple[list[int], ...] | None:
        """The matches by start, part and letters alone, from one statement if there are few.

        Every text that contains a text contains its letters. Searching all slices for a rare text
        is the most expensive case: this does it once instead of three times.
        """
        each = (
            f"SELECT id, CASE WHEN name LIKE %(start)s THEN {_START}"
            f" WHEN name LIKE %(part)s THEN {_PART} ELSE {_LETTERS} END"
            " FROM {slice} WHERE letters LIKE %(letters)s"
        )
        rows = snapshot.search(f"{self._in_slices(each)} LIMIT {_MAX_RANKED_HERE + 1}", values)
        if len(rows) > _MAX_RANKED_HERE:
            return None
        return tuple(
            sorted(number for number, tier in rows if tier == searched)
            for searched in (_START, _PART, _LETTERS)
        )

    def _may_be_in_identifiers(self, query: Query) -> bool:
        has_digit = any(character in "0123456789" for character in query.text)
        return self._worded or has_digit or len(query.text) < 3

    def _in_slices(self, each: str) -> str:
        parts = (f"({each.replace('{slice}', f'{{s}}slice_{n}')})" for n in range(self._slices))
        return " UNION ALL ".join(parts)


def _beginning(text: str) -> tuple[str, dict[str, str]]:
    """The condition for names that begin with a text, using the index of beginnings."""
    start = f" {text}"
    values = {"beginning": f"{start[:BEGINNING_LENGTH]}%"}
    if len(start) <= BEGINNING_LENGTH:
        return f"{BEGINNING} LIKE %(beginning)s", values
    condition = f"{BEGINNING} LIKE %(beginning)s AND name LIKE %(start)s"
    return condition, values | {"start": f"{start}%"}


def _numbers(snapshot: Snapshot, statement: str, values: dict[str, str]) -> list[int]:
    return [number for (number,) in snapshot.search(statement, values)]
