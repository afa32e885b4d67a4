"""The history: companies looked at and texts searched for."""

from __future__ import annotations

import datetime as dt
import sqlite3
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.companies import read_summary, remember
from tui_app.workspace.database import Database
from tui_app.workspace.moments import from_stored, now, to_stored

_SAME_VISIT: Final = 60_000
"""Milliseconds within which a second look at a company is not counted."""


class ViewedCompany(Struct, frozen=True, kw_only=True):
    """A company of the history: when it was last looked at (UTC), and how often."""

    summary: CompanySummary
    invented: bool
    looked_at: dt.datetime
    looks: int


class BrowsingHistory:
    """The history of a workspace, without a size limit."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def look(
        self, summary: CompanySummary, *, invented: bool, at: dt.datetime | None = None
    ) -> None:
        """Record a look at a company."""
        moment = to_stored(at or now())

        def work(db: sqlite3.Connection) -> None:
            remember(db, summary, invented=invented)
            # Looks recorded while the clock was ahead would lead the list until that day comes.
            db.execute(
                "UPDATE OR REPLACE look SET looked_at = ? WHERE looked_at > ?", (moment - 1, moment)
            )
            [last] = db.execute(
                "SELECT MAX(looked_at) FROM look WHERE tax_id = ?", (summary.tax_id,)
            ).fetchone()
            if last is None or moment - last >= _SAME_VISIT:
                db.execute("INSERT OR IGNORE INTO look VALUES (?, ?)", (summary.tax_id, moment))

        self._database.write(work)

    def companies(self, text: str = "", *, most: int = 1_000) -> tuple[ViewedCompany, ...]:
        """The companies looked at, latest first.

        With a text: only those whose name or number contains each of its words, folded.
        """
        words = fold(text).split()
        having = "".join(" AND instr(company.folded, ?)" for _word in words)
        rows = self._database.read(
            "SELECT look.tax_id, company.summary, company.invented, MAX(looked_at), COUNT(*)"
            f" FROM look JOIN company USING (tax_id) WHERE 1{having}"
            " GROUP BY look.tax_id ORDER BY MAX(looked_at) DESC LIMIT ?",
            *words,
            most,
        )
        return tuple(
            ViewedCompany(
                summary=read_summary(tax_id, summary),
                invented=bool(invented),
                looked_at=from_stored(looked_at),
                looks=looks,
            )
            for tax_id, summary, invented, looked_at, looks in rows
        )

    def searched(self, text: str, *, at: dt.datetime | None = None) -> None:
        """Record a search. A text with a personal code is not stored."""
        shown = " ".join(text.split())
        if not shown or without_personal_codes(shown) != shown:
            return
        moment = to_stored(at or now())

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "UPDATE search SET searched_at = ? WHERE searched_at > ?", (moment - 1, moment)
            )
            db.execute(
                "INSERT OR REPLACE INTO search VALUES (?, ?, ?)", (fold(shown), shown, moment)
            )

        self._database.write(work)

    def searches(self, *, most: int = 200) -> tuple[str, ...]:
        """The texts searched for, latest first, without repeats."""
        rows = self._database.read(
            "SELECT text FROM search ORDER BY searched_at DESC LIMIT ?", most
        )
        return tuple(text for (text,) in rows)

    def forget(self) -> None:
        """Delete every look and search; watched companies and notes stay."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM look")
            db.execute("DELETE FROM search")

        self._database.write(work)
