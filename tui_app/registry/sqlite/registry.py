"""The SQLite engine: a registry file that may be replaced while it is read.

A new file replaces the old one by renaming. A read that has begun ends on the file it began
with, which is then closed. Overwriting the file in place damages the open one, which cannot be
prevented: a call that finds it damaged is repeated on the new file as soon as that can be opened.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from tui_app.registry.company_registry import RegistryInfo, SearchResults
from tui_app.registry.content import RegistryQuery
from tui_app.registry.errors import RegistryError
from tui_app.registry.events import Notify, RegistryEvent, report_nothing
from tui_app.registry.generation import identity
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.registry_file import RegistryFile

CHECK_SECONDS: Final = 1.0

_FileIdentity = tuple[int, ...]

T = TypeVar("T")


class SqliteRegistry(SqlRegistry):
    """A ``CompanyRegistry`` over one path; checks every ``check_seconds`` seconds for a new file.

    Raises ``RegistryError`` if the file cannot be used.
    """

    def __init__(
        self, path: Path, notify: Notify = report_nothing, check_seconds: float = CHECK_SECONDS
    ) -> None:
        self._path = path
        self._notify = notify
        self._check_seconds = check_seconds
        self._checked_at = time.monotonic()
        self._refused: _FileIdentity | None = None
        self._spoiled: RegistryError | None = None
        self._opening = threading.Lock()
        # The identity is read before opening, so that a replacement in between is noticed.
        self._identity = identity(path)
        self._file = RegistryFile(path)

    @property
    def info(self) -> RegistryInfo:
        """The description of the current file.

        Raises ``RegistryError`` if it was overwritten in place: earlier reads may still be in
        memory, so that a look-up alone does not show it.
        """
        self._check_if_due()
        if self._spoiled is not None:
            raise RegistryError(str(self._spoiled))
        return self._file.info

    @property
    def extensions(self) -> tuple[str, ...]:
        """The extensions that the current file supports."""
        return self._on_file(lambda file: file.extensions)

    def read(self, reading: RegistryQuery[T]) -> T:
        """The result of ``reading`` on the current file."""
        return self._on_file(lambda file: file.read(reading))

    def search_today(self, q: str, interrupt: threading.Event | None) -> SearchResults:
        """At most ten companies, most relevant first."""
        return self._on_file(lambda file: file.search_today(q, interrupt))

    def close(self) -> None:
        """Close the file, once running reads have finished."""
        self._file.close()

    def _on_file(self, call: Callable[[RegistryFile], T]) -> T:
        self._check_if_due()
        while True:
            file = self._file
            try:
                return call(file)
            except RegistryError:
                # Closed because it was replaced, or probably overwritten in place: the new content
                # may be valid.
                if not self._has_replaced(file):
                    raise

    def _has_replaced(self, failed: RegistryFile) -> bool:
        """Check now whether the current file differs from the one that failed."""
        with self._opening:
            if self._file is failed:
                self._open_if_replaced()
        return self._file is not failed

    def _check_if_due(self) -> None:
        """Open a new file, in this call's thread while others continue."""
        if time.monotonic() - self._checked_at < self._check_seconds:
            return
        if not self._opening.acquire(blocking=False):
            return
        try:
            self._open_if_replaced()
        finally:
            self._opening.release()

    def _open_if_replaced(self) -> None:
        self._checked_at = time.monotonic()
        found = identity(self._path)
        if found is None or found in (self._identity, self._refused):
            return
        try:
            opened = RegistryFile(self._path)
        except RegistryError as error:
            self._refused = found
            self._spoiled = error if found[:2] == (self._identity or ())[:2] else None
            self._notify(RegistryEvent.REFUSED, str(error))
            return
        old, self._file, self._identity = self._file, opened, found
        self._spoiled = None
        old.close()
        self._notify(RegistryEvent.REPLACED, opened.info.version)
