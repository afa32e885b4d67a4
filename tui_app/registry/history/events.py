"""The changes of a company as events, derived from the runs of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from tui_app.registry.history.layout import KINDS, Field
from tui_app.registry.history.spelling import is_same, says_less
from tui_app.registry.history.versions import FIELDS, Runs, ValueRun, Version

_ALONE: Final = {
    Field.STATE: "state", Field.NAME: "name", Field.FORM: "form", Field.NUMBER: "number",
    Field.LIQUIDATOR: "liquidator", Field.ADMINISTRATOR: "administrator",
}  # fmt: skip
_SEAT: Final = (Field.STREET, Field.LOCALITY, Field.COUNTY)
_TOLD: Final = {
    **{kind: (field,) for field, kind in _ALONE.items()},
    "seat": _SEAT, "new": (Field.NAME,), "gone": (Field.NAME,),
}  # fmt: skip
_POSITIONS: Final = [[FIELDS.index(field) for field in _TOLD[kind]] for kind in KINDS]
"""Which values of a version an event of a kind tells."""

_MAY_BE_EMPTY: Final = (Field.LIQUIDATOR, Field.ADMINISTRATOR)
"""An empty value means that nobody is in the role; in other fields it means nothing."""


class RegisterEvent(NamedTuple):
    """A change that happened after ``not_before``, and by ``not_after`` at the latest."""

    not_after: int
    kind: int
    not_before: int
    before: str
    """What the company's row of ``not_before`` has, states by their codes."""
    after: str


_When = tuple[int, int, int]
"""The first three of an event."""


def events_of(
    runs: Runs, versions: Sequence[Version], present: Sequence[int], missing: Sequence[int]
) -> list[RegisterEvent]:
    """The events of a company; on the days ``missing`` it was surely not in the register."""
    found = [
        (after.first, KINDS.index(kind), before.last)
        for field, kind in _ALONE.items()
        for before, after in _changes(field, runs[field])
    ]
    found += _moves(runs)
    found += _coming_and_going(present, missing)
    return [
        RegisterEvent(
            not_after, kind, not_before,
            _text_on(kind, not_before, versions), _text_on(kind, not_after, versions),
        )
        for not_after, kind, not_before in sorted(found)
    ]  # fmt: skip


def _changes(field: Field, runs: Sequence[ValueRun]) -> Iterator[tuple[ValueRun, ValueRun]]:
    """The meaningful changes: from one known value to another."""
    said: ValueRun | None = None
    for before, after in pairwise(runs):
        if field in _MAY_BE_EMPTY:
            if not is_same(field, before.value, after.value):
                yield before, after
            continue
        # What was empty, lost a letter or said less for a time is a gap, not a change.
        if before.value and not (said and _is_vaguer(field, before.value, said.value)):
            said = before
        if after.value and said and not is_same(field, said.value, after.value):
            yield said, after


def _is_vaguer(field: Field, value: str, said: str) -> bool:
    return is_same(field, value, said) and says_less(field, value, said)


def _moves(runs: Runs) -> Iterator[_When]:
    """Changes of the seat: of its parts that changed with the same snapshot."""
    moved: dict[int, int] = {}
    for field in _SEAT:
        for before, after in _changes(field, runs[field]):
            moved[after.first] = max(moved.get(after.first, 0), before.last)
    for not_after, not_before in moved.items():
        yield not_after, KINDS.index("seat"), not_before


def _coming_and_going(present: Sequence[int], missing: Sequence[int]) -> Iterator[_When]:
    """First appearance in the register, and disappearance; a temporary gap is neither."""
    first, last = present[0], present[-1]
    before = [day for day in missing if day < first]
    after = [day for day in missing if day > last]
    if before:
        yield first, KINDS.index("new"), before[-1]
    if after:
        yield after[0], KINDS.index("gone"), last


def _text_on(kind: int, day: int, versions: Iterable[Version]) -> str:
    """What an event tells of one of its days; empty if the company is not there."""
    for valid_from, valid_to, values in versions:
        if valid_from <= day < valid_to:
            first, *others = _POSITIONS[kind]
            if not others:  # as of nearly all kinds
                return values[first] or ""
            return ", ".join(filter(None, [values[at] for at in _POSITIONS[kind]]))
    return ""
