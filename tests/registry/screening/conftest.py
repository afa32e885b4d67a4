"""A registry of generated companies, built in two ways."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.registry.screening.companies import COMPANIES, company
from tests.registry.screening.oracle import Company
from tui_app.registry.screening import faceting, layout, ordering
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.registry_file import RegistryFile


@pytest.fixture(scope="module")
def companies() -> list[Company]:
    dice = random.Random(11)
    return [Company(company(number, dice)) for number in range(COMPANIES)]


@pytest.fixture(scope="module", params=["many small spans", "as usual"])
def registry(
    request: pytest.FixtureRequest,
    companies: list[Company],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[RegistryFile]:
    path = tmp_path_factory.mktemp("screening") / "registry.db"
    with pytest.MonkeyPatch.context() as patch:
        if request.param != "as usual":
            patch.setattr(layout, "SPAN", 16)
            patch.setattr(layout, "SPANS_TOGETHER", 4)
            patch.setattr(ordering, "SMALL", 3)
            patch.setattr(faceting, "FEW", 3)
        build([each.record for each in companies], path, invented=True)
        with closing(RegistryFile(path)) as opened:
            yield opened
