"""Sets of companies by what changed when, in the numbers of one registry.

A set is named by its criterion (``changed``, ``was``, ``moved-from``), the criterion's value and
the snapshot in which the change was first seen. Companies that are not in the registry, because
they are gone or have no tax id, get numbers after its own.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import ItemsView
from typing import Final

from pyroaring import FrozenBitMap

from tui_app.contract.screening.fields import FIELDS, known_value
from tui_app.contract.status import classify_status
from tui_app.registry.history.layout import KINDS, LISTED_KINDS, STILL
from tui_app.registry.history.reading import HistoryDescription
from tui_app.registry.screening.bitmap_index import NO_COMPANIES
from tui_app.registry.sqlite.drafts import write_many
from tui_app.registry.sqlite.finished import reader
from tui_app.system.untyped import DbValue

TABLES: Final = """
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
_NUMBERED: Final = """
DROP TABLE IF EXISTS temp.numbered;
CREATE TEMP TABLE numbered (company INTEGER PRIMARY KEY, number INTEGER NOT NULL);
-- Few companies have events, and the index of tax ids has all that is needed of the registry.
INSERT INTO temp.numbered
SELECT told.company, registered.id FROM (SELECT DISTINCT company FROM past_event) AS told
CROSS JOIN registry.company AS registered ON registered.tax_id = CAST(told.company AS TEXT);
INSERT INTO past_outside
SELECT (SELECT coalesce(max(id), 0) FROM registry.company) + row_number() OVER (ORDER BY company),
  company
FROM (SELECT DISTINCT company FROM past_event WHERE company NOT IN (SELECT company FROM numbered));
INSERT INTO temp.numbered SELECT company, number FROM past_outside;
"""
_CHANGED: Final = f"""
SELECT kind, not_after, number FROM past_event JOIN temp.numbered USING (company)
WHERE kind < {len(LISTED_KINDS)}
"""
_WAS: Final = f"""
SELECT was.state, not_after, numbered.number FROM past_event JOIN temp.numbered USING (company)
JOIN past_version AS was ON was.company = past_event.company
  AND was.valid_from <= not_before AND was.valid_to > not_before
WHERE kind = {KINDS.index("state")}
"""
# A county that is not known for a time is no move; the next known one decides, and its first day.
_MOVED_FROM: Final = f"""
WITH moved AS (
  SELECT company, county, valid_from AS day,
    lag(county) OVER (PARTITION BY company ORDER BY valid_from) AS before
  FROM past_version WHERE county <> '' AND company IN (
    SELECT company FROM past_version WHERE valid_to <> {STILL}
  )
)
SELECT before, day, number FROM moved JOIN temp.numbered USING (company)
WHERE before <> county
"""
Named = tuple[str, str, int]


def write_index(connection: sqlite3.Connection) -> None:
    """Write the sets into a new file; ``registry`` and the history ``past`` are attached to it."""
    connection.executescript(f"{TABLES} {_NUMBERED}")
    history = HistoryDescription(reader(connection))
    sets: dict[Named, FrozenBitMap] = {}
    for name, statement, named in (
        ("changed", _CHANGED, KINDS.__getitem__),
        ("was", _WAS, lambda state: classify_status(history.status(state)).value),
        ("moved-from", _MOVED_FROM, lambda text: known_value(FIELDS["county"], text) or text),
    ):
        for (value, day), members in _grouped(connection, statement):
            key = (name, named(value), day)
            sets[key] = sets.get(key, NO_COMPANIES) | FrozenBitMap(members)
    rows = ((*named, len(found), found.serialize()) for named, found in sorted(sets.items()))
    write_many(connection, "INSERT INTO past_set VALUES (?, ?, ?, ?, ?)", rows)


# Any: the number of a kind, or a text.
def _grouped(
    index: sqlite3.Connection, statement: str
) -> ItemsView[tuple[DbValue, int], array[int]]:
    """The numbers of companies by value and day."""
    found: dict[tuple[DbValue, int], array[int]] = defaultdict(lambda: array("I"))
    for value, day, number in index.execute(statement):
        found[value, day].append(number)
    return found.items()
