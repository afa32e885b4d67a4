"""Bodies that end early or lie about their length, byte by byte at a running service."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.running import Running, new_key, running

BODY = b'{"rows":[{"name":"petroterm"}]}'
CHUNKED = b"Transfer-Encoding: chunked\r\n"
WHOLE = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    home = tmp_path_factory.mktemp("bodies")
    with running(home, "--reconcile", "--mcp") as started:
        yield started


@pytest.fixture(scope="module")
def key(service: Running) -> str:
    return new_key(service.log_file.parent)


def answers(port: int, sent: bytes, *, then_closes: bool = False) -> bytes:
    """All that a service says on a connection until it closes it, or nothing more comes."""
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        line.sendall(sent)
        if then_closes:
            line.shutdown(socket.SHUT_WR)
        said = b""
        while b"\r\n\r\n" not in said or b"}" not in said:
            piece = line.recv(65_536)
            if not piece:
                break
            said += piece
        return said


def post(key: str, path: str, headers: bytes, body: bytes) -> bytes:
    head = f"POST {path.replace('KEY', key)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
    accepts = b"Accept: application/json, text/event-stream\r\n"
    kind = b"application/x-www-form-urlencoded" if "reconcile" in path else b"application/json"
    return head.encode() + accepts + b"Content-Type: " + kind + b"\r\n" + headers + b"\r\n" + body


PATHS = ["/v1/companies/match", "/reconcile/KEY"]
MALFORMED = {
    "size": b"zz\r\nabc\r\n0\r\n\r\n",
    "negative size": b"-1\r\nabc\r\n0\r\n\r\n",
    "size beyond all numbers": b"f" * 18 + b"\r\nabc\r\n0\r\n\r\n",
    "no end of a chunk": b"3\r\nabcXX0\r\n\r\n",
    "an endless extension": b"3;" + b"x" * 100_000 + b"\r\nabc\r\n0\r\n\r\n",
    "an endless trailer": b"3\r\nabc\r\n0\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    "no size": b"\r\nabc\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("fault", MALFORMED)
def test_a_malformed_chunk_is_refused_and_says_why(
    service: Running, key: str, path: str, fault: str
) -> None:
    said = answers(service.port, post(key, path, CHUNKED, MALFORMED[fault]))
    assert said.startswith(b"HTTP/1.1 400 "), said
    error = json.loads(said.partition(b"\r\n\r\n")[2])["error"]
    assert error["reason"] == "body_invalid" and "chunks" in error["message"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("headers", "body"),
    [(CHUNKED, b"5\r\nab"), (b"Content-Length: 31\r\n", b'{"ro'), (CHUNKED, b"")],
)
def test_a_body_that_ends_early_is_refused(
    service: Running, key: str, path: str, headers: bytes, body: bytes
) -> None:
    said = answers(service.port, post(key, path, headers, body), then_closes=True)
    assert said.startswith(b"HTTP/1.1 400 ") or not said, said


def test_a_body_in_chunks_is_read(service: Running, key: str) -> None:
    said = answers(service.port, post(key, PATHS[0], CHUNKED, WHOLE))
    assert said.startswith(b"HTTP/1.1 200 ") and b"990000013" in said


SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize("is_first", [True, False])
def test_nothing_is_smuggled_behind_a_body_of_two_lengths(
    service: Running, key: str, is_first: bool
) -> None:
    """One length counts, and the line is closed, so that nothing behind it is a request."""
    lengths = [b"Content-Length: %d\r\n" % (len(WHOLE) + len(SMUGGLED)), CHUNKED]
    headers = b"".join(lengths if is_first else lengths[::-1])
    with socket.create_connection(("127.0.0.1", service.port), 20) as line:
        line.sendall(post(key, PATHS[0], headers, WHOLE + SMUGGLED))
        said = b""
        while piece := line.recv(65_536):
            said += piece
    assert said.count(b"HTTP/1.1 ") == 1 and b'"status":"ok"' not in said


def test_no_malformed_body_is_a_fault_of_ours(service: Running, key: str, tmp_path: Path) -> None:
    for path in (*PATHS, "/mcp"):
        answers(service.port, post(key, path, CHUNKED, b"zz\r\n"))
    assert not [entry for entry in service.log() if entry.event in {"fault", "server"}]
