"""Walks over a source: the program that is walked, and the shortest walk that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.faulty.process import faulty_process
from tests.journeys.events import Event, events, shortest
from tests.journeys.walk import Walk, saved
from tests.opendata.past_country import country
from tests.preloaded import Preloaded
from tests.public.lookalike.process import lookalike_process
from tui_app.config.settings import cache_folder
from tui_app.registry.sample import sample_path

READ_ALOUD: Final = {("past", "ro"), ("registry", "en")}
SEED: Final = 4
SHORT: Final = 20
"""Events of a walk."""
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


def walked(walk: Walk, seed: int, count: int, name: str, folder: Path) -> None:
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
