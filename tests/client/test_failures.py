"""What each failure of a server is taken for, and what it says."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from tui_app.client.api_request import ApiRequest
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    InvalidRequestError,
    NotFoundError,
    NotKnownToSourceError,
    ServerError,
    TooFastError,
)
from tui_app.client.failures import ErrorContext, HttpResponse, error_from, read_reset
from tui_app.client.request import build_request
from tui_app.contract import operations as o

REQUESTS: dict[str, ApiRequest[Any]] = {
    "search": build_request(o.AUTOCOMPLETE, raw={"q": "agro"}),
    "profile": build_request(o.PROFILE, "12"),
    "cases": build_request(o.COURT_CASES, "12"),
    "day": build_request(o.REGISTERED, raw={"registration_date": "2024-03-01"}),
}


def error_of(
    status: int, asked: str = "profile", reason: str = "", retry_after: str = "", **context: Any
) -> ClientError:
    body = json.dumps({"success": False, "error": {"message": "Sorry.", "reason": reason}})
    response = HttpResponse(status=status, body=body.encode(), retry_after=retry_after)
    given: dict[str, Any] = {"host": "firms.example", "has_key": True} | context
    known = ErrorContext(**given)
    return error_from(response, REQUESTS[asked], known)


@pytest.mark.parametrize(
    ("status", "asked", "reason", "kind", "text"),
    [
        (400, "profile", "", InvalidRequestError, "rejected the request: Sorry."),
        (401, "profile", "", CredentialError, "Key rejected by firms.example: Sorry."),
        (403, "cases", "", CredentialError, "does not allow this with the API key: Sorry."),
        (402, "cases", "", ServerError, "answered with status 402: Sorry."),
        (404, "profile", "", CompanyNotFoundError, "knows no company with the tax id 12."),
        (404, "cases", "company_not_found", CompanyNotFoundError, "knows no company"),
        (404, "cases", "", NotFoundError, "has nothing on record here for the tax id 12"),
        (404, "profile", "not_found", ServerError, "does not know this address (404)"),
        (404, "cases", "not_found", ServerError, "does not know this address (404)"),
        (404, "search", "", ServerError, "does not know this address (404)"),
        (404, "day", "company_not_found", ServerError, "does not know this address (404)"),
        (418, "day", "", ServerError, "answered with status 418"),
        (499, "day", "", ServerError, "answered with status 499"),
        (500, "day", "", ServerError, "failed with status 500: Sorry."),
        (504, "day", "", ServerError, "failed with status 504: Sorry."),
        (501, "cases", "not_known_to_source", NotKnownToSourceError, "Sorry."),
        (503, "cases", "source_unavailable", ServerError, "Sorry."),
    ],
)
def test_a_status_is_said_for_what_it_is(
    status: int, asked: str, reason: str, kind: type[ClientError], text: str
) -> None:
    error = error_of(status, asked, reason)
    assert type(error) is kind
    assert text in str(error)
    assert error.retry_at is None


@pytest.mark.parametrize(
    ("status", "may_repeat"),
    [(500, False), (501, False), (502, True), (503, True), (504, True), (505, False), (429, False)],
)
def test_only_what_a_gateway_says_for_a_moment_is_repeated(status: int, may_repeat: bool) -> None:
    assert (error_of(status).repeat_after is not None) is may_repeat
    assert error_of(status, retry_after="soon").repeat_after is None
    waited = error_of(status, retry_after="20").repeat_after
    assert (waited is not None) is (may_repeat or status == 429)
    assert waited is None or 18 < waited <= 20
    if status == 503:
        assert error_of(status, reason="source_unavailable").repeat_after is None


@pytest.mark.parametrize(
    ("reason", "left", "kind"),
    [
        ("quota_exceeded", 50, AllowanceError),
        ("quota_exceeded", None, AllowanceError),
        ("rate_limited", 0, TooFastError),
        ("rate_limited", 50, TooFastError),
        ("", 0, AllowanceError),
        ("", 1, TooFastError),
        ("", None, TooFastError),
    ],
)
def test_too_fast_is_no_used_up_allowance(
    reason: str, left: int | None, kind: type[ClientError]
) -> None:
    error = error_of(429, reason=reason, retry_after="30", remaining=left)
    assert type(error) is kind
    assert error.retry_at is not None
    wait = error.retry_at - dt.datetime.now(dt.UTC)
    assert dt.timedelta(seconds=25) < wait <= dt.timedelta(seconds=30)
    # The allowance of a month is not back after some seconds.
    assert (error.repeat_after is None) is (kind is AllowanceError)
    assert ("used up" in str(error)) is (kind is AllowanceError)
    assert "Try again after" in str(error)
    later = error_of(429, reason=reason, retry_after=str(3 * 86_400), remaining=left)
    assert later.retry_at is not None
    assert f"after {later.retry_at.astimezone():%Y-%m-%d %H:%M}" in str(later)


@pytest.mark.parametrize(
    ("has_key", "place", "said"),
    [
        (False, "", "needs an API key, and none is set"),
        (True, "", "Run firmeterm login"),
        (True, "FIRMETERM_API_KEY", "The key from FIRMETERM_API_KEY overrides a stored one"),
    ],
)
def test_who_has_the_wrong_key_learns_where_it_came_from(
    has_key: bool, place: str, said: str
) -> None:
    assert said in str(error_of(401, has_key=has_key, key_found_at=place))


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("https://other.example/v1", "redirects this request to other.example"),
        ("https://me:pw@other.example/v1", "redirects this request to other.example"),
        ("https://evil\u202e.example/x", "redirects this request to evil.example"),
        ("/v2/companies", "redirects this request to itself"),
        ("//firms.example/x", "redirects this request to itself"),
        ("", "answered with status {status}"),
    ],
)
def test_a_redirect_is_named_and_not_followed(location: str, said: str) -> None:
    for status in (300, 302, 308, 399):
        response = HttpResponse(status=status, body=b"", location=location)
        error = error_from(response, REQUESTS["profile"], ErrorContext(host="firms.example"))
        assert type(error) is ServerError and said.format(status=status) in str(error)
        assert "pw" not in str(error)


def test_of_two_limits_with_the_same_count_the_longer_one_is_the_allowance() -> None:
    header = '"burst";r=7;t=20, "month";r=7;t=3600, "day";r=8;t=99999'
    found = read_reset(header, 7)
    assert found is not None
    assert 3590 < (found - dt.datetime.now(dt.UTC)).total_seconds() <= 3600


def test_only_a_status_of_success_is_one() -> None:
    statuses = (100, 199, 200, 204, 299, 300, 304, 400, 500)
    succeeded = [each for each in statuses if HttpResponse(status=each, body=b"").succeeded]
    assert succeeded == [200, 204, 299]
