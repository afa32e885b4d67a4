"""The order of companies as a sequence of groups.

A group is a span in its order, or the companies with one value, by number. Missing
values come last in both directions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from pyroaring import FrozenBitMap

from tui_app.contract.folding import fold
from tui_app.contract.screening.page import ScreeningRow
from tui_app.contract.status import StatusGroup
from tui_app.registry.screening import layout
from tui_app.registry.screening.bitmap_index import BitmapIndex, union
from tui_app.registry.screening.selection import activities, statuses

_NAMES: Final = {f.encode_name: f.name for f in msgspec.structs.fields(ScreeningRow)}


def field_of(order: str) -> tuple[str, bool]:
    """The field of a ``SortParameter``, and whether the order is descending."""
    return _NAMES[order.removeprefix("-")], order.startswith("-")


class SpanGroup(NamedTuple):
    """The companies of a span."""

    order: str
    number: int
    backward: bool

    def members(self, index: BitmapIndex) -> FrozenBitMap:
        """The companies of the group."""
        return index.of_span(self.order, self.number)

    def walk(self, index: BitmapIndex, found: FrozenBitMap, at: int) -> Iterator[tuple[int, int]]:
        """Its companies in ``found``, each with its position in the group, from ``at`` on."""
        numbers, _keys = index.ordered(self.order, self.number)
        ordered: array[int] = numbers[::-1] if self.backward else numbers
        return ((p, ordered[p]) for p in range(at, len(ordered)) if ordered[p] in found)


class SetGroup(NamedTuple):
    """The companies with any of some values; with ``rest`` also those without a value."""

    field: str
    values: Sequence[str] = ()
    rest: bool = False

    def members(self, index: BitmapIndex) -> FrozenBitMap:
        """The companies of the group."""
        some = index.any_of(self.field, self.values)
        return union([some, index.unknown(self.field)]) if self.rest else some

    def walk(self, index: BitmapIndex, found: FrozenBitMap, at: int) -> Iterator[tuple[int, int]]:
        """Like that of a span; the position of a company is its number."""
        both = self.members(index) & found
        return ((number, number) for number in both.iter_equal_or_larger(at))


Group = SpanGroup | SetGroup


def groups(index: BitmapIndex, field: str, *, backward: bool) -> list[Group]:
    """The groups of an order, from first to last."""
    if field in (*layout.NUMBER_ORDERS, *layout.TEXT_ORDERS, *layout.MONEY_ORDERS):
        spans: list[Group] = [SpanGroup(field, s.number, backward) for s in index.spans(field)]
        if backward:
            spans.reverse()
        return [*spans, SetGroup(layout.combined_spans(field), rest=True)]
    sets, last = _sets(index, field)
    return [*(reversed(sets) if backward else sets), *last]


def _sets(index: BitmapIndex, field: str) -> tuple[list[SetGroup], list[SetGroup]]:
    """The sets of a field in order, and the group that comes last in both directions."""
    if field in layout.FLAG_SETS:
        return [SetGroup(field, rest=True), SetGroup(field, ["1"])], []
    if field == "status_class":
        texts = statuses(index)
        return [
            SetGroup("status", texts.get(name, []), rest=name == StatusGroup.OTHER)
            for name in sorted(StatusGroup)
        ], []
    if field == "caen":
        return _alike(index, layout.ACTIVITY, activity_texts(index)), [
            _other_values(layout.ACTIVITY)
        ]
    if field in layout.TEXT_SETS:
        folded = {value: fold(value) for value in index.values(field)}
        return _alike(index, field, folded), [_other_values(field)]
    return [SetGroup(field, [v]) for v in sorted(index.values(field), key=int)], [
        _other_values(field)
    ]


def _other_values(field: str) -> SetGroup:
    return SetGroup(field, rest=True)


def activity_texts(index: BitmapIndex) -> dict[str, str]:
    """Code and title of each main activity on record, by number, in comparable form."""
    have = index.values(layout.ACTIVITY)
    return {n: " ".join(steps[-1]) for n, steps in activities(index).items() if n in have}


def _alike(index: BitmapIndex, field: str, texts: dict[str, str]) -> list[SetGroup]:
    """Groups values whose texts compare as equal."""

    def make() -> tuple[list[SetGroup], int]:
        by_text: dict[str, list[str]] = {}
        for value, text in texts.items():
            by_text.setdefault(text, []).append(value)
        return [SetGroup(field, by_text[text]) for text in sorted(by_text)], 300 * len(texts)

    return index.cache.find(("alike", field), make)
