"""Commands at a server whose answers the test has written."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from click.testing import Result

from tests.cli.running import run
from tests.scripted import connect

ADDRESS = "http://127.0.0.1:9"


def commands_at(
    server: httpx.AsyncBaseTransport, monkeypatch: pytest.MonkeyPatch, reserve: int = 0
) -> Callable[..., Result]:
    """Runs a command at this server instead of the one at ``ADDRESS``."""
    monkeypatch.setattr(
        "tui_app.sources.source.connect", lambda *_given: connect(server, reserve=reserve)
    )
    return lambda *words: run("--base-url", ADDRESS, *words)
