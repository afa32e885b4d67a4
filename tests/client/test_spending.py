"""What the client spends: the reserve, saver mode, and which answer gives the count."""

from __future__ import annotations

import asyncio
import datetime as dt

import httpx
import pytest

from tests.client.conftest import PATIENT, ask, client_of
from tests.faulty.process import FaultyServer
from tests.waiting import until
from tui_app.client.allowance import Allowance
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    DeadlineError,
    ServerError,
    TooFastError,
)
from tui_app.client.failures import read_reset
from tui_app.contract.operations import EXTENSIONS_HEADER

MINUTE = dt.timedelta(minutes=1)


async def test_remaining_is_that_of_the_newest_request(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("out-of-order")) as companies:
        older, newer = await asyncio.gather(
            companies.autocomplete("dem"), companies.autocomplete("petroterm")
        )
        assert companies.allowance.remaining == newer.remaining
        assert older.remaining != newer.remaining


async def test_a_rising_remaining_is_believed(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("remaining-rising")) as companies:
        first = await ask(companies, "profile")
        second = await ask(companies, "financial")
        assert first.remaining is not None
        assert companies.allowance.remaining == second.remaining == first.remaining + 1


async def test_the_reserve_is_not_crossed_without_a_key_press(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("remaining-rising"), reserve=10_000) as companies:
        with pytest.raises(AllowanceError, match="not known yet, and the reserve is 10000"):
            await ask(companies, "profile")
        with pytest.raises(AllowanceError, match="not known yet"):
            await companies.learn_extensions()
        assert companies.allowance.session_requests == 0
        await ask(companies, "profile", confirm=True)
        assert companies.allowance.saver_mode
        with pytest.raises(AllowanceError, match="and the reserve is 10000"):
            await ask(companies, "financial")
        assert companies.allowance.session_requests == 1
        await ask(companies, "financial", confirm=True)
        await ask(companies, "phones", fresh=True)
        assert companies.allowance.session_requests == 3


@pytest.mark.parametrize("free", [0, 1, 2, 3])
async def test_a_failed_request_is_retried_only_above_the_reserve(
    free: int, faulty: FaultyServer
) -> None:
    """Each attempt may have cost one, so with two above the reserve there is one retry."""
    faulty.misbehave("remaining-rising")
    async with client_of(faulty.base_url()) as scout:
        left = (await ask(scout, "profile")).remaining or 0
    async with client_of(faulty.base_url(), reserve=left + 1 - free) as companies:
        assert (await ask(companies, "profile", confirm=True)).remaining == left + 1
        faulty.misbehave("503-nothing")
        with pytest.raises(ServerError) as caught:
            await ask(companies, "financial", confirm=True)
        assert caught.value.requests == companies.allowance.session_requests - 1 == max(1, free)


async def test_at_zero_nothing_is_sent_without_a_key_press(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("remaining-zero")) as companies:
        await ask(companies, "profile")
        with pytest.raises(AllowanceError, match="No requests are left"):
            await ask(companies, "financial")
    assert len(faulty.log()) == 1


@pytest.mark.parametrize(
    ("fault", "error", "known"),
    [
        ("429-quota", AllowanceError, True),
        ("429-bare", TooFastError, False),
        ("429-absurd", TooFastError, False),
        ("429-long", TooFastError, True),
        ("429-date", TooFastError, True),
    ],
)
async def test_after_a_429_the_client_is_in_saver_mode(
    fault: str, error: type[ClientError], known: bool, faulty: FaultyServer
) -> None:
    async with client_of(faulty.base_url()) as companies:
        faulty.misbehave(fault)
        with pytest.raises(error) as caught:
            await ask(companies, "profile")
        assert (
            (caught.value.retry_at is not None)
            == known
            == (companies.allowance.retry_at is not None)
        )
        with pytest.raises(AllowanceError, match="asked to wait"):
            await ask(companies, "profile")
        assert len(faulty.log()) == 1
        faulty.misbehave("none")
        await ask(companies, "profile", confirm=True)
        assert not companies.allowance.saver_mode


async def test_a_long_wait_is_told_and_says_nothing_of_the_allowance(
    faulty: FaultyServer,
) -> None:
    async with client_of(faulty.base_url("429-long")) as companies:
        with pytest.raises(TooFastError):
            await ask(companies, "profile")
        assert companies.allowance.remaining is None
        wait = (companies.allowance.retry_at or dt.datetime.now(dt.UTC)) - dt.datetime.now(dt.UTC)
        assert abs(wait - dt.timedelta(seconds=1_000_000)) < MINUTE


