"""Chance in tests: from the same seed in every run, and by ``-m slow`` from a new one."""

from __future__ import annotations

import random
from typing import Final

import pytest
from _pytest.mark import ParameterSet

NEW_SEED: Final = pytest.param(None, 600, marks=pytest.mark.slow, id="new")
"""A seed that is drawn in the test, and how many steps it goes."""


def seeds(count: int) -> list[ParameterSet]:
    """So many seeds of one kind of draw: the first in every run, the others with ``-m slow``."""
    return [pytest.param(n, marks=[pytest.mark.slow] * (n > 0)) for n in range(count)]


def chance_of(seed: int | None) -> random.Random:
    """The dice of a seed, which is printed where the test fails; ``None`` draws a new one."""
    drawn = random.SystemRandom().randrange(10**9) if seed is None else seed
    print(f"seed {drawn}")
    return random.Random(drawn)
