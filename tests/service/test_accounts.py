"""The accounts database: charging, limits, keys, and several processes at once."""

from __future__ import annotations

import contextlib
import multiprocessing
import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from tui_app.service import sqlite_accounts
from tui_app.service.accounts import (
    AccountsError,
    AccountsUnavailable,
    CredentialRefused,
    has_key_in_use,
)
from tui_app.service.allowance import Burst, QuotaExceeded, RateLimited, seconds_to_next_month
from tui_app.service.in_process import SampleAccounts
from tui_app.service.keys import new_key
from tui_app.service.sqlite_accounts import SqliteAccounts

MAY_15 = 1_778_803_200.0  # 2026-05-15T00:00:00Z


class Clock:
    def __init__(self) -> None:
        self.now = MAY_15

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "accounts.db"


@pytest.fixture
def accounts(path: Path, clock: Clock) -> Iterator[SqliteAccounts]:
    opened = SqliteAccounts(path, burst=Burst(5, 60), clock=clock)
    with contextlib.closing(opened):
        yield opened


def test_a_key_opens_its_account_and_no_other_text_does(accounts: SqliteAccounts) -> None:
    key, other = accounts.create("one"), accounts.create("two", quota=7)
    assert accounts.by_key(key).label == "one"
    assert accounts.by_key(other).quota == 7
    for text in (new_key(), key[:-1], key.lower(), "", "x" * 10_000):
        with pytest.raises(CredentialRefused):
            accounts.by_key(text)


def test_the_file_is_private_and_holds_no_key(accounts: SqliteAccounts, path: Path) -> None:
    key = accounts.create("one")
    accounts.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not any(key[6:40].encode() in f.read_bytes() for f in path.parent.iterdir())


def test_a_revoked_key_is_refused_at_once(accounts: SqliteAccounts) -> None:
    key = accounts.create("one")
    account = accounts.by_key(key)
    assert accounts.revoke(account.id)
    assert not accounts.revoke(account.id)
    with pytest.raises(CredentialRefused):
        accounts.by_key(key)
    with pytest.raises(CredentialRefused):
        accounts.count(account, 1)
    assert not has_key_in_use(accounts)


def test_only_successes_are_charged(accounts: SqliteAccounts) -> None:
    account = accounts.by_key(accounts.create("one", quota=2))
    assert accounts.count(account, 0).remaining == 2
    assert accounts.count(account, 1).remaining == 1
    assert accounts.count(account, 1).remaining == 0
    with pytest.raises(QuotaExceeded) as refused:
        accounts.count(account, 1)
    assert refused.value.status.remaining == 0
    assert refused.value.status.month_resets_in == seconds_to_next_month(MAY_15)


def test_a_quota_of_nothing_lets_nothing_through(accounts: SqliteAccounts) -> None:
    with pytest.raises(QuotaExceeded):
        accounts.count(accounts.by_key(accounts.create("one", quota=0)), 1)


def test_the_allowance_is_renewed_when_the_month_is_said_to_end(
    accounts: SqliteAccounts, clock: Clock
) -> None:
    account = accounts.by_key(accounts.create("one", quota=1))
    accounts.count(account, 1)
    wait = seconds_to_next_month(clock.now)
    clock.now += wait - 1
    with pytest.raises(QuotaExceeded):
        accounts.count(account, 1)
    clock.now += 1
    assert accounts.with_keys()[0].used == 0
    assert accounts.count(account, 1).remaining == 0


def test_the_burst_limit_holds_and_says_truly_when_it_ends(
    accounts: SqliteAccounts, clock: Clock
) -> None:
    key = accounts.create("one")
    left = []
    for _ in range(5):
        left.append(accounts.count(accounts.by_key(key), 1).burst_remaining)
        clock.now += 1
    assert left == [4, 3, 2, 1, 0]
    with pytest.raises(RateLimited) as refused:
        accounts.check_burst(accounts.by_key(key))
    wait = refused.value.status.burst_resets_in
    assert wait == 55
    clock.now += wait - 1
    with pytest.raises(RateLimited):
        accounts.count(accounts.by_key(key), 1)
    clock.now += 1
    accounts.check_burst(accounts.by_key(key))
    assert accounts.count(accounts.by_key(key), 1).burst_remaining == 4


def test_a_request_that_read_before_the_window_was_full_is_refused_too(
    accounts: SqliteAccounts,
) -> None:
    account = accounts.by_key(accounts.create("one"))
    for _ in range(5):
        accounts.count(account, 0)
    accounts.check_burst(account)
    with pytest.raises(RateLimited):
        accounts.count(account, 1)
    assert accounts.with_keys()[0].used == 0


