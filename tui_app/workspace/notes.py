"""Notes on companies: plain text, saved while it is typed."""

from __future__ import annotations

import sqlite3

from tui_app.contract.pasted_text import as_seen
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.workspace.database import Database
from tui_app.workspace.merging import merge
from tui_app.workspace.moments import now, to_stored


class Notes:
    """The notes of a workspace, at most one per company."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def text(self, tax_id: str) -> str:
        """The note on a company; empty if there is none."""
        rows = self._database.read("SELECT text FROM note WHERE tax_id = ?", tax_id)
        return str(rows[0][0]) if rows else ""

    def noted(self) -> frozenset[str]:
        """The companies with a note."""
        rows = self._database.read("SELECT tax_id FROM note WHERE text != ''")
        return frozenset(tax_id for (tax_id,) in rows)

    def save(self, tax_id: str, text: str, *, base: str) -> str:
        """Store a note that was edited from ``base``; returns the stored text, the next base.

        If another explorer changed it meanwhile, both changes stay. Personal codes are
        removed.
        """
        ours = cleaned(text)

        def work(db: sqlite3.Connection) -> str:
            row = db.execute("SELECT text FROM note WHERE tax_id = ?", (tax_id,)).fetchone()
            merged = merge(base, row[0] if row else "", ours)
            store(db, tax_id, merged, to_stored(now()))
            return merged

        return self._database.write(work)


def store(db: sqlite3.Connection, tax_id: str, text: str, changed_at: int) -> None:
    """Replace a note; an empty one is deleted."""
    if text.strip():
        db.execute("INSERT OR REPLACE INTO note VALUES (?, ?, ?)", (tax_id, text, changed_at))
    else:
        db.execute("DELETE FROM note WHERE tax_id = ?", (tax_id,))


def cleaned(text: str) -> str:
    """A note without control characters and personal codes."""
    seen = "\n".join(as_seen(line) for line in text.expandtabs(4).split("\n"))
    plain = "".join(c for c in seen if c == "\n" or c.isprintable())
    return without_personal_codes(plain)
