"""A server that takes the question and never answers, as the user sees it."""

from __future__ import annotations

import pytest

from tests.faulty.process import FaultyServer
from tests.ui.remote.faulty_walk import (
    OF_PROFILE,
    refresh_and_open,
)

SILENT = [case for case in OF_PROFILE if case.fault == "silent"]


async def test_a_server_that_is_silent(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await refresh_and_open(SILENT, faulty, monkeypatch)
