"""Accounts in each store: charging, limits, keys, and several processes at once."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.service.conftest import forget_accounts
from tests.service.spending import spend
from tui_app.service.account_store import KeyStore
from tui_app.service.accounts import (
    AccountsError,
    AccountsUnavailable,
    CredentialRefused,
)
from tui_app.service.allowance import Burst, QuotaExceeded, RateLimited, seconds_to_next_month
from tui_app.service.keys import new_key
from tui_app.service.postgres_accounts import PostgresAccounts
from tui_app.service.sqlite_accounts import SqliteAccounts

MAY_15 = 1_778_803_200.0  # 2026-05-15T00:00:00Z
DAY = 86_400.0


class Clock:
    def __init__(self) -> None:
        self.now = MAY_15

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


Open = Callable[[Burst | None], KeyStore]


@pytest.fixture
def open_store(
    engine: str, clock: Clock, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Open]:
    """Opens the accounts once more, as another program would."""
    with contextlib.ExitStack() as stack:
        if engine == "postgres":
            url: str = request.getfixturevalue("published")
            PostgresAccounts(url).close()
            forget_accounts(url)

        def opened(burst: Burst | None) -> KeyStore:
            store: PostgresAccounts | SqliteAccounts
            if engine == "postgres":
                store = PostgresAccounts(url, burst=burst, clock=clock)
            else:
                path = tmp_path / "state" / "accounts.db"
                store = SqliteAccounts(path, burst=burst, clock=clock)
            return stack.enter_context(contextlib.closing(store))

        yield opened


@pytest.fixture
def accounts(open_store: Open) -> KeyStore:
    return open_store(Burst(5, 60))


def test_a_key_opens_its_account_and_no_other_text_does(accounts: KeyStore) -> None:
    key, other = accounts.create("one"), accounts.create("two", quota=7)
    assert accounts.by_key(key).label == "one"
    assert accounts.by_key(other).quota == 7
    for text in (new_key(), key[:-1], key.lower(), "", "x" * 10_000):
        with pytest.raises(CredentialRefused):
            accounts.by_key(text)


def test_a_revoked_key_is_refused_at_once(accounts: KeyStore) -> None:
    key = accounts.create("one")
    account = accounts.by_key(key)
    assert accounts.revoke(account.id)
    assert not accounts.revoke(account.id)
    with pytest.raises(CredentialRefused):
        accounts.by_key(key)
    with pytest.raises(CredentialRefused):
        accounts.count(account, 1)
    assert all(each.revoked_at for each in accounts.with_keys())


def test_only_successes_are_charged(accounts: KeyStore) -> None:
    account = accounts.by_key(accounts.create("one", quota=2))
    assert accounts.count(account, 0).remaining == 2
    assert accounts.count(account, 1).remaining == 1
    assert accounts.count(account, 1).remaining == 0
    with pytest.raises(QuotaExceeded) as refused:
        accounts.count(account, 1)
    assert refused.value.status.remaining == 0
    assert refused.value.status.month_resets_in == seconds_to_next_month(MAY_15)


def test_a_quota_of_nothing_lets_nothing_through(accounts: KeyStore) -> None:
    with pytest.raises(QuotaExceeded):
        accounts.count(accounts.by_key(accounts.create("one", quota=0)), 1)


def test_the_allowance_is_renewed_when_the_month_is_said_to_end(
    accounts: KeyStore, clock: Clock
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
    accounts: KeyStore, clock: Clock
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
    accounts: KeyStore,
) -> None:
    account = accounts.by_key(accounts.create("one"))
    for _ in range(5):
        accounts.count(account, 0)
    accounts.check_burst(account)
    with pytest.raises(RateLimited):
        accounts.count(account, 1)
    assert accounts.with_keys()[0].used == 0


def test_programs_share_the_burst_limit(accounts: KeyStore, open_store: Open) -> None:
    key = accounts.create("one")
    other = open_store(Burst(5, 60))
    left = [each.count(each.by_key(key), 1).burst_remaining for each in (accounts, other) * 2]
    assert left == [4, 3, 2, 1]
    other.count(other.by_key(key), 0)
    with pytest.raises(RateLimited):
        accounts.count(accounts.by_key(key), 1)


def test_a_clock_set_back_does_not_lock_anybody_out(accounts: KeyStore, clock: Clock) -> None:
    key = accounts.create("one")
    for _ in range(5):
        accounts.count(accounts.by_key(key), 1)
    clock.now -= 86_400
    accounts.check_burst(accounts.by_key(key))
    assert accounts.count(accounts.by_key(key), 1).burst_remaining == 4


def test_counts_and_last_use_outlive_the_process(open_store: Open) -> None:
    first = open_store(None)
    key = first.create("one")
    first.count(first.by_key(key), 1)
    first.close()
    account = open_store(None).by_key(key)
    assert (account.used, account.last_used) == (1, MAY_15)


def test_accounts_move_to_another_store_with_their_counts(
    accounts: KeyStore, tmp_path: Path, clock: Clock
) -> None:
    keys = [accounts.create("one", quota=7), accounts.create("two")]
    accounts.count(accounts.by_key(keys[0]), 1)
    accounts.revoke(accounts.by_key(keys[1]).id)
    with contextlib.closing(SqliteAccounts(tmp_path / "to.db", clock=clock)) as target:
        for expected in (True, False):
            assert [target.adopt(account) for account in accounts.with_keys()] == [expected] * 2
        assert target.count(target.by_key(keys[0]), 1).remaining == 5
        with pytest.raises(CredentialRefused):
            target.by_key(keys[1])


def test_what_stopped_working_in_one_store_stops_in_the_one_it_moved_to(
    accounts: KeyStore, tmp_path: Path, clock: Clock
) -> None:
    def moved() -> list[bool]:
        for account in accounts.with_keys():
            target.adopt(account)
        return [target.copy_expiry(account) for account in accounts.with_keys()]

    keys = [accounts.create(str(number)) for number in range(4)]
    revoked, rotated, ended, kept = (accounts.by_key(key) for key in keys)
    with contextlib.closing(SqliteAccounts(tmp_path / "to.db", clock=clock)) as target:
        assert moved() == [False] * 4
        accounts.revoke(revoked.id)
        renewed = accounts.rotate(rotated.id, 0)
        accounts.change(ended.id, None, clock.now - 1, sets_end=True)
        assert moved() == [True, True, True, False]
        assert moved() == [False] * 4
        for key in keys[:3]:
            with pytest.raises(CredentialRefused):
                target.by_key(key)
        assert renewed is not None and target.by_key(renewed).id == rotated.id
        # Later changes in the new place are not undone.
        newest = target.rotate(kept.id, 0)
        target.change(ended.id, None, clock.now - 2, sets_end=True)
        accounts.change(ended.id, None, None, sets_end=True)
        assert moved() == [False] * 4
        assert newest is not None and target.by_key(newest).id == kept.id
        with pytest.raises(CredentialRefused):
            target.by_key(keys[2])


def test_several_processes_share_the_allowance_exactly(
    accounts: KeyStore, engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    location = str(tmp_path / "state" / "accounts.db")
    if engine == "postgres":
        location = request.getfixturevalue("published")
    key = accounts.create("team", quota=60)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as processes:
        jobs = [processes.submit(spend, location, key, 50) for _ in range(2)]
        counts = [answer for job in jobs for answer in job.result()]
    assert len(counts) == 100
    assert sorted(a for a in counts if a is not None) == list(range(60))


def test_a_key_revoked_by_another_program_is_refused_when_it_is_counted(
    accounts: KeyStore, open_store: Open
) -> None:
    key = accounts.create("one")
    account = accounts.by_key(key)
    accounts.count(account, 1)
    other = open_store(None)
    other.revoke(account.id)
    with pytest.raises(CredentialRefused):
        accounts.count(accounts.by_key(key), 1)
    with pytest.raises(CredentialRefused):
        accounts.by_key(key)


def test_a_mistyped_key_is_refused_without_a_look_at_the_database(
    accounts: KeyStore,
) -> None:
    key = accounts.create("one")
    accounts.close()
    wrong = "1" if key[-1] == "0" else "0"
    with pytest.raises(CredentialRefused):
        accounts.by_key(key[:-1] + wrong)
    with pytest.raises(AccountsUnavailable):
        accounts.by_key(key)


def test_who_asks_too_fast_and_lost_the_key_is_told_so(
    accounts: KeyStore, open_store: Open
) -> None:
    key = accounts.create("one")
    for _ in range(5):
        account = accounts.by_key(key)
        accounts.count(account, 1)
    open_store(None).revoke(account.id)
    with pytest.raises(CredentialRefused):
        accounts.by_key(key)


def used(accounts: KeyStore) -> list[int]:
    return [account.used for account in accounts.with_keys()]


def test_a_clock_set_back_over_the_end_of_a_month_renews_nothing(
    accounts: KeyStore, open_store: Open, clock: Clock
) -> None:
    key = accounts.create("one", quota=2)
    accounts.count(accounts.by_key(key), 1)
    clock.now -= 20 * DAY  # in April
    assert accounts.count(accounts.by_key(key), 1).remaining == 0
    for store in (accounts, open_store(None)):
        with pytest.raises(QuotaExceeded):
            store.count(store.by_key(key), 1)
    clock.now += 20 * DAY
    with pytest.raises(QuotaExceeded):
        accounts.count(accounts.by_key(key), 1)
    assert used(accounts) == [2]


@pytest.mark.parametrize("days", [62, 400, 26_000])
def test_a_clock_that_jumps_far_ahead_counts_nothing(
    accounts: KeyStore, clock: Clock, days: int
) -> None:
    key = accounts.create("one", quota=2)
    accounts.count(accounts.by_key(key), 1)
    clock.now += days * DAY
    for act in (lambda: accounts.count(accounts.by_key(key), 1), accounts.check):
        with pytest.raises(AccountsUnavailable, match="clock"):
            act()
    clock.now -= days * DAY
    accounts.check()
    assert accounts.count(accounts.by_key(key), 1).remaining == 0


def test_a_service_that_runs_on_follows_the_calendar(accounts: KeyStore, clock: Clock) -> None:
    key = accounts.create("one", quota=1)
    for _ in range(14):
        assert accounts.count(accounts.by_key(key), 1).remaining == 0
        clock.now += 31 * DAY
        accounts.check()


def test_a_clock_that_is_years_ahead_must_be_confirmed(
    engine: str, open_store: Open, clock: Clock, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    open_store(None).create("one")
    clock.now += 370 * DAY
    assert used(open_store(None)) == [0]
    clock.now += 1000 * DAY
    with pytest.raises(AccountsError, match="keys prepare"):
        open_store(None)
    trusting: KeyStore
    if engine == "postgres":
        url: str = request.getfixturevalue("published")
        trusting = PostgresAccounts(url, clock=clock, trusts_clock=True)
    else:
        path = tmp_path / "state" / "accounts.db"
        trusting = SqliteAccounts(path, clock=clock, trusts_clock=True)
    trusting.close()
    assert used(open_store(None)) == [0]


def test_two_keys_of_one_account_spend_one_allowance(
    accounts: KeyStore, open_store: Open, clock: Clock
) -> None:
    old = accounts.create("one", quota=3)
    account = accounts.by_key(old)
    accounts.count(account, 1)
    new = accounts.rotate(account.id, overlap=DAY)
    assert new is not None and new != old
    for store in (accounts, open_store(None)):
        assert [store.by_key(key).id for key in (old, new)] == [account.id] * 2
    assert [accounts.count(accounts.by_key(key), 1).remaining for key in (new, old)] == [1, 0]
    held = accounts.by_key(old)
    clock.now += DAY
    for act in (lambda: accounts.count(held, 0), lambda: open_store(None).by_key(old)):
        with pytest.raises(CredentialRefused):
            act()
    assert used(accounts) == [3] and accounts.by_key(new).id == account.id
    assert accounts.rotate("0000000000", DAY) is None


def test_a_new_key_that_nobody_saw_is_taken_back(accounts: KeyStore) -> None:
    old = accounts.create("one")
    new = accounts.rotate(accounts.by_key(old).id, overlap=0)
    assert new is not None
    accounts.undo_rotation(new)
    assert accounts.by_key(old).is_in_use
    with pytest.raises(CredentialRefused):
        accounts.by_key(new)


def test_an_allowance_can_be_changed_and_a_key_ends_on_its_day(
    accounts: KeyStore, clock: Clock
) -> None:
    key = accounts.create("one", quota=1)
    account = accounts.by_key(key)
    accounts.count(account, 1)
    assert accounts.change(account.id, 5, MAY_15 + DAY, sets_end=True)
    assert accounts.count(accounts.by_key(key), 1).remaining == 3
    assert accounts.change(account.id, 2, None, sets_end=False)
    with pytest.raises(QuotaExceeded):
        accounts.count(accounts.by_key(key), 1)
    held = accounts.by_key(key)
    clock.now += DAY
    with pytest.raises(CredentialRefused):
        accounts.count(held, 0)
    assert accounts.change(account.id, None, None, sets_end=True)
    assert accounts.by_key(key).quota == 2
    accounts.revoke(account.id)
    assert not accounts.change(account.id, 9, None, sets_end=True)
