"""Several services, one database: shared allowance, a lost line, metrics, readiness."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.cli.running import run
from tests.postgres import database
from tests.relay import Relay, through, to_port, to_postgres
from tests.service.companies import FULL, build_registry
from tests.service.running import Running, running
from tests.waiting import until
from tui_app.registry.postgres.publish import publish
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


def test_a_lost_database_is_told_and_found_again(
    empty: str, tmp_path: Path, registry_path: Path
) -> None:
    publish(registry_path, empty, lambda _: None)
    key = new_key(empty, quota=1_000)
    with closing(Relay([to_postgres(empty)])) as line:
        place = through(line, empty)
        arguments = ("--registry", place, "--accounts", place)
        with running(tmp_path, *arguments) as service, service.client(key) as client:
            assert "postgres:" not in service.said and "invented" in service.said
            assert client.get(PROFILE).status_code == 200
            ready = client.get("/readyz").json()
            assert ready["status"] == "ok" and ready["publicationAgeSeconds"] >= 0
            line.cut()
            lost = client.get(PROFILE)
            assert lost.status_code == 503
            assert lost.json()["error"]["reason"] == "unavailable"
            assert int(lost.headers["retry-after"]) > 0
            until(lambda: client.get("/readyz").status_code == 503)
            assert client.get("/healthz").status_code == 200
            line.mend()
            until_it_answers(client)
            service.stop()
    assert {"unavailable", "not_ready"} <= {entry.event for entry in service.log()}
    assert not any(entry.event == "fault" for entry in service.log())


def until_it_answers(client: httpx.Client) -> None:
    end = time.monotonic() + 60
    while client.get(PROFILE).status_code != 200:
        assert time.monotonic() < end
        threading.Event().wait(0.2)


def test_metrics_tell_of_all_workers_and_no_key(
    empty: str, tmp_path: Path, registry_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    key = new_key(empty, quota=1_000)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = ["--registry", str(registry_path), "--accounts", empty, "--workers", "2"]
    with running(tmp_path, *arguments, "--metrics-port", str(port)) as service:
        for path in (PROFILE, PROFILE, "/v1/companies/x", "/v1/companies/autocomplete?q=demo"):
            with service.client(key) as client:
                client.get(path)

        def metrics() -> str:
            return httpx.get(f"http://127.0.0.1:{port}/metrics", verify=False).text

        # Set once a second; in the order in which the directory has the workers' files.
        gauges = ("firmeterm_ready 1.0", "busiest_account_share{")
        until(lambda: all(gauge in text for text in (metrics(),) for gauge in gauges))
        text = metrics()
        with pytest.raises(OSError):  # another address of this machine
            socket.create_connection(("127.0.0.2", port), 10).close()
        page = f"http://127.0.0.1:{service.port}/metrics"
        assert httpx.get(page, verify=False).status_code == 404
        assert len(list((tmp_path / "tmp").glob("firmeterm-metrics-*"))) == 1
        service.stop()
    assert not list((tmp_path / "tmp").glob("firmeterm-metrics-*"))
    counted = dict(re.findall(r"^(firmeterm_\S+) (\S+)$", text, re.MULTILINE))
    assert counted['firmeterm_requests_total{operation="profile",status="200"}'] == "2.0"
    assert counted['firmeterm_requests_total{operation="profile",status="404"}'] == "1.0"
    assert counted['firmeterm_request_seconds_count{operation="autocomplete"}'] == "1.0"
    (used,) = [v for name, v in counted.items() if name.startswith("firmeterm_allowance_used")]
    assert used == "3.0"
    assert key[6:20] not in text and "team" not in text
    assert counted["firmeterm_ready"] == "1.0"
    assert float(counted["firmeterm_registry_age_seconds"]) > 0
    assert counted["firmeterm_waiting_requests"] == "0.0"
    assert counted['firmeterm_refusals_total{reason="company_not_found"}'] == "1.0"
    [share] = [v for name, v in counted.items() if "busiest_account_share{" in name]
    assert share == "1.0"
    [version] = [name for name in counted if "registry_version{" in name]
    assert '="' in version and counted[version] == "1.0"


def test_a_worker_that_was_killed_leaves_no_connections_in_the_metrics(tmp_path: Path) -> None:
    worker = """
from tui_app.registry.company_registry import PoolUse
from tui_app.service.metrics import Metrics
Metrics().show_pool("accounts", PoolUse(3, 1, 0))
"""
    page = """
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
MultiProcessCollector(registry := CollectorRegistry())
print(generate_latest(registry).decode())
"""
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for script in (worker, worker + page):
        text = subprocess.check_output([sys.executable, "-c", script], env=environment, text=True)
    assert re.findall(r'^firmeterm_pool_connections.*state="open".* (\S+)$', text, re.M) == ["3.0"]


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
