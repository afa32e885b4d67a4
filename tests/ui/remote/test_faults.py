"""Each misbehaviour of a server that is no refusal, as the user sees it."""

from __future__ import annotations

import pytest

from tests.faulty.process import FaultyServer
from tests.ui.remote.faulty_walk import (
    OF_PROFILE,
    refresh_and_open,
)

ALONE = {"silent"}
"""What is ended by a deadline of its own, which would end others on a busy machine."""
MET = [case for case in OF_PROFILE if not case.fault[:3].isdecimal() and case.fault not in ALONE]


async def test_refreshing_and_opening_a_company(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await refresh_and_open(MET, faulty, monkeypatch)
