"""The file of cached answers: private, bounded, repaired, shared."""

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
from msgspec.structs import replace

from tests.client.conftest import KEY, ask, client_of
from tests.client.test_after_faults import open_descriptors
from tests.faulty.healthy import COMPANIES, FIRST
from tests.faulty.process import FaultyServer
from tests.waiting import until
from tui_app.cli.cache import cache
from tui_app.client import cache_file
from tui_app.client.allowance import AllowanceReport
from tui_app.client.answer import Answer
from tui_app.client.cache import FILE_NAME, Cache
from tui_app.client.cache_file import CachedAnswer, CacheFile
from tui_app.client.request import build_request
from tui_app.config import settings
from tui_app.contract import operations as o
from tui_app.contract.resources import CompanyProfile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "answers.db"


async def test_the_file_is_for_its_owner_and_holds_no_key(faulty: FaultyServer, path: Path) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        for operation in o.OPERATIONS:
            await ask(companies, operation.name)
        await companies.load()  # after everything that is still to be written
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
            assert KEY.encode() not in file.read_bytes()


async def test_an_answer_that_comes_while_the_file_is_read_stays(
    faulty: FaultyServer, path: Path
) -> None:
    kept = Cache(path)
    async with client_of(faulty.base_url(), cache=kept) as companies:
        first = await ask(companies, "profile")
        kept.forget()
        request = build_request(o.PROFILE, FIRST.tax_id)
        reading = asyncio.create_task(kept.find(request))
        await asyncio.sleep(0)
        newest = replace(first, fetched_at=first.fetched_at + dt.timedelta(seconds=1))
        kept.put(request, newest)
        found = await reading
        assert found is not None and found.fetched_at == newest.fetched_at


def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    CacheFile(path).close()
    path.chmod(0o644)
    CacheFile(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "damage",
    [b"not a database", b"SQLite format 3\x00" + b"\xff" * 5000, 200, 4096],
    ids=["text", "torn", "overwritten", "after its first page"],
)
async def test_a_damaged_file_is_set_aside_and_made_again(
    damage: bytes | int, faulty: FaultyServer, path: Path
) -> None:
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        for company in COMPANIES[:12]:
            await companies.profile(company.tax_id)
    _damage(path, damage)
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        answers = [await companies.profile(c.tax_id) for c in COMPANIES[:12]]
        assert all(answer.data.company_name for answer in answers)
        (notice,) = companies.pop_notices()
        assert notice.startswith("The cached answers could not be read and start anew")
        assert companies.pop_notices() == ()
    aside = [file for file in path.parent.iterdir() if "damaged" in file.name]
    assert len(aside) == 1
    assert str(aside[0]) in notice
    async with client_of(faulty.base_url(), cache=Cache(path)) as companies:
        assert (await ask(companies, "profile")).from_cache
        assert companies.pop_notices() == ()


def _damage(path: Path, damage: bytes | int) -> None:
    if isinstance(damage, bytes):
        path.write_bytes(damage)
    else:  # the beginning is right, the rest is not
        whole = path.read_bytes()
        path.write_bytes(whole[:damage] + b"\xff" * (len(whole) - damage))


