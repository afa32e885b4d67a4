"""Many requests at once, and slow ones that must not hold up the others."""

from __future__ import annotations

import asyncio
import threading
import time

import httpx
import pytest

from tests.service.companies import FULL
from tests.service.slow import SlowSearch
from tui_app.contract import resources as r
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service.app import Service
from tui_app.service.batches import THREADS, BatchThreads
from tui_app.service.log import LogEntry

PROFILE = f"/v1/companies/{FULL}"


@pytest.mark.parametrize("searches", [1, 2, THREADS - 1])
async def test_slow_searches_do_not_hold_up_the_others(
    client: httpx.AsyncClient,
    registry: CompanyRegistry,
    monkeypatch: pytest.MonkeyPatch,
    searches: int,
) -> None:
    slow = SlowSearch(monkeypatch, registry)
    asking = [client.get(f"/v1/companies/autocomplete?q=demo{n}") for n in range(searches)]
    searching = [asyncio.create_task(ask) for ask in asking]
    await asyncio.to_thread(slow.began.wait, 10)
    answers = await asyncio.wait_for(asyncio.gather(*(client.get(PROFILE) for _ in range(9))), 10)
    assert {a.status_code for a in answers} == {200}
    assert not any(search.done() for search in searching)
    for search in searching:
        search.cancel()


async def test_what_is_done_is_told_though_slow_work_follows_it() -> None:
    threads = BatchThreads()
    released, first = threading.Event(), threading.Event()
    # The first holds the thread until the other two wait behind it, so that one batch has both.
    leader = threads.run(lambda: first.wait(10))
    quick, slow = threads.run(lambda: "quick"), threads.run(lambda: released.wait(20))
    first.set()
    assert await asyncio.wait_for(quick, 10) == "quick"
    assert await leader and not slow.done()
    released.set()
    assert await slow
    threads.close()


async def test_all_that_is_asked_is_done_once_and_told_to_who_asked() -> None:
    threads = BatchThreads()
    done: list[int] = []

    def work(number: int) -> int:
        done.append(number)
        if number % 7 == 0:
            raise ValueError(number)
        if number % 50 == 1:
            time.sleep(0.02)
        return number

    async def ask(number: int) -> int:
        try:
            return await threads.run(lambda: work(number))
        except ValueError as error:
            return -int(str(error))

    counts = await asyncio.gather(*(ask(number) for number in range(500)))
    assert counts == [-n if n % 7 == 0 else n for n in range(500)]
    assert sorted(done) == list(range(500))
    threads.close()


async def test_one_fault_among_many_costs_only_itself(
    client: httpx.AsyncClient,
    registry: CompanyRegistry,
    entries: list[LogEntry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> r.Phones:
        raise RuntimeError

    monkeypatch.setattr(type(registry), "phones", fail)
    paths = [PROFILE, f"{PROFILE}/phones"] * 10
    answers = await asyncio.gather(*(client.get(path) for path in paths))
    assert [a.status_code for a in answers] == [200, 500] * 10
    counts = [a.json()["remainingRequests"] for a in answers[::2]]
    assert sorted(counts) == list(range(9_990, 10_000))
    assert len({e.request_id for e in entries if e.event == "fault"}) == 10


async def test_what_waits_is_answered_before_the_service_closes(
    service: Service, client: httpx.AsyncClient
) -> None:
    asking = [asyncio.create_task(client.get(PROFILE)) for _ in range(20)]
    await asyncio.sleep(0)
    await asyncio.to_thread(service.close)
    answers = await asyncio.gather(*asking)
    assert {a.status_code for a in answers} == {200}
    assert not [t for t in threading.enumerate() if t.name.startswith("service")]
