"""Opens drafts: SQLite files that one process writes, and nobody reads before they are finished."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import NoneType
from typing import Final

from tui_app.registry.sqlite.finished import FileMark
from tui_app.system.untyped import DbRow

_CACHE: Final = 16_384
"""KiB: with eight times as much, no import is faster."""
_OPERATIONS: Final = 1_000_000
"""SQLite operations between two checks for signals."""

# The sqlite3 module seeks an adapter of each NULL that it writes; where there is none, that takes
# longer than writing three other values. This one returns ``None``.
sqlite3.register_adapter(NoneType, dict[None, None]().get)


def open_draft(path: Path, mark: FileMark | None = None) -> sqlite3.Connection:
    """A connection to a draft, without a journal: one that breaks off is thrown away.

    ``mark`` is what the header of the file says.
    """
    connection = sqlite3.connect(
        path.absolute().as_uri(), uri=True, isolation_level=None, check_same_thread=False
    )
    connection.executescript(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;"
        f"PRAGMA cache_size = -{_CACHE};"
    )
    if mark is not None:
        connection.execute(f"PRAGMA application_id = {mark.application}")
        connection.execute(f"PRAGMA user_version = {mark.version}")
    # Python checks for signals regularly, so ctrl+c ends a long statement.
    connection.set_progress_handler(_keep_going, _OPERATIONS)
    return connection


def write_many(connection: sqlite3.Connection, statement: str, rows: Iterable[DbRow]) -> None:
    """Run a statement for each row, in one transaction: in one each, each row would be written out.

    There must be none yet.
    """
    connection.execute("BEGIN")
    connection.executemany(statement, rows)
    connection.execute("COMMIT")


def drafted(path: Path, mark: FileMark | None = None) -> closing[sqlite3.Connection]:
    """The same, closed at the end of the block."""
    return closing(open_draft(path, mark))


def _keep_going() -> bool:
    """Let SQLite continue; Python handles pending signals in this call."""
    return False


@contextmanager
def filled_at_once(connection: sqlite3.Connection, table: str) -> Iterator[None]:
    """Let a block fill an empty table without rowids, by its bare name, in a temporary one.

    The rows are then copied as SQLite copies a whole table. Inserted one by one, even in order,
    they leave an eighth of each page free.
    """
    ((create,),) = connection.execute("SELECT sql FROM main.sqlite_schema WHERE name = ?", (table,))
    connection.execute(create.replace("CREATE TABLE", "CREATE TEMP TABLE", 1))
    yield
    connection.execute(f"INSERT INTO main.{table} SELECT * FROM temp.{table}")
    connection.execute(f"DROP TABLE temp.{table}")
