"""Several services, one database: a shared allowance, and keys that move there."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.cli.running import run
from tests.postgres import database
from tests.relay import Relay, to_port
from tests.service.companies import FULL, build_registry
from tests.service.running import Running, running
from tui_app.service.accounts import AccountsError, CredentialRefused
from tui_app.service.accounts_location import open_accounts
from tui_app.service.postgres_accounts import PostgresAccounts

PROFILE = f"/v1/companies/{FULL}"


@pytest.fixture
def empty(postgres: str) -> Iterator[str]:
    with database(postgres) as url:
        yield url


def new_key(url: str, quota: int) -> str:
    with closing(PostgresAccounts(url)) as accounts:
        return accounts.create("team", quota)


class Gate:
    """Lets requests through, except while something must happen between two of them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._is_shut = False

    @contextlib.contextmanager
    def passing(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._is_shut)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def shut(self) -> Iterator[None]:
        with self._changed:
            self._is_shut = True
            self._changed.wait_for(lambda: not self._inside)
        try:
            yield
        finally:
            with self._changed:
                self._is_shut = False
                self._changed.notify_all()


def test_three_services_behind_a_balancer_grant_exactly_the_allowance(
    empty: str, tmp_path: Path
) -> None:
    gate = Gate()
    path = build_registry(tmp_path / "registry.db")
    homes = [tmp_path / str(number) for number in range(3)]
    with contextlib.ExitStack() as stack:
        services = []
        for home in homes:
            home.mkdir()
            arguments = ("--registry", str(path), "--accounts", empty)
            services.append(stack.enter_context(running(home, *arguments)))
        balancer = stack.enter_context(closing(Relay([to_port(each.port) for each in services])))

        def granted(key: str, killed: Running, *, amid: bool) -> list[int]:
            """What is left after each request that was granted, while one service is killed."""
            # A connection for each request, which the balancer gives to any service.
            headers = {"authorization": f"Bearer {key}", "connection": "close"}
            client = httpx.Client(headers=headers, timeout=30, verify=False)

            def ask(number: int) -> int | None:
                if number == 20:
                    build_registry(tmp_path / "new.db", "NEW ").replace(path)
                if number == 40:
                    with contextlib.nullcontext() if amid else gate.shut():
                        killed.process.kill()
                        killed.process.wait()
                while True:
                    try:
                        url = f"http://127.0.0.1:{balancer.port}{PROFILE}"
                        with gate.passing():
                            answer = client.get(url)
                    except httpx.TransportError:
                        continue  # the one that was killed; the balancer asks another
                    assert answer.status_code in {200, 429}
                    if answer.status_code == 429:
                        return None
                    return int(answer.json()["remainingRequests"])

            with client, ThreadPoolExecutor(8) as threads:
                counts = list(threads.map(ask, range(90)))
            left = [each for each in counts if each is not None]
            assert len(set(left)) == len(left)
            return left

        first, second = new_key(empty, quota=50), new_key(empty, quota=50)
        assert set(granted(first, services[0], amid=False)) == set(range(50))
        # What was charged and lost with a service killed amid requests is not granted again.
        left = granted(second, services[1], amid=True)
        assert set(left) <= set(range(50))
        assert len(left) >= 50 - 8
        with closing(PostgresAccounts(empty)) as accounts:
            assert [account.used for account in accounts.with_keys()] == [50, 50]


def test_keys_are_kept_and_moved_by_the_command(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "accounts.db"))
    key = run("keys", "create", "--label", "team").stdout.strip()
    file = str(tmp_path / "accounts.db")
    moved = run("keys", "migrate", file, empty)
    assert (moved.exit_code, moved.stderr.strip()) == (0, "1 key was copied.")
    assert "There already: 1." in run("keys", "migrate", file, empty).stderr
    wrong = run("keys", "migrate", f"{file}x", "mysql://there")
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith(f"Error: There are no accounts at {file}x. ")
    with pytest.raises(AccountsError, match="postgresql://"):
        open_accounts("mysql://there")
    assert sorted(path.name for path in tmp_path.glob("[!.]*")) == ["accounts.db"]
    listed = run("keys", "list", "--accounts", empty).stdout
    with closing(PostgresAccounts(empty)) as accounts:
        account = accounts.by_key(key)
    assert account.id in listed
    later = run("keys", "create", "--label", "later").stdout.strip()
    # What was revoked in the old place meanwhile is revoked by copying once more, and stays so.
    assert run("keys", "revoke", account.id).exit_code == 0
    again = run("keys", "migrate", file, empty).stderr
    assert (
        "1 key was copied.\nThere already: 1." in again
        and "Revoked now, as in the old place: 1." in again
    )
    with closing(PostgresAccounts(empty)) as accounts:
        with pytest.raises(CredentialRefused):
            accounts.by_key(key)
        other = accounts.by_key(later)
    assert "revoked" not in run("keys", "migrate", file, empty).stderr
    # A key that was revoked in the new place stays revoked.
    assert run("keys", "revoke", other.id, "--accounts", empty).exit_code == 0
    run("keys", "migrate", file, empty)
    with closing(PostgresAccounts(empty)) as accounts, pytest.raises(CredentialRefused):
        accounts.by_key(later)
    assert "revoked" in run("keys", "list", "--accounts", empty).stdout
