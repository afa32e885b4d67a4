"""Snapshots of companies: what a source answered, and from when to when.

An answer with the same content as the last one only updates its ``last_seen``; equal content is
stored once. Changes are computed when new content is first seen.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
import zlib
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tui_app.contract import operations as ops
from tui_app.contract.operations import AnyOperation
from tui_app.contract.resources import CompanyProfile
from tui_app.workspace.changes import Change, WatchedResource, compare
from tui_app.workspace.clock import bring_back
from tui_app.workspace.database import Database
from tui_app.workspace.moments import from_stored, now, to_stored

WATCHED: Final[tuple[AnyOperation, ...]] = (
    ops.PROFILE,
    ops.FINANCIAL,
    ops.COURT_CASES,
    ops.ADMINISTRATORS,
)
"""The sections that are checked for changes, one request each."""


def is_watched(operation: AnyOperation) -> bool:
    """Whether answers to an operation are stored as snapshots."""
    return operation.name in _TYPES


_TYPES: Final = {operation.name: operation.result for operation in WATCHED}


class SectionAnswer(Struct, frozen=True, kw_only=True):
    """An answer for a section of a company, and its time (UTC). ``page`` for a paged section."""

    operation: str
    data: WatchedResource
    seen_at: dt.datetime
    page: int = 1

    @property
    def section(self) -> str:
        """The name under which it is stored; later pages are stored separately."""
        return self.operation if self.page == 1 else f"{self.operation}/{self.page}"


class SectionVersion(Struct, frozen=True, kw_only=True):
    """A section with the same content from ``first_seen`` to ``last_seen`` (UTC)."""

    source: str
    section: str
    first_seen: dt.datetime
    last_seen: dt.datetime
    data: WatchedResource


class Snapshots:
    """The snapshots of companies in a workspace.

    ``source`` is the kind of source (``server``, ``registry`` …). Two kinds word
    their data differently, so their answers are never compared.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(
        self,
        source: str,
        tax_id: str,
        section_answers: Sequence[SectionAnswer],
        *,
        at: dt.datetime | None = None,
    ) -> tuple[Change, ...]:
        """Store answers, and return their changes.

        Times that are later than now, because a clock was ahead, are set to now: otherwise every
        later answer would count as older.
        """
        moment = at or now()
        answers = [replace(each, seen_at=min(each.seen_at, moment)) for each in section_answers]

        def work(db: sqlite3.Connection) -> tuple[Change, ...]:
            if answers:
                oldest = min(to_stored(each.seen_at) for each in answers)
                bring_back(db, tax_id, now=to_stored(moment), before=oldest)
            return tuple(
                change for answer in answers for change in _record(db, source, tax_id, answer)
            )

        return self._database.write(work)

    def versions(self, tax_id: str) -> tuple[SectionVersion, ...]:
        """All stored versions of a company, by first time seen."""
        rows = self._database.read(
            "SELECT source, section, first_seen, last_seen, body FROM version"
            " JOIN content ON content.id = version.content WHERE tax_id = ? ORDER BY first_seen",
            tax_id,
        )
        return tuple(
            SectionVersion(
                source=source,
                section=section,
                first_seen=from_stored(first),
                last_seen=from_stored(last),
                data=decode(section, body),
            )
            for source, section, first, last, body in rows
        )

    def timeline(self, tax_id: str) -> tuple[Change, ...]:
        """All changes of a company, newest first."""
        rows = self._database.read(
            "SELECT body FROM change WHERE tax_id = ? ORDER BY seen_at DESC, id", tax_id
        )
        return tuple(msgspec.json.decode(body, type=Change) for (body,) in rows)

    def profile(self, source: str, tax_id: str) -> CompanyProfile | None:
        """The newest stored profile of a company; ``None`` if there is none."""
        rows = self._database.read(
            "SELECT body FROM version JOIN content ON content.id = version.content"
            " WHERE (tax_id, source, section) = (?, ?, ?) ORDER BY first_seen DESC LIMIT 1",
            tax_id,
            source,
            ops.PROFILE.name,
        )
        data = decode(ops.PROFILE.name, rows[0][0]) if rows else None
        return data if isinstance(data, CompanyProfile) else None

    def first_seen(self, tax_id: str) -> dt.datetime | None:
        """When the first snapshot of a company was stored."""
        rows = self._database.read("SELECT MIN(first_seen) FROM version WHERE tax_id = ?", tax_id)
        return None if rows[0][0] is None else from_stored(rows[0][0])

    def vat_seen_on(self, source: str, tax_id: str) -> dt.date | None:
        """The last day on which a profile said that the company was registered for VAT."""
        rows = self._database.read(
            "SELECT last_seen, body FROM version JOIN content ON content.id = version.content"
            " WHERE tax_id = ? AND source = ? AND section = ? ORDER BY first_seen DESC",
            tax_id,
            source,
            ops.PROFILE.name,
        )
        seen = (from_stored(last).date() for last, body in rows if _is_vat_payer(body))
        return next(seen, None)

    def seen_since(
        self, source: str, since: dt.datetime, *, at: dt.datetime | None = None
    ) -> frozenset[tuple[str, str]]:
        """The companies and sections with answers from ``since`` until ``at``, or until now.

        A later answer was stored while a clock was wrong, and would count as new for years.
        """
        rows = self._database.read(
            "SELECT DISTINCT tax_id, section FROM version"
            " WHERE source = ? AND last_seen BETWEEN ? AND ?",
            source,
            to_stored(since),
            to_stored(at or now()),
        )
        return frozenset((tax_id, section) for tax_id, section in rows)


