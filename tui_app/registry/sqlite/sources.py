"""The sources of a registry: one entry per kind."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from tui_app.contract.timestamps import format_timestamp, parse_timestamp
from tui_app.registry.errors import RegistryError

FIRMS: Final = "firms"
RECORDS: Final = "records"
_FILTERED_OUT: Final = "companies not asked for: "
"""The beginning of the reason for companies that the options of an import left out."""


class SourceInfo(Struct, frozen=True, kw_only=True):
    """One source. ``day`` is the date of its data, ``rows`` the number read, and
    ``left_out`` the number left out, by reason.
    """

    kind: str
    name: str
    day: dt.date
    licence: str | None = None
    rows: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    imported_at: dt.datetime

    @property
    def only(self) -> str:
        """The options that left companies out; empty if none did."""
        reasons = [reason for reason in self.left_out if reason.startswith(_FILTERED_OUT)]
        return reasons[0].removeprefix(_FILTERED_OUT) if reasons else ""


def reason_filtered_out(options: str) -> str:
    """The reason for companies that the options of an import left out."""
    return f"{_FILTERED_OUT}{options}"


def write_sources(connection: sqlite3.Connection, sources: Iterable[SourceInfo]) -> None:
    """Write the sources of a new registry."""
    connection.executemany(
        "INSERT INTO source VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (
                source.kind,
                source.name,
                source.day.isoformat(),
                source.licence,
                source.rows,
                json.dumps(source.left_out, ensure_ascii=False),
                format_timestamp(source.imported_at),
            )
            for source in sources
        ],
    )


def sources_in(connection: sqlite3.Connection) -> list[SourceInfo]:
    """The sources of an open registry."""
    rows = connection.execute(
        "SELECT kind, name, day, licence, rows, left_out, imported_at FROM source ORDER BY rowid"
    )
    return [
        SourceInfo(
            kind=kind,
            name=name,
            day=dt.date.fromisoformat(day),
            licence=licence,
            rows=count,
            left_out=json.loads(left_out),
            imported_at=parse_timestamp(imported_at) or dt.datetime.fromtimestamp(0, dt.UTC),
        )
        for kind, name, day, licence, count, left_out, imported_at in rows
    ]


def sources_of(registry: Path) -> list[SourceInfo]:
    """The sources of a registry file that can be opened; raises ``RegistryError``."""
    uri = f"{registry.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            return sources_in(connection)
    except (sqlite3.Error, ValueError) as error:
        raise RegistryError(f"{registry} is damaged ({error}).") from error
