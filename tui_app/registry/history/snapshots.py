"""The snapshots of a history file: their days, and the files they were built from."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, field

from tui_app.registry.errors import RegistryError
from tui_app.registry.history.layout import (
    APPLICATION_ID,
    LARGEST_TAX_ID,
    SCHEMA_VERSION,
    Field,
    day_number,
    day_of,
)
from tui_app.registry.sqlite.finished import finished, mark_of
from tui_app.system.language import N_, _
from tui_app.system.untyped import DbValue

DAMAGED: Final = N_(
    "{history} is damaged ({error}): remove it, and add its files again with firmeterm data history"
    " add."
)


class SnapshotInfo(Struct, frozen=True, kw_only=True):
    """A snapshot: the register on one day.

    ``files`` are names with digests of their contents, ``left_out`` rows that are not wanted and
    ``unreadable`` rows and values that cannot be read, each with the reason. ``lacks`` names
    missing files of its layout: then a company's absence means nothing. ``has_unnumbered``: it
    includes companies without a tax id.
    """

    day: dt.date
    origin: str = "files"
    files: tuple[tuple[str, str], ...] = ()
    rows: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    unreadable: dict[str, int] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    lacks: tuple[str, ...] = ()
    has_unnumbered: bool = True
    with_people: bool = False

    def lists(self, company: int) -> bool:
        """Whether it has all companies like this one: if it is missing, it is gone."""
        return not self.lacks and (self.has_unnumbered or company <= LARGEST_TAX_ID)


def snapshots_of(history: Path | None) -> list[SnapshotInfo]:
    """The snapshots of a history, oldest first; none without one. Raises ``RegistryError``."""
    if history is None:
        return []
    try:
        with finished(history) as connection:
            application, version = mark_of(connection)
            if application != APPLICATION_ID:
                raise RegistryError(
                    _("{history} is not a history of a register: move it away.").format(
                        history=history
                    )
                )
            if version != SCHEMA_VERSION:
                raise RegistryError(
                    _(
                        "{history} is of another version of firmeterm: remove it, and add its files"
                        " again with firmeterm data history add."
                    ).format(history=history)
                )
            return snapshots_in(connection)
    except (sqlite3.Error, ValueError, msgspec.MsgspecError) as error:
        raise RegistryError(_(DAMAGED).format(history=history, error=error)) from error


def snapshots_in(connection: sqlite3.Connection) -> list[SnapshotInfo]:
    """The snapshots of an open history, oldest first."""
    rows = connection.execute("SELECT * FROM past_snapshot ORDER BY day")
    return [snapshot_from(row) for row in rows]


_AS_JSON: Final = ("files", "left_out", "unreadable", "fields", "lacks")


def snapshot_from(row: Sequence[DbValue]) -> SnapshotInfo:
    """A snapshot from its row."""
    values = dict(zip(SnapshotInfo.__struct_fields__, row, strict=True))
    values |= {name: msgspec.json.decode(values[name]) for name in _AS_JSON}
    values["day"] = day_of(values["day"])
    return msgspec.convert(values, SnapshotInfo, strict=False)


def write_snapshot(connection: sqlite3.Connection, snapshot: SnapshotInfo) -> None:
    """Write the row of a snapshot."""
    values = msgspec.structs.asdict(snapshot)
    values |= {"files": sorted(snapshot.files), "fields": sorted(snapshot.fields)}
    values |= {
        name: json.dumps(values[name], ensure_ascii=False, sort_keys=True) for name in _AS_JSON
    }
    values["day"] = day_number(snapshot.day)
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO past_snapshot VALUES ({marks})", tuple(values.values()))
