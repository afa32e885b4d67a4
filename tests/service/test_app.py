"""The service around the operations: limits, HEAD, health, faults and the log, in process."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import httpx
import pytest

from tests.service.companies import FULL, UNKNOWN
from tui_app.contract import resources as r
from tui_app.registry.company_registry import CompanyRegistry, SearchResults
from tui_app.registry.errors import RegistryError
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.registry.sqlite.schema import SCHEMA_VERSION
from tui_app.service.account_store import KeyStore
from tui_app.service.accounts import AccountsUnavailable
from tui_app.service.allowance import Burst
from tui_app.service.app import Service
from tui_app.service.log import LogEntry
from tui_app.service.sqlite_accounts import SqliteAccounts

PROFILE = f"/v1/companies/{FULL}"


def caller(service: Service, key: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(service)
    headers = {"authorization": f"Bearer {key}"}
    return httpx.AsyncClient(transport=transport, base_url="http://service", headers=headers)


async def test_the_allowance_used_up(service: Service, accounts: KeyStore) -> None:
    async with caller(service, accounts.create("small", quota=2)) as client:
        left = [(await client.get(PROFILE)).json()["remainingRequests"] for _ in range(2)]
        assert left == [1, 0]
        refused = await client.get(PROFILE)
        assert refused.status_code == 429
        assert refused.json()["error"]["reason"] == "quota_exceeded"
        assert 1 <= int(refused.headers["retry-after"]) <= 31 * 86_400
        assert '"month";r=0' in refused.headers["ratelimit"]
        # What costs nothing is still answered, and existence comes before charge.
        assert (await client.get(f"/v1/companies/{UNKNOWN}")).status_code == 404


async def test_too_fast(registry_path: Path, tmp_path: Path) -> None:
    now = 1_778_803_200.0
    accounts = SqliteAccounts(tmp_path / "a.db", burst=Burst(3, 60), clock=lambda: now)
    entries: list[LogEntry] = []
    service = Service(open_registry(registry_path), accounts, entries.append)
    with contextlib.closing(accounts), contextlib.closing(service):
        async with caller(service, accounts.create("one")) as client:
            statuses = [
                (await client.get(path)).status_code for path in (PROFILE, "/v1/companies/x")
            ]
            answer = await client.get(PROFILE)
            assert answer.headers["ratelimit-policy"] == '"burst";q=3;w=60, "month";q=10000'
            assert answer.headers["ratelimit"].startswith('"burst";r=0;t=60, "month";r=9998;')
            assert statuses == [200, 404]
            # The limit comes before the parameters, so that errors are limited too.
            refused = await client.get("/v1/companies/autocomplete")
            assert refused.status_code == 429
            assert refused.json()["error"]["reason"] == "rate_limited"
            assert refused.headers["retry-after"] == "60"
            assert entries[-1].account == entries[0].account != ""
            now += 60
            assert (await client.get(PROFILE)).json()["remainingRequests"] == 9_997


async def test_many_at_once_are_told_each_number_once(service: Service, accounts: KeyStore) -> None:
    async with caller(service, accounts.create("team", quota=30)) as client:
        answers = await asyncio.gather(*(client.get(PROFILE) for _ in range(50)))
    counts = [a.json()["remainingRequests"] for a in answers if a.status_code == 200]
    assert sorted(counts) == list(range(30))
    assert {a.status_code for a in answers} == {200, 429}


async def test_pages_without_a_key(nobody: httpx.AsyncClient) -> None:
    health = await nobody.get("/healthz")
    assert (health.status_code, health.json()) == (200, {"status": "ok"})
    ready = await nobody.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ok")
    assert ready.json()["registry"].startswith(f"{SCHEMA_VERSION}-")
    document = await nobody.get("/openapi.json")
    assert document.json()["openapi"].startswith("3.1")


@pytest.mark.parametrize("what", ["registry", "accounts"])
async def test_not_ready_without_registry_or_accounts_and_alive_all_the_same(
    nobody: httpx.AsyncClient,
    registry: CompanyRegistry,
    accounts: KeyStore,
    what: str,
    entries: list[LogEntry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RegistryError("a path of ours")

    def refuse() -> None:
        raise AccountsUnavailable("a path of ours")

    if what == "registry":
        monkeypatch.setattr(type(registry), "profile", fail)
    else:
        monkeypatch.setattr(accounts, "check", refuse)
    answer = await nobody.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["error"]["reason"] == "unavailable"
    message = f"The {what} cannot be {'read' if what == 'registry' else 'used'}"
    assert answer.json()["error"]["message"] == message
    assert int(answer.headers["retry-after"]) > 0
    assert entries[0].event == "not_ready" and entries[0].message
    assert (await nobody.get("/healthz")).status_code == 200


async def test_accounts_out_of_reach_are_no_fault_of_ours(
    client: httpx.AsyncClient,
    accounts: KeyStore,
    entries: list[LogEntry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise AccountsUnavailable("a path of ours")

    monkeypatch.setattr(accounts, "count", refuse)
    answer = await client.get(PROFILE)
    assert answer.status_code == 503
    assert answer.json()["error"]["reason"] == "unavailable"
    assert int(answer.headers["retry-after"]) > 0
    assert FULL not in answer.text
    assert [entry.event for entry in entries] == ["unavailable", "request"]


async def test_who_asks_too_fast_makes_no_work_for_the_registry(
    registry_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(SqliteRegistry, "profile", lambda _, tax_id: looked_up.append(tax_id))
    accounts = SqliteAccounts(None, burst=Burst(1, 60))
    service = Service(open_registry(registry_path), accounts)
    with contextlib.closing(accounts), contextlib.closing(service):
        async with caller(service, accounts.create("one")) as client:
            statuses = [(await client.get(PROFILE)).status_code for _ in range(3)]
    assert statuses == [404, 429, 429]
    assert looked_up == [FULL]


async def test_a_fault_is_logged_and_not_told(
    registry: CompanyRegistry,
    client: httpx.AsyncClient,
    entries: list[LogEntry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> r.CompanyProfile:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr(type(registry), "profile", fail)
    answer = await client.get(PROFILE)
    assert answer.status_code == 500
    error = answer.json()["error"]
    assert (error["code"], error["reason"]) == ("500", "internal")
    assert "secret" not in answer.text
    fault = next(entry for entry in entries if entry.event == "fault")
    assert fault.request_id == error["requestId"]
    assert "a secret of ours" in fault.message
    monkeypatch.undo()
    assert (await client.get(PROFILE)).json()["remainingRequests"] == 9_999


async def test_the_log_tells_what_was_asked_and_no_secret(
    client: httpx.AsyncClient, nobody: httpx.AsyncClient, key: str, entries: list[LogEntry]
) -> None:
    await client.get(PROFILE)
    await client.get("/v1/companies/autocomplete", params={"q": "inventat", "key": key})
    await client.get(f"/v1/companies/{key}")
    await client.get(f"/{key}?{key}")
    await client.request(key[:20], PROFILE)
    logged = [(e.operation, e.tax_id, e.status, e.method) for e in entries]
    assert logged == [
        ("profile", FULL, 200, "GET"),
        ("autocomplete", "", 200, "GET"),
        ("profile", "", 404, "GET"),
        ("", "", 404, "GET"),
        ("", "", 405, "other"),
    ]
    assert key[6:20] not in str(entries)
    assert "inventat" not in str(entries)
    assert entries[0].account and entries[0].ms > 0


@pytest.mark.parametrize("is_complete", [True, False])
async def test_the_log_tells_which_search_was_cut_short(
    client: httpx.AsyncClient,
    registry: CompanyRegistry,
    entries: list[LogEntry],
    monkeypatch: pytest.MonkeyPatch,
    is_complete: bool,
) -> None:
    found = SearchResults((), is_complete=is_complete)
    monkeypatch.setattr(type(registry), "search", lambda *_args, **_named: found)
    await client.get("/v1/companies/autocomplete", params={"q": "inventat"})
    await client.get(PROFILE)
    assert [entry.cut_short for entry in entries] == [not is_complete, False]
