"""The cache of the public services' answers, so that nothing is requested twice in a day.

It stores our own records, never whole answers: those of the courts name private persons.
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
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


class StoredAnswer(Struct, frozen=True):
    """A stored answer: seconds since 1970, and JSON."""

    fetched_at: float
    body: bytes


class AnswerStore(Protocol):
    """Stores answers for later sessions; without one, answers last for this session only."""

    def get(self, name: str) -> StoredAnswer | None:
        """The stored answer under a name."""

    def put(self, name: str, entry: StoredAnswer) -> None:
        """Store an answer in place of an older one."""

    def close(self) -> None:
        """Close the store."""


class Dated(Struct, Generic[T], frozen=True):
    """A value and the time (UTC) when it was fetched."""

    value: T
    fetched_at: dt.datetime


class AnswerCache:
    """The cached answers, for any number of threads.

    ``any_age``: offline, so a cached answer of any age is used.
    """

    def __init__(self, store: AnswerStore | None = None, *, any_age: bool = False) -> None:
        self._store = store
        self._any_age = any_age
        self._memory: OrderedDict[str, StoredAnswer] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str, kind: type[T], age: Callable[[T], float]) -> Dated[T] | None:
        """The cached value, neither older than its ``age`` in seconds nor from the future."""
        entry = self._entry(name)
        if entry is None:
            return None
        try:
            value = msgspec.json.decode(entry.body, type=kind)
            fetched_at = dt.datetime.fromtimestamp(entry.fetched_at, dt.UTC)
        except (msgspec.MsgspecError, ValueError, OverflowError, OSError):
            return None  # from another version, or damaged
        is_fresh = self._any_age or -_SKEW <= time.time() - entry.fetched_at <= age(value)
        return Dated(value, fetched_at) if is_fresh else None

    def put(self, name: str, value: T) -> Dated[T]:
        """Cache a value that was just fetched."""
        entry = StoredAnswer(time.time(), msgspec.json.encode(value))
        with self._lock:
            self._remember(name, entry)
            if self._store is not None:
                self._store.put(name, entry)
        return Dated(value, dt.datetime.fromtimestamp(entry.fetched_at, dt.UTC))

    def close(self) -> None:
        """Close the store."""
        with self._lock:
            store, self._store = self._store, None
            if store is not None:
                store.close()

    def _entry(self, name: str) -> StoredAnswer | None:
        with self._lock:
            entry = self._memory.get(name)
            if entry is None and self._store is not None:
                entry = self._store.get(name)
                if entry is not None:
                    self._remember(name, entry)
            return entry

    def _remember(self, name: str, entry: StoredAnswer) -> None:
        self._memory[name] = entry
        self._memory.move_to_end(name)
        if len(self._memory) > _IN_MEMORY:
            self._memory.popitem(last=False)
