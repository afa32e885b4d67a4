"""Corrects stored times that are later than now, because this machine's clock was ahead.

Otherwise they would count as the newest until that day comes, and hide the true ones.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from msgspec import json
from msgspec.structs import replace

from tui_app.workspace.changes import Change
from tui_app.workspace.moments import from_stored

_TIMES: Final = (
    ("version", "first_seen"),
    ("version", "last_seen"),
    ("change", "seen_at"),
    ("watch", "added_at"),
    ("watch", "seen_at"),
    ("watch", "reported_at"),
)


def bring_back(db: sqlite3.Connection, tax_id: str, *, now: int, before: int) -> None:
    """Move a company's times that are later than ``now`` to just before ``before``, in order.

    All are whole milliseconds, as stored.
    """
    ahead = sorted(
        {
            moment
            for table, column in _TIMES
            for (moment,) in db.execute(
                f"SELECT {column} FROM {table} WHERE tax_id = ? AND {column} > ?", (tax_id, now)
            )
        }
    )
    for corrected, moment in enumerate(ahead, before - len(ahead)):
        for number, body in db.execute(
            "SELECT id, body FROM change WHERE (tax_id, seen_at) = (?, ?)", (tax_id, moment)
        ).fetchall():
            change = replace(json.decode(body, type=Change), first_seen=from_stored(corrected))
            db.execute("UPDATE change SET body = ? WHERE id = ?", (json.encode(change), number))
        for table, column in _TIMES:
            db.execute(
                f"UPDATE OR REPLACE {table} SET {column} = ? WHERE tax_id = ? AND {column} = ?",
                (corrected, tax_id, moment),
            )
