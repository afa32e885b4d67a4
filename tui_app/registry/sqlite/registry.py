"""The SQLite engine: a registry file that may be replaced while it is read.

A new file replaces the old one by renaming. A call keeps the file it started with; the
old one is closed after its last call. Overwriting the file in place damages the
open one, which cannot be prevented: a call that finds it damaged is repeated on the new
file as soon as that can be opened.
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from tui_app.contract import resources as r
from tui_app.contract.operations import CONNECTIONS, PEERS, SCREEN, SCREEN_FACETS
from tui_app.contract.screening.criteria import Screen
from tui_app.contract.screening.page import ScreenFacets, ScreenPage
from tui_app.registry.company_registry import RegistryInfo, SearchResults
from tui_app.registry.errors import RegistryError
from tui_app.registry.events import Notify, RegistryEvent, report_nothing
from tui_app.registry.sqlite.registry_file import RegistryFile

LOOK_EVERY_SECONDS: Final = 1.0

_FileIdentity = tuple[int, int, int, int]

T = TypeVar("T")


class _OpenFile:
    """An open file and the number of calls that use it."""

    def __init__(self, file: RegistryFile, identity: _FileIdentity | None) -> None:
        self.file = file
        self.identity = identity
        self.users = 0


class SqliteRegistry:
    """A ``CompanyRegistry`` over one path; checks every ``look_every`` seconds for a new file.

    Raises ``RegistryError`` when the file cannot be used.
    """

    def __init__(
        self, path: Path, notify: Notify = report_nothing, look_every: float = LOOK_EVERY_SECONDS
    ) -> None:
        self._path = path
        self._notify = notify
        self._look_every = look_every
        self._looked = time.monotonic()
        self._refused: _FileIdentity | None = None
        self._lock = threading.Lock()
        self._opening = threading.Lock()
        # The identity is read before opening, so that a replacement in between is noticed.
        identity = _identity(path)
        self._current = _OpenFile(RegistryFile(path), identity)

    @property
    def info(self) -> RegistryInfo:
        """The description of the current file."""
        self._look_if_due()
        return self._current.file.info

    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """At most ten companies, most relevant first."""
        return self._read(lambda file: file.search(q, interrupt=interrupt))

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """The general profile."""
        return self._read(lambda file: file.profile(tax_id))

    def financial(self, tax_id: str) -> r.FinancialData | None:
        """The financial data, all absent when none is on record."""
        return self._read(lambda file: file.financial(tax_id))

    def court_cases(self, tax_id: str, page: int) -> r.CourtCasePage | None:
        """One page of court cases, newest first."""
        return self._read(lambda file: file.court_cases(tax_id, page))

    def registered(self, date: dt.date, page: int) -> r.RegisteredCompanyPage:
        """One page of the companies registered on a day."""
        return self._read(lambda file: file.registered(date, page))

    def phones(self, tax_id: str) -> r.Phones | None:
        """The phone numbers."""
        return self._read(lambda file: file.phones(tax_id))

    def emails(self, tax_id: str) -> r.Emails | None:
        """The e-mail addresses."""
        return self._read(lambda file: file.emails(tax_id))

    def administrators(self, tax_id: str) -> r.Administrators | None:
        """The administrators."""
        return self._read(lambda file: file.administrators(tax_id))

    def websites(self, tax_id: str) -> r.Websites | None:
        """The websites."""
        return self._read(lambda file: file.websites(tax_id))

    @property
    def extensions(self) -> tuple[str, ...]:
        """The extensions that the current file supports."""
        has_connections, has_screening = self._read(
            lambda file: (file.has_connections, file.has_screening)
        )
        connections = (CONNECTIONS.name,) if has_connections else ()
        screening = (SCREEN.name, SCREEN_FACETS.name) if has_screening else ()
        return (PEERS.name, *connections, *screening)

    def peers(self, tax_id: str) -> r.Peers | None:
        """The position of the company among its peers."""
        return self._read(lambda file: file.peers(tax_id))

    def connections(self, tax_id: str, page: int) -> r.ConnectionPage | None:
        """One page of the companies connected to one."""
        return self._read(lambda file: file.connections(tax_id, page))

    def screen(self, screen: Screen, order: str, size: int, cursor: str) -> ScreenPage:
        """One page of the companies that match the criteria."""
        return self._read(lambda file: file.screen(screen, order, size, cursor))

    def screen_facets(self, screen: Screen) -> ScreenFacets:
        """The facets of the companies that match the criteria."""
        return self._read(lambda file: file.screen_facets(screen))

    def close(self) -> None:
        """Close the file, once running reads have finished."""
        self._current.file.close()

    def _read(self, read: Callable[[RegistryFile], T]) -> T:
        self._look_if_due()
        with self._lend() as file:
            try:
                return read(file)
            except RegistryError:
                # Probably overwritten in place: the new content may be valid.
                if not self._has_replaced(file):
                    raise
        with self._lend() as file:
            return read(file)

    @contextmanager
    def _lend(self) -> Iterator[RegistryFile]:
        """The current file, kept open during the block."""
        with self._lock:
            lent = self._current
            lent.users += 1
        try:
            yield lent.file
        finally:
            with self._lock:
                lent.users -= 1
                over = lent.users == 0 and lent is not self._current
            if over:
                lent.file.close()

    def _has_replaced(self, failed: RegistryFile) -> bool:
        """Check now whether the current file is not the one that failed."""
        with self._opening:
            self._open_if_replaced()
        return self._current.file is not failed

    def _look_if_due(self) -> None:
        """Open a new file, in this call's thread while others continue."""
        if time.monotonic() - self._looked < self._look_every:
            return
        if not self._opening.acquire(blocking=False):
            return
        try:
            self._open_if_replaced()
        finally:
            self._opening.release()

    def _open_if_replaced(self) -> None:
        self._looked = time.monotonic()
        identity = _identity(self._path)
        if identity is not None and identity not in (self._current.identity, self._refused):
            self._replace(identity)

    def _replace(self, identity: _FileIdentity) -> None:
        try:
            opened = _OpenFile(RegistryFile(self._path), identity)
        except RegistryError as error:
            self._refused = identity
            self._notify(RegistryEvent.REFUSED, str(error))
            return
        with self._lock:
            old, self._current = self._current, opened
            unused = old.users == 0
        if unused:
            old.file.close()
        self._notify(RegistryEvent.REPLACED, opened.file.info.version)


def _identity(path: Path) -> _FileIdentity | None:
    """Distinguishes one file from the next with the same name; ``None`` while there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size
