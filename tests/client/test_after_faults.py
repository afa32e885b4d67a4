"""What stays of a server's misbehaviour: nothing, and the screen never waits for it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.client.conftest import ask, client_of
from tests.client.test_faults import outcome
from tests.faulty.faults import FAULTS
from tests.faulty.process import FaultyServer
from tests.waiting import until

SLOW = {"silent", "drip", "large-body", "gzip-bomb", "busy-for-a-second"}


async def test_after_every_fault_the_same_client_still_works(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url()) as companies:
        for fault in FAULTS:
            if fault in SLOW:
                continue
            faulty.misbehave(fault)
            await outcome(companies, "profile")
        faulty.misbehave("none")
        assert (await ask(companies, "profile", fresh=True)).data.company_name


async def test_no_task_and_no_descriptor_is_left_behind(faulty: FaultyServer) -> None:
    before = open_descriptors()

    async def end_with(fault: str) -> None:
        async with client_of(faulty.base_url(fault)) as companies:
            await outcome(companies, "profile")

    await asyncio.gather(*map(end_with, FAULTS.keys() - SLOW))
    await asyncio.to_thread(until, lambda: open_descriptors() <= before)
    assert asyncio.all_tasks() == {asyncio.current_task()}


def open_descriptors() -> int:
    places = (Path("/proc/self/fd"), Path("/dev/fd"))
    return len(list(next(place for place in places if place.exists()).iterdir()))


@pytest.mark.parametrize("fault", ["many-results", "large-body", "gzip-bomb", "deep-nesting"])
async def test_the_screen_is_not_held_up_by_what_comes(fault: str, faulty: FaultyServer) -> None:
    """Keys are answered within 100 ms: no answer holds the loop for that long."""
    async with client_of(faulty.base_url(fault)) as companies:
        await outcome(companies, "autocomplete")  # for everything imported or created once
        gaps = []
        asking = asyncio.create_task(outcome(companies, "registered"))
        while not asking.done():
            before = time.thread_time()
            await asyncio.sleep(0.002)
            gaps.append(time.thread_time() - before)
        assert max(gaps) < 0.1
