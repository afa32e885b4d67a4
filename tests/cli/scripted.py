"""Commands at a server whose answers the test has written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from click.testing import Result

from tests.cli.running import run
from tests.scripted import connect
from tui_app.client.cache import Cache
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings

ADDRESS = "http://127.0.0.1:9"


def commands_at(
    server: httpx.AsyncBaseTransport,
    monkeypatch: pytest.MonkeyPatch,
    reserve: int = 0,
    *,
    kept: Path | None = None,
) -> Callable[..., Result]:
    """Runs a command at this server instead of the one at ``ADDRESS``.

    Answers are kept in a file from one command to the next, if it is named.
    """

    def connected(chosen: Settings, _key: object) -> Companies:
        cache = Cache(kept) if kept else None
        return connect(server, reserve=reserve, cache=cache, offline=chosen.offline)

    monkeypatch.setattr("tui_app.sources.source.connect", connected)
    monkeypatch.setenv("FIRMETERM_BASE_URL", ADDRESS)
    return run


def answers_questions(monkeypatch: pytest.MonkeyPatch, *, yes: bool) -> None:
    """Let somebody be there who answers each question about a price."""
    monkeypatch.setattr("tui_app.cli.consent.is_somebody_there", lambda: True)
    monkeypatch.setattr("tui_app.cli.consent._confirmed", lambda: yes)


def people_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the streams of commands in this process be a terminal."""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _self: True)
