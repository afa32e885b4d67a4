"""The ten best companies for each short part of a text: one row for a part, best first."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable


def packed(companies: Iterable[int]) -> str:
    """Their numbers as one text: a row for each would take twice the space."""
    return " ".join(map(str, companies))


def best_with(connection: sqlite3.Connection, kind: str, *parts: str) -> list[int]:
    """The numbers of the companies stored for any of these parts of a ``kind`` of text."""
    rows = connection.execute(
        f"SELECT companies FROM {kind}_part WHERE part IN ({', '.join('?' * len(parts))})", parts
    )
    return sorted({int(number) for (companies,) in rows for number in companies.split(" ")})
