"""``firmeterm serve`` on a socket: keys, several workers, stopping, and what it refuses."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from tests.service.companies import FULL, UNKNOWN, build_registry
from tests.service.running import Running, firmeterm, new_key, running
from tests.waiting import until
from tui_app.cli.main import main
from tui_app.contract.operations import OPERATIONS

PROFILE = f"/v1/companies/{FULL}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def test_a_team_is_served_from_the_first_key_to_the_stop(home: Path, registry_path: Path) -> None:
    with running(home, "--registry", str(registry_path)) as service:
        assert "invented" in service.said
        with service.client() as nobody:
            assert nobody.get("/healthz").json() == {"status": "ok"}
            assert nobody.get(PROFILE).status_code == 401
        made = firmeterm(home, "keys", "create", "--label", "team", "--quota", "50")
        key = made.stdout.strip()
        with service.client(key) as client:
            # A key is honoured at once, and refused at once when it is revoked.
            paths = [op.url_path(FULL) for op in OPERATIONS]
            queries = {"autocomplete": "?q=demo", "": "?registration_date=2020-05-14"}
            answers = [client.get(p + queries.get(p.rpartition("/")[2], "")) for p in paths]
            assert [a.status_code for a in answers] == [200] * len(paths)
            left = [a.json()["remainingRequests"] for a in answers]
            assert left == [49 - sent for sent in range(len(paths))]
            assert client.get("/v1/companies/autocomplete?q=ab").status_code == 400
            assert client.get(f"{PROFILE}/court-cases?page=101").status_code == 400
            assert client.get(f"/v1/companies/{UNKNOWN}").json()["error"]["code"] == "404"
            assert client.get("/v1/companies/" + "1" * 10_000).status_code == 404
            long = client.get("/v1/companies/autocomplete", params={"q": "🚀" * 5_000})
            assert long.json()["error"]["reason"] == "query_too_long"
            head = client.head(PROFILE)
            assert (head.status_code, head.content) == (200, b"")
            assert head.headers["content-length"] == str(len(answers[1].content))
            listed = firmeterm(home, "keys", "list", "-o", "table").stdout
            assert (
                firmeterm(home, "keys", "revoke", listed.split("\n")[1].split()[0]).returncode == 0
            )
            assert client.get(PROFILE).status_code == 401
        assert service.stop() == 0
    logged = service.log()
    requests = {e.operation for e in logged if e.event == "request" and e.status == 200}
    assert requests == {op.name for op in OPERATIONS} | {"/healthz"}
    assert key[6:] not in service.log_file.read_text()
    # The supervisor may say something of a machine under load after it.
    assert [e.event for e in logged if e.event != "server"][-1] == "stopped", logged[-2:]


def ask(client: httpx.Client) -> int | None:
    # A connection for each request, so that any worker may answer it.
    answer = client.get(PROFILE, headers={"connection": "close"})
    assert answer.status_code in {200, 429}
    return int(answer.json()["remainingRequests"]) if answer.status_code == 200 else None


def test_workers_share_keys_and_allowance_exactly(home: Path, registry_path: Path) -> None:
    key = new_key(home, quota=60)
    with running(home, "--registry", str(registry_path), "--workers", "2") as service:
        with service.client(key) as client, ThreadPoolExecutor(16) as threads:
            counts = list(threads.map(lambda _: ask(client), range(120)))
        assert service.stop() == 0
    assert len(counts) == 120
    assert sorted(left for left in counts if left is not None) == list(range(60))
    assert [entry.event for entry in service.log()].count("stopped") == 2


def test_connections_opened_at_once_are_spread_over_the_workers(
    home: Path, registry_path: Path
) -> None:
    def sockets(worker: int) -> int:
        found = 0
        for each in Path(f"/proc/{worker}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                found += str(each.readlink()).startswith("socket:")
        return found

    options = ("--registry", str(registry_path), "--workers", "2")
    with running(home, *options) as service, contextlib.ExitStack() as stack:
        for _ in range(24):
            address = "127.0.0.1", service.port
            line = stack.enter_context(socket.create_connection(address, timeout=30))
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: service\r\n\r\n")
            assert line.recv(1000).startswith(b"HTTP/1.1 200")
        held = {worker: sockets(worker) for worker in service.workers()}
        stack.close()
        until(lambda: all(sockets(worker) < many for worker, many in held.items()))


def test_a_running_request_is_finished_before_the_stop(home: Path, registry_path: Path) -> None:
    key = new_key(home)
    with (
        running(home, "--registry", str(registry_path)) as service,
        ThreadPoolExecutor(1) as threads,
        service.client(key) as client,
    ):
        assert client.get("/healthz").status_code == 200
        with contextlib.closing(sqlite3.connect(home / "accounts.db")) as holder:
            # While somebody else writes, the charge of this request has to wait.
            holder.execute("BEGIN IMMEDIATE")
            asking = threads.submit(client.get, PROFILE)
            threading.Event().wait(0.2)
            service.process.terminate()
            while takes_calls(service):
                threading.Event().wait(0.02)
            assert service.process.poll() is None
            holder.rollback()
        answer = asking.result(20)
        assert service.process.wait(20) == 0
    assert answer.status_code == 200
    assert answer.json()["remainingRequests"] == 9_999


def takes_calls(service: Running) -> bool:
    try:
        socket.create_connection(("127.0.0.1", httpx.URL(service.url).port or 0), 5).close()
    except ConnectionRefusedError:
        return False
    return True


def test_a_registry_is_replaced_while_serving(home: Path) -> None:
    path = build_registry(home / "r.db")
    key = new_key(home)
    with running(home, "--registry", str(path)) as service, service.client(key) as client:
        old = client.get(PROFILE)
        build_registry(home / "new.db", "NEW ").replace(path)
        answers = [old]
        while not answers[-1].json()["data"]["companyName"].startswith("NEW "):
            answers.append(client.get(PROFILE))
            threading.Event().wait(0.02)
        assert {a.status_code for a in answers} == {200}


def test_the_sample_is_served_when_no_registry_is_named(home: Path) -> None:
    key = new_key(home)
    with running(home) as service, service.client(key) as client:
        assert "sample data (invented companies)" in service.said
        assert client.get("/v1/companies/autocomplete?q=demo").status_code == 200


def test_another_address_needs_a_key_first(home: Path, registry_path: Path) -> None:
    result = firmeterm(home, "serve", "--host", "0.0.0.0", "--registry", str(registry_path))
    assert result.returncode == 2
    assert "firmeterm keys create" in result.stderr
    assert result.stdout == ""


def test_a_port_that_is_taken_is_named(home: Path, registry_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = firmeterm(home, "serve", "--port", port, "--registry", str(registry_path))
    assert result.returncode == 2
    assert port in result.stderr and "--port" in result.stderr


@pytest.mark.parametrize("state", ["missing", "cut short", "something else", "older"])
def test_a_registry_that_cannot_be_used_is_explained(
    home: Path, registry_path: Path, state: str
) -> None:
    path = home / "r.db"
    content = registry_path.read_bytes()
    if state == "cut short":
        path.write_bytes(content[: len(content) // 2])
    elif state == "something else":
        path.write_text("not a registry" * 1000)
    elif state == "older":
        path.write_bytes(content)
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 0")
    result = firmeterm(home, "serve", "--registry", str(path))
    assert result.returncode == 2
    assert str(path) in result.stderr and "Traceback" not in result.stderr


def test_a_cache_folder_that_cannot_be_used_is_explained(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "cache").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    result = firmeterm(home, "serve", "--port", "0", "--sample")
    assert result.returncode == 2
    assert "XDG_CACHE_HOME" in result.stderr and "Traceback" not in result.stderr


def test_a_broken_accounts_database_is_explained(home: Path, registry_path: Path) -> None:
    (home / "accounts.db").write_text("not a database" * 1000)
    for command in (["serve", "--registry", str(registry_path)], ["keys", "list"]):
        result = firmeterm(home, *command)
        assert result.returncode == 2
        assert "accounts.db" in result.stderr and "Traceback" not in result.stderr


def test_without_the_extra_serve_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "granian._granian", None)
    monkeypatch.delitem(sys.modules, "tui_app.service.serving", raising=False)
    monkeypatch.delattr("tui_app.service.serving", raising=False)
    used = CliRunner().invoke(main, ["serve", "--port", "0"])
    assert used.exit_code == 2 and "granian" in used.stderr and "install" in used.stderr
