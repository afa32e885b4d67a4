"""The times of watch-list checks, so that an interrupted one can continue."""

from __future__ import annotations

import datetime as dt
import sqlite3
from typing import Final

from tui_app.workspace.database import Database
from tui_app.workspace.moments import from_stored, now, to_stored

RESUMED_WITHIN: Final = dt.timedelta(hours=12)
"""How long the answers of an interrupted check stay valid.

Well under a day, so that a daily check never skips one.
"""


class Checks:
    """The times of watch-list checks, by kind of source."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, source: str, *, at: dt.datetime | None = None) -> dt.datetime:
        """Since when answers are valid: now, or the start of an interrupted check."""
        moment = at or now()

        def work(db: sqlite3.Connection) -> dt.datetime:
            row = db.execute(
                "SELECT started_at FROM checking WHERE source = ? AND finished_at IS NULL",
                (source,),
            ).fetchone()
            if row is not None:
                started = from_stored(row[0])
                if dt.timedelta() <= moment - started < RESUMED_WITHIN:
                    return started
            db.execute(
                "INSERT OR REPLACE INTO checking VALUES (?, ?, NULL)", (source, to_stored(moment))
            )
            return moment

        return self._database.write(work)

    def finish(self, source: str, *, at: dt.datetime | None = None) -> None:
        """The check is complete."""
        moment = to_stored(at or now())
        self._database.write(
            lambda db: db.execute(
                "UPDATE checking SET finished_at = ? WHERE source = ?", (moment, source)
            )
        )
