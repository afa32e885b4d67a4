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
from hypothesis import given
from hypothesis import strategies as st

from tui_app.service.accounts import Accounts, CredentialRefused
from tui_app.service.accounts_file import AccountsError
from tui_app.service.allowance import Burst, QuotaExceeded, RateLimited, seconds_to_next_month
from tui_app.service.keys import new_key

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
def accounts(path: Path, clock: Clock) -> Iterator[Accounts]:
    opened = Accounts.open(path, burst=Burst(5, 60), clock=clock)
    with contextlib.closing(opened):
        yield opened


def test_a_key_opens_its_account_and_no_other_text_does(accounts: Accounts) -> None:
    key, other = accounts.create("one"), accounts.create("two", quota=7)
    assert accounts.by_key(key).label == "one"
    assert accounts.by_key(other).quota == 7
    for text in (new_key(), key[:-1], key.lower(), "", "x" * 10_000):
        with pytest.raises(CredentialRefused):
            accounts.by_key(text)


def test_the_file_is_private_and_holds_no_key(accounts: Accounts, path: Path) -> None:
    key = accounts.create("one")
    accounts.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not any(key[6:40].encode() in f.read_bytes() for f in path.parent.iterdir())


def test_a_revoked_key_is_refused_at_once(accounts: Accounts) -> None:
    key = accounts.create("one")
    account = accounts.by_key(key)
    assert accounts.revoke(account.id)
    assert not accounts.revoke(account.id)
    with pytest.raises(CredentialRefused):
        accounts.by_key(key)
    with pytest.raises(CredentialRefused):
        accounts.count(account, 1)
    assert not accounts.has_key_in_use()


def test_only_successes_are_charged(accounts: Accounts) -> None:
    account = accounts.by_key(accounts.create("one", quota=2))
    assert accounts.count(account, 0).remaining == 2
    assert accounts.count(account, 1).remaining == 1
    assert accounts.count(account, 1).remaining == 0
    with pytest.raises(QuotaExceeded) as refused:
        accounts.count(account, 1)
    assert refused.value.standing.remaining == 0
    assert refused.value.standing.month_resets_in == seconds_to_next_month(MAY_15)


@given(
    quota=st.integers(0, 8),
    limit=st.one_of(st.none(), st.integers(1, 8)),
    earlier=st.lists(st.sampled_from([0, 1]), max_size=4),
    units=st.lists(st.sampled_from([0, 1]), min_size=1, max_size=6),
)
def test_counting_together_is_counting_one_by_one(
    quota: int, limit: int | None, earlier: list[int], units: list[int]
) -> None:
    burst = None if limit is None else Burst(limit, 60)
    together, alone = (Accounts.open(None, burst=burst, clock=lambda: MAY_15) for _ in range(2))
    with contextlib.closing(together), contextlib.closing(alone):
        one, other = (each.by_key(each.create("one", quota)) for each in (together, alone))
        for charged in earlier:
            for accounts, account in ((together, one), (alone, other)):
                with contextlib.suppress(QuotaExceeded, RateLimited):
                    accounts.count(account, charged)
        before = together.with_keys()[0]
        standings = together.count_all(one, units)
        try:
            expected = [alone.count(other, charged) for charged in units]
        except (QuotaExceeded, RateLimited):
            assert standings is None
            assert together.with_keys()[0] == before
        else:
            assert standings == expected


def test_a_revoked_key_counts_nothing_together(accounts: Accounts) -> None:
    account = accounts.by_key(accounts.create("one"))
    accounts.revoke(account.id)
    assert accounts.count_all(account, [1, 1]) is None


def test_a_quota_of_nothing_lets_nothing_through(accounts: Accounts) -> None:
    with pytest.raises(QuotaExceeded):
        accounts.count(accounts.by_key(accounts.create("one", quota=0)), 1)


def test_the_allowance_is_renewed_when_the_month_is_said_to_end(
    accounts: Accounts, clock: Clock
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
    accounts: Accounts, clock: Clock
) -> None:
    key = accounts.create("one")
    left = []
    for _ in range(5):
        left.append(accounts.count(accounts.by_key(key), 1).burst_remaining)
        clock.now += 1
    assert left == [4, 3, 2, 1, 0]
    with pytest.raises(RateLimited) as refused:
        accounts.check_burst(accounts.by_key(key))
    wait = refused.value.standing.burst_resets_in
    assert wait == 55
    clock.now += wait - 1
    with pytest.raises(RateLimited):
        accounts.count(accounts.by_key(key), 1)
    clock.now += 1
    accounts.check_burst(accounts.by_key(key))
    assert accounts.count(accounts.by_key(key), 1).burst_remaining == 4