def test_programs_share_the_burst_limit(accounts: SqliteAccounts, path: Path, clock: Clock) -> None:
    key = accounts.create("one")
    with contextlib.closing(SqliteAccounts(path, burst=Burst(5, 60), clock=clock)) as other:
        left = [each.count(each.by_key(key), 1).burst_remaining for each in (accounts, other) * 2]
        assert left == [4, 3, 2, 1]
        other.count(other.by_key(key), 0)
        with pytest.raises(RateLimited):
            accounts.count(accounts.by_key(key), 1)


def test_a_clock_set_back_does_not_lock_anybody_out(accounts: SqliteAccounts, clock: Clock) -> None:
    key = accounts.create("one")
    for _ in range(5):
        accounts.count(accounts.by_key(key), 1)
    clock.now -= 86_400
    accounts.check_burst(accounts.by_key(key))
    assert accounts.count(accounts.by_key(key), 1).burst_remaining == 4


def test_counts_and_last_use_outlive_the_process(path: Path, clock: Clock) -> None:
    with contextlib.closing(SqliteAccounts(path, clock=clock)) as first:
        key = first.create("one")
        first.count(first.by_key(key), 1)
    with contextlib.closing(SqliteAccounts(path, clock=clock)) as second:
        account = second.by_key(key)
        assert (account.used, account.last_used) == (1, MAY_15)


def test_a_file_that_is_no_database_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "accounts.db"
    path.write_text("something else entirely" * 100)
    with pytest.raises(AccountsError, match=r"accounts\.db"):
        SqliteAccounts(path)
    assert path.read_text().startswith("something else")


def test_a_database_of_a_later_program_is_left_alone(path: Path) -> None:
    SqliteAccounts(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(AccountsError, match="version 99"):
        SqliteAccounts(path)


def test_accounts_in_memory_need_no_file() -> None:
    with contextlib.closing(SqliteAccounts(None)) as accounts:
        assert accounts.count(accounts.by_key(accounts.create("one")), 1).remaining == 9_999


def spend(path: Path, key: str, requests: int) -> list[int | None]:
    """What each of many simultaneous requests in one process is told; ``None`` for refused."""
    shared = SqliteAccounts(path, burst=None)

    def ask(_: int) -> int | None:
        try:
            return shared.count(shared.by_key(key), 1).remaining
        except QuotaExceeded:
            return None

    with contextlib.closing(shared), ThreadPoolExecutor(8) as threads:
        return list(threads.map(ask, range(requests)))


def test_several_processes_share_the_allowance_exactly(path: Path) -> None:
    with contextlib.closing(SqliteAccounts(path)) as accounts:
        key = accounts.create("team", quota=120)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=spawn) as processes:
        jobs = [processes.submit(spend, path, key, 68) for _ in range(3)]
        told = [answer for job in jobs for answer in job.result()]
    assert len(told) == 204
    assert sorted(a for a in told if a is not None) == list(range(120))


def open_and_count(path: Path) -> int:
    with contextlib.closing(SampleAccounts(SqliteAccounts(path, burst=None))) as accounts:
        return accounts.count(accounts.by_key(accounts.token), 1).remaining


def test_several_programs_can_make_the_database_at_once(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=spawn) as processes:
        told = list(processes.map(open_and_count, [path] * 12))
    assert sorted(told) == list(range(9_988, 10_000))


def test_a_key_revoked_by_another_program_is_refused_when_it_is_counted(
    accounts: SqliteAccounts, path: Path, clock: Clock
) -> None:
    key = accounts.create("one")
    account = accounts.by_key(key)
    accounts.count(account, 1)
    with contextlib.closing(SqliteAccounts(path, clock=clock)) as other:
        other.revoke(account.id)
    with pytest.raises(CredentialRefused):
        accounts.count(accounts.by_key(key), 1)
    with pytest.raises(CredentialRefused):
        accounts.by_key(key)


def test_a_mistyped_key_is_refused_without_a_look_at_the_database(
    accounts: SqliteAccounts,
) -> None:
    key = accounts.create("one")
    accounts.close()
    wrong = "1" if key[-1] == "0" else "0"
    with pytest.raises(CredentialRefused):
        accounts.by_key(key[:-1] + wrong)
    with pytest.raises(AccountsUnavailable):
        accounts.by_key(key)


def test_a_database_that_another_program_holds_is_given_up_in_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_accounts, "_WAIT_SECONDS", 0.1)
    with contextlib.closing(SqliteAccounts(path)) as accounts:
        account = accounts.by_key(accounts.create("one"))
        with contextlib.closing(sqlite3.connect(path)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            with pytest.raises(AccountsUnavailable, match=r"accounts\.db"):
                accounts.count(account, 1)
            holder.rollback()
        assert accounts.count(account, 1).remaining == 9_999


def test_nobody_waits_behind_a_stuck_request_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_accounts, "_WAIT_SECONDS", 0.1)
    with contextlib.closing(SqliteAccounts(None)) as accounts:
        account = accounts.by_key(accounts.create("one"))
        with accounts._lock, pytest.raises(AccountsUnavailable, match="busy"):
            accounts.count(account, 1)
