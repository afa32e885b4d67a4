"""``firmeterm keys``: results on stdout, messages on stderr."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result

from tests.service.running import environment, firmeterm
from tui_app.cli.keys import keys
from tui_app.cli.main import main
from tui_app.cli.serve import serve
from tui_app.registry.errors import RegistryError
from tui_app.registry.registry_location import require_room
from tui_app.service.accounts import CredentialRefused
from tui_app.service.keys import has_valid_check_digits
from tui_app.service.sqlite_accounts import SqliteAccounts


@pytest.fixture(autouse=True)
def accounts_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "state" / "accounts.db"
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(path))
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(keys, arguments)


def test_a_new_key_stands_alone_on_stdout() -> None:
    made = run("create", "--label", "team")
    assert made.exit_code == 0
    key = made.stdout.rstrip("\n")
    assert has_valid_check_digits(key)
    assert key not in made.stderr
    assert "team" in made.stderr


def test_no_key_is_issued_that_nobody_could_see(accounts_file: Path) -> None:
    made = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "tui_app",
         "keys", "create", "--label", "team"],
        stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 2
    assert made.stderr == "Error: Standard output is closed: no key was issued.\n"
    assert not accounts_file.exists()


def test_the_list_shows_use_and_state_and_no_key(accounts_file: Path) -> None:
    made = [run("create", "--label", label, "--quota", "7").stdout.strip() for label in "AB"]
    with contextlib.closing(SqliteAccounts(accounts_file)) as accounts:
        account = accounts.by_key(made[0])
        accounts.count(account, 1)
    assert run("revoke", account.id).exit_code == 0
    listed = run("list", "-o", "table").stdout
    head, first, second = listed.splitlines()
    assert head.split()[:3] == ["ID", "USED", "QUOTA"]
    assert first.split()[:3] == [account.id, "1", "7"]
    assert "revoked" in first and "never" not in first
    assert "in use" in second and "never" in second
    assert not any(key[6:] in listed for key in made)


def test_no_key_yet_says_how_to_make_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FIRMETERM_ACCOUNTS")
    listed = run("list", "-o", "table")
    assert listed.stdout == ""
    assert "keys create" in listed.stderr


def test_revoking_twice_or_what_is_not_there_fails() -> None:
    run("create", "--label", "A")
    assert run("revoke", "0000000000").exit_code == 1


@pytest.mark.parametrize("quota", ["-1", "x", "1.5"])
def test_a_quota_is_a_whole_number(quota: str) -> None:
    assert run("create", "--label", "A", "--quota", quota).exit_code == 2


def test_a_label_cannot_paint_the_terminal() -> None:
    run("create", "--label", "evil\x1b[31m")
    assert "\x1b" not in run("list").stdout


@pytest.mark.parametrize("burst", ["600", "0/5", "5/0", "x/y", ""])
def test_a_burst_limit_is_two_numbers_or_off(burst: str) -> None:
    result = CliRunner().invoke(serve, ["--burst", burst])
    assert result.exit_code == 2
    assert "600/300" in result.stderr


SAMPLE = {"FIRMETERM_SOURCE": "sample"}


def test_a_replica_of_a_file_is_refused() -> None:
    result = CliRunner().invoke(
        serve, ["--port", "0", "--replica", "postgresql://replica.example"], env=SAMPLE
    )
    assert result.exit_code == 2 and "this one is a file" in result.stderr


def test_an_address_that_this_machine_lacks_is_not_blamed_on_the_port() -> None:
    run("create", "--label", "team")
    for host in ("192.0.2.1", "nowhere.invalid"):
        result = CliRunner().invoke(serve, ["--host", host, "--port", "0"], env=SAMPLE)
        assert host in result.stderr and "--host" in result.stderr


def test_the_help_says_where_accounts_are_kept() -> None:
    assert "FIRMETERM_ACCOUNTS" in run("--help").stdout
    assert "FIRMETERM_ACCOUNTS" in CliRunner().invoke(serve, ["--help"]).stdout


def firmeterm_under(limits: str, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell that has set something first."""
    return subprocess.run(
        ["sh", "-c", f'{limits} exec "$@"', "sh", sys.executable, "-m", "tui_app", *arguments],
        env=environment(home), capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip


def test_a_full_disk_under_the_accounts_is_explained(tmp_path: Path) -> None:
    made = firmeterm_under("ulimit -f 0;", tmp_path, "keys", "create", "--label", "team")
    assert made.returncode == 2
    assert made.stdout == ""
    assert made.stderr.startswith("Error: The accounts database") and "accounts.db" in made.stderr
    assert "Traceback" not in made.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_key_that_could_not_be_written_is_revoked(tmp_path: Path) -> None:
    made = firmeterm_under("exec >/dev/full;", tmp_path, "keys", "create", "--label", "team")
    assert made.returncode == 2
    assert "No space left" in made.stderr and "revoked" in made.stderr
    assert "Traceback" not in made.stderr
    assert "revoked" in firmeterm(tmp_path, "keys", "list").stdout


def test_a_key_is_changed_and_rotated_by_its_id(accounts_file: Path) -> None:
    old = run("create", "--label", "team", "--quota", "5", "--expires", "2999-12-31")
    with contextlib.closing(SqliteAccounts(accounts_file)) as accounts:
        [account] = accounts.with_keys()
        assert run("set", account.id, "--quota", "9", "--expires", "never").exit_code == 0
        changed = accounts.by_key(old.stdout.strip())
        assert (changed.quota, changed.expires_at) == (9, None)
        new = run("rotate", account.id, "--overlap", "0").stdout.strip()
        assert accounts.by_key(new).id == account.id
        with pytest.raises(CredentialRefused):
            accounts.count(accounts.by_key(old.stdout.strip()), 0)
    assert run("set", account.id).exit_code == 2
    for words in (("set", "0000000000", "--quota", "1"), ("rotate", "0000000000")):
        assert run(*words).exit_code == 1
    assert run("set", account.id, "--expires", "31.12.2999").exit_code == 0
    assert run("set", account.id, "--expires", "soon").exit_code == 2


def test_more_connections_than_a_database_allows_are_refused_at_the_start(
    url: str, registry_path: Path
) -> None:
    options = ["--port", "0", "--workers", "64", "--pool", "7"]
    places = ["--registry", str(registry_path), "--accounts", url]
    result = CliRunner().invoke(main, ["serve", *options, *places])
    assert result.exit_code != 0
    assert "192 connections" in result.stderr and "--pool" in result.stderr
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {connection.info.dbname} CONNECTION LIMIT 2")
    with pytest.raises(RegistryError, match=r"up to 3 connections, but .* allows 2"):
        require_room({url: 3})
