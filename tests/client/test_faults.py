"""Each misbehaviour of a server, and the exact text a person reads."""

from __future__ import annotations

import asyncio
import time
import traceback
from pathlib import Path

import pytest

from tests.client.conftest import ask, client_of, deadlines_for
from tests.faulty.cases import CASES, Case, without_times
from tests.faulty.faults import FAULTS
from tests.faulty.healthy import FIRST
from tests.faulty.page import PAGE, page_text
from tests.faulty.process import FaultyServer
from tests.waiting import until
from tui_app.client.companies import Companies
from tui_app.client.errors import ClientError

SLOW = {"silent", "drip", "large-body", "gzip-bomb", "busy-for-a-second"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.fault)
async def test_what_a_person_reads(case: Case, faulty: FaultyServer) -> None:
    url = faulty.base_url(case.fault)
    async with client_of(url, deadlines=deadlines_for(case.fault)) as companies:
        read = await outcome(companies, case.operation)
        host = companies.address.host
        expected = case.text.format(host=host, tax_id=FIRST.tax_id, time="{time}")
        assert read == (expected, case.faults, case.requests)
        assert companies.allowance.session_requests == case.requests


async def outcome(companies: Companies, operation: str) -> tuple[str, tuple[str, ...], int]:
    """The text read instead of an answer, the notes under an answer, the requests sent."""
    try:
        answer = await ask(companies, operation)
    except ClientError as error:
        assert "httpx" not in "".join(traceback.format_exception(error))
        return without_times(str(error)), (), error.requests
    return "", answer.faults, answer.requests


def test_every_fault_has_a_case() -> None:
    assert FAULTS.keys() <= {case.fault for case in CASES}


def test_the_page_of_faults_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_text(), "run python -m tests.faulty.page"


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
