"""Chains of changes of one value of one company. Pure functions on observations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple


class ChainLink(NamedTuple):
    """A change: ``before`` was last seen on ``not_before``, another value on ``not_after``."""

    not_after: int
    not_before: int
    before: str


class Chain(NamedTuple):
    """The changes of a value, oldest first, and the value since the last change.

    ``None``: the value was never observed.
    """

    links: tuple[ChainLink, ...] = ()
    latest: str | None = None

    def at(self, day: int) -> str:
        """The value on a day on which it was observed."""
        for link in self.links:
            if day < link.not_after:
                return link.before
        return self.latest or ""

    def afters(self) -> list[str]:
        """The value after each change."""
        return [*(link.before for link in self.links), self.latest or ""][1:]

    def observed(
        self, days: Iterable[int], changed: dict[int, str | None], plain: Callable[[str], str]
    ) -> Chain:
        """The chain with more observations, or with fewer if ``changed`` has ``None`` for a day.

        ``days`` are the days on which it was observed before.
        """
        if self.latest is None:
            days = ()
        values: dict[int, str | None] = {day: self.at(day) for day in days}
        values |= changed
        return chain_of([(day, v) for day, v in sorted(values.items()) if v is not None], plain)


def chain_of(observed: Sequence[tuple[int, str]], plain: Callable[[str], str]) -> Chain:
    """The chain of observations in the order of days.

    Values that are equal but for spelling get the spelling of their last day in every link, so that
    the order in which snapshots are added does not matter.
    """
    if not observed:
        return Chain()
    known = {value: plain(value) for value in {value for _, value in observed}}
    plainly = [known[value] for _, value in observed]
    spelt = dict(zip(plainly, (value for _, value in observed), strict=True))
    links = [
        ChainLink(observed[at][0], observed[at - 1][0], spelt[plainly[at - 1]])
        for at in range(1, len(observed))
        if plainly[at] != plainly[at - 1]
    ]
    return Chain(tuple(links), spelt[plainly[-1]])
