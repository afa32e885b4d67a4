"""Many requests at once, and slow ones that must not hold up the others."""

from __future__ import annotations

import asyncio
import threading

import httpx
import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.service.companies import FULL
from tests.service.slow import SlowSearch
from tui_app.registry.company_registry import CompanyRegistry, SearchResults
from tui_app.service import batches, caller_queues
from tui_app.service.account_store import KeyStore
from tui_app.service.app import Service
from tui_app.service.batches import MAX_WAITING, SHARE
from tui_app.service.caller_queues import CallerQueueFull, CallerQueues
from tui_app.service.log import LogEntry

PROFILE = f"/v1/companies/{FULL}"


SEARCH = "/v1/companies/autocomplete?q=demo{}"


@pytest.mark.parametrize("searches", [1, SHARE, MAX_WAITING])
async def test_slow_searches_of_one_key_do_not_hold_up_another(
    client: httpx.AsyncClient,
    accounts: KeyStore,
    registry: CompanyRegistry,
    monkeypatch: pytest.MonkeyPatch,
    searches: int,
) -> None:
    slow = SlowSearch(monkeypatch, registry)
    await client.get(PROFILE)  # now it waits in a line of its own
    other = {"authorization": f"Bearer {accounts.create('other')}"}
    searching = [
        asyncio.create_task(client.get(SEARCH.format(number), headers=other))
        for number in range(searches)
    ]
    await asyncio.to_thread(slow.began.wait, 10)
    answers = await asyncio.wait_for(asyncio.gather(*(client.get(PROFILE) for _ in range(9))), 10)
    assert {a.status_code for a in answers} == {200}
    assert not any(search.done() for search in searching)
    for search in searching:
        search.cancel()


