"""Requests under way: who waits for which, and what is left of one that nobody wants."""

from __future__ import annotations

import asyncio

import pytest

from tui_app.client.errors import ClosedError
from tui_app.client.in_flight import AT_A_TIME, InFlightRequests, Pending


async def turns() -> None:
    """Let every task go on as far as it can."""
    for _turn in range(20):
        await asyncio.sleep(0)


async def test_a_question_asked_again_is_not_forgotten_with_the_one_that_was_dropped() -> None:
    requests, goes_on, begun = InFlightRequests(), asyncio.Event(), list[Pending]()

    async def send(pending: Pending) -> str:
        begun.append(pending)
        await goes_on.wait()
        return f"answer {len(begun)}"

    dropped = asyncio.create_task(requests.join("profile", send, 3))
    await turns()
    assert (requests.units, "profile" in requests, "phones" in requests) == (3, True, False)
    dropped.cancel()  # it ends only after the next ones began
    again = [asyncio.create_task(requests.join("profile", send)) for _time in range(2)]
    with pytest.raises(asyncio.CancelledError):
        await dropped
    await turns()
    assert "profile" in requests and requests.units == 1
    assert [each.waiters for each in begun] == [0, 2]
    goes_on.set()
    assert await asyncio.gather(*again) == ["answer 2"] * 2
    assert "profile" not in requests and requests.units == 0


async def test_no_more_are_sent_at_once_than_a_server_may_have_to_bear() -> None:
    requests, goes_on, sent = InFlightRequests(), asyncio.Event(), list[int]()

    async def send(pending: Pending) -> None:
        async with pending.sending():
            sent.append(1)
            await goes_on.wait()

    async with asyncio.TaskGroup() as group:
        for number in range(AT_A_TIME + 3):
            group.create_task(requests.join(str(number), send))
        await turns()
        assert (len(sent), requests.units) == (AT_A_TIME, AT_A_TIME + 3) and AT_A_TIME == 16
        goes_on.set()
    assert len(sent) == AT_A_TIME + 3


async def test_a_failure_reaches_all_who_wait_and_a_closed_client_sends_nothing() -> None:
    requests, goes_on = InFlightRequests(), asyncio.Event()

    async def fail(_pending: Pending) -> None:
        await goes_on.wait()
        raise ValueError("broken")

    asked = [asyncio.create_task(requests.join("profile", fail)) for _time in range(3)]
    await turns()
    goes_on.set()
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [str(each) for each in outcomes] == ["broken"] * 3 and requests.units == 0
    goes_on.clear()
    waiting = asyncio.create_task(requests.join("phones", fail))
    await turns()
    await requests.aclose()
    with pytest.raises(ClosedError, match="The connection was closed"):
        await waiting
    with pytest.raises(ClosedError):
        await requests.join("emails", fail)
    assert requests.units == 0