@pytest.mark.parametrize(
    "changes",
    [
        ("PRAGMA user_version = 99",),
        ("PRAGMA user_version = 0", "ALTER TABLE answer RENAME COLUMN body TO content"),
        ("PRAGMA user_version = 2", "DROP TABLE answer", 'CREATE TABLE "an ""other""" (x)'),
    ],
)
def test_a_file_of_another_version_is_renewed_by_itself(
    changes: tuple[str, ...], path: Path
) -> None:
    store = CacheFile(path)
    store.put("s", "q", CachedAnswer(1.0, b"x"))
    store.close()
    with contextlib.closing(sqlite3.connect(path)) as other:
        for change in changes:
            other.execute(change)
        other.commit()
    store = CacheFile(path)
    assert store.get("s", "q") is None
    store.put("s", "q", CachedAnswer(2.0, b"y"))
    store.close()
    store = CacheFile(path)
    assert store.get("s", "q") == CachedAnswer(2.0, b"y")
    store.close()
    assert store.notices == []
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_cache_clear_clears_a_file_of_another_version(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    file = settings.cache_folder() / FILE_NAME
    store = CacheFile(file)
    store.put("s", "q", CachedAnswer(1.0, b"secret of one company"))
    store.close()
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA user_version = 99")
    cleared = CliRunner().invoke(cache, ["clear"])
    assert cleared.exit_code == 0, cleared.output
    assert "cannot be used" not in cleared.output
    assert b"secret of one company" not in file.read_bytes()


def test_a_database_that_is_not_ours_is_left_alone_and_told(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE other (x)")
    other.close()
    before = path.read_bytes()
    store = CacheFile(path)
    store.put("s", "q", CachedAnswer(2.0, b"y"))
    assert store.get("s", "q") is None
    store.close()
    (notice,) = store.notices
    assert "created by another program" in notice
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_fault_that_is_no_damage_costs_no_answer(path: Path) -> None:
    store = CacheFile(path)
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
        assert companies.pop_notices() == ()
    async with client_of(faulty.base_url(), cache=Cache(path), offline=True) as companies:
        assert (await ask(companies, "financial")).from_cache


async def test_without_a_usable_place_answers_are_kept_in_memory(
    faulty: FaultyServer, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    async with client_of(faulty.base_url(), cache=Cache(in_the_way / "answers.db")) as companies:
        await ask(companies, "profile")
        assert (await ask(companies, "profile")).from_cache
        (notice,) = companies.pop_notices()
        assert notice.startswith("Answers are not cached on disk")


@pytest.mark.long
def test_the_file_is_bounded_and_the_oldest_go_first(path: Path) -> None:
    store = CacheFile(path, most_bytes=50_000, most_answers=100)
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
        store = CacheFile(path, most_answers=10)
        store.put("s", f"q{number}", CachedAnswer(float(number), b"x"))
        store.close()
    store = CacheFile(path, most_answers=10)
    assert store.info().answers == 10
    store.close()


def test_the_new_file_of_another_program_is_not_set_aside_with_the_damaged_one(path: Path) -> None:
    with (
        contextlib.closing(CacheFile(path)) as first,
        contextlib.closing(CacheFile(path)) as second,
    ):
        first.put("s", "before", CachedAnswer(1.0, b"{}"))
        assert second.dates("s") == {"before": 1.0}
        path.write_bytes(b"rubbish" * 1000)
        first.put("s", "lost", CachedAnswer(2.0, b"{}"))  # meets the damage
        first.put("s", "new", CachedAnswer(3.0, b"{}"))
        second.put("s", "lost", CachedAnswer(4.0, b"{}"))  # meets it too, in the old file
        assert second.dates("s") == first.dates("s") == {"new": 3.0}
        assert len(list(path.parent.glob("*.damaged-*"))) == 1


def test_clearing_takes_files_that_were_set_aside_along(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"no database" * 100)
    store = CacheFile(path)
    assert store.notices
    assert list(path.parent.glob("*.damaged-*"))
    store.clear()
    assert not list(path.parent.glob("*.damaged-*"))
    store.close()


def test_clearing_what_another_program_holds_is_no_success(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(path.parent))
    monkeypatch.setattr(cache_file, "_BUSY_SECONDS", 0.05)
    cached = path.parent / "firmeterm" / "answers.db"
    store = CacheFile(cached)
    store.put("s", "q", CachedAnswer(1.0, b"x"))
    holder = sqlite3.connect(cached, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    result = CliRunner().invoke(cache, ["clear"])
    holder.close()
    assert result.exit_code == 4
    assert "1 answer is still cached" in result.output
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
        assert one.pop_notices() == other.pop_notices() == ()


def test_the_cache_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(cache, arguments)
        return result.exit_code, result.output

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert run("info", "-o", "table") == (0, "Nothing is cached.\n")
    assert run("clear") == (0, "Nothing is cached.\n")
    path = settings.cache_folder() / FILE_NAME
    file = CacheFile(path)
    for number in range(3):
        file.put("s", str(number), CachedAnswer(1.7e9 + number * 86400, f"[{number}]".encode()))
    file.close()
    _code, text = run("info", "-o", "table")
    assert f"File: {path}" in text
    assert "Answers: 3, 0.0 MB" in text
    assert "Loaded: 2023-11-14 22:13 to 2023-11-16 22:13" in text
    assert run("clear") == (0, "3 answers deleted.\n")
    assert "Answers: 0" in run("info", "-o", "table")[1]


async def test_an_answer_that_cannot_be_read_is_not_free(path: Path) -> None:
    request = build_request(o.PROFILE, FIRST.tax_id)
    store = CacheFile(path)
    store.put(Cache.source, request.key, CachedAnswer(time.time(), b"{}"))
    store.close()
    answers = Cache(path)
    await answers.load()
    assert answers.has(request) and await answers.find(request) is None
    assert not answers.has(request)
    await answers.aclose()


def test_the_file_is_trimmed_by_itself_after_many_answers(path: Path) -> None:
    with contextlib.closing(CacheFile(path, most_answers=10)) as store:
        for number, kept in ((63, 63), (1, 10), (63, 73), (1, 10)):
            for _time in range(number):
                store.put("s", f"q{time.perf_counter_ns()}", CachedAnswer(time.time(), b"x"))
            assert store.info().answers == kept


def test_the_largest_size_counts_every_answer_with_its_key(path: Path) -> None:
    """The newest that fit stay: an answer takes its bytes, its key and a hundred more."""
    with contextlib.closing(CacheFile(path, most_bytes=3 * (2 + 50 + 100))) as store:
        for number in range(5):
            store.put("s", f"q{number}", CachedAnswer(float(number), b"x" * 50))
        store.trim()
        assert sorted(store.dates("s")) == ["q2", "q3", "q4"]
        store.put("s", "q5", CachedAnswer(5.0, b"x" * 51))
        store.trim()
        assert sorted(store.dates("s")) == ["q4", "q5"]
        before = store.info().bytes
        store.put("s", "large", CachedAnswer(6.0, b"x" * 200_000))
        assert store.info().bytes > before + 200_000
        store.clear()
        about = store.info()
        assert (about.answers, about.oldest, about.newest) == (0, None, None)
        assert 0 < about.bytes <= before


def test_an_allowance_is_kept_for_its_source_with_its_times(path: Path) -> None:
    told = dt.datetime(2026, 5, 4, 12, 30, 1, 250_000, tzinfo=dt.UTC)
    reports = {
        "a": AllowanceReport(0, told, told + dt.timedelta(days=3)),
        "b": AllowanceReport(7, told, None),
    }
    with contextlib.closing(CacheFile(path)) as store:
        assert store.allowance("a") == AllowanceReport()
        for source, report in reports.items():
            store.put_allowance(source, AllowanceReport(99, told, told))
            store.put_allowance(source, report)
        store.put_allowance("c", AllowanceReport(7, None, None))  # a count without its time
        assert "NOT NULL" in store.notices[0]
    with contextlib.closing(CacheFile(path)) as store:
        assert {source: store.allowance(source) for source in reports} == reports
        with contextlib.closing(sqlite3.connect(path)) as other:
            other.execute("UPDATE allowance SET resets_at = 1e300 WHERE source = 'a'")
            other.commit()
        assert store.allowance("a") == AllowanceReport()


async def test_what_left_the_memory_is_still_in_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_app.client.cache._RECENT", 1)
    requests = [build_request(o.PROFILE, tax_id) for tax_id in ("11", "12")]
    now = dt.datetime.now(dt.UTC)
    before = open_descriptors()
    for place in (path, None):
        kept = Cache(place)
        for request in requests:
            data = CompanyProfile(tax_id=request.tax_id, company_name="ANA")
            kept.put(request, Answer(data=data, fetched_at=now))
        assert [kept.has(each) for each in requests] == [place is not None, True]
        assert kept.recent(requests[0]) is None
        found = await kept.find(requests[0])
        assert (found is not None) is (place is not None)
        assert found is None or (found.data.tax_id, found.from_cache) == ("11", True)
        await kept.aclose()
        await kept.aclose()
    assert open_descriptors() == before
    # Read only: what is there is used, and nothing else is kept.
    reading = Cache(path, read_only=True)
    assert not reading.has(requests[0])
    await reading.load()
    assert reading.has(requests[0]) and reading.pop_notices() == ()
    other = build_request(o.PROFILE, "13")
    reading.put(other, Answer(data=CompanyProfile(tax_id="13"), fetched_at=now))
    reading.put_allowance(AllowanceReport(5, now))
    assert reading.has(other) and await reading.load() == AllowanceReport()
    await reading.aclose()
    assert len(list(path.parent.iterdir())) == 1 and _answers_in(path) == 2
    unused = Cache(path.with_name("none.db"))
    await unused.aclose()
    private = Cache(path.with_name("none.db"), read_only=True)
    assert await private.load() == AllowanceReport() and private.pop_notices() == ()
    await private.aclose()
    assert len(list(path.parent.iterdir())) == 1
