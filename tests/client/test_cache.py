"""Cached answers: with their age, bounded, private, and never passed off as fresh."""

from __future__ import annotations

import datetime as dt
import sqlite3
import time
from pathlib import Path

import pytest

from tests.client.conftest import KEY, PATIENT, ask, client_of, deadlines_for
from tests.faulty.healthy import COMPANIES, FIRST
from tests.faulty.process import FaultyServer
from tui_app.client import cache as cache_module
from tui_app.client.cache import Cache
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.errors import (
    CompanyNotFoundError,
    CredentialError,
    InvalidRequestError,
    NotCachedError,
    UnreachableError,
)
from tui_app.client.secret import Secret
from tui_app.contract import operations as o

OPERATIONS = [operation.name for operation in o.OPERATIONS]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "answers.db"


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_the_same_request_twice_is_one_request_also_in_the_next_session(
    operation: str, faulty: FaultyServer, path: Path
) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        first = await ask(companies, operation)
        second = await ask(companies, operation)
        assert (second.data, second.fetched_at) == (first.data, first.fetched_at)
        assert (second.from_cache, second.requests, second.stale) == (True, 0, False)
        assert (first.from_cache, companies.allowance.session_requests) == (False, 1)
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        third = await ask(companies, operation)
        assert (third.data, third.from_cache) == (first.data, True)
        assert abs(third.fetched_at - first.fetched_at) < dt.timedelta(milliseconds=1)
        assert companies.allowance.session_requests == 0
    assert len(faulty.log()) == 1


async def test_renewing_asks_and_replaces(faulty: FaultyServer, path: Path) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        first = await ask(companies, "profile")
        renewed = await ask(companies, "profile", fresh=True)
        assert renewed.fetched_at > first.fetched_at
        assert not renewed.from_cache
        assert (await ask(companies, "profile")).fetched_at == renewed.fetched_at
        assert companies.allowance.session_requests == 2


