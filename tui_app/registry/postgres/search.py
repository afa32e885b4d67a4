"""Ranked search in PostgreSQL: the numbers of the companies that stand first for a text.

One plain ``LIKE '%q%' ORDER BY id LIMIT 10`` takes a millisecond or minutes, by the planner's
mood. So ranks are cut into slices, each a table with its own trigram indexes. A tier is one
statement, in which the database goes from slice to slice and stops at the tenth.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import psycopg

from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.ranking import Query
from tui_app.registry.postgres.pool import Snapshot

SEARCH_SECONDS: Final = 0.6
"""A search answers with what it has found by then; a connection bounds each statement by it."""

_EQUAL: Final = """
SELECT id FROM {s}.company WHERE tax_id IN (%(text)s, %(tax_id)s)
UNION SELECT company FROM {s}.registry_number WHERE number = %(number)s
ORDER BY 1 LIMIT 10
"""


class SliceSearch:
    """The search of one published registry with so many slices."""

    def __init__(self, slices: int) -> None:
        self._slices = slices

    def run(self, snapshot: Snapshot, query: Query) -> tuple[list[int], bool]:
        """At most ten numbers, best first, and whether the search came to its end."""
        found: dict[int, None] = {}
        ends = time.monotonic() + SEARCH_SECONDS
        for statement, values in self._tiers(query) if query.text else ():
            if time.monotonic() > ends:
                return list(found), False
            try:
                # Each text has a plan of its own: how many match is what the planner must know.
                rows = snapshot.rows(statement, values, prepare=False)
            except psycopg.errors.QueryCanceled:
                return list(found), False
            for (number,) in rows:
                found.setdefault(number)
                if len(found) == MAXIMUM_RESULTS:
                    return list(found), True
        return list(found), True

    def _tiers(self, query: Query) -> Iterator[tuple[str, dict[str, str]]]:
        """Each tier of ``contract.ranking`` as a statement; a name stands between blanks."""
        start = {"start": f" {query.text}%"}
        yield self._in_slices("name LIKE %(start)s"), start
        number = query.registry_number or query.text
        yield _EQUAL, {"text": query.text, "tax_id": query.tax_id or query.text, "number": number}
        part = {"part": f"%{query.text}%"}
        yield self._in_slices("name LIKE %(part)s AND name NOT LIKE %(start)s"), start | part
        yield self._in_slices("identifiers LIKE %(part)s"), {"part": f"%{query.identifier_part}%"}
        if query.letters:
            letters = {"letters": f"%{query.letters}%"}
            yield (
                self._in_slices("letters LIKE %(letters)s AND name NOT LIKE %(part)s"),
                (part | letters),
            )
        if query.words:
            sought = {f"word{n}": f"% {word}%" for n, word in enumerate(query.words)}
            # The second has the index, the first is exact: and, si and & are one word there.
            conditions = [f"words LIKE %({key})s" for key in sought]
            conditions += [f"name LIKE %({key})s" for key in sought if "&" not in sought[key]]
            yield self._in_slices(" AND ".join(conditions)), sought

    def _in_slices(self, condition: str) -> str:
        # A tier may find again what tiers before it found: those are at most ten.
        each = [
            f"(SELECT id FROM {{s}}.slice_{n} WHERE {condition} ORDER BY id LIMIT 20)"
            for n in range(self._slices)
        ]
        return f"SELECT id FROM ({' UNION ALL '.join(each)}) AS found LIMIT 20"
