"""Callers who leave before their answer: the work ends, and they pay nothing."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.service.companies import FULL
from tests.service.slow import SlowSearch
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service.account_store import KeyStore
from tui_app.service.app import Service
from tui_app.service.log import LogEntry

PROFILE = f"/v1/companies/{FULL}"
SEARCH = "/v1/companies/autocomplete"


async def test_a_caller_who_leaves_ends_the_search_and_pays_nothing(
    client: httpx.AsyncClient, registry: CompanyRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowSearch(monkeypatch, registry)
    asking = asyncio.create_task(client.get(f"{SEARCH}?q=demo"))
    assert await asyncio.to_thread(slow.began.wait, 10)
    asking.cancel()
    assert await asyncio.to_thread(slow.interrupted.wait, 10)
    assert (await client.get(PROFILE)).json()["remainingRequests"] == 9_999


async def test_a_dropped_connection_ends_the_search(
    service: Service,
    registry: CompanyRegistry,
    key: str,
    accounts: KeyStore,
    entries: list[LogEntry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = SlowSearch(monkeypatch, registry)
    scope = {
        "type": "http",
        "method": "GET",
        "path": SEARCH,
        "raw_path": SEARCH.encode(),
        "query_string": b"q=demo",
        "headers": [(b"authorization", f"Bearer {key}".encode())],
    }

    async def receive() -> dict[str, object]:
        await asyncio.to_thread(slow.began.wait, 10)
        return {"type": "http.disconnect"}

    async def send(_message: object) -> None:
        """No connection."""

    await asyncio.wait_for(service(scope, receive, send), 10)
    assert await asyncio.to_thread(slow.interrupted.wait, 10)
    assert entries[-1].status == 499
    assert entries[-1].account == accounts.by_key(key).id
    assert accounts.by_key(key).used == 0
