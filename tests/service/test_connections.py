"""Malicious callers through real sockets: limited, disconnected, and logged."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.service.companies import FULL
from tests.service.running import Running, new_key, running
from tests.waiting import until
from tui_app.contract.operations import MATCH
from tui_app.service import serving

PROFILE = f"/v1/companies/{FULL}"
REQUEST = b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n"
LONG_ANSWER = REQUEST.replace(b"healthz", b"openapi.json")
POST = b"POST /healthz HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n\r\nx"

IMPATIENT = "tests.service.impatient"
"""It waits a second for its callers: what is tested is that it does not wait for ever."""

_FOR_EVER = 600
"""Seconds: a stop that takes longer never ends, while one of a busy machine has taken 60."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, registry_path: Path) -> Iterator[Running]:
    home = tmp_path_factory.mktemp("home")
    with running(home, "--registry", str(registry_path)) as opened:
        yield opened


def connect(service: Running, *, room: int = 0) -> socket.socket:
    """A connection; with ``room`` only so many bytes wait to be read on this side."""
    line = socket.socket()
    if room:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.settimeout(10)
    try:
        line.connect(("127.0.0.1", service.port))
    except OSError:
        line.close()
        raise
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def send(line: socket.socket, data: bytes) -> None:
    with contextlib.suppress(OSError):
        line.sendall(data)


def all_from(line: socket.socket) -> bytes:
    """Everything answered until the service closes; empty if it had to disconnect the caller."""
    answer = b""
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(65_536):
            answer += piece
    return answer


def open_ones(lines: list[socket.socket]) -> list[socket.socket]:
    """Those that the service has not closed; what it answered is read away."""
    return [line for line in lines if line.fileno() >= 0 and not _is_closed(line)]


def _is_closed(line: socket.socket) -> bool:
    with contextlib.suppress(ConnectionError):
        while select.select([line], [], [], 0)[0]:
            if not line.recv(65_536):
                break
        else:
            return False
    line.close()
    return True


