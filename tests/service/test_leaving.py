"""Callers who leave before their answer: the work ends, and they pay nothing."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.service.companies import FULL, UNKNOWN
from tests.service.slow import SlowSearch
from tui_app.contract.resources import CompanyProfile
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


class SlowReads:
    """Stands in the place of a registry whose methods are coroutines."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, registry: CompanyRegistry) -> None:
        self.began = asyncio.Event()
        self.go_on = asyncio.Event()
        self.was_cancelled = False
        monkeypatch.setattr(type(registry), "profile", lambda _, tax_id: self._profile(tax_id))

    async def _profile(self, tax_id: str) -> CompanyProfile | None:
        self.began.set()
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise
        return None if tax_id == UNKNOWN else CompanyProfile(tax_id=tax_id, company_name="SLOW")


async def test_a_registry_of_coroutines_is_served_and_charged(
    client: httpx.AsyncClient, registry: CompanyRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowReads(monkeypatch, registry)
    paths = [PROFILE] * 20 + [f"/v1/companies/{UNKNOWN}"]
    asking = [asyncio.create_task(client.get(path)) for path in paths]
    await slow.began.wait()
    # Others are answered, however many wait.
    assert (await client.get(f"{PROFILE}/phones")).json()["remainingRequests"] == 9_999
    slow.go_on.set()
    *answers, unknown = await asyncio.gather(*asking)
    assert {answer.json()["data"]["companyName"] for answer in answers} == {"SLOW"}
    counts = sorted(answer.json()["remainingRequests"] for answer in answers)
    assert counts == list(range(9_979, 9_999))
    assert unknown.json()["error"]["reason"] == "company_not_found"


async def test_a_caller_who_leaves_ends_a_coroutine_and_pays_nothing(
    client: httpx.AsyncClient, registry: CompanyRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowReads(monkeypatch, registry)
    asking = asyncio.create_task(client.get(PROFILE))
    await slow.began.wait()
    asking.cancel()
    await asyncio.wait((asking,))
    assert slow.was_cancelled
    assert (await client.get(f"{PROFILE}/phones")).json()["remainingRequests"] == 9_999
