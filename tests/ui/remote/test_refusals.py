"""Each status by which a server refuses, as the user sees it."""

from __future__ import annotations

import pytest

from tests.faulty.process import FaultyServer
from tests.ui.remote.faulty_walk import (
    OF_PROFILE,
    refresh_and_open,
)

REFUSED = [case for case in OF_PROFILE if case.fault[:3].isdecimal()]


async def test_refreshing_and_opening_a_company(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await refresh_and_open(REFUSED, faulty, monkeypatch)
