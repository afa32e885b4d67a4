"""The companies that match criteria about the past, from the sets of ``indexing``."""

from __future__ import annotations

import datetime as dt
from typing import Final

from pyroaring import FrozenBitMap

from tui_app.contract.screening.criteria import Criteria, Criterion, Range
from tui_app.registry.history.layout import LISTED_KINDS, day_number
from tui_app.registry.screening.bitmap_index import BitmapIndex, union

_SETS: Final = "SELECT name, value, day FROM {s}past_set ORDER BY day DESC, name, value"
_SET: Final = "SELECT members FROM {s}past_set WHERE name = ? AND value = ? AND day = ?"

SetName = tuple[str, str, int]


def since_of(criteria: Criteria) -> int:
    """The first day of the period of a ``since:`` criterion; 0 without one."""
    lows = [
        value.low
        for criterion in criteria
        if criterion.field == "since" and not criterion.negated
        for value in criterion.values
        if isinstance(value, Range)
    ]
    days = [low for low in lows if isinstance(low, dt.date)]
    return max(map(day_number, days), default=0)


def of_the_past(index: BitmapIndex, criterion: Criterion, since: int) -> FrozenBitMap:
    """The companies that match one of a criterion's values by a change since a day.

    Numbers beyond the registry's own belong to companies that it does not have.
    """
    if criterion.field == "since":
        own = since_of((Criterion(criterion.field, criterion.values),))
        return members(index, "changed", LISTED_KINDS, max(own, since))
    values = tuple(value for value in criterion.values if isinstance(value, str))
    return members(index, criterion.field, values, since)


def members(index: BitmapIndex, name: str, values: tuple[str, ...], since: int) -> FrozenBitMap:
    """The companies in any of some sets, since a day."""
    return union(
        [
            set_of(index, each)
            for each in names_of_sets(index)
            if each[0] == name and each[1] in values and each[2] >= since
        ]
    )


def names_of_sets(index: BitmapIndex) -> list[SetName]:
    """The names of all sets, newest first."""

    def make() -> tuple[list[SetName], int]:
        found: list[SetName] = [tuple(row) for row in index.read(_SETS, ())]
        return found, 100 * len(found)

    return index.cache.find(("past sets",), make)


def set_of(index: BitmapIndex, name: SetName) -> FrozenBitMap:
    """The companies that changed in one way, on one day."""

    def make() -> tuple[FrozenBitMap, int]:
        ((packed,),) = index.read(_SET, name)
        return FrozenBitMap.deserialize(bytes(packed)), len(packed) + 100

    return index.cache.find(("past set", *name), make)