def _is_vat_payer(body: bytes) -> bool:
    return getattr(decode(ops.PROFILE.name, body), "vat", None) is True


def decode(section: str, body: bytes) -> WatchedResource:
    """The data of stored content."""
    return decode_plain(section, zlib.decompress(body))


def decode_plain(section: str, encoded: bytes) -> WatchedResource:
    """The data of a section as JSON. Raises ``KeyError`` for a section that is not watched."""
    data: WatchedResource = msgspec.json.decode(encoded, type=_TYPES[section.partition("/")[0]])
    return data


def store_content(db: sqlite3.Connection, encoded: bytes) -> int:
    """The id of a content, which is stored if it is new."""
    import hashlib  # slow to import

    digest = hashlib.sha256(encoded).digest()[:16]
    row = db.execute("SELECT id FROM content WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        row = db.execute(
            "INSERT INTO content (digest, body) VALUES (?, ?) RETURNING id",
            (digest, zlib.compress(encoded)),
        ).fetchone()
    return int(row[0])


def _record(
    db: sqlite3.Connection, source: str, tax_id: str, answer: SectionAnswer
) -> tuple[Change, ...]:
    seen_at = to_stored(answer.seen_at)
    key = (tax_id, source, answer.section)
    last = db.execute(
        "SELECT first_seen, last_seen, content FROM version"
        " WHERE (tax_id, source, section) = (?, ?, ?) ORDER BY first_seen DESC LIMIT 1",
        key,
    ).fetchone()
    if last is not None and seen_at <= last[1]:
        return ()  # older than the known values: no change
    content = store_content(db, msgspec.json.encode(answer.data))
    if last is not None and content == last[2]:
        db.execute(
            "UPDATE version SET last_seen = ?"
            " WHERE (tax_id, source, section, first_seen) = (?, ?, ?, ?)",
            (seen_at, *key, last[0]),
        )
        return ()
    # What is known of a paged section comes from all of its pages.
    [newest] = db.execute(
        "SELECT MAX(last_seen) FROM version WHERE (tax_id, source) = (?, ?)"
        " AND (section = ? OR section GLOB ?)",
        (tax_id, source, answer.operation, f"{answer.operation}/*"),
    ).fetchone()
    db.execute("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?)", (*key, seen_at, seen_at, content))
    if newest is not None and seen_at < newest:
        return ()
    return _compared(db, source, tax_id, answer)


def _compared(
    db: sqlite3.Connection, source: str, tax_id: str, answer: SectionAnswer
) -> tuple[Change, ...]:
    rows = db.execute(
        "SELECT field, value FROM known WHERE (tax_id, source) = (?, ?)", (tax_id, source)
    )
    known = {field: msgspec.json.decode(value) for field, value in rows}
    found = compare(known, answer.data, answer.seen_at)
    db.executemany(
        "INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?)",
        [
            (tax_id, source, field, msgspec.json.encode(value))
            for field, value in found.known.items()
        ],
    )
    db.executemany(
        "INSERT INTO change (tax_id, source, seen_at, body) VALUES (?, ?, ?, ?)",
        [
            (tax_id, source, to_stored(change.first_seen), msgspec.json.encode(change))
            for change in found.changes
        ],
    )
    return found.changes
