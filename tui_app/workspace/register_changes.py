"""Stores what the register's snapshots say of watched companies, as changes like any other."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Final

import msgspec

from tui_app.contract.past import RegisterChange
from tui_app.workspace.changes import Change
from tui_app.workspace.database import Database
from tui_app.workspace.moments import now, to_stored

_FIELDS: Final = {
    "state": "status", "name": "name", "seat": "address", "form": "form",
    "liquidator": "liquidator", "gone": "gone",
}  # fmt: skip


def record_register_changes(
    database: Database, source: str, tax_id: str, found: Iterable[RegisterChange]
) -> int:
    """Store changes of a company that are not stored yet; returns how many those are.

    A check of the same kind of source does not report them once more: it learns the values of
    their fields anew.
    """
    moment = now()
    changes = [
        Change(
            field=_FIELDS[each.kind],
            before=each.before or None,
            after=each.after or None,
            first_seen=moment,
            not_before=each.not_before,
            not_after=each.not_after,
        )
        for each in found
        if each.kind in _FIELDS
    ]

    def work(db: sqlite3.Connection) -> int:
        rows = db.execute("SELECT body FROM change WHERE tax_id = ?", (tax_id,))
        stored = {_identity(msgspec.json.decode(body, type=Change)) for (body,) in rows}
        new = [each for each in changes if _identity(each) not in stored]
        db.executemany(
            "INSERT INTO change (tax_id, source, seen_at, body) VALUES (?, ?, ?, ?)",
            [(tax_id, source, to_stored(moment), msgspec.json.encode(each)) for each in new],
        )
        db.executemany(
            "DELETE FROM known WHERE (tax_id, source, field) = (?, ?, ?)",
            [(tax_id, source, each.field) for each in new],
        )
        return len(new)

    return database.write(work)


def _identity(change: Change) -> tuple[object, ...]:
    return change.field, change.before, change.after, change.not_after