def test_a_request_that_read_before_the_window_was_full_is_refused_too(accounts: Accounts) -> None:
    account = accounts.by_key(accounts.create("one"))
    for _ in range(5):
        accounts.count(account, 0)
    accounts.check_burst(account)
    with pytest.raises(RateLimited):
        accounts.count(account, 1)
    assert accounts.with_keys()[0].used == 0


def test_programs_share_the_burst_limit(accounts: Accounts, path: Path, clock: Clock) -> None:
    key = accounts.create("one")
    with contextlib.closing(Accounts.open(path, burst=Burst(5, 60), clock=clock)) as other:
        left = [each.count(each.by_key(key), 1).burst_remaining for each in (accounts, other) * 2]
        assert left == [4, 3, 2, 1]
        other.count(other.by_key(key), 0)
        with pytest.raises(RateLimited):
            accounts.count(accounts.by_key(key), 1)


def test_a_clock_set_back_does_not_lock_anybody_out(accounts: Accounts, clock: Clock) -> None:
    key = accounts.create("one")
    for _ in range(5):
        accounts.count(accounts.by_key(key), 1)
    clock.now -= 86_400
    accounts.check_burst(accounts.by_key(key))
    assert accounts.count(accounts.by_key(key), 1).burst_remaining == 4


def test_the_explorers_own_account_has_no_key_and_no_burst_limit(accounts: Accounts) -> None:
    left = [accounts.count(accounts.local(), 1).remaining for _ in range(20)]
    assert left == list(range(9_999, 9_979, -1))
    assert accounts.with_keys() == ()


def test_counts_and_last_use_outlive_the_process(path: Path, clock: Clock) -> None:
    with contextlib.closing(Accounts.open(path, clock=clock)) as first:
        key = first.create("one")
        first.count(first.by_key(key), 1)
        first.count(first.local(), 1)
    with contextlib.closing(Accounts.open(path, clock=clock)) as second:
        account = second.by_key(key)
        assert (account.used, account.last_used) == (1, MAY_15)
        assert second.count(second.local(), 1).remaining == 9_998


def test_a_file_that_is_no_database_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "accounts.db"
    path.write_text("something else entirely" * 100)
    with pytest.raises(AccountsError, match=r"accounts\.db"):
        Accounts.open(path)
    assert path.read_text().startswith("something else")


def test_a_database_of_a_later_program_is_left_alone(path: Path) -> None:
    Accounts.open(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(AccountsError, match="version 99"):
        Accounts.open(path)


def test_accounts_in_memory_need_no_file() -> None:
    with contextlib.closing(Accounts.open(None)) as accounts:
        assert accounts.count(accounts.local(), 1).remaining == 9_999


def spend(path: Path, key: str, requests: int) -> list[int | None]:
    """What each of many simultaneous requests in one process is told; ``None`` for refused."""
    shared = Accounts.open(path, burst=None)

    def ask(_: int) -> int | None:
        try:
            return shared.count(shared.by_key(key), 1).remaining
        except QuotaExceeded:
            return None

    with contextlib.closing(shared), ThreadPoolExecutor(8) as threads:
        return list(threads.map(ask, range(requests)))


def test_several_processes_share_the_allowance_exactly(path: Path) -> None:
    with contextlib.closing(Accounts.open(path)) as accounts:
        key = accounts.create("team", quota=120)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=spawn) as processes:
        jobs = [processes.submit(spend, path, key, 68) for _ in range(3)]
        told = [answer for job in jobs for answer in job.result()]
    assert len(told) == 204
    assert sorted(a for a in told if a is not None) == list(range(120))


def open_and_count(path: Path) -> int:
    with contextlib.closing(Accounts.open(path)) as accounts:
        return accounts.count(accounts.local(), 1).remaining


def test_several_programs_can_make_the_database_at_once(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=spawn) as processes:
        told = list(processes.map(open_and_count, [path] * 12))
    assert sorted(told) == list(range(9_988, 10_000))


def test_counts_made_together_stand_or_fall_together(accounts: Accounts) -> None:
    account = accounts.by_key(accounts.create("one"))
    with accounts.together():
        assert [accounts.count(account, 1).remaining for _ in range(2)] == [9_999, 9_998]
    with pytest.raises(ZeroDivisionError), accounts.together():
        accounts.count(account, 1)
        raise ZeroDivisionError
    assert accounts.with_keys()[0].used == 2


def test_a_key_revoked_by_another_program_is_refused_when_it_is_counted(
    accounts: Accounts, path: Path, clock: Clock
) -> None:
    key = accounts.create("one")
    account = accounts.by_key(key)
    accounts.count(account, 1)
    with contextlib.closing(Accounts.open(path, clock=clock)) as other:
        other.revoke(account.id)
    with pytest.raises(CredentialRefused):
        accounts.count(accounts.by_key(key), 1)
    with pytest.raises(CredentialRefused):
        accounts.by_key(key)
