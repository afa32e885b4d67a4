"""List data of companies seen before, so that showing them costs no request."""

from __future__ import annotations

import sqlite3
from typing import Final

import msgspec
from msgspec.structs import asdict, replace

from tui_app.contract.folding import fold
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.database import Database

_SUMMARY: Final = "SELECT summary FROM company WHERE tax_id = ?"


class SeenCompanies:
    """The companies seen before, by tax id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remember(self, summary: CompanySummary, *, invented: bool) -> None:
        """Store a company's data; an empty field does not overwrite a known value."""
        self._database.write(lambda db: remember(db, summary, invented=invented))

    def summary(self, tax_id: str) -> CompanySummary:
        """The known data of a company; only the tax id if the company was never seen."""
        rows = self._database.read(_SUMMARY, tax_id)
        return read_summary(tax_id, rows[0][0] if rows else None)


def read_summary(tax_id: str, summary: bytes | None) -> CompanySummary:
    """The summary stored in a row, or ``None`` if there is none."""
    if summary is None:
        return CompanySummary(tax_id=tax_id)
    return msgspec.json.decode(summary, type=CompanySummary)


def remember(db: sqlite3.Connection, summary: CompanySummary, *, invented: bool) -> None:
    """Store a company's data within a transaction; an empty field overwrites nothing."""
    row = db.execute(_SUMMARY, (summary.tax_id,)).fetchone()
    before = read_summary(summary.tax_id, row[0] if row else None)
    stated = {name: value for name, value in asdict(summary).items() if value}
    after = replace(before, **stated)
    if row is None or after != before:
        db.execute(
            "INSERT OR REPLACE INTO company VALUES (?, ?, ?, ?)",
            (
                after.tax_id,
                msgspec.json.encode(after),
                fold(f"{after.company_name} {after.tax_id} {after.company_id}"),
                invented,
            ),
        )
