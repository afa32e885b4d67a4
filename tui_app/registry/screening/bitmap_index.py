"""The bitmap index of one registry: sets of companies by value, and spans of an order.

They are read when needed; those that are used often are cached.
"""

from __future__ import annotations

import threading
import time
import zlib
from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from pyroaring import FrozenBitMap

from tui_app.registry.screening import layout
from tui_app.registry.sql import Read
from tui_app.system.untyped import DbRow

CACHE_BYTES: Final = 40_000_000
"""The size limit of the cached sets in bytes, as stored on disk."""

_BATCH: Final = 500
_VALUES: Final = "SELECT value, companies FROM {s}TABLES_set WHERE field = ? ORDER BY value"
_SET: Final = "SELECT members FROM {s}TABLES_set WHERE field = ? AND value = ?"
_WORDS: Final = "SELECT members FROM {s}screen_word WHERE word >= ? AND word < ?"
_SPANS: Final = """
SELECT number, low, high, companies FROM {s}TABLES_span WHERE field = ? ORDER BY number
"""
_SPAN: Final = "SELECT members FROM {s}TABLES_span WHERE field = ? AND number = ?"
_ORDERED: Final = "SELECT ordered, keys FROM {s}TABLES_span WHERE field = ? AND number = ?"

T = TypeVar("T")
NO_COMPANIES: Final = FrozenBitMap()


class Span(NamedTuple):
    """A span of an order; ``low`` and ``high`` are its first and last value, if stored."""

    number: int
    low: int | None
    high: int | None
    companies: int


class RegistryCache:
    """The cache of one registry's data, which never change, for any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # Any: a cached value has the type that its maker returns.
        self._entries: OrderedDict[tuple[object, ...], tuple[Any, int]] = OrderedDict()
        self._bytes = 0

    # Any: as above.
    def get(self, key: tuple[object, ...]) -> Any:
        """The cached value of a key; ``None`` if there is none."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def put(self, key: tuple[object, ...], value: object, size: int) -> None:
        """Cache a value of ``size`` bytes; the least recently used values are dropped."""
        with self._lock:
            if key not in self._entries:
                self._entries[key] = value, size
                self._bytes += size
            while self._bytes > CACHE_BYTES:
                _key, (_oldest, freed) = self._entries.popitem(last=False)
                self._bytes -= freed

    def find(self, key: tuple[object, ...], make: Callable[[], tuple[T, int]]) -> T:
        """The cached value of a key, created if missing; ``make`` returns it with its size."""
        cached: T | None = self.get(key)
        if cached is not None:
            return cached
        made, size = make()
        self.put(key, made, size)
        return made


class BitmapIndex:
    """The index read through one connection, for one answer with a time limit."""

    def __init__(
        self, read: Read, cache: RegistryCache, seconds: float, *, has_contracts: bool = False
    ) -> None:
        self.read = read
        self.has_contracts = has_contracts
        self._until = time.monotonic() + seconds
        self.cache = cache

    @property
    def all_companies(self) -> FrozenBitMap:
        """Every company."""
        return self.members(layout.ALL, "1")

    @property
    def is_out_of_time(self) -> bool:
        """Whether the time limit of this answer is reached."""
        return time.monotonic() > self._until

    def values(self, field: str) -> dict[str, int]:
        """The values of a field, with the number of companies for each."""

        def make() -> tuple[dict[str, int], int]:
            found: dict[str, int] = dict(self._read_field(_VALUES, field))
            return found, 100 * len(found)

        return self.cache.find(("values", field), make)

    def members(self, field: str, value: str) -> FrozenBitMap:
        """The companies with a value of a field."""
        return self.cache.find(("set", field, value), lambda: self._bitmap(_SET, field, value))

    def any_of(self, field: str, values: Sequence[str]) -> FrozenBitMap:
        """The companies with any of some values of a field."""
        return union([self.members(field, value) for value in values])

    def unknown(self, field: str) -> FrozenBitMap:
        """The companies without a value of a field."""

        def make() -> tuple[FrozenBitMap, int]:
            missing = self.all_companies - self.any_of(field, list(self.values(field)))
            return missing, len(missing.serialize())

        return self.cache.find(("unknown", field), make)

    def with_words(self, low: str, high: str) -> FrozenBitMap:
        """The companies with a word in their name from ``low`` up to ``high``."""
        rows = self.read(_WORDS, (low, high))
        return union([FrozenBitMap.deserialize(members) for (members,) in rows])

    def spans(self, order: str) -> list[Span]:
        """The spans of an order."""

        def make() -> tuple[list[Span], int]:
            found = [Span(*row) for row in self._read_field(_SPANS, order)]
            return found, 200 * len(found)

        return self.cache.find(("spans", order), make)

    def of_span(self, order: str, number: int) -> FrozenBitMap:
        """The companies of a span."""
        return self.cache.find(("span", order, number), lambda: self._bitmap(_SPAN, order, number))

    def ordered(self, order: str, number: int) -> tuple[array[int], array[int]]:
        """The companies of a span in order, and their values, if stored."""

        def make() -> tuple[tuple[array[int], array[int]], int]:
            ((packed, keys),) = self._read_field(_ORDERED, order, number)
            numbers, values = array("I"), array("q")
            numbers.frombytes(packed)
            values.frombytes(zlib.decompress(keys) if keys else b"")
            return (numbers, values), 4 * len(numbers) + 8 * len(values)

        return self.cache.find(("ordered", order, number), make)

    def rows(self, statement: str, numbers: Sequence[int]) -> list[tuple[Any, ...]]:
        """The rows of a statement that ends with ``IN`` for the given companies."""
        found = []
        for start in range(0, len(numbers), _BATCH):
            some = numbers[start : start + _BATCH]
            found += self.read(f"{statement} ({', '.join('?' * len(some))})", some)
        return found

    def _read_field(self, statement: str, field: str, *values: object) -> list[DbRow]:
        """The rows about a field, from the tables that have it."""
        is_money = field.partition(" ")[0] in layout.MONEY_FIELDS
        if is_money and not self.has_contracts:
            return []
        tables = "money" if is_money else "screen"
        return self.read(statement.replace("TABLES", tables), (field, *values))

    def _bitmap(self, statement: str, field: str, value: object) -> tuple[FrozenBitMap, int]:
        rows = self._read_field(statement, field, value)
        if not rows:
            return NO_COMPANIES, 100
        packed = rows[0][0]
        return FrozenBitMap.deserialize(packed), len(packed) + 100


def union(sets: Sequence[FrozenBitMap]) -> FrozenBitMap:
    """The companies that are in any of some sets."""
    if not sets:
        return NO_COMPANIES
    return sets[0] if len(sets) == 1 else FrozenBitMap.union(*sets)
