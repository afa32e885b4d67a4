"""The answers of the service: status, headers and a JSON body, each as bytes."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.contract.envelope import STATUS, ErrorDetail, Failure, Reason, Success
from tui_app.contract.resources import Resource
from tui_app.registry.company_registry import SearchResults
from tui_app.service.allowance import Standing, rate_limit_headers

Headers = list[tuple[bytes, bytes]]
"""Lower-case names and values, as ASGI wants them."""

_JSON: Final = (b"content-type", b"application/json")
_NOSNIFF: Final = (b"x-content-type-options", b"nosniff")
_PRIVATE: Final = (b"cache-control", b"private")
_NO_STORE: Final = (b"cache-control", b"no-store")
_PARTIAL: Final = (b"firmeterm-partial", b"true")
_encoder: Final = msgspec.json.Encoder()


class Reply(Struct, frozen=True):
    """One answer; ``account_id`` and ``request_id`` are for the log."""

    status: int
    headers: Headers
    body: bytes = b""
    reason: Reason | None = None
    account_id: str = ""
    request_id: str = ""


class Payload(Struct, frozen=True):
    """The data of an answer and the mark that changes with them.

    The mark is weak: the envelope around the same data counts the allowance down.
    """

    data: bytes
    etag: bytes
    is_complete: bool = True

    def is_known_by(self, if_none_match: bytes) -> bool:
        """Whether the caller's ``If-None-Match`` names these very data."""
        named = [mark.strip().removeprefix(b"W/") for mark in if_none_match.split(b",")]
        return b"*" in named or self.etag.removeprefix(b"W/") in named


def payload(data: Resource | SearchResults, registry_version: str) -> Payload:
    """The data made ready to send."""
    is_complete = not isinstance(data, SearchResults) or data.is_complete
    encoded = _encoder.encode(data.companies if isinstance(data, SearchResults) else data)
    seen = hashlib.blake2b(encoded, digest_size=12, key=registry_version.encode()[:64])
    return Payload(encoded, b'W/"%s"' % seen.hexdigest().encode(), is_complete)


def success(found: Payload, standing: Standing, account_id: str) -> Reply:
    """200: the envelope of part 1 of the interface."""
    envelope = Success(remaining_requests=standing.remaining, data=msgspec.Raw(found.data))
    body = _encoder.encode(envelope)
    # What a search found in its time may be more the next time: not to be kept.
    kept = [(b"etag", found.etag), _PRIVATE] if found.is_complete else [_PARTIAL, _NO_STORE]
    headers = [_JSON, _length(body), *kept, _NOSNIFF]
    return Reply(200, headers + rate_limit_headers(standing), body, account_id=account_id)


def unchanged(found: Payload, standing: Standing, account_id: str) -> Reply:
    """304: the caller has these data already, and they cost nothing."""
    headers = [(b"etag", found.etag), _PRIVATE, *rate_limit_headers(standing)]
    return Reply(304, headers, account_id=account_id)


def failure(
    reason: Reason,
    message: str,
    *,
    headers: Headers | None = None,
    standing: Standing | None = None,
    account_id: str = "",
    request_id: str = "",
) -> Reply:
    """Any refusal; ``standing`` says what is left to the caller, where one is known."""
    status = STATUS[reason]
    error = ErrorDetail(
        code=str(status), message=message, reason=reason, request_id=request_id or None
    )
    body = _encoder.encode(Failure(error=error))
    sent = [_JSON, _length(body), _NO_STORE, _NOSNIFF, *(headers or [])]
    if standing is not None:
        sent += rate_limit_headers(standing)
    return Reply(status, sent, body, reason, account_id, request_id)


def document(content: bytes, *, seconds: int = 0) -> Reply:
    """200 for what needs no key; anybody may keep it for some seconds."""
    keep = (b"cache-control", b"max-age=%d" % seconds) if seconds else _NO_STORE
    return Reply(200, [_JSON, _length(content), keep, _NOSNIFF], content)


def _length(body: bytes) -> tuple[bytes, bytes]:
    return (b"content-length", b"%d" % len(body))
