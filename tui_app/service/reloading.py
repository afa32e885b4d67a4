"""The registry in use: replaced while serving, without a request that fails.

A new file is put in place by renaming. Requests go on with the open one until the new one
is opened; the old one is closed when its last request is done.

A file that is overwritten in place spoils the open one, which nothing can prevent: a request
that finds it damaged is answered from the new one as soon as that can be opened.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tui_app.registry.errors import RegistryError
from tui_app.registry.sqlite.reader import Registry
from tui_app.service.log import Entry, Log, no_log

LOOK_EVERY_SECONDS: Final = 1.0

_FileMark = tuple[int, int, int, int]


class _Open:
    """An open registry and how many requests are using it."""

    def __init__(self, registry: Registry, mark: _FileMark | None) -> None:
        self.registry = registry
        self.mark = mark
        self.users = 0


class CurrentRegistry:
    """Lends the registry, and looks once in ``look_every`` seconds whether it was replaced."""

    def __init__(
        self, registry: Registry, log: Log = no_log, look_every: float = LOOK_EVERY_SECONDS
    ) -> None:
        self._log = log
        self._look_every = look_every
        self._looked = time.monotonic()
        self._current = _Open(registry, _file_mark(registry.path))
        self._refused: _FileMark | None = None
        self._lock = threading.Lock()
        self._opening = threading.Lock()

    @contextmanager
    def lend(self) -> Iterator[Registry]:
        """The registry, kept open for the length of the block."""
        if time.monotonic() - self._looked >= self._look_every:
            self._look()
        with self._lock:
            lent = self._current
            lent.users += 1
        try:
            yield lent.registry
        finally:
            with self._lock:
                lent.users -= 1
                over = lent.users == 0 and lent is not self._current
            if over:
                lent.registry.close()

    def is_replaced(self, failed: Registry) -> bool:
        """Look at once whether another registry is in use now than the one that failed."""
        with self._opening:
            self._open_if_replaced()
        return self._current.registry is not failed

    def close(self) -> None:
        """Close the registry. Nobody may be using it."""
        self._current.registry.close()

    def _look(self) -> None:
        """Open a replaced file, in this request's thread while the others go on."""
        if not self._opening.acquire(blocking=False):
            return
        try:
            self._open_if_replaced()
        finally:
            self._opening.release()

    def _open_if_replaced(self) -> None:
        self._looked = time.monotonic()
        mark = _file_mark(self._current.registry.path)
        if mark is not None and mark not in (self._current.mark, self._refused):
            self._replace(mark)

    def _replace(self, mark: _FileMark) -> None:
        try:
            opened = _Open(Registry.open(self._current.registry.path), mark)
        except RegistryError as error:
            self._refused = mark
            self._log(Entry(event="registry_refused", message=str(error)))
            return
        with self._lock:
            old, self._current = self._current, opened
            unused = old.users == 0
        if unused:
            old.registry.close()
        self._log(Entry(event="registry_replaced", message=opened.registry.version))


def _file_mark(path: Path) -> _FileMark | None:
    """What tells one file of that name from the next; ``None`` while there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size
