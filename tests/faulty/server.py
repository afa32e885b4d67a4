"""The server itself: raw HTTP/1.1 on loopback, so that every byte can be wrong on purpose."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import ssl
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from tests.faulty import untrusted_certificate
from tests.faulty.exchange import Exchange, HangUp, read_request
from tests.faulty.faults import FAULTS
from tests.faulty.fuzz import FUZZ

RANDOM: Final = "random"
_NOT_AT_RANDOM: Final = {"none", "silent", "drip", "large-body", "gzip-bomb"}


class Server:
    """Answers by the fault that the path names, else by the one last set by control."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._fault = "none"
        self._faulty_operation = ""
        self._count = 0
        self._log: list[dict[str, object]] = []
        self._remaining = 10_000

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until it ends."""
        try:
            while True:
                first = await reader.readexactly(1)
                if first == b"\x16":  # somebody speaks TLS
                    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                    raise HangUp
                await self._answer(first + await reader.readuntil(b"\r\n\r\n"), writer)
        except (asyncio.IncompleteReadError, ConnectionError, HangUp, ssl.SSLError):
            writer.close()

    async def _answer(self, head: bytes, writer: asyncio.StreamWriter) -> None:
        request = read_request(head)
        port = writer.get_extra_info("sockname")[1]
        exchange = Exchange(request, writer, self._count + 1, port, self._remaining)
        if not request.path:
            await self._control(head, exchange)
            return
        self._count += 1
        self._remaining = max(1, self._remaining - 1)
        name = self._choose(request.prefix, request.operation)
        self._log.append(
            {
                "fault": name,
                "operation": request.operation,
                "tax_id": request.tax_id,
                "query": request.query,
                "authorization": "authorization" in request.headers,
            }
        )
        behave = FUZZ[name] if name in FUZZ else FAULTS[name].behave
        await behave(exchange)

    def _choose(self, prefix: str, operation: str) -> str:
        name = prefix or self._fault
        if self._faulty_operation not in {"", operation} and not prefix:
            return "none"
        if name != RANDOM:
            return name
        if self._chance.random() < 0.5:
            return "none"
        return self._chance.choice(sorted(FAULTS.keys() - _NOT_AT_RANDOM))

    async def _control(self, head: bytes, exchange: Exchange) -> None:
        parts = urlsplit(head.split(b" ", 2)[1].decode("latin-1"))
        said = dict(parse_qsl(parts.query))
        if parts.path == "/_control":
            self._fault = said.get("fault", "none")
            self._faulty_operation = said.get("operation", "")
            self._log.clear()
            self._count = 0
        await exchange.send(json.dumps(self._log).encode())


async def run(seed: int) -> None:
    """Serve until the process is ended; prints the ports as one line of JSON first."""
    server = Server(seed)
    plain = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(untrusted_certificate())
    secure = await asyncio.start_server(server.serve, "127.0.0.1", 0, ssl=context)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, _context: None)
    hole, fillers = _black_hole()
    ports = {
        "plain": plain.sockets[0].getsockname()[1],
        "tls": secure.sockets[0].getsockname()[1],
        "black_hole": hole.getsockname()[1],
    }
    print(json.dumps(ports), flush=True)
    async with plain, secure:
        await plain.serve_forever()
    for held in (hole, *fillers):
        held.close()


def _black_hole() -> tuple[socket.socket, list[socket.socket]]:
    """A listener whose queue is full: a further connection gets no answer at all."""
    hole = socket.socket()
    hole.bind(("127.0.0.1", 0))
    hole.listen(0)
    fillers = []
    for _ in range(4):
        filler = socket.socket()
        filler.setblocking(False)
        filler.connect_ex(hole.getsockname())
        fillers.append(filler)
    return hole, fillers
