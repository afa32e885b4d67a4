"""Fixtures of the screen's tests: the misbehaving server, and a cursor that rests soon."""

import base64
import re
from asyncio import BaseEventLoop
from collections.abc import Iterator

import pytest
import textual.app
import textual.pilot
from textual._compositor import Compositor
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from tests.faulty.fixtures import faulty, faulty_process_of_session
from tests.ui import dispatching, painting, resting, styling
from tui_app.service.batches import BatchThreads
from tui_app.ui.actions import moving
from tui_app.ui.lists import rows
from tui_app.ui.remote.answers import Answers
from tui_app.ui.sections import detail

__all__ = ["faulty", "faulty_process_of_session"]


@pytest.fixture(scope="session", autouse=True)
def _found_once() -> Iterator[None]:
    """Find styles and handlers once for all explorers, not again for each of a thousand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", styling.parse_once)
        patch.setattr(Stylesheet, "apply", styling.match_once)
        patch.setattr(MessagePump, "_get_dispatch_methods", dispatching.dispatch_methods)
        yield


@pytest.fixture(scope="session", autouse=True)
def _over_when_nothing_is_left_to_do() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pilot, "_wait_for_screen", resting.wait_for_screen)
        for module in (textual.app, textual.pilot):
            patch.setattr(module, "wait_for_idle", resting.wait_for_idle)
        for place, name in ((BaseEventLoop, "run_in_executor"), (BatchThreads, "run")):
            patch.setattr(place, name, resting.counted(getattr(place, name)))
        yield


@pytest.fixture(autouse=True)
def _painted_when_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compositor, "render_update", painting.render_when_seen)


@pytest.fixture
def every_frame_painted() -> Iterator[None]:
    """Frames are painted as in a terminal, whether or not the test looks."""
    with painting.every_frame():
        yield


@pytest.fixture(autouse=True)
def _rests_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the delay after which the cursor counts as resting."""
    monkeypatch.setattr(detail, "DWELL", 0.02)


@pytest.fixture(autouse=True)
def _rows_without_figures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows show no turnover: ten more questions a search would slow hundreds of tests."""
    if "figures_in_rows" not in request.fixturenames:
        monkeypatch.setattr(rows, "FROM", 10_000)


@pytest.fixture
def figures_in_rows() -> None:
    """Rows show the turnover, as in the program."""


@pytest.fixture
def only_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """No company is loaded without a key, as at a server that counts requests."""
    for module in (detail, moving):
        monkeypatch.setattr(module, "asks_by_itself", lambda _session: False)
    monkeypatch.setattr(Answers, "all_are_free", lambda _self, _client: False)


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