async def test_an_answer_past_its_age_is_asked_for_again(
    faulty: FaultyServer, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        await ask(companies, "profile")
        monkeypatch.setattr(cache_module, "now", lambda: time.time() + 8 * 86_400)
        assert companies.price(o.PROFILE, FIRST.tax_id) == 1
        kept = await companies.cached(o.PROFILE, FIRST.tax_id)
        assert kept is not None and kept.stale and kept.requests == 0
        again = await ask(companies, "profile")
        assert not again.from_cache


async def test_other_servers_and_other_keys_see_none_of_it(
    faulty: FaultyServer, path: Path
) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        await ask(companies, "profile")
    other = Secret("ft_other_0123456789")
    for base, key in (
        (faulty.base_url(), None), (faulty.base_url(), other),
        (faulty.base_url("gzip"), Secret(KEY)),
    ):  # fmt: skip
        companies = Companies(Connection(base_url=base, key=key), Cache(path), offline=True)
        with pytest.raises(NotCachedError):
            await ask(companies, "profile")
        await companies.aclose()


async def test_the_price_is_known_before_the_act(faulty: FaultyServer, path: Path) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        assert companies.price(o.COURT_CASES, FIRST.tax_id) == 1
        await companies.court_cases(FIRST.tax_id)
        assert companies.price(o.COURT_CASES, FIRST.tax_id, page=1) == 0
        assert companies.price(o.COURT_CASES, FIRST.tax_id, page=2) == 1
        await companies.profile(FIRST.tax_id)
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        await companies.profile(FIRST.tax_id)
        assert companies.price(o.COURT_CASES, FIRST.tax_id) == 0


async def test_offline_shows_what_is_kept_and_sends_nothing(
    faulty: FaultyServer, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        await ask(companies, "profile")
        await companies.autocomplete("petroterm demo 1")
    faulty.misbehave("none")
    monkeypatch.setattr(cache_module, "now", lambda: time.time() + 8 * 86_400)
    async with client_of(faulty.base_url(), cache=Cache(path), offline=True) as companies:
        cached = await ask(companies, "profile", fresh=True)
        assert (cached.from_cache, cached.stale, cached.requests) == (True, True, 0)
        assert companies.price(o.FINANCIAL, FIRST.tax_id) == 0
        with pytest.raises(NotCachedError) as caught:
            await ask(companies, "financial")
        assert str(caught.value) == ("Offline, and there is no cached answer. Nothing was sent.")
        assert (await companies.autocomplete("petroterm demo 1")).data
        refined = await companies.autocomplete("petroterm demo 12")
        assert refined.data and refined.stale
    assert faulty.log() == []


@pytest.mark.parametrize("fault", ["reset", "503-text", "silent", "invalid-json", "429-quota"])
async def test_a_lost_connection_shows_what_is_kept_and_says_so(
    fault: str, faulty: FaultyServer
) -> None:
    async with client_of(faulty.base_url(), deadlines=deadlines_for(fault)) as companies:
        first = await ask(companies, "profile")
        faulty.misbehave(fault)
        cached = await ask(companies, "profile", fresh=True)
        assert (cached.data, cached.fetched_at) == (first.data, first.fetched_at)
        assert (cached.from_cache, cached.stale) == (True, True)
        assert cached.failure is not None
        assert cached.requests == cached.failure.requests > 0
        assert companies.address.host in str(cached.failure)
        with pytest.raises(type(cached.failure)):
            await ask(companies, "phones", fresh=True)


@pytest.mark.parametrize(
    ("fault", "error"),
    [("400", InvalidRequestError), ("401", CredentialError), ("404", CompanyNotFoundError)],
)
async def test_a_plain_no_is_not_covered_up(
    fault: str, error: type[Exception], faulty: FaultyServer
) -> None:
    async with client_of(faulty.base_url()) as companies:
        await ask(companies, "profile")
        faulty.misbehave(fault)
        with pytest.raises(error):
            await ask(companies, "profile", fresh=True)


async def test_short_of_requests_an_old_answer_is_better_than_none(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client_of(faulty.base_url("remaining-zero")) as companies:
        await ask(companies, "profile")
        monkeypatch.setattr(cache_module, "now", lambda: time.time() + 8 * 86_400)
        cached = await ask(companies, "profile")
        assert (cached.stale, cached.requests) == (True, 0)
        assert "No requests are left" in str(cached.failure)


async def test_a_page_that_repeats_the_one_before_is_noted(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("page-repeats")) as companies:
        assert (await companies.court_cases(FIRST.tax_id)).faults == ()
        second = await companies.court_cases(FIRST.tax_id, page=2)
        assert second.faults == ("currentPage: page 2 repeats page 1",)


@pytest.mark.parametrize(("seconds", "old"), [(-30, False), (-120, True), (0, False)])
async def test_an_answer_from_the_future_is_not_believed(
    seconds: int, old: bool, faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock was set back: a minute does not matter, more makes every age wrong."""
    async with client_of(faulty.base_url()) as companies:
        await ask(companies, "profile")
        monkeypatch.setattr(cache_module, "now", lambda: time.time() + seconds)
        assert (await ask(companies, "profile")).from_cache is not old


async def test_kept_text_is_cleaned_again(faulty: FaultyServer, path: Path) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        await ask(companies, "profile")
    with sqlite3.connect(path) as database:
        database.execute(
            "UPDATE answer SET body = CAST(replace(body, 'DEMO', ?) AS BLOB)", ("\\u001b[2J",)
        )
    database.close()
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        cached = await ask(companies, "profile")
        assert "\x1b" not in cached.data.company_name
        assert "[2J" in cached.data.company_name


async def test_the_memory_is_bounded(faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "_RECENT", 10)
    async with client_of(faulty.base_url(), deadlines=PATIENT) as companies:
        for company in COMPANIES[:15]:
            await companies.profile(company.tax_id)
        assert companies.price(o.PROFILE, COMPANIES[0].tax_id) == 1
        assert companies.price(o.PROFILE, COMPANIES[14].tax_id) == 0


async def test_unreachable_and_nothing_kept_is_an_error(faulty: FaultyServer) -> None:
    companies = Companies(Connection(base_url=faulty.base_url("refused"), deadlines=PATIENT))
    with pytest.raises(UnreachableError):
        await ask(companies, "profile")
    await companies.aclose()
