"""The rules of requests: sent once, never cancelled, within the reserve, without leaks."""

from __future__ import annotations

import asyncio
import datetime as dt
import random
from pathlib import Path

import pytest

from tests.client.conftest import DAY, KEY, ask, client_of, deadlines_for
from tests.faulty import untrusted_certificate
from tests.faulty.healthy import COMPANIES, FIRST
from tests.faulty.process import FaultyServer
from tests.waiting import until
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.credentials import key_typed
from tui_app.client.deadlines import Deadlines
from tui_app.client.errors import (
    ClientError,
    CredentialError,
    DeadlineError,
    InvalidRequestError,
    ServerError,
    UnreachableError,
)
from tui_app.client.secret import Secret, UnusableKey
from tui_app.contract import operations as o
from tui_app.system.language import set_language

MINUTE = dt.timedelta(minutes=1)
OPERATIONS = [operation.name for operation in o.OPERATIONS]


async def nothing_in_flight(companies: Companies) -> None:
    async with asyncio.timeout(20):
        while companies._in_flight.units:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_each_operation_is_one_request_with_the_key(
    operation: str, faulty: FaultyServer
) -> None:
    async with client_of(faulty.base_url()) as companies:
        answer = await ask(companies, operation)
        assert answer.data
        assert answer.faults == ()
        assert (answer.requests, companies.allowance.session_requests) == (1, 1)
        assert companies.allowance.remaining == answer.remaining
        assert dt.datetime.now(dt.UTC) - answer.fetched_at < dt.timedelta(seconds=5)
    (logged,) = faulty.log()
    assert (logged["operation"], logged["authorization"]) == (operation, True)


async def test_the_parameters_arrive(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url()) as companies:
        await companies.autocomplete("  Ștefania & co ")
        await companies.registered(DAY, page=2)
        cases = await companies.court_cases(FIRST.tax_id, page=3)
    assert [logged["query"] for logged in faulty.log()] == [
        {"q": "Ștefania & co"},
        {"registration_date": "2024-03-01", "page": "2"},
        {"page": "3"},
    ]
    assert len(cases.data.court_cases) == 5


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
async def test_the_base_address_may_end_in_several_ways(ending: str, faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("gzip") + ending) as companies:
        assert (await ask(companies, "profile")).data.tax_id == FIRST.tax_id


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("companies.example", "is not an http:// or https:// address"),
        ("ftp://companies.example", "is not an http:// or https:// address"),
        ("https://me:secret@companies.example", "contains a user name or a password"),
        ("https://companies.example/?key=secret", "contains a query"),
        ("https://companies.example:port", "cannot be read"),
        ("http://companies.example", "http:// to companies.example would send the key unencrypted"),
        ("http://127.0.0.1.example", "would send the key unencrypted"),
    ],
)
def test_an_address_that_must_not_be_asked_is_refused(url: str, text: str) -> None:
    with pytest.raises(InvalidRequestError, match=text) as caught:
        Companies(Connection(base_url=url))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["http://localhost:1", "http://127.9.9.9", "http://[::1]:8765"])
def test_http_to_this_machine_is_fine_whatever_blanks_stand_around(url: str) -> None:
    assert Companies(Connection(base_url=f" {url}\n")).address.base == url


@pytest.mark.parametrize("host", ["ăa..ro", "xn--a.invalid"])
async def test_a_name_that_no_machine_can_have_costs_nothing(host: str) -> None:
    async with Companies(f"https://{host}") as companies:
        with pytest.raises(UnreachableError, match=f"of {host} was not found") as caught:
            await ask(companies, "profile")
    assert (caught.value.requests, caught.value.attempts) == (0, 1)


async def test_the_same_request_at_once_is_sent_once(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("slow-first-byte")) as companies:
        answers = await asyncio.gather(*(companies.autocomplete("demo") for _ in range(20)))
        assert len({id(answer) for answer in answers}) == 1
        assert companies.allowance.session_requests == 1
    assert len(faulty.log()) == 1


