"""What comes before a request is whole: its length and its time are bounded."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.service.running import Running, running
from tui_app.service import protocol
from tui_app.service.app import Message, Receive, Scope, Send
from tui_app.service.protocol import LONGEST_HEAD, BoundedHeads

REQUEST = b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, registry_path: Path) -> Iterator[Running]:
    home = tmp_path_factory.mktemp("home")
    with running(home, "--registry", str(registry_path)) as opened:
        yield opened


@contextlib.contextmanager
def connected(service: Running) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", httpx.URL(service.url).port or 0), 5) as line:
        yield line


def all_from(line: socket.socket) -> bytes:
    """What is answered until the service closes; nothing where it had to cut the caller off."""
    answer = b""
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(65_536):
            answer += piece
    return answer


def head_of(length: int) -> bytes:
    """A whole request of so many bytes."""
    start = b"GET /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\npadding: "
    return start.ljust(length - 4, b"x") + b"\r\n\r\n"


@pytest.mark.parametrize(
    "endless",
    [
        b"GET /healthz HTTP/1.1\r\nhost: here\r\npadding: " + b"x" * 5_000_000,
        b"GET /healthz HTTP/1.1\r\nhost: here\r\n" + b"a: b\r\n" * 1_000_000,
        b"GET /" + b"x" * 5_000_000,
        b"POST /healthz HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
        + b"a: b\r\n" * 1_000_000,
    ],
    ids=["one header", "many headers", "address", "trailers"],
)
def test_a_head_without_end_is_cut_off(service: Running, endless: bytes) -> None:
    with connected(service) as line:
        with pytest.raises(ConnectionError):
            while True:
                line.sendall(endless)
        assert len(all_from(line)) < 1_000
    with service.client() as client:
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(("length", "status"), [(LONGEST_HEAD, b"200"), (LONGEST_HEAD + 1, b"431")])
@pytest.mark.parametrize("piece", [1_000, 1_000_000])
def test_the_limit_is_exact_however_a_head_comes(
    service: Running, length: int, status: bytes, piece: int
) -> None:
    head = head_of(length)
    with connected(service) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for start in range(0, length, piece):
            line.sendall(head[start : start + piece])
        answer = all_from(line)
    assert answer.startswith(b"HTTP/1.1 " + status)
    if status == b"431":
        assert answer.endswith(b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")


def test_a_long_head_is_told_to_the_administrator(tmp_path: Path, registry_path: Path) -> None:
    with running(tmp_path, "--registry", str(registry_path)) as service:
        with connected(service) as line:
            line.sendall(head_of(LONGEST_HEAD + 1))
            all_from(line)
        service.stop()
    assert any("request head" in entry.message for entry in service.log())


def test_a_connection_serves_many_requests_and_any_body(service: Running) -> None:
    with service.client() as client:
        for _ in range(3):
            assert client.get("/healthz").status_code == 200
            assert client.post("/healthz", content=b"x" * 1_000_000).status_code == 405
            streamed = client.post("/healthz", content=iter([b"x" * 50_000] * 4))
            assert streamed.status_code == 405
            assert client.get("/healthz", headers={"padding": "x" * 12_000}).status_code == 200


def test_requests_sent_at_once_are_all_answered(service: Running) -> None:
    count = 2_000
    with connected(service) as line:
        line.sendall(REQUEST * (count - 1) + head_of(200))
        assert all_from(line).count(b'{"status":"ok"}') == count


def test_a_reply_comes_in_one_piece(service: Running) -> None:
    with connected(service) as line:
        for _ in range(20):
            line.sendall(REQUEST)
            assert line.recv(65_536).endswith(b'\r\n\r\n{"status":"ok"}')


async def answer_slowly(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Takes longer than a head may."""
    await asyncio.sleep(0.5)
    start: Message = {"type": "http.response.start", "status": 204, "headers": []}
    await send(start)
    await send({"type": "http.response.body", "body": b""})


@contextlib.asynccontextmanager
async def served() -> AsyncIterator[int]:
    """The protocol alone, on a port."""
    config = uvicorn.Config(answer_slowly, lifespan="off", ws="none", log_config=None)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: BoundedHeads(config, state, {}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("before", [b"", REQUEST], ids=["first", "later"])
async def test_a_head_that_takes_too_long_is_given_up(before: bytes) -> None:
    async with served() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(before)
        if before:
            assert b" 204 " in await reader.readuntil(b"\r\n\r\n")
        ended = asyncio.ensure_future(reader.read())
        for letter in b"GET / HTTP/1.1":
            writer.write(bytes([letter]))
            # Each byte is in time, the head is not.
            if (await asyncio.wait([ended], timeout=0.05))[0]:
                break
        assert ended.done() and ended.result() == b""
        writer.close()


@pytest.mark.usefixtures("hasty")
async def test_a_caller_who_says_nothing_is_let_go() -> None:
    async with served() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()


@pytest.mark.usefixtures("hasty")
async def test_an_answer_may_take_longer_than_a_head() -> None:
    async with served() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(REQUEST[:9])
            await asyncio.sleep(0.05)
            writer.write(REQUEST[9:])
            assert b" 204 " in await reader.readuntil(b"\r\n\r\n")
        writer.close()
