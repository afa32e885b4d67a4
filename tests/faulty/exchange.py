"""One request on a raw socket, and the ways to answer it."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit

from tests.faulty import healthy
from tui_app.contract.operations import OPERATIONS


class HangUp(Exception):
    """The connection ends after this answer."""


@dataclass
class Request:
    """A client's request. ``prefix`` is the part of the path before ``/v1``."""

    prefix: str
    path: str
    operation: str
    tax_id: str
    query: dict[str, str]
    headers: dict[str, str]


@dataclass
class Exchange:
    """A request and the line back. ``count`` numbers the requests of this server from 1."""

    request: Request
    writer: asyncio.StreamWriter
    count: int
    port: int
    remaining: int
    headers: dict[str, str] = field(default_factory=dict)

    def envelope(self) -> dict[str, object]:
        """The healthy answer; ``data`` is ``None`` for an unknown company."""
        asked = self.request
        data = healthy.answer(asked.operation, asked.tax_id, asked.query)
        return {"success": True, "remainingRequests": self.remaining, "data": data}

    async def send_healthy(self) -> None:
        """Answer as the interface says."""
        envelope = self.envelope()
        if envelope["data"] is None:
            error = {"code": "404", "message": "Company not found", "reason": "company_not_found"}
            await self.send_json({"success": False, "error": error}, 404)
        else:
            await self.send_json(envelope)

    async def send_json(self, value: object, status: int = 200) -> None:
        """Answer with a JSON value."""
        await self.send(json.dumps(value).encode(), status)

    async def send(self, body: bytes, status: int = 200, **headers: str) -> None:
        """Answer with a body; header names are written with ``_`` for ``-``."""
        self.writer.write(self.head(status, len(body), **headers) + body)
        await self.writer.drain()

    def head(self, status: int = 200, length: int | None = None, **headers: str) -> bytes:
        """The first bytes of an answer."""
        fields = {"content_type": "application/json"} | headers
        if length is not None:
            fields["content_length"] = str(length)
        phrase = HTTPStatus(status).phrase
        lines = [f"HTTP/1.1 {status} {phrase}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def reset(self) -> None:
        """End the connection with a reset, not with a goodbye."""
        connection: socket.socket = self.writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise HangUp


def read_request(head: bytes) -> Request:
    """The request that a head says."""
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = urlsplit(first.split(" ")[1])
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines if line)
    }
    prefix, version, rest = parts.path.partition("/v1/")
    path = version + rest
    operation, tax_id = _route(path)
    return Request(
        prefix.strip("/"), path, operation, tax_id, dict(parse_qsl(parts.query)), headers
    )


def _route(path: str) -> tuple[str, str]:
    for operation in OPERATIONS:
        before, has_company, after = operation.path.partition("{tax_id}")
        if not has_company:
            if path == operation.path:
                return operation.name, ""
            continue
        tax_id = path.removeprefix(before).removesuffix(after)
        if tax_id and path == before + tax_id + after and "/" not in tax_id:
            return operation.name, tax_id
    return "", ""
