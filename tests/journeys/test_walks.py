"""Whatever is typed, pasted, clicked or resized: nothing ends the program but its user.

Each source is walked the same way in every run, and by ``-m slow`` another, longer way each time.
The seed is printed where a walk fails, with the file of the shortest that fails: put it into
``kept``, and it is tried ever after. ``WALK_SEED`` walks a long way again.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Final

import pytest

from tests.journeys.events import Event, events, shortest
from tests.journeys.walking import SEED, SHORT, Start, walk_of, walked

__all__ = ["walk_of"]

SOURCES: Final = ("sample", "registry", "past", "server", "public")
WALKS: Final = [("sample", "ro")]
"""The sample is a registry, so that a registry of one's own is walked by ``-m slow`` alone."""
LONG: Final = 4_000
"""Events of a walk in which is seen how memory grows."""


@pytest.mark.long
@pytest.mark.parametrize(("source", "language"), WALKS)
def test_no_walk_ends_the_program(
    walk_of: Start, source: str, language: str, tmp_path: Path
) -> None:
    walked(walk_of(source, language), SEED, SHORT, f"{source}-{language}", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ro"])
@pytest.mark.parametrize("source", SOURCES)
def test_no_long_walk_ends_the_program(
    walk_of: Start, source: str, language: str, tmp_path: Path
) -> None:
    seed = int(os.environ.get("WALK_SEED", random.SystemRandom().randrange(10**9)))
    walked(walk_of(source, language), seed, LONG, f"{source}-{language}", tmp_path)


def test_the_shortest_failing_part_of_a_walk_is_found() -> None:
    steps = events(7, 60)
    needed = {3, 41}

    def fails(walk: list[Event]) -> bool:
        return all(any(step is steps[at] for step in walk) for at in needed)

    assert shortest(steps, fails) == [steps[3], steps[41]]
