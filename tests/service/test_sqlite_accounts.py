"""Accounts in a SQLite file: private, explained when it cannot be used, never waited for long."""

from __future__ import annotations

import contextlib
import multiprocessing
import sqlite3
import stat
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.service.spending import open_and_count
from tui_app.service import sqlite_accounts
from tui_app.service.accounts import AccountsError, AccountsUnavailable
from tui_app.service.sqlite_accounts import SqliteAccounts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "accounts.db"


def test_the_file_is_private_and_holds_no_key(path: Path) -> None:
    accounts = SqliteAccounts(path)
    key = accounts.create("one")
    accounts.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not any(key[6:40].encode() in f.read_bytes() for f in path.parent.iterdir())


def test_a_file_that_is_no_database_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "accounts.db"
    path.write_text("something else entirely" * 100)
    with pytest.raises(AccountsError, match=r"accounts\.db"):
        SqliteAccounts(path)
    assert path.read_text().startswith("something else")
    with pytest.raises(AccountsError, match="cannot be used: Is a directory"):
        SqliteAccounts(tmp_path)


def test_a_database_of_a_later_program_is_left_alone(path: Path) -> None:
    SqliteAccounts(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(AccountsError, match="version 99"):
        SqliteAccounts(path)


def test_accounts_in_memory_need_no_file() -> None:
    with contextlib.closing(SqliteAccounts(None)) as accounts:
        assert accounts.count(accounts.by_key(accounts.create("one")), 1).remaining == 9_999


def test_several_programs_can_make_the_database_at_once(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=spawn) as processes:
        counts = list(processes.map(open_and_count, [path] * 12))
    assert sorted(counts) == list(range(9_988, 10_000))


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


@pytest.mark.parametrize("fate", ["gone", "replaced", "spoiled"])
def test_a_file_that_is_lost_behind_what_is_in_memory_is_no_ready_one(
    path: Path, fate: str
) -> None:
    with contextlib.closing(SqliteAccounts(path)) as accounts:
        accounts.create("one")
        accounts.check()
        with contextlib.closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if fate == "spoiled":
            path.write_bytes(bytes(path.stat().st_size))
        else:
            path.rename(path.with_name("away.db"))
        if fate == "replaced":
            SqliteAccounts(path).close()
        with pytest.raises(AccountsUnavailable, match=r"accounts\.db"):
            accounts.check()
