"""The envelopes of every answer: success by part 1 of the interface, errors by our decision.

The interface leaves errors open. Ours is ``{"success": false, "error": {"code": "404", "message":
…, "reason": …}}``: ``code`` is the HTTP status as a string, the shape that clients of such services
already parse; ``reason`` is for programs.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, Self, TypeVar

from msgspec import UNSET, Struct, UnsetType

from tui_app.contract.provenance import DataSource
from tui_app.contract.search_notes import SearchNotes

T = TypeVar("T")


class Success(Struct, Generic[T], frozen=True, kw_only=True, rename="camel"):
    """Part 1: the envelope of every successful response.

    Two members are extensions, each absent if there is nothing to say: ``sources`` names the
    sources of the data, and ``search`` what a search found beyond its text.
    """

    success: bool = True
    remaining_requests: int
    data: T
    sources: tuple[DataSource, ...] | UnsetType | None = UNSET
    search: SearchNotes | UnsetType | None = UNSET


class Reason(StrEnum):
    """Why a request was refused, one word for programs, and its HTTP status. The set may grow."""

    status: int

    def __new__(cls, word: str, status: int) -> Self:
        """A member: a word with a status."""
        reason = str.__new__(cls, word)
        reason._value_ = word
        reason.status = status
        return reason

    HOST_INVALID = "host_invalid", 400
    CREDENTIAL_MISSING = "credential_missing", 401
    CREDENTIAL_INVALID = "credential_invalid", 401
    QUERY_MISSING = "query_missing", 400
    QUERY_TOO_SHORT = "query_too_short", 400
    QUERY_TOO_LONG = "query_too_long", 400
    QUERY_INVALID = "query_invalid", 400
    PAGE_OUT_OF_RANGE = "page_out_of_range", 400
    DATE_MISSING = "date_missing", 400
    DATE_INVALID = "date_invalid", 400
    CRITERIA_INVALID = "criteria_invalid", 400
    SORT_INVALID = "sort_invalid", 400
    LIMIT_INVALID = "limit_invalid", 400
    CURSOR_INVALID = "cursor_invalid", 400
    ROWS_INVALID = "rows_invalid", 400
    BODY_INVALID = "body_invalid", 400
    COMPANY_NOT_FOUND = "company_not_found", 404
    NOT_FOUND = "not_found", 404
    METHOD_NOT_ALLOWED = "method_not_allowed", 405
    BODY_TOO_LARGE = "body_too_large", 413
    BODY_TYPE_UNKNOWN = "body_type_unknown", 415
    RATE_LIMITED = "rate_limited", 429
    QUOTA_EXCEEDED = "quota_exceeded", 429
    INTERNAL = "internal", 500
    UNAVAILABLE = "unavailable", 503
    NOT_KNOWN_TO_SOURCE = "not_known_to_source", 404
    SOURCE_UNAVAILABLE = "source_unavailable", 502


class ErrorDetail(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """What went wrong: ``code`` is the HTTP status as text, ``message`` is for people."""

    code: str
    message: str
    reason: Reason
    request_id: str | None = None


class Failure(Struct, frozen=True, kw_only=True):
    """The envelope of every unsuccessful answer."""

    success: bool = False
    error: ErrorDetail
