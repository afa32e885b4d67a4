"""Whatever is typed over a register with a past: nothing ends the program but its user."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.journeys.walking import SEED, SHORT, Start, walk_of, walked

__all__ = ["walk_of"]

WALKS: Final = [("past", "ro")]


@pytest.mark.long
@pytest.mark.parametrize(("source", "language"), WALKS)
def test_no_walk_ends_the_program(
    walk_of: Start, source: str, language: str, tmp_path: Path
) -> None:
    walked(walk_of(source, language), SEED, SHORT, f"{source}-{language}", tmp_path)
