"""Kept answers: with their age, within bounds, for the owner's eyes, never instead of the truth."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import shutil
import sqlite3
import stat
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.client.conftest import IMPATIENT, KEY, PATIENT, ask, client_of
from tests.faulty.healthy import COMPANIES, FIRST
from tests.faulty.process import FaultyServer
from tests.waiting import until
from tui_app.client import cache as cache_module
from tui_app.client.cache import Cache
from tui_app.client.companies import Companies, Connection
from tui_app.client.errors import (
    CompanyNotFoundError,
    CredentialError,
    NothingKeptError,
    UnreachableError,
)
from tui_app.client.secret import Secret
from tui_app.client.store import CachedAnswer, Store
from tui_app.commands.cache import cache
from tui_app.contract import operations as o

OPERATIONS = [operation.name for operation in o.OPERATIONS]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "answers.db"


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_the_same_question_twice_is_one_request_also_in_the_next_session(
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
        again = await ask(companies, "profile")
        assert not again.from_cache


async def test_other_servers_and_other_keys_see_none_of_it(
    faulty: FaultyServer, path: Path
) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        await ask(companies, "profile")
    for base, key in ((faulty.base_url(), None), (faulty.base_url("gzip"), Secret(KEY))):
        companies = Companies(Connection(base_url=base, key=key), Cache(path), offline=True)
        with pytest.raises(NothingKeptError):
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
        kept = await ask(companies, "profile", fresh=True)
        assert (kept.from_cache, kept.stale, kept.requests) == (True, True, 0)
        assert companies.price(o.FINANCIAL, FIRST.tax_id) == 0
        with pytest.raises(NothingKeptError) as caught:
            await ask(companies, "financial")
        assert str(caught.value) == ("Offline, and there is no cached answer. Nothing was sent.")
        assert (await companies.autocomplete("petroterm demo 1")).data
        assert (await companies.autocomplete("petroterm demo 12")).data
    assert faulty.log() == []


@pytest.mark.parametrize("fault", ["reset", "503-text", "silent", "invalid-json", "429-quota"])
async def test_a_lost_connection_shows_what_is_kept_and_says_so(
    fault: str, faulty: FaultyServer
) -> None:
    async with client_of(faulty.base_url(), deadlines=IMPATIENT) as companies:
        first = await ask(companies, "profile")
        faulty.misbehave(fault)
        kept = await ask(companies, "profile", fresh=True)
        assert (kept.data, kept.fetched_at) == (first.data, first.fetched_at)
        assert (kept.from_cache, kept.stale) == (True, True)
        assert kept.failure is not None
        assert kept.requests == kept.failure.requests > 0
        assert companies.address.host in str(kept.failure)
        with pytest.raises(type(kept.failure)):
            await ask(companies, "phones", fresh=True)


@pytest.mark.parametrize(
    ("fault", "error"), [("401", CredentialError), ("404", CompanyNotFoundError)]
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
        kept = await ask(companies, "profile")
        assert (kept.stale, kept.requests) == (True, 0)
        assert "No requests are left" in str(kept.failure)


async def test_a_page_that_repeats_the_one_before_is_noted(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("page-repeats")) as companies:
        assert (await companies.court_cases(FIRST.tax_id)).faults == ()
        second = await companies.court_cases(FIRST.tax_id, page=2)
        assert second.faults == ("currentPage: page 2 repeats page 1",)


async def test_the_file_is_for_its_owner_and_holds_no_key(faulty: FaultyServer, path: Path) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        for operation in OPERATIONS:
            await ask(companies, operation)
        await companies.load()  # after everything that is still to be written
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
            assert KEY.encode() not in file.read_bytes()


def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    Store(path).close()
    path.chmod(0o644)
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "damage",
    [b"not a database", b"SQLite format 3\x00" + b"\xff" * 5000, None],
    ids=["text", "torn", "overwritten"],
)
async def test_a_damaged_file_is_set_aside_and_made_again(
    damage: bytes | None, faulty: FaultyServer, path: Path
) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        for company in COMPANIES[:12]:
            await companies.profile(company.tax_id)
    _damage(path, damage)
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        answers = [await companies.profile(c.tax_id) for c in COMPANIES[:12]]
        assert all(answer.data.company_name for answer in answers)
        (notice,) = companies.take_notices()
        assert notice.startswith("The cached answers could not be read and start anew")
        assert companies.take_notices() == ()
    aside = [file for file in path.parent.iterdir() if "damaged" in file.name]
    assert len(aside) == 1
    assert str(aside[0]) in notice
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        assert (await ask(companies, "profile")).from_cache
        assert companies.take_notices() == ()


def _damage(path: Path, damage: bytes | None) -> None:
    if damage is not None:
        path.write_bytes(damage)
    else:  # the head is right, the rest is not
        whole = path.read_bytes()
        path.write_bytes(whole[:200] + b"\xff" * (len(whole) - 200))


@pytest.mark.parametrize("change", ["CREATE TABLE other (x)", "PRAGMA user_version = 99"])
def test_a_database_that_is_not_ours_is_left_alone_and_told(change: str, path: Path) -> None:
    """Another program's, or that of a version of ours to come."""
    path.parent.mkdir()
    if "version" in change:
        store = Store(path)
        store.put("s", "q", CachedAnswer(1.0, b"x"))
        store.close()
    with sqlite3.connect(path) as other:
        other.execute(change)
    other.close()
    before = path.read_bytes()
    store = Store(path)
    store.put("s", "q", CachedAnswer(2.0, b"y"))
    assert store.get("s", "q") is None
    store.close()
    (notice,) = store.notices
    assert "another program or version made it" in notice
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_fault_that_is_no_damage_costs_no_answer(path: Path) -> None:
    store = Store(path)
    store.put("s", "q", CachedAnswer(1.0, b"x"))
    store.put("s", "q2", CachedAnswer(None, b"x"))  # type: ignore[arg-type]
    (notice,) = store.notices
    assert "NOT NULL" in notice
    assert store.get("s", "q") == CachedAnswer(1.0, b"x")
    assert not list(path.parent.glob("*.damaged-*"))
    store.close()


