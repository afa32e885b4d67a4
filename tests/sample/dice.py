"""Repeatable chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Chance that falls the same way on every Python: only ``random()`` is promised to."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def share(self) -> float:
        """A number from 0 up to 1."""
        return self._random.random()

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return self.share() < probability

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self.share() * (high - low + 1))

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[int(self.share() * len(choices))]

    def some(self, choices: Sequence[T], count: int) -> list[T]:
        """``count`` different ones of the choices."""
        left = list(choices)
        return [left.pop(int(self.share() * len(left))) for _ in range(count)]
