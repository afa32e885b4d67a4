"""What tests of the screen share: the misbehaving server, and a cursor that rests soon."""

import base64
import re

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


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that was sent to the terminal's clipboard."""
    texts: list[str] = []

    def write(self: object, sequence: str) -> None:
        found = re.search(r"\x1b]52;c;([^\x07\x1b]*)", sequence)
        assert found is not None
        texts.append(base64.b64decode(found[1]).decode())

    monkeypatch.setattr("tui_app.ui.app.FirmetermApp.write_raw", write)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return texts
