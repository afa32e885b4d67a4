"""Backups of accounts that are in use, and what a restored file means to a running service."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.sample.landmarks import SHOWPIECE
from tests.service.running import new_key, running
from tui_app.cli.main import main
from tui_app.service import sqlite_accounts
from tui_app.service.accounts import AccountsUnavailable
from tui_app.service.sqlite_accounts import SqliteAccounts

VERSION_1 = """
CREATE TABLE account (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, digest BLOB, label TEXT NOT NULL,
  quota INTEGER NOT NULL, created_at REAL NOT NULL, revoked_at REAL, last_used REAL,
  month TEXT NOT NULL, used INTEGER NOT NULL DEFAULT 0, window_start REAL NOT NULL DEFAULT 0,
  window_count INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO account (id, label, quota, created_at, month) VALUES ('old', 'old', 7, 0, '2020-01');
PRAGMA user_version = 1;
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "accounts.db"


def run(words: str, path: Path) -> Result:
    return CliRunner().invoke(main, ["keys", *words.split(), "--accounts", str(path)])


def test_a_backup_of_accounts_in_use_has_every_count_and_is_one_file(path: Path) -> None:
    target = path.with_name("backup.db")
    with closing(SqliteAccounts(path, burst=None)) as accounts:
        key = accounts.create("team", 100)
        stop = threading.Event()

        def count() -> None:
            while not stop.is_set():
                accounts.count(accounts.by_key(key), 0)

        counting = threading.Thread(target=count)
        counting.start()
        try:
            accounts.count(accounts.by_key(key), 1)
            for _ in range(3):
                assert run(f"backup {target} --force", path).exit_code == 0
        finally:
            stop.set()
            counting.join()
    assert not [each for each in path.parent.iterdir() if each.name.startswith(("backup.db-", "."))]
    with closing(SqliteAccounts(target)) as copy:
        assert copy.by_key(key).used == 1


def test_a_running_service_continues_with_what_is_restored(tmp_path: Path) -> None:
    path, backup = tmp_path / "accounts.db", tmp_path / "backup.db"
    old = new_key(tmp_path, 100)
    with running(tmp_path) as service, service.client() as client:

        def remaining(key: str) -> int:
            headers = {"authorization": f"Bearer {key}"}
            answer = client.get(f"/v1/companies/{SHOWPIECE}", headers=headers).json()
            return int(answer["remainingRequests"]) if answer["success"] else -1

        assert remaining(old) == 99
        assert run(f"backup {backup}", path).exit_code == 0
        new = new_key(tmp_path)
        assert (remaining(old), remaining(new)) == (98, 9_999)
        restored = run(f"restore {backup}", path)
        assert restored.exit_code == 0 and "1 key restored" in restored.stderr
        assert (remaining(old), remaining(new)) == (98, -1)
    with closing(SqliteAccounts(path)) as accounts:
        assert accounts.by_key(old).used == 2


def test_a_file_that_was_put_in_place_by_hand_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_accounts, "_LOOK_SECONDS", 0)
    with closing(SqliteAccounts(path)) as accounts:
        account = accounts.by_key(accounts.create("team"))
        assert run(f"backup {path.with_name('backup.db')}", path).exit_code == 0
        path.with_name("backup.db").replace(path)
        with pytest.raises(AccountsUnavailable, match="keys restore"):
            accounts.count(account, 1)
        path.unlink()
        with pytest.raises(AccountsUnavailable, match="gone"):
            accounts.count(account, 1)


@pytest.mark.parametrize("fate", ["cut", "other", "newer", "nothing"])
def test_what_is_no_backup_changes_nothing(path: Path, tmp_path: Path, fate: str) -> None:
    source = tmp_path / "source.db"
    with closing(SqliteAccounts(path)) as accounts:
        key = accounts.create("team")
        assert run(f"backup {source}", path).exit_code == 0
    if fate == "cut":
        source.write_bytes(source.read_bytes()[:-5_000])
    elif fate == "other":
        source.write_text("no database at all, but long enough to be looked at as one" * 9)
    elif fate == "newer":
        with closing(sqlite3.connect(source)) as connection:
            connection.execute("PRAGMA user_version = 99")
    else:
        source.unlink()
    restored = run(f"restore {source}", path)
    assert restored.exit_code != 0 and "Traceback" not in restored.output
    with closing(SqliteAccounts(path)) as accounts:
        assert accounts.by_key(key).label == "team"


def test_a_file_of_an_older_program_is_brought_to_this_version(path: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript(VERSION_1)
    shutil.copy(old, path)
    for _ in range(2):
        with closing(SqliteAccounts(path, trusts_clock=True)) as accounts:
            found = accounts.find("old")
            assert found is not None and (found.quota, found.expires_at) == (7, None)
    with closing(SqliteAccounts(path)) as running_on:
        assert run(f"restore {old}", path).exit_code == 0
        assert [each.quota for each in running_on._accounts("id = 'old'")] == [7]


def test_accounts_in_a_database_are_left_to_its_own_tools() -> None:
    used = CliRunner().invoke(main, ["keys", "backup", "x.db", "--accounts", "postgresql://db/x"])
    assert used.exit_code == 2 and "pg_dump" in used.output
