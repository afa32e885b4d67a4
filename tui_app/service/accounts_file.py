"""Where accounts are kept: the file, its table, and how it is opened."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from tui_app import settings

_SCHEMA_VERSION: Final = 1
_BUSY_SECONDS: Final = 10.0
# Moments are seconds since 1970. An account whose digest is NULL is opened by no key.
_SCHEMA: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS account (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  digest BLOB,
  label TEXT NOT NULL,
  quota INTEGER NOT NULL,
  created_at REAL NOT NULL,
  revoked_at REAL,
  last_used REAL,
  month TEXT NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  window_start REAL NOT NULL DEFAULT 0,
  window_count INTEGER NOT NULL DEFAULT 0
) STRICT;
PRAGMA user_version = {_SCHEMA_VERSION};
COMMIT;
"""


USED: Final = "CASE WHEN month = :month THEN used ELSE 0 END"
COLUMNS: Final = (
    "number, id, digest, label, quota, created_at, revoked_at, last_used,"
    f" {USED}, window_start, window_count"
)


class Account(Struct, frozen=True):
    """An account as the database has it; ``used`` counts this month's successful requests.

    Moments are seconds since 1970.
    """

    number: int
    id: str
    digest: bytes | None
    label: str
    quota: int
    created_at: float
    revoked_at: float | None
    last_used: float | None
    used: int
    window_start: float
    window_count: int


def accounts_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the accounts database lies; ``FIRMETERM_ACCOUNTS`` names another place."""
    named = environment.get("FIRMETERM_ACCOUNTS")
    return Path(named) if named else settings.state_folder() / "accounts.db"


class AccountsError(Exception):
    """The accounts database cannot be used; the text tells people why."""


def connect(path: Path | None) -> sqlite3.Connection:
    """A connection for any thread; the file is made when missing, ``None`` is in memory.

    Raises ``OSError`` and ``sqlite3.Error``.
    """
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Nobody else on the machine has to see who uses the service how much.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(
        path or ":memory:", timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        _prepare(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    # A power cut may lose the last few counts, never the file.
    connection.execute("PRAGMA synchronous = NORMAL")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        connection.executescript(_SCHEMA)
    elif version != _SCHEMA_VERSION:
        raise sqlite3.DatabaseError(f"version {version} is not known to this program")