async def test_a_key_whose_line_is_full_is_told_to_come_again(
    client: httpx.AsyncClient,
    accounts: KeyStore,
    registry: CompanyRegistry,
    entries: list[LogEntry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = SlowSearch(monkeypatch, registry)
    await client.get(PROFILE)
    searching = [
        asyncio.create_task(client.get(SEARCH.format(number)))
        for number in range(MAX_WAITING + SHARE)
    ]
    await asyncio.to_thread(slow.began.wait, 10)
    while (answer := await client.get(PROFILE)).status_code == 200:
        await asyncio.sleep(0)
    assert (answer.status_code, answer.json()["error"]["reason"]) == (429, "rate_limited")
    assert int(answer.headers["retry-after"]) > 0
    refusal = next(entry for entry in entries if entry.status == 429)
    assert refusal.reason == "rate_limited"
    for search in searching:
        search.cancel()
    used = accounts.with_keys()[0].used
    assert used == sum(entry.status == 200 for entry in entries)


async def test_equal_searches_at_one_time_are_looked_up_once_and_each_is_charged(
    client: httpx.AsyncClient,
    accounts: KeyStore,
    registry: CompanyRegistry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_up: list[str] = []
    may_end = threading.Event()

    def search(_self: object, q: str, **_: object) -> SearchResults:
        looked_up.append(q)
        may_end.wait(20)
        return SearchResults((), is_complete=True)

    monkeypatch.setattr(type(registry), "search", search)
    other = {"authorization": f"Bearer {accounts.create('other')}"}
    wrong = {"authorization": "Bearer nobody"}
    asking = [
        asyncio.create_task(client.get(SEARCH.format(1), headers=headers))
        for headers in ({}, other, wrong, {}, other)
    ]
    another = asyncio.create_task(client.get(SEARCH.format(2)))
    while len(looked_up) < 2:
        await asyncio.sleep(0.01)
    may_end.set()
    answers = await asyncio.gather(*asking, another)
    assert sorted(looked_up) == ["demo1", "demo2"]
    assert [answer.status_code for answer in answers] == [200, 200, 401, 200, 200, 200]
    assert [account.used for account in accounts.with_keys()] == [3, 2]


async def test_a_search_is_looked_up_anew_when_who_asked_first_has_left(
    client: httpx.AsyncClient, registry: CompanyRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowSearch(monkeypatch, registry)
    first = asyncio.create_task(client.get(SEARCH.format(1)))
    await asyncio.to_thread(slow.began.wait, 10)
    second = asyncio.create_task(client.get(SEARCH.format(1)))
    await asyncio.sleep(0)
    slow.began.clear()
    first.cancel()
    assert await asyncio.to_thread(slow.began.wait, 10)
    second.cancel()


async def test_who_was_slow_lately_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (batches, caller_queues):
        monkeypatch.setattr(module, "ACTIVE_SECONDS", 60.0)
    threads = batches.BatchThreads(is_shared=True)
    # Would find out after some time that a task is slow.
    monkeypatch.setattr(threads, "_check_soon", lambda _loop: None)
    began, may_end = threading.Event(), threading.Event()

    def wait() -> None:
        began.set()
        may_end.wait(20)

    await threads.run(lambda: threading.Event().wait(0.01), "many")
    await threads.run(lambda: None, "other")
    await threads.run(lambda: None, "many")
    waiting = threads.run(wait, "many")
    await asyncio.to_thread(began.wait, 20)
    assert await asyncio.wait_for(threads.run(lambda: "done", "other"), 10) == "done"
    may_end.set()
    await waiting
    threads.close()


async def test_a_thread_that_took_over_ends_once_another_is_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads = batches.BatchThreads()
    both_wait, may_end = threading.Barrier(3), threading.Event()

    def wait() -> None:
        both_wait.wait(20)
        may_end.wait(20)

    monkeypatch.setattr(batches, "_SLOW_SECONDS", 0.0)
    waiting = [threads.run(wait) for _ in range(2)]
    await asyncio.to_thread(both_wait.wait, 20)
    monkeypatch.setattr(batches, "_SLOW_SECONDS", 60.0)
    monkeypatch.setattr(batches, "_BATCH_SECONDS", 0.001)

    def quick() -> int:
        threading.Event().wait(0.001)
        return threading.get_ident()

    others = [threads.run(quick) for _ in range(40)]
    await asyncio.to_thread(threading.Event().wait, 0.02)  # longer than a batch
    may_end.set()
    await asyncio.gather(*waiting)
    assert len(set(await asyncio.gather(*others))) == 1
    threads.close()


JOBS = st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=60)


@given(JOBS, st.integers(1, 3))
def test_every_job_runs_once_in_order_and_nobody_has_more_than_a_share(
    jobs: list[tuple[str, bool]], share: int
) -> None:
    queues: CallerQueues[int] = CallerQueues(share, None)
    running: list[str] = []
    ran: dict[str, list[int]] = {each: [] for each in "abc"}

    def run_one() -> None:
        if queues and len(running) < 4:
            caller, job = queues.next_job()
            running.append(caller)
            ran[caller].append(job)
            assert running.count(caller) <= share

    def end_one() -> None:
        if running:
            queues.done(running.pop(0))

    for number, (caller, ends) in enumerate(jobs):
        queues.put(caller, number)
        run_one()
        if ends:
            end_one()
    while len(queues) or running:
        run_one()
        end_one()
    expected = {each: [n for n, (by, _) in enumerate(jobs) if by == each] for each in "abc"}
    assert ran == expected


def test_callers_take_turns() -> None:
    queues: CallerQueues[int] = CallerQueues(2, 3)
    for number in range(3):
        queues.put("many", number)
    with pytest.raises(CallerQueueFull):
        queues.put("many", 3)
    queues.put("one", 4)
    assert [queues.next_job(), queues.next_job()] == [("many", 0), ("one", 4)]
    assert not queues and len(queues) == 2
    queues.done("one")
    assert not queues
    queues.done("many")
    assert queues.next_job() == ("many", 1)


def test_who_asks_alone_has_the_whole_share() -> None:
    queues: CallerQueues[int] = CallerQueues(2, 3)
    for number in range(3):
        queues.put("one", number)
    assert [queues.next_job(), queues.next_job()] == [("one", 0), ("one", 1)]
    assert not queues


def test_the_end_of_one_of_two_jobs_frees_one_place() -> None:
    queues: CallerQueues[int] = CallerQueues(2, 5)
    for number in range(3):
        queues.put("one", number)
    queues.next_job(), queues.next_job()
    queues.done("one")
    assert queues.next_job() == ("one", 2)
    queues.put("one", 3)
    assert not queues
    queues.done("one")
    assert queues.next_job() == ("one", 3)


async def test_a_locked_account_delays_only_its_own_key(
    published: str, kept_accounts: KeyStore, kept_registry: CompanyRegistry
) -> None:
    locked, free = kept_accounts.create("locked"), kept_accounts.create("free")
    service = Service(kept_registry, kept_accounts)
    transport = httpx.ASGITransport(service)
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:

        def ask(key: str) -> asyncio.Task[httpx.Response]:
            headers = {"authorization": f"Bearer {key}"}
            return asyncio.create_task(client.get(PROFILE, headers=headers))

        for key in (locked, free):
            assert (await ask(key)).status_code == 200
        with psycopg.connect(published) as other:
            name = kept_accounts.by_key(locked).id
            held = "UPDATE firmeterm_accounts.account SET label = 'held' WHERE id = %s"
            other.execute(held, (name,))
            waiting = [ask(locked) for _ in range(20)]
            for _ in range(9):
                assert (await ask(free)).status_code == 200
            assert not all(each.done() for each in waiting)
            other.rollback()
        assert {answer.status_code for answer in await asyncio.gather(*waiting)} <= {200, 503}
    service.close()