async def test_a_request_on_its_way_costs_nothing_more(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("slow-first-byte")) as companies:
        assert companies.price(o.PROFILE, FIRST.tax_id) == 1
        asking = asyncio.create_task(companies.profile(FIRST.tax_id))
        await asyncio.to_thread(until, faulty.log)
        assert companies.price(o.PROFILE, FIRST.tax_id) == 0
        assert companies.price(o.COURT_CASES, FIRST.tax_id, page=2) == 1
        assert companies.price(o.AUTOCOMPLETE, q="ab") == 0
        await asking


async def test_a_sent_request_is_not_called_back(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("slow-first-byte")) as companies:
        asking = asyncio.create_task(companies.profile(FIRST.tax_id))
        while not faulty.log():
            await asyncio.sleep(0.01)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await nothing_in_flight(companies)
        assert companies.allowance.session_requests == 1
        assert companies.allowance.remaining is not None


async def test_a_failed_request_is_not_repeated_for_nobody(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("slow-503")) as companies:
        asking = asyncio.create_task(companies.profile(FIRST.tax_id))
        while not faulty.log():
            await asyncio.sleep(0.01)
        asking.cancel()
        await nothing_in_flight(companies)
        assert companies.allowance.session_requests == 1


async def test_what_was_not_sent_yet_is_dropped_when_nobody_wants_it(
    faulty: FaultyServer,
) -> None:
    async with client_of(faulty.base_url("slow-first-byte")) as companies:
        asking = [asyncio.create_task(companies.profile(c.tax_id)) for c in COMPANIES]
        while not faulty.log():
            await asyncio.sleep(0.01)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await nothing_in_flight(companies)
        assert 0 < companies.allowance.session_requests < len(COMPANIES)
        assert len(faulty.log()) == companies.allowance.session_requests


async def test_answers_out_of_order_reach_the_one_who_asked(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("out-of-order")) as companies:
        landed: list[str] = []

        async def search(q: str) -> None:
            answer = await companies.autocomplete(q)
            landed.append(q)
            assert all(q.upper() in company.company_name for company in answer.data)

        await asyncio.gather(search("dem"), search("petroterm"))
        assert landed == ["petroterm", "dem"]
        newest = companies.allowance.remaining
    assert newest is not None


async def test_hundreds_of_cancelled_requests_starve_nobody(faulty: FaultyServer) -> None:
    chance = random.Random(7)
    async with client_of(faulty.base_url("slow-first-byte")) as companies:
        for _ in range(8):
            asking = [
                asyncio.create_task(companies.profile(c.tax_id, fresh=True)) for c in COMPANIES
            ]
            await asyncio.sleep(chance.random() * 0.05)
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        await nothing_in_flight(companies)
        for company in COMPANIES[:20]:
            assert (await companies.profile(company.tax_id)).data.tax_id == company.tax_id


async def test_hundreds_of_missed_deadlines_starve_nobody(faulty: FaultyServer) -> None:
    faulty.misbehave("silent")
    deadlines = Deadlines(connect=1, read=1, total=0.02)
    companies = Companies(Connection(base_url=faulty.base_url(), deadlines=deadlines))
    for _ in range(3):
        asking = [companies.profile(c.tax_id) for c in COMPANIES]
        outcomes = await asyncio.gather(*asking, return_exceptions=True)
        assert all(isinstance(outcome, DeadlineError) for outcome in outcomes)
    faulty.misbehave("none")
    companies._http._deadlines = Deadlines()
    for company in COMPANIES[:20]:
        assert (await companies.profile(company.tax_id)).data.tax_id == company.tax_id
    await companies.aclose()


async def test_a_search_is_never_repeated_by_itself(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("flaky")) as companies:
        with pytest.raises(ServerError, match="failed with status 503"):
            await companies.autocomplete("demo")
        assert companies.allowance.session_requests == 1


async def test_a_lost_connection_is_tried_again_and_the_retries_are_counted(
    faulty: FaultyServer,
) -> None:
    async with client_of(faulty.base_url("flaky")) as companies:
        answer = await companies.profile(FIRST.tax_id)
        assert (answer.requests, companies.allowance.session_requests) == (3, 3)


