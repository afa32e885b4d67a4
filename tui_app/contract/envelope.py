"""The envelopes of every answer: success by part 1 of the interface, errors by our decision.

The interface leaves errors open. Ours is ``{"success": false, "error": {"code": "404",
"message": …, "reason": …}}``: ``code`` is the HTTP status as a string, the shape that
clients of such services already parse; ``reason`` is for programs.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Success(Struct, Generic[T], frozen=True, kw_only=True, rename="camel"):
    """Part 1: the envelope of every successful response."""

    success: bool = True
    remaining_requests: int
    data: T


class Reason(StrEnum):
    """Why a request was refused, one word for programs. The set may grow."""

    CREDENTIAL_MISSING = "credential_missing"
    CREDENTIAL_INVALID = "credential_invalid"
    QUERY_MISSING = "query_missing"
    QUERY_TOO_SHORT = "query_too_short"
    QUERY_TOO_LONG = "query_too_long"
    QUERY_INVALID = "query_invalid"
    PAGE_OUT_OF_RANGE = "page_out_of_range"
    DATE_MISSING = "date_missing"
    DATE_INVALID = "date_invalid"
    CRITERIA_INVALID = "criteria_invalid"
    SORT_INVALID = "sort_invalid"
    LIMIT_INVALID = "limit_invalid"
    CURSOR_INVALID = "cursor_invalid"
    COMPANY_NOT_FOUND = "company_not_found"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    RATE_LIMITED = "rate_limited"
    QUOTA_EXCEEDED = "quota_exceeded"
    INTERNAL = "internal"
    UNAVAILABLE = "unavailable"
    NOT_KNOWN_TO_SOURCE = "not_known_to_source"
    SOURCE_UNAVAILABLE = "source_unavailable"


STATUS: Final[dict[Reason, int]] = {
    Reason.CREDENTIAL_MISSING: 401,
    Reason.CREDENTIAL_INVALID: 401,
    Reason.QUERY_MISSING: 400,
    Reason.QUERY_TOO_SHORT: 400,
    Reason.QUERY_TOO_LONG: 400,
    Reason.QUERY_INVALID: 400,
    Reason.PAGE_OUT_OF_RANGE: 400,
    Reason.DATE_MISSING: 400,
    Reason.DATE_INVALID: 400,
    Reason.CRITERIA_INVALID: 400,
    Reason.SORT_INVALID: 400,
    Reason.LIMIT_INVALID: 400,
    Reason.CURSOR_INVALID: 400,
    Reason.COMPANY_NOT_FOUND: 404,
    Reason.NOT_FOUND: 404,
    Reason.METHOD_NOT_ALLOWED: 405,
    Reason.RATE_LIMITED: 429,
    Reason.QUOTA_EXCEEDED: 429,
    Reason.INTERNAL: 500,
    Reason.UNAVAILABLE: 503,
    Reason.NOT_KNOWN_TO_SOURCE: 404,
    Reason.SOURCE_UNAVAILABLE: 502,
}
"""The HTTP status of each refusal."""


class ErrorDetail(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """What went wrong: ``code`` is the HTTP status as text, ``message`` is for people."""

    code: str
    message: str
    reason: Reason
    request_id: str | None = None


class Failure(Struct, frozen=True, kw_only=True):
    """The envelope of every answer that is not a success."""

    success: bool = False
    error: ErrorDetail
