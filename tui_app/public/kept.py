"""What the public services answered before, kept so that nothing is asked twice in a day.

Kept are our own records, never whole answers: those of the courts name private persons.
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections import OrderedDict
from typing import Final, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

DAY: Final = 86_400.0
FOUND: Final = DAY
NOT_FOUND: Final = 3_600.0
CLOSED_YEAR: Final = 30 * DAY
CASES: Final = DAY

_IN_MEMORY: Final = 2_000
_SKEW: Final = 60.0

T = TypeVar("T")


class Entry(Struct, frozen=True):
    """A kept answer as a store holds it: seconds since 1970, and JSON."""

    fetched_at: float
    body: bytes


class Store(Protocol):
    """Where answers are kept between sessions; without one they are for this session only."""

    def get(self, name: str) -> Entry | None:
        """What is kept under a name."""

    def put(self, name: str, entry: Entry) -> None:
        """Keep it in place of what was there."""

    def close(self) -> None:
        """Let go of it."""


class Dated(Struct, Generic[T], frozen=True):
    """A value and when (UTC) it was fetched."""

    value: T
    fetched_at: dt.datetime


class Kept:
    """The kept answers, for any number of threads.

    ``any_age``: nothing can be asked, so that whatever is kept has to do.
    """

    def __init__(self, store: Store | None = None, *, any_age: bool = False) -> None:
        self._store = store
        self._any_age = any_age
        self._memory: OrderedDict[str, Entry] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str, kind: type[T]) -> Dated[T] | None:
        """What is kept, of whatever age; ``None`` where nothing of that kind is."""
        entry = self._entry(name)
        if entry is None:
            return None
        try:
            value = msgspec.json.decode(entry.body, type=kind)
            fetched_at = dt.datetime.fromtimestamp(entry.fetched_at, dt.UTC)
        except (msgspec.MsgspecError, ValueError, OverflowError, OSError):
            return None  # of another version, or damaged
        return Dated(value, fetched_at)

    def put(self, name: str, value: T) -> Dated[T]:
        """Keep what was fetched just now."""
        entry = Entry(time.time(), msgspec.json.encode(value))
        with self._lock:
            self._remember(name, entry)
            if self._store is not None:
                self._store.put(name, entry)
        return Dated(value, dt.datetime.fromtimestamp(entry.fetched_at, dt.UTC))

    # Any value has an age.
    def is_fresh(self, dated: Dated[T], seconds: float) -> bool:
        """Whether a kept value may be shown: not older than so many seconds, nor of the future."""
        age = (dt.datetime.now(dt.UTC) - dated.fetched_at).total_seconds()
        return self._any_age or -_SKEW <= age <= seconds

    def close(self) -> None:
        """Let go of the store."""
        with self._lock:
            store, self._store = self._store, None
            if store is not None:
                store.close()

    def _entry(self, name: str) -> Entry | None:
        with self._lock:
            entry = self._memory.get(name)
            if entry is None and self._store is not None:
                entry = self._store.get(name)
                if entry is not None:
                    self._remember(name, entry)
            return entry

    def _remember(self, name: str, entry: Entry) -> None:
        self._memory[name] = entry
        self._memory.move_to_end(name)
        if len(self._memory) > _IN_MEMORY:
            self._memory.popitem(last=False)
