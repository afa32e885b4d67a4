"""Which failures are tried again, how often, after what wait, and what that costs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tests.sample.tax_ids import with_control_digit
from tests.scripted import ScriptedServer, client_of
from tui_app.client import sending
from tui_app.client.deadlines import Deadlines
from tui_app.client.errors import ClientError
from tui_app.contract import operations as o
from tui_app.contract.resources import CompanyProfile

PROFILE = o.PROFILE.url_path("12")
FOUND = CompanyProfile(tax_id="12", company_name="ANA SRL")


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the client would have waited; it does not."""
    seconds: list[float] = []

    async def sleep(wait: float) -> None:
        seconds.append(wait)
        await asyncio.sleep(0)

    loop = SimpleNamespace(
        sleep=sleep, get_running_loop=asyncio.get_running_loop, to_thread=asyncio.to_thread
    )
    monkeypatch.setattr(sending, "asyncio", loop)
    monkeypatch.setattr(sending, "FIRST_WAIT", 0.3)
    return seconds


def refusing(status: int, retry_after: str | None = None) -> Callable[[], httpx.Response]:
    headers = {} if retry_after is None else {"retry-after": retry_after}
    return lambda: httpx.Response(status, headers=headers, stream=httpx.ByteStream(b""))


@pytest.mark.parametrize(
    ("failure", "sends"),
    [
        (refusing(500), 1),
        (refusing(501), 1),
        (refusing(502), 3),
        (refusing(503), 3),
        (refusing(504), 3),
        (refusing(505), 1),
        (refusing(418), 1),
        (refusing(500, "1"), 1),
        (refusing(503, "2"), 3),
        (refusing(504, "5"), 3),
        (refusing(504, "6"), 1),  # longer than anybody waits for an answer
        (refusing(504, "60"), 1),
        (refusing(503, "soon"), 1),
        (refusing(429), 1),
        (refusing(429, "1"), 3),
        (refusing(429, "60"), 1),
        (refusing(404), 1),
        (refusing(401), 1),
        (httpx.RemoteProtocolError("Server disconnected without sending a response."), 3),
        (httpx.ReadTimeout("slow"), 1),
    ],
)  # fmt: skip
async def test_what_may_pass_is_tried_three_times_and_each_attempt_counts(
    failure: object, sends: int, slept: list[float]
) -> None:
    server = ScriptedServer({PROFILE: failure})
    async with client_of(server) as companies:
        with pytest.raises(ClientError) as caught:
            await companies.profile("12")
        assert (len(server.asked), caught.value.attempts) == (sends, sends)
        assert companies.allowance.session_requests == caught.value.requests == sends
        assert len(slept) == sends - 1


@pytest.mark.parametrize(("total", "sends"), [(2.9, 1), (30, 3)])
async def test_no_attempt_is_waited_for_beyond_the_deadline(total: float, sends: int) -> None:
    server = ScriptedServer({PROFILE: refusing(503, "3")})
    async with client_of(server, deadlines=Deadlines(total=total)) as companies:
        with pytest.raises(ClientError) as caught:
            await companies.profile("12")
    assert (len(server.asked), caught.value.attempts) == (sends, sends)


async def test_the_waits_grow_and_are_no_shorter_than_the_server_asked(slept: list[float]) -> None:
    async with client_of(ScriptedServer({PROFILE: refusing(503)})) as companies:
        for _time in range(20):
            with pytest.raises(ClientError):
                await companies.profile("12")
    first, second = slept[::2], slept[1::2]
    assert all(0.15 <= each <= 0.3 for each in first)
    assert all(0.45 <= each <= 0.9 for each in second)
    assert len({round(each, 4) for each in first}) > 1  # many clients do not return in step
    slept.clear()
    async with client_of(ScriptedServer({PROFILE: refusing(503, "3")})) as companies:
        with pytest.raises(ClientError):
            await companies.profile("12")
    assert all(1.5 < each <= 3 for each in slept) and len(slept) == 2


@pytest.mark.usefixtures("slept")
async def test_a_search_that_finds_nothing_costs_all_attempts() -> None:
    unknown = with_control_digit("99999999")
    outcomes = iter([refusing(502)(), refusing(404)()])
    server = ScriptedServer({o.PROFILE.url_path(unknown): lambda: next(outcomes)})
    async with client_of(server) as companies:
        answer = await companies.search(unknown)
        assert (answer.data, answer.requests) == ((), 2)


@pytest.mark.parametrize("failures", [1, 2])
async def test_an_answer_after_failures_costs_all_attempts(failures: int) -> None:
    server = ScriptedServer({})
    left: Iterator[object] = iter([*[refusing(502)] * failures, None])

    def answer() -> httpx.Response:
        failing: Any = next(left)
        if failing is None:
            server.answers[PROFILE] = FOUND
            body = b'{"success": true, "data": {"taxId": "12"}, "remainingRequests": 9}'
            return httpx.Response(200, stream=httpx.ByteStream(body))
        response: httpx.Response = failing()
        return response

    server.answers[PROFILE] = answer
    waits: list[tuple[str, float]] = []
    async with client_of(server) as companies:
        companies.on_wait = lambda tax_id, seconds: waits.append((tax_id, seconds))
        found = await companies.profile("12")
        assert (found.requests, found.remaining) == (failures + 1, 9)
        assert companies.allowance.session_requests == failures + 1
        assert [tax_id for tax_id, _seconds in waits] == ["12"] * failures
        # The next question is a new one, with three attempts of its own.
        server.answers[o.PHONES.url_path("12")] = refusing(504)
        with pytest.raises(ClientError) as caught:
            await companies.phones("12")
        assert caught.value.requests == 3


async def test_a_search_is_sent_once_and_a_match_counts_its_rows(slept: list[float]) -> None:
    server = ScriptedServer({o.AUTOCOMPLETE.path: refusing(503)})
    async with client_of(server) as companies:
        with pytest.raises(ClientError):
            await companies.autocomplete("agro")
        assert (companies.allowance.session_requests, slept) == (1, [])


async def test_after_a_refusal_the_next_question_waits_for_the_user_and_then_goes_on() -> None:
    """A refused question leaves the next one as it would be: sent once it is confirmed."""
    phones = o.PHONES.url_path("12")
    server = ScriptedServer({PROFILE: refusing(429, "3600"), phones: {}})
    async with client_of(server) as companies:
        with pytest.raises(ClientError, match="fewer requests"):
            await companies.profile("12")
        assert companies.price(o.PHONES, "12") == 1
        with pytest.raises(ClientError, match="asked to wait"):
            await companies.phones("12")
        assert server.asked == [PROFILE]
        assert (await companies.phones("12", confirm=True)).requests == 1
        server.answers[PROFILE] = FOUND
        assert (await companies.profile("12")).data == FOUND
    assert server.asked == [PROFILE, phones, PROFILE]
