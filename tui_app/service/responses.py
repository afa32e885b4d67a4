"""The answers of the service: a JSON body and its headers, as Starlette's responses."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tui_app.contract.envelope import ErrorDetail, Failure, Reason, Success
from tui_app.contract.matching import CompanyMatch
from tui_app.contract.operations import EXTENSIONS_HEADER, INVENTED_HEADER
from tui_app.contract.provenance import DataSource
from tui_app.contract.resources import CourtCasePage, Resource
from tui_app.contract.search_notes import SearchNotes
from tui_app.registry.company_registry import SearchResults
from tui_app.service.allowance import AllowanceStatus, rate_limit_headers

_JSON: Final = "application/json"
_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_PARTIAL: Final = {"Firmeterm-Partial": "true"}
_INVENTED: Final = {INVENTED_HEADER: "true"}
_CHALLENGE: Final = 'Bearer realm="companies"'
_RETRY_SECONDS: Final = 5
_encoder: Final = msgspec.json.Encoder()


class Refusal(Response):
    """Any unsuccessful answer.

    ``status`` has the remaining limits of the caller, if known.
    """

    def __init__(
        self,
        reason: Reason,
        message: str,
        *,
        status: AllowanceStatus | None = None,
        headers: dict[str, str] | None = None,
        request_id: str = "",
    ) -> None:
        code = reason.status
        error = ErrorDetail(
            code=str(code), message=message, reason=reason, request_id=request_id or None
        )
        left = rate_limit_headers(status) if status else {}
        body = _encoder.encode(Failure(error=error))
        super().__init__(body, code, _HEADERS | left | (headers or {}), _JSON)
        self._noted = {"reason": reason, "request_id": request_id}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, and record the reason for the log."""
        scope["state"].update(self._noted)
        await super().__call__(scope, receive, send)


def success(
    data: Resource | SearchResults | tuple[CompanyMatch, ...],
    status: AllowanceStatus,
    extensions: tuple[str, ...] = (),
    sources: tuple[DataSource, ...] = (),
    *,
    invented: bool = False,
) -> Response:
    """200: the envelope of part 1 of the interface. Headers mark incomplete and ``invented`` data.

    ``extensions`` are announced, so that no client requests one from a server without it;
    ``sources`` are those of the data.
    """
    cut_short: dict[str, str] = {}
    announced = _announced(extensions) | (_INVENTED if invented else {})
    if isinstance(data, CourtCasePage) and not data.total_cases and not invented:
        # Court files are imported for only some companies, so an empty answer means nothing.
        cut_short = _PARTIAL
    if isinstance(data, SearchResults):
        cut_short = {} if data.is_complete else _PARTIAL
        notes = UNSET if data.notes == SearchNotes() else data.notes
        envelope = Success(remaining_requests=status.remaining, data=data.companies, search=notes)
        body = _encoder.encode(envelope)
    else:
        body = _encoder.encode(
            Success(remaining_requests=status.remaining, data=data, sources=sources or UNSET)
        )
    headers = _HEADERS | rate_limit_headers(status) | announced | cut_short
    return Response(body, 200, headers, _JSON)


def company_not_found(status: AllowanceStatus, extensions: tuple[str, ...]) -> Refusal:
    """404, with the extensions: a client learns them by requesting an impossible company."""
    headers = _announced(extensions)
    message = "Company not found"
    return Refusal(Reason.COMPANY_NOT_FOUND, message, status=status, headers=headers)


def _announced(extensions: tuple[str, ...]) -> dict[str, str]:
    return {EXTENSIONS_HEADER: ", ".join(extensions)} if extensions else {}


def document(content: bytes, seconds: int = 0) -> Response:
    """200 for a page without a key; it may be cached for ``seconds``."""
    caching = {"Cache-Control": f"max-age={seconds}"} if seconds else {}
    return Response(content, 200, _HEADERS | caching, _JSON)


def credential_missing() -> Refusal:
    """401 without a well-formed credential."""
    message = "The Authorization header must be: Bearer <API_KEY>"
    headers = {"WWW-Authenticate": _CHALLENGE}
    return Refusal(Reason.CREDENTIAL_MISSING, message, headers=headers)


def credential_invalid() -> Refusal:
    """401: the same text, whatever is wrong with the key."""
    headers = {"WWW-Authenticate": f'{_CHALLENGE}, error="invalid_token"'}
    return Refusal(Reason.CREDENTIAL_INVALID, "The API key is not valid", headers=headers)


def rate_limited(status: AllowanceStatus) -> Refusal:
    """429: too many requests in the burst window."""
    headers = {"Retry-After": str(status.burst_resets_in)}
    message = "Too many requests at a time"
    return Refusal(Reason.RATE_LIMITED, message, status=status, headers=headers)


def line_full() -> Refusal:
    """429: too many requests of one caller are waiting; nothing was charged or counted."""
    message = "Too many of your requests are waiting: send fewer at a time"
    return Refusal(Reason.RATE_LIMITED, message, headers={"Retry-After": "1"})


def quota_exceeded(status: AllowanceStatus) -> Refusal:
    """429: the allowance is used up until next month."""
    headers = {"Retry-After": str(status.month_resets_in)}
    message = "This month's allowance is used up; it restarts on the 1st (UTC)"
    if status.remaining:
        left = "1 request is" if status.remaining == 1 else f"{status.remaining} requests are"
        message = f"{left} left this month, and this request costs more"
    return Refusal(Reason.QUOTA_EXCEEDED, message, status=status, headers=headers)


def unavailable(message: str) -> Refusal:
    """503: a database cannot be reached at the moment; nothing was charged."""
    return Refusal(Reason.UNAVAILABLE, message, headers={"Retry-After": str(_RETRY_SECONDS)})


def source_unavailable(message: str, retry_after: int | None) -> Refusal:
    """502: a service that the registry depends on did not answer; the message says how."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Refusal(Reason.SOURCE_UNAVAILABLE, message, headers=headers)


def body_too_large() -> Refusal:
    """413: the body is larger than any request needs, or does not end; nothing was charged."""
    return Refusal(
        Reason.BODY_TOO_LARGE,
        "The body is too large, or was not sent in time: send fewer rows at a time",
    )


def body_incomplete() -> Refusal:
    """400: the body cannot be read; nothing was charged."""
    message = "The body ended early, or its chunks are malformed"
    return Refusal(Reason.BODY_INVALID, message)


def host_missing() -> Refusal:
    """400: a request in HTTP/1.1 must have exactly one Host header."""
    return Refusal(Reason.HOST_INVALID, "The request must have exactly one Host header")


def disconnected() -> Response:
    """For the log: the caller has disconnected, so nobody reads this answer."""
    return Response(status_code=499)
