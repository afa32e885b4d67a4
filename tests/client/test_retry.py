"""When a question is repeated without being told to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.client.conftest import ask, client_of
from tests.faulty.process import FaultyServer
from tui_app.client import retry
from tui_app.client.errors import DeadlineError, ServerError
from tui_app.client.http import Deadlines
from tui_app.client.retry import LONGEST_WAIT, MOST_SENDS, wait_before_next
from tui_app.contract import operations as o

REPEATABLE = [operation for operation in o.OPERATIONS if operation is not o.AUTOCOMPLETE]


def failure(repeat_after: float | None) -> ServerError:
    error = ServerError("")
    error.repeat_after = repeat_after
    return error


@given(st.sampled_from(REPEATABLE), st.floats(0, LONGEST_WAIT), st.integers(1, MOST_SENDS - 1))
def test_what_the_server_asks_for_is_waited_for(
    operation: o.Operation[Any], asked: float, tries: int
) -> None:
    wait = wait_before_next(operation, failure(asked), tries)
    assert wait is not None
    assert asked <= wait <= max(asked, retry.FIRST_WAIT * 3 ** (tries - 1))


@given(st.floats(0, 100), st.integers(1, 10))
def test_a_search_is_never_repeated(asked: float, tries: int) -> None:
    assert wait_before_next(o.AUTOCOMPLETE, failure(asked), tries) is None


@pytest.mark.parametrize(
    ("repeat_after", "tries"),
    [(None, 1), (LONGEST_WAIT + 0.1, 1), (0.0, MOST_SENDS), (0.0, MOST_SENDS + 1)],
)
def test_what_is_not_repeated(repeat_after: float | None, tries: int) -> None:
    assert wait_before_next(o.PROFILE, failure(repeat_after), tries) is None


def test_the_waits_differ_so_that_clients_do_not_come_back_in_step() -> None:
    waits = {wait_before_next(o.PROFILE, failure(0.0), 1) for _ in range(20)}
    assert len(waits) > 10


async def test_a_short_retry_after_is_kept_to(faulty: FaultyServer) -> None:
    import asyncio

    async with client_of(faulty.base_url("busy-for-a-second")) as companies:
        started = asyncio.get_running_loop().time()
        answer = await ask(companies, "profile")
        assert asyncio.get_running_loop().time() - started >= 0.9
        assert (answer.requests, companies.thrifty) == (2, False)


async def test_the_deadline_of_a_question_counts_its_repetitions(faulty: FaultyServer) -> None:
    import asyncio

    deadlines = Deadlines(connect=5, read=5, total=0.5)
    async with client_of(faulty.base_url("slow-503"), deadlines=deadlines) as companies:
        await companies.load_kept()
        started = asyncio.get_running_loop().time()
        with pytest.raises((ServerError, DeadlineError)):
            await ask(companies, "profile")
        # The client is made first, which is no part of the question.
        assert asyncio.get_running_loop().time() - started < 1.5
        assert 1 < companies.session_requests <= 3