async def test_a_cache_folder_that_vanished_is_made_again(faulty: FaultyServer, path: Path) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        await ask(companies, "profile")
        await companies.load()
        shutil.rmtree(path.parent)
        await ask(companies, "financial")
        await companies.load()
        assert companies.take_notices() == ()
    async with client_of(faulty.base_url(), cache=Cache(path), offline=True) as companies:
        assert (await ask(companies, "financial")).from_cache


@pytest.mark.parametrize(("seconds", "old"), [(-30, False), (-120, True), (0, False)])
async def test_an_answer_from_the_future_is_not_believed(
    seconds: int, old: bool, faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock was set back: a minute is nothing, more makes every age wrong."""
    async with client_of(faulty.base_url()) as companies:
        await ask(companies, "profile")
        monkeypatch.setattr(cache_module, "now", lambda: time.time() + seconds)
        assert (await ask(companies, "profile")).from_cache is not old


async def test_without_a_usable_place_answers_are_kept_in_memory(
    faulty: FaultyServer, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    async with client_of(faulty.base_url(), cache=Cache(in_the_way / "answers.db")) as companies:
        await ask(companies, "profile")
        assert (await ask(companies, "profile")).from_cache
        (notice,) = companies.take_notices()
        assert notice.startswith("Answers are not cached on disk")


@pytest.mark.long
def test_the_file_is_bounded_and_the_oldest_go_first(path: Path) -> None:
    store = Store(path, most_bytes=50_000, most_answers=100)
    for number in range(300):
        store.put("s", f"q{number}", CachedAnswer(float(number), b"x" * 100))
    store.trim()
    assert store.info().answers == 100
    assert store.get("s", "q0") is None
    assert store.get("s", "q299") is not None
    for number in range(300, 400):
        store.put("s", f"q{number}", CachedAnswer(float(number), b"x" * 5000))
    store.trim()
    assert store.info().answers == 9
    store.clear()
    assert store.info().answers == 0
    store.close()


def test_short_sessions_keep_the_file_bounded_too(path: Path) -> None:
    for number in range(20):
        store = Store(path, most_answers=10)
        store.put("s", f"q{number}", CachedAnswer(float(number), b"x"))
        store.close()
    store = Store(path, most_answers=10)
    assert store.info().answers == 10
    store.close()


def test_clearing_takes_files_that_were_set_aside_along(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"no database" * 100)
    store = Store(path)
    assert store.notices
    assert list(path.parent.glob("*.damaged-*"))
    store.clear()
    assert not list(path.parent.glob("*.damaged-*"))
    store.close()


def test_clearing_what_another_program_holds_is_no_success(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(path.parent))
    kept = path.parent / "firmeterm" / "answers.db"
    store = Store(kept)
    store.put("s", "q", CachedAnswer(1.0, b"x"))
    holder = sqlite3.connect(kept, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    asked = CliRunner().invoke(cache, ["clear"])
    holder.close()
    assert asked.exit_code == 4
    assert "1 answers are still cached" in asked.output
    assert CliRunner().invoke(cache, ["clear"]).exit_code == 0
    store.close()


def _answers_in(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as database:
        return int(database.execute("SELECT COUNT(*) FROM answer").fetchone()[0])


async def test_two_programs_may_share_the_file(faulty: FaultyServer, path: Path) -> None:
    async with (
        client_of(faulty.base_url(), cache=Cache(path)) as one,
        client_of(faulty.base_url(), cache=Cache(path)) as other,
    ):
        await asyncio.gather(
            *(one.profile(c.tax_id) for c in COMPANIES[:20]),
            *(other.profile(c.tax_id) for c in COMPANIES[20:40]),
        )
        await other.financial(FIRST.tax_id)
        await asyncio.to_thread(until, lambda: _answers_in(path) == 41)
        for company in COMPANIES[:40]:
            assert (await one.profile(company.tax_id)).from_cache
        assert one.take_notices() == other.take_notices() == ()


async def test_kept_text_is_cleaned_again(faulty: FaultyServer, path: Path) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        await ask(companies, "profile")
    with sqlite3.connect(path) as database:
        database.execute(
            "UPDATE answer SET body = CAST(replace(body, 'DEMO', ?) AS BLOB)", ("\\u001b[2J",)
        )
    database.close()
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        kept = await ask(companies, "profile")
        assert "\x1b" not in kept.data.company_name
        assert "[2J" in kept.data.company_name


async def test_the_memory_is_bounded(faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "_RECENT", 10)
    async with client_of(faulty.base_url(), deadlines=PATIENT) as companies:
        for company in COMPANIES[:15]:
            await companies.profile(company.tax_id)
        assert companies.price(o.PROFILE, COMPANIES[0].tax_id) == 1
        assert companies.price(o.PROFILE, COMPANIES[14].tax_id) == 0


async def test_unreachable_and_nothing_kept_is_an_error(faulty: FaultyServer) -> None:
    companies = Companies(Connection(base_url=faulty.base_url("refused"), deadlines=IMPATIENT))
    with pytest.raises(UnreachableError):
        await ask(companies, "profile")
    await companies.aclose()