def memory_of(pids: list[int]) -> int:
    """The memory of these processes in MB."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * 4096 // 1_000_000


def work_for_hundred(service: Running) -> float:
    """Seconds of processor time that the workers spend while a hundred requests are answered."""
    before = processor_seconds(service.workers())
    with service.client() as client:
        for _ in range(100):
            assert client.get("/healthz").status_code == 200
    return processor_seconds(service.workers()) - before


def processor_seconds(pids: list[int]) -> float:
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


def test_who_pipelines_and_never_reads_costs_nothing(service: Running) -> None:
    alone = work_for_hundred(service)
    before = memory_of(service.workers())
    with contextlib.closing(connect(service, room=4096)) as line:
        line.settimeout(2)
        with pytest.raises(TimeoutError):
            while True:
                line.send(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n" * 1_000)
        assert work_for_hundred(service) < 0.5 + 5 * alone
        assert memory_of(service.workers()) - before < 100


def test_bodies_that_drip_hold_nothing(tmp_path: Path, registry_path: Path) -> None:
    with running(tmp_path, "--registry", str(registry_path), first="ulimit -n 128;") as service:
        lines = [connect(service) for _ in range(150)]
        for line in lines:
            send(line, POST)
        with service.client() as client:
            assert client.get("/healthz").status_code == 200

        def closed() -> bool:
            nonlocal lines
            for line in lines:
                send(line, b"x")
            lines = open_ones(lines)
            return not lines

        until(closed, every=0.25)


def test_heads_that_drip_are_given_up_and_the_log_says_when_nobody_could_call(
    tmp_path: Path, registry_path: Path
) -> None:
    given = ("--registry", str(registry_path))
    with running(tmp_path, *given, first="ulimit -n 128;", module=IMPATIENT) as service:
        lines = [connect(service) for _ in range(150)]
        for line in lines:
            send(line, REQUEST[:9])
        # The first of them are closed in a second; then there is room for others.
        with httpx.Client(base_url=service.url, timeout=30, verify=False) as client:
            assert client.get("/healthz").status_code == 200
        until(lambda: any(entry.event == "full" for entry in service.log()), every=0.25)
        assert not any(entry.event == "fault" for entry in service.log())
        for line in lines:
            line.close()


def test_nobody_holds_a_connection_for_long_without_asking_or_reading(
    tmp_path: Path, registry_path: Path
) -> None:
    assert (serving.HEAD_SECONDS, serving.UNREAD_SECONDS) == (10, 10), "as is promised"
    with running(tmp_path, "--registry", str(registry_path), module=IMPATIENT) as service:
        silent, half, idle, unread = lines = [connect(service) for _ in range(4)]
        send(half, REQUEST[:-2])
        send(idle, REQUEST)
        unread.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                unread.send(LONG_ANSWER * 100)
        filled_at = time.monotonic()
        until(lambda: not open_ones([silent, half, idle]), every=0.25)
        assert time.monotonic() - filled_at < 25  # granian's own limit is 30 s

        def is_cut_off() -> bool:
            try:
                unread.send(b"x")
            except BlockingIOError:
                return False
            except OSError:
                return True
            return False

        until(is_cut_off)
        for line in lines:
            line.close()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GARBAGE\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nhost here\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nhost: here\r\ncontent-length: x\r\n\r\n", 400),
        (b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\nhost: here\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nhost: here\r\nx: " + b"x" * 400_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nhost: here\r\n" + b"a: b\r\n" * 101 + b"\r\n", 431),
    ],
    ids=["garbage", "version", "header", "length", "long line", "long header", "many headers"],
)
def test_what_is_no_request_gets_a_status_without_a_body(
    service: Running, request_: bytes, status: int
) -> None:
    with contextlib.closing(connect(service)) as line:
        send(line, request_)
        answer = all_from(line)
    # What comes after the limit is not read, so a long request may be cut off instead.
    if answer or status == 400:
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 %d " % status)
        assert b"connection: close" in head and b"content-length: 0" in head
        assert body == b""
    with service.client() as client:
        assert client.get("/healthz").status_code == 200


def test_odd_requests_get_our_json(service: Running) -> None:
    for start in (b"GET * HTTP/1.1", b"BREW / HTTP/1.1", b"GET http://here/x HTTP/1.1"):
        with contextlib.closing(connect(service)) as line:
            send(line, start + b"\r\nhost: here\r\nconnection: close\r\n\r\n")
            assert b'{"success":false,"error":{"code":"404"' in all_from(line)


def test_a_connection_serves_many_requests_and_any_body(service: Running) -> None:
    with service.client() as client:
        for _ in range(3):
            assert client.get("/healthz").status_code == 200
            assert client.post("/healthz", content=b"x" * 10_000).status_code == 405
            assert client.post(MATCH.path, content=b"x" * 10_000).status_code == 401
            assert client.get("/healthz", headers={"padding": "x" * 12_000}).status_code == 200
            long = client.get("/v1/companies/autocomplete", params={"q": "x" * 30_000})
            assert long.status_code == 401


def test_requests_sent_at_once_are_all_answered(service: Running) -> None:
    with contextlib.closing(connect(service)) as line:
        last = REQUEST.replace(b"host", b"connection: close\r\nhost")
        line.sendall(REQUEST * 499 + last)
        assert all_from(line).count(b'{"status":"ok"}') == 500


def is_refused(service: Running) -> bool:
    with contextlib.suppress(ConnectionResetError):
        try:
            connect(service).close()
        except ConnectionRefusedError:
            return True
    return False


def test_workers_end_when_nobody_looks_after_them(tmp_path: Path, registry_path: Path) -> None:
    with running(tmp_path, "--registry", str(registry_path), "--workers", "2") as service:
        until(lambda: len(service.workers()) == 2)
        with service.client() as client:
            assert client.get("/healthz").status_code == 200
        service.process.kill()
        # The leader of a worker's threads may be gone while another one still holds the socket.
        until(lambda: is_refused(service))


def test_a_worker_that_dies_is_replaced(tmp_path: Path, registry_path: Path) -> None:
    with running(tmp_path, "--registry", str(registry_path)) as service:
        with service.client() as client:
            assert client.get("/healthz").status_code == 200
        (worker,) = service.workers()
        os.kill(worker, signal.SIGKILL)
        until(lambda: service.workers() not in ([], [worker]))
        with service.client() as client:
            assert client.get("/healthz").status_code == 200


def test_held_connections_do_not_hold_up_the_stop(tmp_path: Path, registry_path: Path) -> None:
    key = new_key(tmp_path)
    with (
        running(tmp_path, "--registry", str(registry_path)) as service,
        ThreadPoolExecutor(1) as threads,
        service.client(key) as client,
        contextlib.closing(sqlite3.connect(tmp_path / "accounts.db")) as holder,
    ):
        connections = [connect(service) for _ in range(12)]
        for line in connections[:4]:
            send(line, REQUEST)
        for line in connections[4:8]:
            send(line, REQUEST[:9])
        # While somebody else writes, the charge of this request has to wait.
        holder.execute("BEGIN IMMEDIATE")
        asking = threads.submit(client.get, PROFILE)
        until(lambda: b"healthz" in service.log_file.read_bytes())
        threading.Event().wait(0.3)
        service.process.terminate()
        threading.Event().wait(0.3)
        assert service.process.poll() is None
        holder.rollback()
        answer = asking.result(20)
        assert (answer.status_code, answer.json()["remainingRequests"]) == (200, 9_999)
        assert service.process.wait(_FOR_EVER) == 0
        for line in connections:
            line.close()
