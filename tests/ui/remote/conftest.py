"""A real service of the tests' own, and short waits between attempts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ui.served import Served, served
from tui_app.client import sending


@pytest.fixture(autouse=True)
def _no_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "FIRST_WAIT", 0.02)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process for all tests, which begin it with a quota of their own."""
    with served(tmp_path_factory.mktemp("home"), quota=1) as service:
        yield service
