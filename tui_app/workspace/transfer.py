"""A workspace as JSON Lines: for a backup, and for moving to another machine.

The first line describes the file; each other line is one item, named by its ``kind``. Importing a
file adds missing items. An imported note that differs from the stored one is added to it in full.
Importing a file twice changes nothing.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.resources import CompanySummary
from tui_app.system.language import _
from tui_app.system.untyped import Json
from tui_app.workspace import notes, saved_screenings
from tui_app.workspace.changes import Change, check_known, operation_of
from tui_app.workspace.companies import read_summary, remember
from tui_app.workspace.database import Database
from tui_app.workspace.merging import newest_first
from tui_app.workspace.moments import from_stored, to_stored
from tui_app.workspace.snapshots import decode, decode_plain, store_content

FORMAT: Final = 1


class TransferError(Exception):
    """A file cannot be imported; the text names the line. Nothing was changed."""


class _TransferLine(Struct, frozen=True, kw_only=True, rename="camel", tag_field="kind"):
    """Base of every line."""


class _HeadLine(_TransferLine, frozen=True, tag="workspace"):
    format: int


class _CompanyLine(_TransferLine, frozen=True, tag="company"):
    summary: CompanySummary
    invented: bool


class _LookLine(_TransferLine, frozen=True, tag="look"):
    tax_id: str
    looked_at: dt.datetime


class _SearchLine(_TransferLine, frozen=True, tag="search"):
    text: str
    searched_at: dt.datetime


class _WatchLine(_TransferLine, frozen=True, tag="watch"):
    tax_id: str
    added_at: dt.datetime
    seen_at: dt.datetime
    reported_at: dt.datetime


class _NoteLine(_TransferLine, frozen=True, tag="note"):
    tax_id: str
    text: str
    changed_at: dt.datetime


class _ScreeningLine(_TransferLine, frozen=True, tag="screen"):
    name: str
    line: str
    changed_at: dt.datetime


class _VersionLine(_TransferLine, frozen=True, tag="version"):
    tax_id: str
    source: str
    section: str
    first_seen: dt.datetime
    last_seen: dt.datetime
    # Any: each section has its own data type.
    data: Any


class _KnownLine(_TransferLine, frozen=True, tag="known"):
    tax_id: str
    source: str
    field: str
    # Any: each field has its own value type.
    value: Any


class _ChangeLine(_TransferLine, frozen=True, tag="change"):
    tax_id: str
    source: str
    change: Change


_AnyLine = (
    _HeadLine
    | _CompanyLine
    | _LookLine
    | _SearchLine
    | _WatchLine
    | _NoteLine
    | _ScreeningLine
    | _VersionLine
    | _KnownLine
    | _ChangeLine
)


def export_lines(database: Database) -> Iterator[bytes]:
    """Everything stored, one JSON object per line, without line ends."""
    yield msgspec.json.encode(_HeadLine(format=FORMAT))
    for line in _everything(database):
        yield msgspec.json.encode(line)


def _everything(database: Database) -> Iterator[_AnyLine]:
    read = database.read
    for tax_id, summary, invented in read("SELECT tax_id, summary, invented FROM company"):
        yield _CompanyLine(summary=read_summary(tax_id, summary), invented=bool(invented))
    for tax_id, looked_at in read("SELECT tax_id, looked_at FROM look"):
        yield _LookLine(tax_id=tax_id, looked_at=from_stored(looked_at))
    for text, searched_at in read("SELECT text, searched_at FROM search"):
        yield _SearchLine(text=text, searched_at=from_stored(searched_at))
    for tax_id, *times in read("SELECT tax_id, added_at, seen_at, reported_at FROM watch"):
        added, seen, reported = (from_stored(each) for each in times)
        yield _WatchLine(tax_id=tax_id, added_at=added, seen_at=seen, reported_at=reported)
    for tax_id, text, changed_at in read("SELECT tax_id, text, changed_at FROM note"):
        yield _NoteLine(tax_id=tax_id, text=text, changed_at=from_stored(changed_at))
    for name, line, changed_at in read("SELECT name, line, changed_at FROM screen"):
        yield _ScreeningLine(name=name, line=line, changed_at=from_stored(changed_at))
    yield from _snapshots(database)


def _snapshots(database: Database) -> Iterator[_AnyLine]:
    # One company at a time: all contents at once may not fit into memory.
    for (company,) in database.read("SELECT DISTINCT tax_id FROM version ORDER BY tax_id"):
        for source, section, first, last, body in database.read(
            "SELECT source, section, first_seen, last_seen, body FROM version"
            " JOIN content ON content.id = version.content WHERE tax_id = ?",
            company,
        ):
            yield _VersionLine(
                tax_id=company,
                source=source,
                section=section,
                first_seen=from_stored(first),
                last_seen=from_stored(last),
                data=msgspec.to_builtins(decode(section, body)),
            )
    for tax_id, source, field, value in database.read(
        "SELECT tax_id, source, field, value FROM known"
    ):
        yield _KnownLine(
            tax_id=tax_id, source=source, field=field, value=msgspec.json.decode(value)
        )
    for tax_id, source, body in database.read("SELECT tax_id, source, body FROM change"):
        change = msgspec.json.decode(body, type=Change)
        yield _ChangeLine(tax_id=tax_id, source=source, change=change)


def import_lines(database: Database, lines: Iterable[bytes]) -> int:
    """Add the lines of an export; returns their number. Raises ``TransferError``.

    If one line is invalid, none is added.
    """

    def work(db: sqlite3.Connection) -> int:
        number, newer = 0, set[tuple[str, str, str]]()
        for number, line in enumerate(lines, 1):
            if number > 1 and not line.strip():
                continue
            try:
                found: _AnyLine = msgspec.convert(_harmless(msgspec.json.decode(line)), _AnyLine)
                _check(found, number)
                _add(db, found, newer)
            except _UNREADABLE as error:
                raise _refusal(number, str(error)) from None
        if not number:
            raise _refusal(1, _("the file is empty"))
        return number

    return database.write(work)


_UNREADABLE: Final = (
    msgspec.MsgspecError,
    UnicodeDecodeError,
    KeyError,
    OverflowError,
    RecursionError,
)


def _refusal(number: int, why: str) -> TransferError:
    text = _("Line {number} cannot be read: {why}. Nothing was imported.")
    return TransferError(text.format(number=number, why=why))


def _check(line: _AnyLine, number: int) -> None:
    if (number == 1) is not isinstance(line, _HeadLine):
        raise _refusal(number, _("this is not an export of a workspace"))
    values = msgspec.structs.astuple(line.change if isinstance(line, _ChangeLine) else line)
    if not all(_is_absolute(value) for value in values if isinstance(value, dt.datetime)):
        raise _refusal(number, _("it names no moment"))
    match line:
        case _HeadLine() if line.format > FORMAT:
            raise _refusal(number, _("it was written by a newer firmeterm"))
        case _CompanyLine():
            tax_id = line.summary.tax_id
        case _ScreeningLine() if not saved_screenings.is_keepable(line.name, line.line):
            raise _refusal(number, _("it is not a saved screen"))
        case _HeadLine() | _SearchLine() | _ScreeningLine():
            return
        case _:
            tax_id = line.tax_id
    if read_tax_id(tax_id) != tax_id:
        raise _refusal(number, _("it names no tax id"))


def _is_absolute(moment: dt.datetime) -> bool:
    """Whether a moment has a time zone, and can be converted to any other."""
    return moment.tzinfo is not None and 1970 <= moment.year < dt.MAXYEAR


def _add(db: sqlite3.Connection, line: _AnyLine, newer: set[tuple[str, str, str]]) -> None:
    """Add a line.

    ``newer`` holds the company, source and operation of each answer that is newer here.
    """
    match line:
        case _CompanyLine():
            known = db.execute(
                "SELECT 1 FROM company WHERE tax_id = ?", (line.summary.tax_id,)
            ).fetchone()
            if known is None:
                remember(db, line.summary, invented=line.invented)
        case _LookLine():
            _insert(db, "look", line.tax_id, line.looked_at)
        case _SearchLine():
            text = " ".join(line.text.split())
            if text and without_personal_codes(text) == text:
                _insert(db, "search", fold(text), text, line.searched_at)
        case _WatchLine():
            _insert(db, "watch", line.tax_id, line.added_at, line.seen_at, line.reported_at)
        case _NoteLine():
            _add_note(db, line)
        case _ScreeningLine():
            saved_screenings.store(db, line.name, line.line, line.changed_at)
        case _VersionLine():
            if _is_newer(db, line):
                newer.add((line.tax_id, line.source, line.section))
            _add_version(db, line)
        case _KnownLine():
            check_known(line.field, line.value)
            values = (line.tax_id, line.source, line.field, msgspec.json.encode(line.value))
            key = (line.tax_id, line.source, operation_of(line.field))
            or_else = "REPLACE" if key in newer else "IGNORE"
            db.execute(f"INSERT OR {or_else} INTO known VALUES (?, ?, ?, ?)", values)
        case _ChangeLine():
            _add_change(db, line)


def _insert(db: sqlite3.Connection, table: str, *values: object) -> None:
    stored = [to_stored(v) if isinstance(v, dt.datetime) else v for v in values]
    marks = ", ".join("?" * len(stored))
    db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", stored)


def _add_note(db: sqlite3.Connection, line: _NoteLine) -> None:
    row = db.execute(
        "SELECT changed_at, text FROM note WHERE tax_id = ?", (line.tax_id,)
    ).fetchone()
    theirs = (to_stored(line.changed_at), notes.cleaned(line.text))
    changed_at, text = newest_first(row, theirs) if row else theirs
    if row is None or text != row[1]:
        notes.store(db, line.tax_id, text, changed_at)


def _is_newer(db: sqlite3.Connection, line: _VersionLine) -> bool:
    [last] = db.execute(
        "SELECT MAX(last_seen) FROM version WHERE (tax_id, source, section) = (?, ?, ?)",
        (line.tax_id, line.source, line.section),
    ).fetchone()
    return last is not None and last < to_stored(line.last_seen)


def _add_version(db: sqlite3.Connection, line: _VersionLine) -> None:
    # Decoded first, so that only valid data are stored.
    data = decode_plain(line.section, msgspec.json.encode(line.data))
    content = store_content(db, msgspec.json.encode(data))
    key = (line.tax_id, line.source, line.section)
    _insert(db, "version", *key, line.first_seen, line.last_seen, content)
    db.execute(
        "UPDATE version SET last_seen = MAX(last_seen, ?)"
        " WHERE (tax_id, source, section, first_seen) = (?, ?, ?, ?)",
        (to_stored(line.last_seen), *key, to_stored(line.first_seen)),
    )


def _add_change(db: sqlite3.Connection, line: _ChangeLine) -> None:
    body = msgspec.json.encode(line.change)
    values = (line.tax_id, line.source, to_stored(line.change.first_seen), body)
    db.execute(
        "INSERT INTO change (tax_id, source, seen_at, body) SELECT ?, ?, ?, ? WHERE NOT EXISTS"
        " (SELECT 1 FROM change WHERE (tax_id, source, seen_at, body) = (?, ?, ?, ?))",
        values * 2,
    )


def _harmless(value: Json, allowed: str = "") -> Json:
    """The value, with control characters removed from its texts."""
    match value:
        case str():
            return "".join(c for c in value if c.isprintable() or c in allowed)
        case list():
            return [_harmless(each) for each in value]
        case dict():
            # Only a note may have several lines.
            allowed = "\n" if value.get("kind") == "note" else ""
            return {_harmless(name): _harmless(each, allowed) for name, each in value.items()}
        case _:
            return value
