"""Sets of companies by what changed when, in the numbers of one registry.

A set is named by its criterion (``changed``, ``was``, ``moved-from``), the criterion's value and
the snapshot in which the change was first seen. Companies that are not in the registry, because
they are gone or have no tax id, get numbers after its own.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pyroaring import FrozenBitMap

from tui_app.contract.screening.fields import FIELDS, known_value
from tui_app.contract.status import classify_status
from tui_app.registry.history.layout import KINDS, LISTED_KINDS, Field
from tui_app.registry.history.reading import Past
from tui_app.registry.sql import Read

TABLES: Final = """
DROP TABLE IF EXISTS past_index;
DROP TABLE IF EXISTS past_outside;
DROP TABLE IF EXISTS past_set;
CREATE TABLE past_index (          -- one row
  registry TEXT NOT NULL,          -- the version of the registry whose numbers these are
  companies INTEGER NOT NULL       -- that it has: larger numbers are of ``past_outside``
);
CREATE TABLE past_outside (number INTEGER PRIMARY KEY, company INTEGER NOT NULL);
CREATE TABLE past_set (
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  day INTEGER NOT NULL,
  companies INTEGER NOT NULL,
  members BLOB NOT NULL,
  PRIMARY KEY (name, value, day)
) WITHOUT ROWID;
"""
_EVENTS: Final = f"""
SELECT company, kind, not_after, before FROM past_event
WHERE kind < {len(LISTED_KINDS)} ORDER BY company
"""
# The index of tax ids has all that is needed of the registry, and is read from end to end.
_NUMBERS: Final = """
SELECT CAST(tax_id AS INTEGER), id FROM registry.company
WHERE EXISTS (SELECT 1 FROM past_event WHERE company = CAST(tax_id AS INTEGER))
"""
_COUNTIES: Final = f"""
SELECT company, not_after, before FROM past_change
WHERE field = {int(Field.COUNTY)} AND before <> '' ORDER BY company
"""
_STATE: Final = KINDS.index("state")
Named = tuple[str, str, int]


def write_index(history: sqlite3.Connection, registry: Path) -> None:
    """Write the sets for a registry, or none if there is no readable registry.

    ``history`` is opened with ``uri=True``.
    """
    history.executescript(TABLES)
    uri = f"{registry.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        history.execute("ATTACH ? AS registry", (uri,))
        build = history.execute("SELECT version, companies FROM registry.build").fetchone()
    except sqlite3.DatabaseError:
        return
    if build is not None:
        _write(history, *build)
    history.execute("DETACH registry")


# Any: a row of the database.
def reader(connection: sqlite3.Connection) -> Read:
    """Reads an open history."""

    def read(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return connection.execute(statement.replace("{s}", ""), values).fetchall()

    return read


def _write(history: sqlite3.Connection, version: str, companies: int) -> None:
    touched = {company for (company,) in history.execute("SELECT DISTINCT company FROM past_event")}
    numbers: dict[int, int] = dict(history.execute(_NUMBERS))
    outside = sorted(touched - set(numbers))
    numbers |= {company: companies + at for at, company in enumerate(outside, 1)}
    history.execute("INSERT INTO past_index VALUES (?, ?)", (version, companies))
    history.executemany(
        "INSERT INTO past_outside VALUES (?, ?)",
        ((companies + at, company) for at, company in enumerate(outside, 1)),
    )
    sets: dict[Named, array[int]] = defaultdict(lambda: array("I"))
    for name, value, day, company in _members(history, Past(reader(history))):
        if company in numbers:
            sets[name, value, day].append(numbers[company])
    for named, members in sorted(sets.items()):
        found = FrozenBitMap(members)
        history.execute(
            "INSERT INTO past_set VALUES (?, ?, ?, ?, ?)", (*named, len(found), found.serialize())
        )


def _members(history: sqlite3.Connection, past: Past) -> Iterator[tuple[str, str, int, int]]:
    """The name, value and day of each set that a company is in."""
    was: dict[str, str] = {}
    for company, kind, day, before in history.execute(_EVENTS):
        yield "changed", KINDS[kind], day, company
        if kind == _STATE:
            if before not in was:
                was[before] = classify_status(past.status(before)).value
            yield "was", was[before], day, company
    for company, day, before in history.execute(_COUNTIES):
        yield "moved-from", known_value(FIELDS["county"], before) or before, day, company