@pytest.mark.parametrize(
    ("header", "remaining", "wait"),
    [
        ('"month";r=7;t=3600', 7, 3600),
        ('"burst";r=599;t=20, "month";r=7;t=3600', 7, 3600),
        ('"burst";r=0;t=20, "month";r=0;t=3600', 0, 3600),
        ('"month"; r=7 ;t=60', 7, 60),
        ('"burst";r=599;t=20', 7, None),
        ('"month";r=7;t=3600', None, None),
        ('"month";r=7;t=999999999999', 7, None),
        ('"month";r=7', 7, None),
        ("7, 10;w=60", 7, None),
        ("\x00;r=;t=-1", 7, None),
        ("", 7, None),
    ],
)
def test_the_reset_of_the_allowance_is_read_from_the_limit_that_is_its(
    header: str, remaining: int | None, wait: int | None
) -> None:
    resets_at = read_reset(header, remaining)
    if wait is None:
        assert resets_at is None
    else:
        assert resets_at is not None
        assert abs(resets_at - dt.datetime.now(dt.UTC) - dt.timedelta(seconds=wait)) < MINUTE


def known_of(allowance: Allowance) -> tuple[bool, int | None, bool]:
    return allowance.saver_mode, allowance.remaining, allowance.resets_at is None


async def test_a_used_up_allowance_counts_as_none_left_until_its_reset(
    faulty: FaultyServer,
) -> None:
    async with client_of(faulty.base_url(), deadlines=PATIENT) as companies:
        await ask(companies, "profile")
        assert companies.allowance.resets_at is None
        faulty.misbehave("429-quota")
        with pytest.raises(AllowanceError):
            await ask(companies, "financial")
        known = known_of(companies.allowance)
        assert known == (True, 0, False)
        over = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=0.1)
        companies.allowance.accept(companies.allowance.next_number(), 0, over)
        await asyncio.to_thread(until, lambda: dt.datetime.now(dt.UTC) > over)
        known = known_of(companies.allowance)
        assert known == (False, None, True)


class Overtaken(httpx.AsyncBaseTransport):
    """The first request cannot connect, and says so only after the others were answered."""

    def __init__(self) -> None:
        self.first, self.begun, self.over = True, asyncio.Event(), asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if not self.first:
            body = b'{"success": true, "data": [], "remainingRequests": 5}'
            return httpx.Response(200, stream=httpx.ByteStream(body))
        self.first = False
        self.begun.set()
        await self.over.wait()
        raise httpx.ConnectTimeout("too late")


async def test_of_requests_that_overtake_each_other_the_newest_decides() -> None:
    transport = Overtaken()
    connection = Connection(base_url="http://127.0.0.1", open_transport=lambda: transport)
    async with Companies(connection) as companies:
        slow = asyncio.create_task(companies.autocomplete("slow"))
        await asyncio.wait_for(transport.begun.wait(), 10)
        await companies.autocomplete("quick")
        transport.over.set()
        with pytest.raises(DeadlineError):
            await slow
        assert not companies.connection_lost


class Standing(httpx.AsyncBaseTransport):
    """Serves screens without a last page."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        page = b'{"companies": [{"taxId": "12"}], "nextCursor": "next"}'
        if request.url.params.get("cursor") == "beyond":
            page = b'{"companies": [], "nextCursor": "later"}'
        body = b'{"success": true, "data": %s, "remainingRequests": 5}' % page
        headers = {EXTENSIONS_HEADER: "screen"}
        return httpx.Response(200, headers=headers, stream=httpx.ByteStream(body))


async def test_a_list_of_pages_that_does_not_move_on_ends() -> None:
    connection = Connection(base_url="http://127.0.0.1", open_transport=Standing)
    async with Companies(connection) as companies:
        await companies.learn_extensions(confirm=True)
        pages = [await companies.screen(cursor=each) for each in ("", "next", "beyond")]
        assert [page.data.next_cursor for page in pages] == ["next", None, None]


async def test_requests_at_once_do_not_cross_the_reserve_together(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url(), deadlines=PATIENT, reserve=1) as companies:
        first = await ask(companies, "profile", confirm=True)
        assert first.remaining is not None
        companies.allowance.accept(companies.allowance.next_number(), 3)
        faulty.misbehave("slow-first-byte")
        contacts = ("phones", "emails", "administrators", "websites")
        outcomes = await asyncio.gather(
            *(ask(companies, operation) for operation in contacts), return_exceptions=True
        )
        refused = [str(o) for o in outcomes if isinstance(o, AllowanceError)]
        assert refused == ["3 requests are left, and the reserve is 1. Nothing was sent."] * 2
    assert len(faulty.log()) == 2
