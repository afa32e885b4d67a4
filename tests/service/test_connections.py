"""Odd requests through real sockets: each is answered or refused, and costs the service nothing."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.callers import REQUEST, connect, send
from tests.service.running import Running, running
from tui_app.contract.operations import MATCH


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, registry_path: Path) -> Iterator[Running]:
    home = tmp_path_factory.mktemp("home")
    with running(home, "--registry", str(registry_path)) as opened:
        yield opened


def all_from(line: socket.socket) -> bytes:
    """Everything answered until the service closes; empty if it had to disconnect the caller."""
    answer = b""
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(65_536):
            answer += piece
    return answer


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
        line.settimeout(1)
        with pytest.raises(TimeoutError):
            while True:
                line.send(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n" * 1_000)
        assert work_for_hundred(service) < 0.5 + 5 * alone
        assert memory_of(service.workers()) - before < 100


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
