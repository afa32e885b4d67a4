"""Lists as people have them against a registry, in both engines: right by kind, never wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.benchmarks.kinds import build, is_matched, match_row
from tests.benchmarks.lists.decoys import rows
from tests.benchmarks.lists.world import World
from tests.registry.engines import opened, server_of

_EACH = 8


@pytest.fixture(scope="module")
def world(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[World, Path]:
    """Invented companies, and the registry of their files with an older snapshot."""
    world = World(7, held=request.param, size=120)
    return world, build(world, tmp_path_factory.mktemp("lists"))


@pytest.fixture
def server(request: pytest.FixtureRequest) -> str:
    return server_of(request)


# A world for each engine: ``test_match`` and others compare what the engines answer.
@pytest.mark.parametrize(
    ("world", "server"),
    [
        pytest.param(False, "sqlite", id="seen-sqlite"),
        pytest.param(True, "postgres", id="held-postgres"),
        pytest.param(False, "postgres", id="seen-postgres", marks=pytest.mark.slow),
        pytest.param(True, "sqlite", id="held-sqlite", marks=pytest.mark.slow),
    ],
    indirect=True,
)
def test_rows_are_found_by_kind_and_decoys_are_not(world: tuple[World, Path], server: str) -> None:
    companies, path = world
    companies.dice.seed(11)
    wanted = rows(companies, _EACH)
    with opened(path, server) as registry:
        found = registry.match([match_row(row) for row in wanted])
    missed, wrong = Counter[str](), []
    for row, answer in zip(wanted, found, strict=True):
        if is_matched(answer) and answer.tax_id != row.tax_id:
            wrong.append((row, answer.because))
        elif row.tax_id and answer.tax_id != row.tax_id:
            missed[row.kind] += 1
    assert len(wrong) <= len(wanted) // 100, wrong
    # 57 of 60.
    assert all(count <= 1 for count in missed.values()), missed
    assert missed.total() <= len(wanted) // 20
