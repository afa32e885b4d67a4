"""The service over the public services: what it cannot answer is told apart."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

import httpx
import pytest
from click.testing import CliRunner

from tests.public.conftest import Live
from tests.public.lookalike.companies import ATELIER, UNKNOWN
from tests.public.lookalike.process import Lookalike
from tui_app.cli.main import main
from tui_app.client.live import prepare_live
from tui_app.service.embedded import open_embedded


@pytest.fixture
async def served(live: Live) -> AsyncIterator[httpx.AsyncClient]:
    embedded = open_embedded(lambda: live.registry)
    transport = httpx.ASGITransport(embedded.app, raise_app_exceptions=False)
    key = {"Authorization": f"Bearer {embedded.token}"}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://127.0.0.1", headers=key, timeout=30
    ) as client:
        yield client
    embedded.close()


async def test_empty_unknown_not_known_and_failed_are_four_things(
    served: httpx.AsyncClient, lookalike: Lookalike
) -> None:
    path = f"/v1/companies/{ATELIER}"
    empty = await served.get(f"/v1/companies/{UNKNOWN}/phones")
    assert (empty.status_code, empty.json()["error"]["reason"]) == (404, "company_not_found")
    not_known = await served.get(f"{path}/emails")
    assert not_known.status_code == 404
    assert not_known.json()["error"] == {
        "code": "404",
        "message": "E-mail addresses: not known to public services.",
        "reason": "not_known_to_source",
    }
    lookalike.misbehave("429-long")
    failed = await served.get(path)
    assert (failed.status_code, failed.headers["Retry-After"]) == (502, "3600")
    assert failed.json()["error"]["reason"] == "source_unavailable"
    assert failed.json()["error"]["message"].startswith("ANAF is overloaded (429).")
    lookalike.misbehave()
    found = await served.get(path)
    assert found.status_code == 200
    again = await served.get(path)
    assert again.json()["remainingRequests"] < found.json()["remainingRequests"]


def test_serve_refuses_this_source(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = CliRunner().invoke(main, ["serve", "--source", "public", "--port", "0"])
    assert refused.exit_code == 2
    assert "for a person's own look-ups" in refused.stderr
    monkeypatch.setenv("FIRMETERM_SOURCE", "public")
    assert CliRunner().invoke(main, ["serve", "--port", "0"]).exit_code == 2


async def test_a_look_up_of_many_that_is_interrupted_sends_nothing_further(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, stopped = threading.Event(), threading.Event()

    def preparing(*_: object, **__: object) -> None:
        started.set()
        stopped.wait(20)

    monkeypatch.setattr(live.controls, "prepare", preparing)
    monkeypatch.setattr(live.controls, "stop", stopped.set)
    asked = asyncio.create_task(prepare_live(live.controls, ["990000013"]))
    await asyncio.to_thread(started.wait, 20)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert stopped.is_set()
