"""What stands around the operations: limits, marks of change, faults, the log, in process."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from pathlib import Path

import httpx
import pytest

from tests.service.companies import FULL, UNKNOWN, build_registry
from tui_app.contract import resources as r
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.opening import open_registry
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.service.accounts import Accounts
from tui_app.service.allowance import Burst
from tui_app.service.app import Service, create_app
from tui_app.service.embedded import open_embedded
from tui_app.service.log import Entry

PROFILE = f"/v1/companies/{FULL}"


def caller(service: Service, key: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(service)
    headers = {"authorization": f"Bearer {key}"}
    return httpx.AsyncClient(transport=transport, base_url="http://service", headers=headers)


async def test_the_same_data_are_told_by_their_mark_free_of_charge(
    client: httpx.AsyncClient,
) -> None:
    first = await client.get(PROFILE)
    mark = first.headers["etag"]
    assert mark.startswith('W/"')
    assert first.headers["cache-control"] == "private"
    for known in (mark, f'"other", {mark}', mark.removeprefix("W/"), "*"):
        again = await client.get(PROFILE, headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == mark
    changed = await client.get(PROFILE, headers={"if-none-match": 'W/"other"'})
    assert changed.json()["remainingRequests"] == 9_998


async def test_marks_differ_by_data_and_by_registry(
    client: httpx.AsyncClient, accounts: Accounts, key: str, tmp_path: Path
) -> None:
    marks = {(await client.get(path)).headers["etag"] for path in (PROFILE, PROFILE + "/phones")}
    other = create_app(open_registry(build_registry(tmp_path / "r.db", "X ")), accounts)
    with contextlib.closing(other):
        async with caller(other, key) as elsewhere:
            phones = await elsewhere.get(PROFILE + "/phones")
    marks.add(phones.headers["etag"])
    assert len(marks) == 3


async def test_a_mark_does_not_open_the_door(nobody: httpx.AsyncClient) -> None:
    answer = await nobody.get(PROFILE, headers={"if-none-match": "*"})
    assert answer.status_code == 401


async def test_the_allowance_used_up(service: Service, accounts: Accounts) -> None:
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
        unchanged = await client.get(PROFILE, headers={"if-none-match": "*"})
        assert unchanged.status_code == 304


async def test_too_fast(registry_path: Path, tmp_path: Path) -> None:
    now = 1_778_803_200.0
    accounts = Accounts.open(tmp_path / "a.db", burst=Burst(3, 60), clock=lambda: now)
    entries: list[Entry] = []
    service = create_app(open_registry(registry_path), accounts, log=entries.append)
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


async def test_many_at_once_are_told_each_number_once(service: Service, accounts: Accounts) -> None:
    async with caller(service, accounts.create("team", quota=30)) as client:
        answers = await asyncio.gather(*(client.get(PROFILE) for _ in range(50)))
    told = [a.json()["remainingRequests"] for a in answers if a.status_code == 200]
    assert sorted(told) == list(range(30))
    assert {a.status_code for a in answers} == {200, 429}


async def test_pages_without_a_key(nobody: httpx.AsyncClient) -> None:
    health = await nobody.get("/healthz")
    assert (health.status_code, health.json()) == (200, {"status": "ok"})
    document = await nobody.get("/openapi.json")
    assert document.json()["openapi"].startswith("3.1")


async def test_a_fault_is_logged_and_not_told(
    service: Service,
    client: httpx.AsyncClient,
    entries: list[Entry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> r.CompanyProfile:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr(SqliteRegistry, "profile", fail)
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
    client: httpx.AsyncClient, nobody: httpx.AsyncClient, key: str, entries: list[Entry]
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


class Slow:
    """Stands in the registry's place for a search that goes on until it is interrupted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began = threading.Event()
        self.interrupted = threading.Event()
        monkeypatch.setattr(SqliteRegistry, "search", self.search)

    def search(self, _q: str, *, interrupt: threading.Event) -> SearchResults:
        self.began.set()
        if interrupt.wait(10):
            self.interrupted.set()
        return SearchResults((), is_complete=False)


async def test_a_caller_who_hangs_up_ends_the_search_and_pays_nothing(
    client: httpx.AsyncClient, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)
    asking = asyncio.create_task(client.get("/v1/companies/autocomplete?q=demo"))
    await asyncio.to_thread(slow.began.wait, 10)
    asking.cancel()
    assert await asyncio.to_thread(slow.interrupted.wait, 10)
    assert (await client.get(PROFILE)).json()["remainingRequests"] == 9_999


async def test_a_dropped_connection_ends_the_search(
    service: Service,
    key: str,
    accounts: Accounts,
    entries: list[Entry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = Slow(monkeypatch)
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/v1/companies/autocomplete",
        "raw_path": b"/v1/companies/autocomplete",
        "query_string": b"q=demo",
        "headers": [(b"authorization", f"Bearer {key}".encode())],
    }
    sent = []

    async def receive() -> dict[str, object]:
        await asyncio.to_thread(slow.began.wait, 10)
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        sent.append(message)

    await service(scope, receive, send)
    assert slow.interrupted.is_set()
    assert sent == []
    assert entries[-1].status == 499
    assert accounts.by_key(key).used == 0


async def test_the_embedded_service_needs_no_typed_key_and_remembers(
    registry_path: Path, tmp_path: Path
) -> None:
    left = []
    tokens = set()
    for _ in range(2):
        embedded = open_embedded(open_registry(registry_path), tmp_path / "state" / "accounts.db")
        with contextlib.closing(embedded):
            assert embedded.invented and embedded.counts_are_kept
            tokens.add(embedded.token)
            async with caller(embedded.app, embedded.token) as client:
                answers = await asyncio.gather(*(client.get(PROFILE) for _ in range(3)))
            left += sorted(a.json()["remainingRequests"] for a in answers)
            async with caller(embedded.app, "explorer") as client:
                assert (await client.get(PROFILE)).status_code == 401
    assert left == [9_997, 9_998, 9_999, 9_994, 9_995, 9_996]
    assert len(tokens) == 2


async def test_the_embedded_service_serves_without_a_place_to_count(
    registry_path: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    embedded = open_embedded(open_registry(registry_path), tmp_path / "file" / "accounts.db")
    with contextlib.closing(embedded):
        assert not embedded.counts_are_kept
        async with caller(embedded.app, embedded.token) as client:
            assert (await client.get(PROFILE)).json()["remainingRequests"] == 9_999


async def test_an_explorers_token_opens_no_other_service(
    client: httpx.AsyncClient, registry_path: Path, tmp_path: Path
) -> None:
    registry = open_registry(registry_path)
    with contextlib.closing(open_embedded(registry, tmp_path / "accounts.db")) as embedded:
        headers = {"authorization": f"Bearer {embedded.token}"}
        assert (await client.get(PROFILE, headers=headers)).status_code == 401
