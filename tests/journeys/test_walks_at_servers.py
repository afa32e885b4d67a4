"""Whatever is typed while a server is asked: nothing ends the program but its user."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.journeys.walk import loaded
from tests.journeys.walking import SEED, SHORT, Start, walk_of, walked

__all__ = ["walk_of"]

KEPT: Final = Path(__file__).parent / "kept"
WALKS: Final = [("server", "en")]


@pytest.mark.long
@pytest.mark.parametrize(("source", "language"), WALKS)
def test_no_walk_ends_the_program(
    walk_of: Start, source: str, language: str, tmp_path: Path
) -> None:
    walked(walk_of(source, language), SEED, SHORT, f"{source}-{language}", tmp_path)


@pytest.mark.parametrize("kept", sorted(KEPT.glob("*.json")), ids=lambda file: file.stem)
def test_a_walk_that_failed_once_does_not_any_more(walk_of: Start, kept: Path) -> None:
    source, language, _seed = kept.stem.split("-")
    assert not walk_of(source, language).failure(loaded(kept.read_text()))
