"""Whatever is typed, pasted, clicked or resized: nothing ends the program but its user.

Each source is walked the same way in every run, and by ``-m slow`` another, longer way each time.
The seed is printed where a walk fails, with the file of the shortest that fails: put it into
``kept``, and it is tried ever after. ``WALK_SEED`` walks a long way again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.faulty.process import faulty_process
from tests.journeys.events import Event, events, shortest
from tests.journeys.walk import Walk, loaded, saved
from tests.opendata.past_country import country
from tests.preloaded import Preloaded
from tests.public.lookalike.process import lookalike_process
from tui_app.config.settings import cache_folder
from tui_app.registry.sample import sample_path

KEPT: Final = Path(__file__).parent / "kept"
SOURCES: Final = ("sample", "registry", "past", "server", "public")
READ_ALOUD: Final = {("past", "ro"), ("registry", "en")}
WALKS: Final = (
    ("sample", "ro"), ("past", "ro"), ("server", "en"), ("public", "ro"),
)  # fmt: skip
"""The sample is a registry, so that a registry of one's own is walked by ``-m slow`` alone."""
SEED: Final = 4
SHORT, LONG = 20, 4_000
"""Events of a walk; how memory grows is seen in a long one alone."""
_MAX_TRIES: Final = 20
"""How often a failing walk is tried shorter."""

Start = Callable[[str, str], Walk]


@pytest.fixture
def walk_of(tmp_path: Path, preloaded: Preloaded) -> Iterator[Start]:
    """A walk over a source in a language."""
    with ExitStack() as processes:

        def start(source: str, language: str) -> Walk:
            arguments, environment = _source(source, tmp_path, processes)
            if (source, language) in READ_ALOUD:
                environment = environment | {"FIRMETERM_SCREEN_READER": "1"}
            return Walk(tmp_path, preloaded, arguments, {**environment, "FIRMETERM_LANG": language})

        yield start


def _source(
    name: str, folder: Path, processes: ExitStack
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The arguments and the environment for a source, with the process that it needs."""
    registry = ("--registry", str(sample_path(cache_folder())))
    if name == "registry":
        return registry, {}
    if name == "past":
        return ("--registry", str(country(folder))), {}
    if name == "server":
        address = processes.enter_context(faulty_process()).base_url().rstrip("/")
        return (), {"FIRMETERM_BASE_URL": address, "FIRMETERM_API_KEY": "an-invented-key"}
    if name == "public":
        lookalike = processes.enter_context(lookalike_process(0.05))
        return ("--source", "public", *registry), {
            "FIRMETERM_ANAF_URL": lookalike.base_url,
            "FIRMETERM_COURTS_URL": lookalike.base_url,
            "XDG_CACHE_HOME": str(folder / "cache"),
        }
    return ("--sample",), {}


def _walked(walk: Walk, seed: int, count: int, name: str, folder: Path) -> None:
    print(f"WALK_SEED={seed}")
    steps = events(seed, count)
    failure = walk.failure(steps)
    if not failure:
        return
    left = _MAX_TRIES

    def fails(shorter: list[Event]) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and bool(walk.failure(shorter))

    file = folder / f"{name}-{seed}.json"
    file.write_text(saved(shortest(steps, fails)))
    raise AssertionError(f"seed {seed}, shortest walk in {file}:\n{failure}")


@pytest.mark.long
@pytest.mark.parametrize(("source", "language"), WALKS)
def test_no_walk_ends_the_program(
    walk_of: Start, source: str, language: str, tmp_path: Path
) -> None:
    _walked(walk_of(source, language), SEED, SHORT, f"{source}-{language}", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ro"])
@pytest.mark.parametrize("source", SOURCES)
def test_no_long_walk_ends_the_program(
    walk_of: Start, source: str, language: str, tmp_path: Path
) -> None:
    seed = int(os.environ.get("WALK_SEED", random.SystemRandom().randrange(10**9)))
    _walked(walk_of(source, language), seed, LONG, f"{source}-{language}", tmp_path)


@pytest.mark.parametrize("kept", sorted(KEPT.glob("*.json")), ids=lambda file: file.stem)
def test_a_walk_that_failed_once_does_not_any_more(walk_of: Start, kept: Path) -> None:
    source, language, _seed = kept.stem.split("-")
    assert not walk_of(source, language).failure(loaded(kept.read_text()))


def test_the_shortest_failing_part_of_a_walk_is_found() -> None:
    steps = events(7, 60)
    needed = {3, 41}

    def fails(walk: list[Event]) -> bool:
        return all(any(step is steps[at] for step in walk) for at in needed)

    assert shortest(steps, fails) == [steps[3], steps[41]]
