"""Questions that are answered together, and a slow one that must not hold up the others."""

from __future__ import annotations

import asyncio
import threading

import httpx
import pytest

from tests.service.companies import FULL
from tests.service.test_app import PROFILE, Slow
from tui_app.contract import resources as r
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.service.accounts import Accounts
from tui_app.service.app import Service
from tui_app.service.log import Entry


@pytest.mark.parametrize("searches", [1, 2, 3])
async def test_slow_searches_do_not_hold_up_the_others(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, searches: int
) -> None:
    slow = Slow(monkeypatch)
    asking = [client.get(f"/v1/companies/autocomplete?q=demo{n}") for n in range(searches)]
    searching = [asyncio.create_task(ask) for ask in asking]
    await asyncio.to_thread(slow.began.wait, 10)
    answers = await asyncio.wait_for(asyncio.gather(*(client.get(PROFILE) for _ in range(9))), 5)
    assert {a.status_code for a in answers} == {200}
    assert not any(search.done() for search in searching)
    for search in searching:
        search.cancel()


async def test_one_fault_among_many_costs_only_itself(
    client: httpx.AsyncClient, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> r.Phones:
        raise RuntimeError

    monkeypatch.setattr(SqliteRegistry, "phones", fail)
    paths = [PROFILE, f"{PROFILE}/phones"] * 10
    answers = await asyncio.gather(*(client.get(path) for path in paths))
    assert [a.status_code for a in answers] == [200, 500] * 10
    told = [a.json()["remainingRequests"] for a in answers[::2]]
    assert sorted(told) == list(range(9_990, 10_000))
    assert len({e.request_id for e in entries if e.event == "fault"}) == 10


async def test_counts_that_cannot_be_written_are_a_fault_and_no_answer(
    client: httpx.AsyncClient, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk() -> None:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(accounts, "together", full_disk)
        answer = await client.get(PROFILE)
    assert answer.status_code == 500
    assert FULL not in answer.text
    assert (await client.get(PROFILE)).json()["remainingRequests"] == 9_999


async def test_what_waits_is_answered_before_the_service_closes(
    service: Service, client: httpx.AsyncClient
) -> None:
    asking = [asyncio.create_task(client.get(PROFILE)) for _ in range(20)]
    await asyncio.sleep(0)
    await asyncio.to_thread(service.close)
    answers = await asyncio.gather(*asking)
    assert {a.status_code for a in answers} == {200}
    assert not [t for t in threading.enumerate() if t.name.startswith("service")]
