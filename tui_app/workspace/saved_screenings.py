"""Saved screens: lines of criteria, each under a name."""

from __future__ import annotations

import datetime as dt
import sqlite3
from itertools import count
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.workspace.database import Database
from tui_app.workspace.moments import from_stored, now, to_stored

LONGEST_NAME: Final = 100
"""The maximum number of characters in a name."""


class SavedScreening(Struct, frozen=True, kw_only=True):
    """A line of criteria with its name, and when it was saved (UTC)."""

    name: str
    line: str
    changed_at: dt.datetime


class SavedScreenings:
    """The saved screens of a workspace. Names with the same folded form are the same name.

    A screen saved by another explorer is never lost: if a name has since been given to another
    line, that line keeps it, and ours is saved under a numbered name.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[SavedScreening, ...]:
        """Every screen, by name."""
        rows = self._database.read("SELECT name, line, changed_at FROM screen ORDER BY folded")
        return tuple(
            SavedScreening(name=name, line=line, changed_at=from_stored(changed_at))
            for name, line, changed_at in rows
        )

    def line(self, name: str) -> str:
        """The line with this name; empty if there is none."""
        rows = self._database.read("SELECT line FROM screen WHERE folded = ?", fold(name))
        return str(rows[0][0]) if rows else ""

    def save(self, name: str, line: str, *, base: str = "") -> str:
        """Save a line and return the name it got; empty: not saved.

        ``base`` is the line seen under this name, which is replaced. A name without a
        letter or digit, and a text with a personal code, are not saved.
        """
        wanted, criteria = cleaned(name), _harmless(line)
        if not fold(wanted) or not criteria or _is_personal(wanted) or _is_personal(criteria):
            return ""
        return self._database.write(lambda db: store(db, wanted, criteria, now(), base=base))

    def rename(self, name: str, new_name: str) -> str:
        """Rename a screen and return the new name; empty if there is no such screen.

        If another screen has the new name, both stay, one under a numbered name.
        """
        wanted = cleaned(new_name)
        if not fold(wanted) or _is_personal(wanted):
            return ""

        def work(db: sqlite3.Connection) -> str:
            row = db.execute("SELECT line FROM screen WHERE folded = ?", (fold(name),)).fetchone()
            if row is None:
                return ""
            db.execute("DELETE FROM screen WHERE folded = ?", (fold(name),))
            return store(db, wanted, row[0], now())

        return self._database.write(work)

    def delete(self, name: str, *, line: str) -> bool:
        """Delete a screen, unless another explorer changed it since ``line`` was seen."""

        def work(db: sqlite3.Connection) -> bool:
            statement = "DELETE FROM screen WHERE (folded, line) = (?, ?)"
            return db.execute(statement, (fold(name), line)).rowcount > 0

        return self._database.write(work)


def store(
    db: sqlite3.Connection, name: str, line: str, changed_at: dt.datetime, *, base: str = ""
) -> str:
    """Save a line under a name, or under a numbered one if another line has that name."""
    for number in count(1):
        tried = name if number == 1 else f"{name} ({number})"
        row = db.execute("SELECT line FROM screen WHERE folded = ?", (fold(tried),)).fetchone()
        if row is not None and row[0] == line:
            return tried
        if row is None or (number == 1 and base and row[0] == base):
            break
    values = (fold(tried), tried, line, to_stored(changed_at))
    db.execute("INSERT OR REPLACE INTO screen VALUES (?, ?, ?, ?)", values)
    return tried


def cleaned(name: str) -> str:
    """The stored form of a name: one line, without control characters."""
    return " ".join(_harmless(name).split())[:LONGEST_NAME].strip()


def is_keepable(name: str, line: str) -> bool:
    """Whether a name and a line from a file are acceptable."""
    found = cleaned(name) == name and _harmless(line) == line
    return found and bool(fold(name)) and bool(line) and not _is_personal(f"{name} / {line}")


def _harmless(text: str) -> str:
    return "".join(c for c in text if c.isprintable()).strip()


def _is_personal(text: str) -> bool:
    return without_personal_codes(text) != text
