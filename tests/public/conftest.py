"""The public services over a look-alike in its own process, and over an imported registry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.public.lookalike.process import Lookalike, lookalike_process
from tui_app.contract.live import Progress
from tui_app.public.active_call import ActiveCall
from tui_app.public.answer_cache import AnswerStore
from tui_app.public.controls import Controls
from tui_app.public.live import LiveRegistry
from tui_app.public.services import Limits, Services
from tui_app.registry.company_registry import CompanyRegistry

SHORT = 0.05
"""Seconds for which a call waits at most before its next request, whatever a host asks for."""
QUICK = 0.01
"""Seconds between two requests where it does not matter."""


@pytest.fixture(scope="session")
def lookalike_server() -> Iterator[Lookalike]:
    with lookalike_process(spacing=0.0) as running:
        yield running


@pytest.fixture
def lookalike(lookalike_server: Lookalike) -> Lookalike:
    lookalike_server.misbehave()
    return lookalike_server


@dataclass
class Live:
    """A live registry, its controls, and its reported progress."""

    registry: LiveRegistry
    controls: Controls
    told: list[Progress]

    def notes(self, operation: str, tax_id: str) -> list[str]:
        return [note.text for note in self.controls.remarks(operation, tax_id).notes]


@dataclass
class Opener:
    """Opens live registries that ask the look-alike, and closes them."""

    lookalike: Lookalike
    folder: Path
    opened: list[LiveRegistry]

    def __call__(
        self,
        register: CompanyRegistry | None = None,
        *,
        store: AnswerStore | None = None,
        base_url: str | None = None,
        interval: float = QUICK,
        court_seconds: float = 60.0,
        call_seconds: float = 85.0,
    ) -> Live:
        url = base_url or self.lookalike.base_url
        services = Services(
            self.folder,
            anaf_url=url,
            courts_url=url,
            store=store,
            limits=Limits(interval=interval, courts=court_seconds, call=call_seconds),
        )
        live = Live(LiveRegistry(services, register), Controls(services), [])
        live.controls.listen(live.told.append)
        self.opened.append(live.registry)
        return live


@pytest.fixture
def open_live(
    lookalike: Lookalike, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Opener]:
    wait = ActiveCall.wait
    monkeypatch.setattr(ActiveCall, "wait", lambda call, for_: wait(call, min(SHORT, for_)))
    opener = Opener(lookalike, tmp_path / "gates", [])
    yield opener
    for registry in opener.opened:
        registry.close()


@pytest.fixture
def live(open_live: Opener) -> Live:
    return open_live()
