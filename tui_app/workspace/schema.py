"""The tables of the workspace file, as a list of migrations.

A released migration is never changed: a new one is added. ``user_version`` of the
file counts the applied ones. Times are whole milliseconds since 1970, UTC.
"""

from __future__ import annotations

from typing import Final

APPLICATION: Final = 0x66726D77  # "frmw"

MIGRATIONS: Final = (
    """
    -- What a list shows of a company, as it was last heard.
    CREATE TABLE company (
        tax_id TEXT PRIMARY KEY,
        summary BLOB NOT NULL,
        folded TEXT NOT NULL,
        invented INTEGER NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE look (
        tax_id TEXT NOT NULL,
        looked_at INTEGER NOT NULL,
        PRIMARY KEY (tax_id, looked_at)
    ) WITHOUT ROWID;

    CREATE TABLE search (
        folded TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        searched_at INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- Changes after seen_at are news on the screen, those after reported_at for the next check.
    CREATE TABLE watch (
        tax_id TEXT PRIMARY KEY,
        added_at INTEGER NOT NULL,
        seen_at INTEGER NOT NULL,
        reported_at INTEGER NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE note (
        tax_id TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        changed_at INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- The data of an answer, compressed, once however often it was seen.
    CREATE TABLE content (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        body BLOB NOT NULL
    );

    -- From when to when a section of a company was seen with the same content.
    CREATE TABLE version (
        tax_id TEXT NOT NULL,
        source TEXT NOT NULL,
        section TEXT NOT NULL,
        first_seen INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        content INTEGER NOT NULL REFERENCES content,
        PRIMARY KEY (tax_id, source, section, first_seen)
    ) WITHOUT ROWID;

    -- The last known value of what is compared: a value that is missing later changes nothing.
    CREATE TABLE known (
        tax_id TEXT NOT NULL,
        source TEXT NOT NULL,
        field TEXT NOT NULL,
        value BLOB NOT NULL,
        PRIMARY KEY (tax_id, source, field)
    ) WITHOUT ROWID;

    CREATE TABLE change (
        id INTEGER PRIMARY KEY,
        tax_id TEXT NOT NULL,
        source TEXT NOT NULL,
        seen_at INTEGER NOT NULL,
        body BLOB NOT NULL
    );
    CREATE INDEX change_of_company ON change (tax_id, seen_at);

    -- The latest check of the watch list at each source; without an end it was interrupted.
    CREATE TABLE checking (
        source TEXT PRIMARY KEY,
        started_at INTEGER NOT NULL,
        finished_at INTEGER
    ) WITHOUT ROWID;
    """,
    """
    -- Lines of criteria under a name.
    CREATE TABLE screen (
        folded TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        line TEXT NOT NULL,
        changed_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
)
"""Migration n takes a file from version n to version n + 1."""
