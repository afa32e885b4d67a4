"""The changes of a company as events, derived from the chains of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from tui_app.registry.history.chains import Chain, ChainLink
from tui_app.registry.history.layout import (
    KINDS,
    MISSING,
    PRESENT,
    Field,
)
from tui_app.registry.history.spelling import is_same, says_less

_ALONE: Final = {
    Field.STATE: "state", Field.NAME: "name", Field.FORM: "form", Field.NUMBER: "number",
    Field.LIQUIDATOR: "liquidator", Field.ADMINISTRATOR: "administrator",
}  # fmt: skip
_SEAT: Final = (Field.STREET, Field.LOCALITY, Field.COUNTY)
_MAY_BE_EMPTY: Final = (Field.LIQUIDATOR, Field.ADMINISTRATOR)
"""An empty value means that nobody is in the role; in other fields it means nothing."""


class ToldChange(NamedTuple):
    """A change that happened after ``not_before``, and by ``not_after`` at the latest."""

    not_after: int
    kind: int
    not_before: int
    before: str
    after: str


def events_of(chains: Mapping[Field, Chain], days: Iterable[int]) -> list[ToldChange]:
    """The events of a company; ``days`` are those of all snapshots, in order."""
    found = [
        ToldChange(link.not_after, KINDS.index(kind), link.not_before, link.before, after)
        for field, kind in _ALONE.items()
        for link, after in _told(field, chains.get(field, Chain()))
    ]
    found += _moves(chains)
    if chains[Field.PRESENCE].links:
        presence = [(day, chains[Field.PRESENCE].at(day)) for day in days]
        found += _coming_and_going(presence, chains.get(Field.NAME, Chain()))
    return sorted(found)


def _told(field: Field, chain: Chain) -> Iterable[tuple[ChainLink, str]]:
    """The meaningful changes: from one known value to another."""
    return _meaningful(field, chain) if chain.links else ()


def _meaningful(field: Field, chain: Chain) -> Iterator[tuple[ChainLink, str]]:
    said: str | None = None
    since = 0
    for link, after in zip(chain.links, chain.afters(), strict=True):
        if field in _MAY_BE_EMPTY:
            if not is_same(field, link.before, after):
                yield link, after
            continue
        # What was empty, lost a letter or said less for a time is a gap, not a change.
        if link.before and not (said and _is_vaguer(field, link.before, said)):
            said, since = link.before, link.not_before
        if after and said and not is_same(field, said, after):
            yield ChainLink(link.not_after, since, said), after


def _is_vaguer(field: Field, value: str, said: str) -> bool:
    return is_same(field, value, said) and says_less(field, value, said)


def _moves(chains: Mapping[Field, Chain]) -> Iterator[ToldChange]:
    """Changes of the seat: of its parts that changed with the same snapshot."""
    parts = {field: chains.get(field, Chain()) for field in _SEAT}
    moved: dict[int, int] = {}
    for field, chain in parts.items():
        for link, _ in _told(field, chain):
            moved[link.not_after] = max(moved.get(link.not_after, 0), link.not_before)
    for not_after, not_before in moved.items():
        yield ToldChange(
            not_after,
            KINDS.index("seat"),
            not_before,
            seat(chain.at(not_before) for chain in parts.values()),
            seat(chain.at(not_after) for chain in parts.values()),
        )


def seat(parts: Iterable[str | None]) -> str:
    """A seat as one text, from street, locality and county."""
    return ", ".join(part for part in parts if part)


def _coming_and_going(presence: list[tuple[int, str]], names: Chain) -> Iterator[ToldChange]:
    """First appearance in the register, and disappearance; a temporary gap is neither."""
    seen = [at for at, (_, value) in enumerate(presence) if value == PRESENT]
    if not seen:
        return
    first, last = seen[0], seen[-1]
    before = [day for day, value in presence[:first] if value == MISSING]
    after = [day for day, value in presence[last + 1 :] if value == MISSING]
    if before:
        day = presence[first][0]
        yield ToldChange(day, KINDS.index("new"), before[-1], "", names.at(day))
    if after:
        day = presence[last][0]
        yield ToldChange(after[0], KINDS.index("gone"), day, names.at(day), "")
