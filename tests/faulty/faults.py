"""Every way in which the server can misbehave, by name.

A fault is chosen by the path before ``/v1`` (so a base address carries it) or by a control
call for all requests that name none.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import gzip
import json
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from tests.faulty.bodies import EVIL_TAX_ID, bomb, twisted, with_nasty_text
from tests.faulty.exchange import Exchange, HangUp
from tests.faulty.healthy import http_date

Behaviour = Callable[[Exchange], Awaitable[None]]
SLOW: Final = 0.15
"""Seconds: late, yet inside every deadline."""


@dataclass(frozen=True)
class Fault:
    """A misbehaviour: what the server does, in words and in deed."""

    does: str
    behave: Behaviour


FAULTS: Final[dict[str, Fault]] = {}


def _fault(name: str, does: str) -> Callable[[Behaviour], Behaviour]:
    def keep(behave: Behaviour) -> Behaviour:
        FAULTS[name] = Fault(does, behave)
        return behave

    return keep


@_fault("none", "answers as the interface says")
async def _healthy(exchange: Exchange) -> None:
    await exchange.send_healthy()


@_fault("silent", "accepts the request and never answers")
async def _silent(exchange: Exchange) -> None:
    await asyncio.sleep(3600)


@_fault("slow-first-byte", "waits before the first byte, inside the deadline")
async def _slow_first_byte(exchange: Exchange) -> None:
    await asyncio.sleep(SLOW)
    await exchange.send_healthy()


@_fault("drip", "sends one byte at a time, for ever")
async def _drip(exchange: Exchange) -> None:
    exchange.writer.write(exchange.head(length=10_000))
    for _ in range(10_000):
        exchange.writer.write(b" ")
        await exchange.writer.drain()
        await asyncio.sleep(0.1)


@_fault("reset", "resets the connection in the middle of the body")
async def _reset(exchange: Exchange) -> None:
    exchange.writer.write(exchange.head(length=1000) + b'{"success":true,')
    await exchange.writer.drain()
    await asyncio.sleep(0.02)
    exchange.reset()


@_fault("truncated", "closes the connection before the body is complete")
async def _truncated(exchange: Exchange) -> None:
    exchange.writer.write(exchange.head(length=1000) + b'{"success":true,')
    await exchange.writer.drain()
    raise HangUp


@_fault("wrong-length", "names a length shorter than the body")
async def _wrong_length(exchange: Exchange) -> None:
    body = json.dumps(exchange.envelope()).encode()
    exchange.writer.write(exchange.head(length=len(body) // 2) + body)
    await exchange.writer.drain()
    raise HangUp


@_fault("gzip-bomb", "packs 30 MB of blanks into 30 kB")
async def _gzip_bomb(exchange: Exchange) -> None:
    await exchange.send(bomb(), content_encoding="gzip")


@_fault("gzip-padding", "sends 5 MB of packed body that unpack to a small, good answer")
async def _gzip_padding(exchange: Exchange) -> None:
    body = json.dumps(exchange.envelope()).encode()
    packer = zlib.compressobj(wbits=-15)
    blocks = b"\0\0\0\xff\xff" * 1_000_000 + packer.compress(body) + packer.flush()
    head = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
    tail = zlib.crc32(body).to_bytes(4, "little") + len(body).to_bytes(4, "little")
    await exchange.send(head + blocks + tail, content_encoding="gzip")


@_fault("bad-gzip", "says the body is packed, and it is not")
async def _bad_gzip(exchange: Exchange) -> None:
    await exchange.send(b"not gzip at all", content_encoding="gzip")


@_fault("gzip", "packs the body, which is allowed")
async def _gzip(exchange: Exchange) -> None:
    body = json.dumps(exchange.envelope()).encode()
    await exchange.send(gzip.compress(body), content_encoding="gzip")


@_fault("large-body", "sends 50 MB")
async def _large_body(exchange: Exchange) -> None:
    exchange.writer.write(exchange.head(length=50_000_000))
    piece = b" " * 100_000
    for _ in range(500):
        exchange.writer.write(piece)
        await exchange.writer.drain()


@_fault("many-results", "sends 10 000 items where ten are allowed")
async def _many_results(exchange: Exchange) -> None:
    envelope = exchange.envelope()
    data = envelope["data"]
    if isinstance(data, list):
        envelope["data"] = (data * 10_000)[:10_000]
    elif isinstance(data, dict):
        envelope["data"] = {
            name: (value * 10_000)[:10_000] if isinstance(value, list) else value
            for name, value in data.items()
        }
    await exchange.send_json(envelope)


def _body(name: str, does: str, body: bytes, content_type: str = "application/json") -> None:
    @_fault(name, does)
    async def _send(exchange: Exchange) -> None:
        await exchange.send(body, content_type=content_type)


_body("html", "sends a web page with status 200", b"<!doctype html><h1>Hello</h1>", "text/html")
_body("empty", "sends an empty body with status 200", b"")
_body("invalid-json", "sends broken JSON", b'{"success": true, "data": [')
_body("deep-nesting", "nests 100 000 lists", b"[" * 100_000 + b"]" * 100_000)
_body("null-data", "sends null for data", b'{"success":true,"remainingRequests":5,"data":null}')
_body(
    "success-false",
    "sends success false with status 200",
    b'{"success":false,"error":{"code":"1","message":"The registry is being rebuilt"}}',
)


@_fault("wrong-types", "sends every field with a value of another type")
async def _wrong_types(exchange: Exchange) -> None:
    envelope = exchange.envelope()
    envelope["data"] = twisted(envelope["data"], outermost=True)
    await exchange.send_json(envelope)


@_fault("nasty-text", "puts escapes, bidi controls, markup and towers of marks into texts")
async def _nasty_text(exchange: Exchange) -> None:
    envelope = exchange.envelope()
    envelope["data"] = with_nasty_text(envelope["data"])
    await exchange.send_json(envelope)


def _remaining(name: str, does: str, remaining: Callable[[Exchange], object]) -> None:
    @_fault(f"remaining-{name}", does)
    async def _send(exchange: Exchange) -> None:
        await exchange.send_json(exchange.envelope() | {"remainingRequests": remaining(exchange)})


@_fault("remaining-missing", "leaves remainingRequests out")
async def _remaining_missing(exchange: Exchange) -> None:
    envelope = exchange.envelope()
    del envelope["remainingRequests"]
    await exchange.send_json(envelope)


_remaining("negative", "says -7 requests remain", lambda _: -7)
_remaining("text", "says that many remain, in words", lambda _: "plenty")
_remaining("rising", "says that more remain each time", lambda exchange: 100 + exchange.count)
_remaining("zero", "says that none remain", lambda _: 0)


def _redirect(status: int, where: str, target: Callable[[Exchange], str]) -> None:
    @_fault(f"redirect-{status}-{where}", f"answers {status} and names {where.replace('-', ' ')}")
    async def _send(exchange: Exchange) -> None:
        await exchange.send(b"", status, location=target(exchange))


for _status in (301, 302, 307):
    _redirect(_status, "itself", lambda exchange: exchange.request.path)
    _redirect(_status, "another-host", lambda _: "https://elsewhere.invalid/v1/companies/1")


def _status_fault(name: str, does: str, status: int, body: object = b"", **headers: str) -> None:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()

    @_fault(name, does)
    async def _send(exchange: Exchange) -> None:
        made = {n: _retry_date() if v == "DATE" else v for n, v in headers.items()}
        await exchange.send(sent, status, **made)


def _retry_date() -> str:
    return http_date(dt.timedelta(hours=2))


def _error(status: int, message: str, reason: str = "") -> dict[str, object]:
    error = {"code": str(status), "message": message}
    return {"success": False, "error": error | ({"reason": reason} if reason else {})}


_status_fault("400", "refuses the request", 400, _error(400, "Bad text."))
_status_fault("401", "does not take the key", 401, _error(401, "Unknown key"))
_status_fault("403", "forbids", 403, _error(403, "Your plan has no court cases"))
_status_fault("404", "knows no such company", 404, _error(404, "Company not found"))
_status_fault("409", "answers 409 with an error text", 409, {"error": "Conflict"})
_status_fault("418", "is a teapot", 418)
_FAST: Final = _error(429, "Too many requests", "rate_limited")
_USED_UP: Final = _error(429, "Quota exceeded", "quota_exceeded")
_status_fault("429-seconds", "asks to wait 120 s", 429, _FAST, retry_after="120")
_status_fault("429-date", "asks to wait until a date", 429, _FAST, retry_after="DATE")
_status_fault("429-absurd", "asks to wait 30 000 years", 429, _FAST, retry_after="9" * 12)
_LONG: Final = {"error": "Slow down"}
_status_fault("429-long", "asks to wait 1,000,000 s", 429, _LONG, retry_after="1000000")
_status_fault("429-absent", "asks to wait and does not say how long", 429, _FAST)
_status_fault("429-quota", "says the allowance is used up", 429, _USED_UP, retry_after="86400")
_status_fault("429-bare", "answers 429 with nothing", 429)
for _status in (500, 502, 503):
    _problem = {"title": "Upstream is down", "detail": "No registry", "status": _status}
    _status_fault(
        f"{_status}-problem", f"answers {_status} with problem+json", _status, _problem,
        content_type="application/problem+json",
    )  # fmt: skip
    _status_fault(
        f"{_status}-text", f"answers {_status} with an error text", _status, {"error": "Down"}
    )
    _status_fault(f"{_status}-nothing", f"answers {_status} with nothing", _status)
_status_fault("503-hours", "answers 503 and asks to wait until a date", 503, retry_after="DATE")
_status_fault("503-absurd", "answers 503 and asks to wait 30 000 years", 503, retry_after="9" * 12)
_HUGE: Final = b"[%s1]" % (b"1, " * 999_999)  # to encode a list takes every process 0.2 s
_status_fault("500-huge", "answers 500 with 3 MB of JSON", 500, _HUGE)


@_fault("slow-503", "answers 503 late, each time")
async def _slow_503(exchange: Exchange) -> None:
    await asyncio.sleep(SLOW)
    await exchange.send(b"", 503)


@_fault("evil-tax-id", "puts a shell's commands into tax ids")
async def _evil_tax_id(exchange: Exchange) -> None:
    envelope = exchange.envelope()
    if isinstance(found := envelope["data"], list):
        envelope["data"] = [company | {"taxId": EVIL_TAX_ID} for company in found]
    await exchange.send_json(envelope)


@_fault("flaky", "fails with 503 twice, then answers")
async def _flaky(exchange: Exchange) -> None:
    if exchange.count % 3:
        await exchange.send(b"", 503)
    else:
        await exchange.send_healthy()


@_fault("busy-for-a-second", "answers 429 with Retry-After 1, then answers")
async def _busy(exchange: Exchange) -> None:
    if exchange.count % 2:
        await exchange.send(json.dumps(_FAST).encode(), 429, retry_after="1")
    else:
        await exchange.send_healthy()


@_fault("out-of-order", "answers short searches later than long ones")
async def _out_of_order(exchange: Exchange) -> None:
    await asyncio.sleep(SLOW / max(1, len(exchange.request.query.get("q", "")) - 2))
    await exchange.send_healthy()


def _page_fault(
    name: str, does: str, change: Callable[[Exchange, dict[str, object]], None]
) -> None:
    @_fault(name, does)
    async def _send(exchange: Exchange) -> None:
        envelope = exchange.envelope()
        if isinstance(data := envelope["data"], dict):
            change(exchange, data)
        await exchange.send_json(envelope)


def _first_page_again(exchange: Exchange, data: dict[str, object]) -> None:
    if "page" in exchange.request.query:
        exchange.request.query["page"] = "1"
        again = exchange.envelope()["data"]
        assert isinstance(again, dict)
        data["courtCases" if "courtCases" in data else "companies"] = again.get(
            "courtCases"
        ) or again.get("companies")


_page_fault(
    "pages-too-few", "says there are no pages and sends one", lambda _, d: d.update(totalPages=0)
)
_page_fault(
    "pages-too-many",
    "says there are 50 pages and sends empty ones",
    lambda e, d: d.update({n: [] for n in d if isinstance(d[n], list)}, totalPages=50),
)
_page_fault("page-repeats", "sends the first page for every page", _first_page_again)


@_fault("echoes-key", "repeats the Authorization header in every text and header")
async def _echoes_key(exchange: Exchange) -> None:
    key = exchange.request.headers.get("authorization", "")
    if exchange.count % 2:
        await exchange.send(
            json.dumps(_error(401, f"No such key: {key}")).encode(), 401,
            set_cookie=f"key={key.replace(' ', '-')}",
        )  # fmt: skip
        return
    envelope = exchange.envelope()
    if isinstance(data := envelope["data"], dict):
        data |= {n: key for n, v in data.items() if isinstance(v, str)}
    await exchange.send_json(envelope | {key: key})
