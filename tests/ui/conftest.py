"""What tests of the screen share: the misbehaving server, and a cursor that rests soon."""

import pytest

from tests.faulty.fixtures import faulty, faulty_process_of_session
from tui_app.ui.sections import detail

__all__ = ["faulty", "faulty_process_of_session"]


@pytest.fixture(autouse=True)
def _rests_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown once the cursor rested is there sooner than for people."""
    monkeypatch.setattr(detail, "DWELL", 0.02)


@pytest.fixture
def only_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """No company is shown whole by itself, as from a server that counts requests."""
    monkeypatch.setattr(detail.DetailPane, "asks_by_itself", False)