async def test_the_key_does_not_follow_a_redirect(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("redirect-302-itself")) as companies:
        with pytest.raises(ServerError, match="was not followed"):
            await ask(companies, "profile")
    assert len(faulty.log()) == 1


async def test_an_echoed_key_is_taken_out_of_the_data(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("echoes-key")) as companies:
        with pytest.raises(ClientError):
            await ask(companies, "profile")
        first = await ask(companies, "profile")
        assert first.data.company_name == "Bearer [key]"


async def test_the_proxy_of_the_environment_is_used(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://{faulty.host}")
    connection = Connection(base_url="http://companies.invalid", allow_http=True)
    companies = Companies(connection)
    assert (await ask(companies, "profile")).data.tax_id == FIRST.tax_id
    await companies.aclose()


@pytest.mark.parametrize("name", ["HTTP_PROXY", "ALL_PROXY"])
async def test_a_server_on_this_machine_is_asked_past_every_proxy(
    name: str, faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key would leave the machine, unencrypted."""
    monkeypatch.setenv(name, f"http://127.0.0.1:{faulty.refused}")
    for host in ("127.0.0.1", "localhost"):
        async with client_of(f"http://{host}:{faulty.plain}/") as companies:
            assert (await ask(companies, "profile")).data.tax_id == FIRST.tax_id


async def test_a_proxy_setting_that_cannot_be_used_is_named_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "nonsense://me:secret@proxy")
    companies = Companies(Connection(base_url="https://companies.invalid"))
    with pytest.raises(UnreachableError, match="proxy or certificate settings") as caught:
        await ask(companies, "profile")
    assert "secret" not in str(caught.value)


async def test_an_authority_of_the_environment_is_trusted(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(untrusted_certificate()))
    async with client_of(faulty.base_url("untrusted-certificate")) as companies:
        assert (await ask(companies, "profile")).data.tax_id == FIRST.tax_id


def test_a_short_key_is_taken_out_only_where_it_is_a_whole_word() -> None:
    body = b'{"message": "no such key: test\\u0021", "subject": "contestatie la executare"}'
    expected = b'{"message": "no such key: [key]\\u0021", "subject": "contestatie la executare"}'
    assert Secret("test").redacted(body) == expected


def test_a_secret_shows_only_its_ends() -> None:
    secret = Secret(KEY)
    assert KEY not in f"{secret!r} {secret} {[secret]}"
    assert secret.masked == "ft_…RKER"
    assert Secret("short").masked == "…"
    assert secret.reveal() == KEY
    for unusable in ("", "two words", "line\nbreak", "ș", "x" * 513):
        with pytest.raises(UnusableKey) as caught:
            Secret(unusable)
        assert not unusable or unusable not in str(caught.value)


def test_what_is_wrong_with_a_key_is_said_in_the_users_language() -> None:
    set_language("ro")
    with pytest.raises(CredentialError, match="Ce conține câmpul nu este o cheie API"):
        key_typed("two words")


def test_the_errors_and_answers_need_no_httpx() -> None:
    import subprocess
    import sys

    code = (
        "import sys, tui_app.client.errors, tui_app.client.answer, tui_app.client.companies;"
        "print([m for m in ('httpx', 'sqlite3', 'starlette', 'textual') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("fault", ["refused", "black-hole", "unknown-host"])
async def test_the_connection_is_lost_when_nothing_reaches_the_server(
    fault: str, faulty: FaultyServer
) -> None:
    async with client_of(faulty.base_url(fault), deadlines=deadlines_for(fault)) as companies:
        assert not companies.connection_lost
        with pytest.raises(ClientError):
            await ask(companies, "profile")
        assert companies.connection_lost


@pytest.mark.parametrize(
    "fault", ["reset", "truncated", "wrong-length", "silent", "500-text", "html", "bad-gzip"]
)
async def test_a_server_that_answers_badly_is_not_lost(fault: str, faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url(fault), deadlines=deadlines_for(fault)) as companies:
        with pytest.raises(ClientError):
            await ask(companies, "profile")
        assert not companies.connection_lost
