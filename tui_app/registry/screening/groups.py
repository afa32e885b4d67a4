"""The orders of companies as groups that stand one after the other.

A group holds those of a span in its order, or those with one value by their number. What is
not on record comes last in either direction.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from pyroaring import FrozenBitMap

from tui_app.contract.folding import fold
from tui_app.contract.screening.page import ScreenRow
from tui_app.contract.status import StatusGroup
from tui_app.registry.screening import layout
from tui_app.registry.screening.selection import activities, statuses
from tui_app.registry.screening.store import Store, union

_NAMES: Final = {f.encode_name: f.name for f in msgspec.structs.fields(ScreenRow)}


def field_of(order: str) -> tuple[str, bool]:
    """The field of a ``SortParameter``, and whether the largest comes first."""
    return _NAMES[order.removeprefix("-")], order.startswith("-")


class SpanGroup(NamedTuple):
    """Those of a span."""

    order: str
    number: int
    backward: bool

    def members(self, store: Store) -> FrozenBitMap:
        """Its companies."""
        return store.of_span(self.order, self.number)

    def walk(self, store: Store, found: FrozenBitMap, at: int) -> Iterator[tuple[int, int]]:
        """Those that are in ``found``, each with its place in the group, from a place on."""
        numbers, _keys = store.ordered(self.order, self.number)
        ordered: array[int] = numbers[::-1] if self.backward else numbers
        return ((p, ordered[p]) for p in range(at, len(ordered)) if ordered[p] in found)


class SetGroup(NamedTuple):
    """Those with one of some values; with ``rest`` those as well of which nothing is on record."""

    field: str
    values: Sequence[str] = ()
    rest: bool = False

    def members(self, store: Store) -> FrozenBitMap:
        """Its companies."""
        some = store.any_of(self.field, self.values)
        return union([some, store.unknown(self.field)]) if self.rest else some

    def walk(self, store: Store, found: FrozenBitMap, at: int) -> Iterator[tuple[int, int]]:
        """As of a span; the place of a company is its number."""
        both = self.members(store) & found
        return ((number, number) for number in both.iter_equal_or_larger(at))


Group = SpanGroup | SetGroup


def groups(store: Store, field: str, *, backward: bool) -> list[Group]:
    """The groups of an order, from the first to the last."""
    if field in (*layout.NUMBER_ORDERS, *layout.TEXT_ORDERS):
        spans: list[Group] = [SpanGroup(field, s.number, backward) for s in store.spans(field)]
        if backward:
            spans.reverse()
        return [*spans, SetGroup(layout.together(field), rest=True)]
    sets, last = _sets(store, field)
    return [*(reversed(sets) if backward else sets), *last]


def _sets(store: Store, field: str) -> tuple[list[SetGroup], list[SetGroup]]:
    """The sets of a field in order, and what comes last in either direction."""
    if field in layout.FLAG_SETS:
        return [SetGroup(field, rest=True), SetGroup(field, ["1"])], []
    if field == "status_class":
        texts = statuses(store)
        return [
            SetGroup("status", texts.get(name, []), rest=name == StatusGroup.OTHER)
            for name in sorted(StatusGroup)
        ], []
    if field == "caen":
        return _alike(store, layout.ACTIVITY, activity_texts(store)), [_rest(layout.ACTIVITY)]
    if field in layout.TEXT_SETS:
        folded = {value: fold(value) for value in store.values(field)}
        return _alike(store, field, folded), [_rest(field)]
    return [SetGroup(field, [v]) for v in sorted(store.values(field), key=int)], [_rest(field)]


def _rest(field: str) -> SetGroup:
    return SetGroup(field, rest=True)


def activity_texts(store: Store) -> dict[str, str]:
    """Code and title of each main activity on record, by its number, as they are compared."""
    have = store.values(layout.ACTIVITY)
    return {n: " ".join(steps[-1]) for n, steps in activities(store).items() if n in have}


def _alike(store: Store, field: str, texts: dict[str, str]) -> list[SetGroup]:
    """Values whose texts are the same when compared stand together."""

    def make() -> tuple[list[SetGroup], int]:
        by_text: dict[str, list[str]] = {}
        for value, text in texts.items():
            by_text.setdefault(text, []).append(value)
        return [SetGroup(field, by_text[text]) for text in sorted(by_text)], 300 * len(texts)

    return store.kept.find(("alike", field), make)
