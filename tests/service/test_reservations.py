"""Units are counted before the work: what an allowance does not pay for is refused unworked."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.service.companies import FULL, UNKNOWN
from tui_app.contract.matching import CompanyMatch
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service import caller_queues
from tui_app.service.account_store import KeyStore
from tui_app.service.allowance import QuotaExceeded
from tui_app.service.app import Service
from tui_app.service.batches import ROWS
from tui_app.service.log import no_log
from tui_app.service.reconcile.endpoint import Access
from tui_app.service.reservations import Reservations
from tui_app.service.sqlite_accounts import SqliteAccounts

MATCH = "/v1/companies/match"
WORKING = (
    "match", "search", "profile", "financial", "registered", "screen", "screen_facets", "peers",
)  # fmt: skip


class Watched:
    """Notes what is asked of a registry; ``may_end`` lets its matches go on."""

    def __init__(self, registry: CompanyRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.rows = 0
        self.interrupted = 0
        self.began = threading.Event()
        self.may_end = threading.Event()
        self.may_end.set()
        for name in WORKING:
            monkeypatch.setattr(type(registry), name, self._noting(name, getattr(registry, name)))
        monkeypatch.setattr(type(registry), "match", self._match)

    def _noting(self, name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
        def noted(_self: object, *given: Any, **more: Any) -> Any:
            self.asked.append(name)
            return answer(*given, **more)

        return noted

    def _match(
        self, rows: Sequence[object], *, interrupt: threading.Event
    ) -> tuple[CompanyMatch, ...]:
        self.asked.append("match")
        self.rows += len(rows)
        self.began.set()
        for _ in range(2_000):  # not for ever: a test that fails must end
            if self.may_end.wait(0.01):
                break
            if interrupt.is_set():
                self.interrupted += 1
                break
        return tuple(CompanyMatch() for _ in rows)


@pytest.fixture
def watched(registry: CompanyRegistry, monkeypatch: pytest.MonkeyPatch) -> Watched:
    # A caller beside another has one thread, which a match that does not end would hold.
    monkeypatch.setattr(caller_queues, "ACTIVE_SECONDS", 0.0)
    return Watched(registry, monkeypatch)


@pytest.fixture
async def caller(registry: CompanyRegistry, accounts: KeyStore) -> AsyncIterator[httpx.AsyncClient]:
    service = Service(registry, accounts, no_log, reconcile=Access())
    transport = httpx.ASGITransport(service)
    with contextlib.closing(service):
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            yield client


def rows(count: int) -> dict[str, object]:
    return {"rows": [{"name": f"name {number}"} for number in range(count)]}


async def ask(caller: httpx.AsyncClient, key: str, kind: str, count: int = 1) -> httpx.Response:
    """One request of a kind, for so many units."""
    caller.headers["authorization"] = f"Bearer {key}"
    path = f"/reconcile/{key}"
    if kind == "match":
        return await caller.post(MATCH, json=rows(count))
    if kind == "queries":
        queries = {str(number): {"query": f"name {number}"} for number in range(count)}
        return await caller.post(path, data={"queries": json.dumps(queries)})
    if kind == "extend":
        wanted = {"ids": [str(n) for n in range(10, 10 + count)], "properties": [{"id": "caen"}]}
        return await caller.post(path, data={"extend": json.dumps(wanted)})
    return await caller.get(kind.format(path))


SINGLE = [
    f"/v1/companies/{FULL}", f"/v1/companies/{FULL}/financial", f"/v1/companies/{FULL}/peers",
    "/v1/companies/autocomplete?q=atelier", "/v1/companies/?registration_date=2020-05-14",
    "/v1/companies/screen?q=vat", "/v1/companies/screen/facets?q=vat",
    "{}/suggest/entity?prefix=atelier", "{}/preview/" + FULL, "{}?query=atelierul",
]  # fmt: skip


@pytest.mark.parametrize("kind", ["match", "queries", "extend", *SINGLE])
async def test_what_the_allowance_does_not_pay_for_is_not_worked_on(
    caller: httpx.AsyncClient, accounts: KeyStore, watched: Watched, kind: str
) -> None:
    is_batch = kind in {"match", "queries", "extend"}
    left = 5 if is_batch else 0
    key = accounts.create("poor", left)
    refused = await ask(caller, key, kind, left + 1)
    assert refused.status_code == 429, refused.text
    assert refused.json()["error"]["reason"] == "quota_exceeded"
    assert int(refused.headers["retry-after"]) > 0
    # Only whether a company exists is still looked up, since that is said first.
    assert watched.asked == (["profile"] if FULL in kind and "{}" not in kind else [])
    if is_batch:
        assert (await ask(caller, key, kind, left)).status_code == 200
        assert watched.asked
    [account] = accounts.with_keys()
    # A refusal counts in the window of the burst, so that it cannot be repeated for ever.
    assert (account.used, account.window_count) == (left, 1 + is_batch)
    accounts.change(account.id, left + 7, None, sets_end=False)
    assert (await ask(caller, key, kind)).status_code == 200, "a new allowance counts at once"


async def test_errors_of_a_caller_without_allowance_are_told_as_before(
    caller: httpx.AsyncClient, accounts: KeyStore
) -> None:
    key = accounts.create("poor", 0)
    for kind, status in (
        ("/v1/companies/0", 404), (f"/v1/companies/{UNKNOWN}/financial", 404),
        ("/v1/companies/autocomplete?q=x", 400), ("/v1/x", 404),
        ("/reconcile/{}", 404), (f"/reconcile/{key}", 200),
    ):  # fmt: skip
        assert (await ask(caller, key, kind)).status_code == status, kind


@pytest.mark.parametrize("kind", ["match", "queries"])
async def test_two_batches_do_not_count_on_the_same_units(
    caller: httpx.AsyncClient, accounts: KeyStore, watched: Watched, kind: str
) -> None:
    key = accounts.create("edge", 60)
    watched.may_end.clear()
    first = asyncio.create_task(ask(caller, key, kind, 50))
    await asyncio.to_thread(watched.began.wait, 20)
    second = await ask(caller, key, kind, 50)
    assert second.status_code == 429 and watched.rows <= 2 * ROWS
    single = [await ask(caller, key, f"/v1/companies/{FULL}") for _ in range(11)]
    assert [each.status_code for each in single] == [200] * 10 + [429]
    watched.may_end.set()
    assert (await first).status_code == 200
    [account] = accounts.with_keys()
    assert (account.used, watched.rows) == (60, 50)


async def test_units_of_a_batch_that_was_abandoned_or_failed_come_back(
    caller: httpx.AsyncClient,
    accounts: KeyStore,
    registry: CompanyRegistry,
    watched: Watched,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = accounts.create("edge", 50)
    for kind in ("match", "queries"):
        watched.may_end.clear()
        watched.began.clear()
        leaving = asyncio.create_task(ask(caller, key, kind, 50))
        await asyncio.to_thread(watched.began.wait, 20)
        leaving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await leaving
        watched.may_end.set()
    assert watched.interrupted or watched.rows < 100
    with monkeypatch.context() as broken:
        broken.setattr(type(registry), "match", lambda *_given, **_more: 1 / 0)
        for kind in ("match", "queries"):
            assert (await ask(caller, key, kind, 50)).status_code == 500
    assert [account.used for account in accounts.with_keys()] == [0]
    assert (await ask(caller, key, "match", 50)).status_code == 200
    assert (await ask(caller, key, "queries", 1)).status_code == 429


async def test_what_another_process_counted_is_seen_before_the_work(
    caller: httpx.AsyncClient, registry: CompanyRegistry, watched: Watched, tmp_path: Path
) -> None:
    with (
        contextlib.closing(SqliteAccounts(tmp_path / "shared.db")) as here,
        contextlib.closing(SqliteAccounts(tmp_path / "shared.db")) as there,
    ):
        key = here.create("shared", 100)
        service = Service(registry, here, no_log)
        caller._transport = httpx.ASGITransport(service)
        assert (await ask(caller, key, "match", 1)).status_code == 200
        there.count(there.by_key(key), 60)
        watched.asked.clear()
        assert (await ask(caller, key, "match", 50)).status_code == 429
        assert watched.asked == []
        assert (await ask(caller, key, "match", 39)).status_code == 200


@pytest.mark.parametrize("seed", range(3))
def test_an_allowance_is_spent_to_the_last_unit_and_no_further(tmp_path: Path, seed: int) -> None:
    """Requests of random sizes in many threads; some fail, some are dropped."""
    dice = random.Random(seed)
    sizes = [dice.choice((1, 1, 1, 5, 30)) for _ in range(120)]
    with contextlib.closing(SqliteAccounts(tmp_path / "a.db", burst=None)) as accounts:
        key = accounts.create("edge", 300)
        reservations = Reservations(accounts)

        def spend(number: int) -> int:
            try:
                reserved = reservations.reserve(accounts.by_key(key), sizes[number])
            except QuotaExceeded:
                return 0
            if number % 7 == 0:
                del reserved  # nobody waits for it
                return 0
            with reserved:
                if number % 5 == 0:
                    return 0  # an error costs nothing
                reserved.charge(sizes[number])
            return sizes[number]

        with ThreadPoolExecutor(8) as threads:
            spent = sum(threads.map(spend, range(len(sizes))))
        [account] = accounts.with_keys()
        assert account.used == spent <= 300, seed
        # Whatever the order was: nothing is held back once all have ended.
        reservations.reserve(accounts.by_key(key), 300 - spent).charge(300 - spent)
        assert accounts.with_keys()[0].used == 300


def test_a_charge_is_never_refused_for_units_that_were_reserved(tmp_path: Path) -> None:
    with contextlib.closing(SqliteAccounts(tmp_path / "a.db", burst=None)) as accounts:
        key = accounts.create("edge", 1_000)
        reservations = Reservations(accounts)

        def spend(units: int) -> bool:
            try:
                with reservations.reserve(accounts.by_key(key), units) as reserved:
                    reserved.charge(units)
            except QuotaExceeded:
                return False
            return True

        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(spend, [10] * 130)) == 100
