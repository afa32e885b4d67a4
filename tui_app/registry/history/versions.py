"""A company over time: its values by snapshot, as runs and as versions. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from tui_app.registry.history.layout import ALWAYS, STILL, Field
from tui_app.registry.history.spelling import plain

FIELDS: Final = tuple(Field)
Values = tuple[str | None, ...]
"""A value for each of ``FIELDS``; ``None`` if no snapshot of the company covers it."""

Covering = Mapping[Field, Collection[int]]
"""The days whose snapshots cover each field."""


class Version(NamedTuple):
    """A row: the values of a company in the snapshots from one to before another."""

    valid_from: int
    valid_to: int
    values: Values


class ValueRun(NamedTuple):
    """A value that the snapshots from ``first`` to ``last`` agree on, if they cover it."""

    value: str
    first: int
    last: int


Runs = dict[Field, list[ValueRun]]


def seen_in(versions: Iterable[Version], days: Iterable[int]) -> dict[int, Values]:
    """The values in each snapshot that has the company, in the order of ``days``."""
    found = tuple(versions)
    return {
        day: version.values
        for day in days
        for version in found
        if version.valid_from <= day < version.valid_to
    }


def runs_of(seen: Mapping[int, Values], covering: Covering) -> Runs:
    """The runs of each field. ``seen`` is in the order of days.

    Values that are equal but for spelling get the spelling of their last day in every run, so that
    the order in which snapshots are added does not matter.
    """
    found: Runs = {}
    for field, values in zip(FIELDS, zip(*seen.values(), strict=True), strict=True):
        days = covering[field]
        observed = [
            (day, value or "") for day, value in zip(seen, values, strict=True) if day in days
        ]
        texts = {value for _, value in observed}
        if len(texts) == 1:  # as most fields of most companies
            found[field] = [ValueRun(texts.pop(), observed[0][0], observed[-1][0])]
            continue
        known = {value: plain(field, value) for value in texts}
        spelt = {known[value]: value for _, value in observed}
        runs = found[field] = []
        for day, value in observed:
            text = spelt[known[value]]
            first = runs.pop().first if runs and runs[-1].value == text else day
            runs.append(ValueRun(text, first, day))
    return found


def value_on(runs: Sequence[ValueRun], day: int) -> str | None:
    """The value as it was last seen by a day, else as it was first seen later."""
    value = runs[0].value if runs else None
    for run in runs:
        if run.first > day:
            break
        value = run.value
    return value


def versions_of(seen: Collection[int], runs: Runs, days: Sequence[int]) -> list[Version]:
    """The rows of a company that the snapshots of the days ``seen`` have, of all ``days``."""
    found: list[Version] = []
    for at, day in enumerate(days):
        if day not in seen:
            continue
        values = tuple(value_on(each, day) for each in runs.values())
        valid_to = days[at + 1] if at + 1 < len(days) else STILL
        is_same = bool(found) and found[-1].valid_to == day and found[-1].values == values
        valid_from = found.pop().valid_from if is_same else day if at else ALWAYS
        found.append(Version(valid_from, valid_to, values))
    return found
