"""A pool of read connections to a registry file, one per thread.

All connections are opened at once and stay with the opened file, even if another takes its place.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, LifoQueue
from typing import Final

from msgspec.structs import replace

from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.errors import RegistryError
from tui_app.registry.generation import identity
from tui_app.registry.lookup import described
from tui_app.registry.sqlite.attaching import attach
from tui_app.registry.sqlite.finished import finished, mark_of, reader, uri_of
from tui_app.registry.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION
from tui_app.system.language import N_, _

CONNECTIONS: Final = 4
"""The most threads that read at the same time; others wait."""

_MAKE: Final = N_("firmeterm data import PATH… or firmeterm registry build INPUT.jsonl")
_SETTINGS: Final = """
PRAGMA query_only = ON;
PRAGMA trusted_schema = OFF;
PRAGMA cache_size = -16384;
"""


def register_day_of(path: Path) -> dt.date | None:
    """The date of a file's trade-register dump; ``None`` if there is none.

    For the header line; other code reports a file that cannot be used.
    """
    try:
        with finished(path) as connection:
            (day,) = connection.execute("SELECT register_day FROM build").fetchone()
        return dt.date.fromisoformat(day) if day else None
    except (sqlite3.Error, TypeError, ValueError):
        return None


def info_of(path: Path) -> RegistryInfo:
    """A registry's description of itself, whatever lies beside it. Raises ``RegistryError``."""
    connections, size = _opened(path)
    try:
        return _checked(connections, path, size)
    finally:
        _close(connections)


def rebuild_advice() -> str:
    """How to make a registry again; its path follows."""
    return _("Make it again with {command}").format(command=_(_MAKE))


class Pool:
    """Read-only connections to one registry file, each used by one thread at a time.

    Raises ``RegistryError`` if the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        while True:
            before = identity(path)
            connections, size = _opened(path)
            try:
                self.info = _checked(connections, path, size)
                self.attached = attach(connections, path, self.info.version)
            except RegistryError:
                _close(connections)
                if identity(path) == before:
                    raise
                continue
            if identity(path) == before:
                break
            # Another generation was published meanwhile: all must be of the same one.
            _close(connections)
        if self.attached.number:
            version = f"{self.info.version}+{self.attached.number}"
            self.info = replace(self.info, version=version)
        # Last in, first out: its pages are in memory. ``None`` tells waiting threads
        # that the pool is closed.
        self._idle: LifoQueue[sqlite3.Connection | None] = LifoQueue()
        self._lock = threading.Lock()
        self._is_closed = False
        for connection in connections:
            self._idle.put(connection)

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """Borrow a connection; raises ``RegistryError`` if the file turns out to be damaged."""
        connection = self._idle.get()
        if connection is None:
            self._idle.put(None)
            raise RegistryError(_("{path} was closed.").format(path=self.path))
        try:
            yield connection
        except sqlite3.DatabaseError as error:
            raise _unusable(self.path, error) from error
        finally:
            with self._lock:
                if self._is_closed:
                    connection.close()
                else:
                    self._idle.put(connection)

    def close(self) -> None:
        """Close the connections, borrowed ones when they are returned; lend no more of them."""
        with self._lock, suppress(Empty):
            self._is_closed = True
            while True:
                connection = self._idle.get_nowait()
                if connection is not None:
                    connection.close()
        self._idle.put(None)


def _opened(path: Path) -> tuple[list[sqlite3.Connection], int]:
    # A finished file is only ever replaced, so queries need no locks.
    uri = uri_of(path)
    connections: list[sqlite3.Connection] = []
    try:
        if not path.is_file():
            path.stat()
            raise RegistryError(_no_registry(path))
        for _number in range(CONNECTIONS):
            connections.append(sqlite3.connect(uri, uri=True, check_same_thread=False))
        return connections, path.stat().st_size
    except FileNotFoundError:
        _close(connections)
        raise _missing_file_error(path) from None
    except (OSError, sqlite3.Error) as error:
        _close(connections)
        raise RegistryError(
            _("{path} cannot be opened: {error}").format(path=path, error=error)
        ) from error


def _close(connections: list[sqlite3.Connection]) -> None:
    for connection in connections:
        connection.close()


def _checked(connections: list[sqlite3.Connection], path: Path, size: int) -> RegistryInfo:
    first = connections[0]
    try:
        application, version = mark_of(first)
        if application != APPLICATION_ID:
            raise RegistryError(_no_registry(path))
        if version != SCHEMA_VERSION:
            raise RegistryError(_other_version(path, version))
        (pages,) = first.execute("PRAGMA page_count").fetchone()
        (page_size,) = first.execute("PRAGMA page_size").fetchone()
        if size < pages * page_size:
            raise sqlite3.DatabaseError(f"{size} of {pages * page_size} bytes")
        for connection in connections:
            connection.executescript(_SETTINGS)
        return described(reader(first))
    except (sqlite3.DatabaseError, TypeError, ValueError) as error:
        raise _unusable(path, error) from error


def _other_version(path: Path, version: int) -> str:
    if version < SCHEMA_VERSION:
        return _("{path} was built by an older firmeterm. {advice} {path}").format(
            path=path, advice=rebuild_advice()
        )
    return _(
        "{path} was built by a newer firmeterm: update this one, or build the file again."
    ).format(path=path)


def _unusable(path: Path, error: Exception) -> RegistryError:
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
        return RegistryError(_no_registry(path))
    return RegistryError(
        _("{path} is damaged or cut short ({error}). {advice} {path}").format(
            path=path, error=error, advice=rebuild_advice()
        )
    )


def _no_registry(path: Path) -> str:
    # Building a registry there would destroy the file.
    return _(
        "{path} is not a registry. Name another file, or make one with {command} OUTPUT.db"
    ).format(path=path, command=_(_MAKE))


def _missing_file_error(path: Path) -> RegistryError:
    if path.parts and path.parts[0] in {"postgresql:", "postgres:"}:
        # Its password is not repeated.
        return RegistryError(
            _(
                "A registry in PostgreSQL is read through the service: firmeterm serve"
                " --registry URL, and the service's address as --base-url here."
            )
        )
    return RegistryError(
        _("There is no registry at {path}. Make one with {command} {path}").format(
            path=path, command=_(_MAKE)
        )
    )
