"""Turns an unsuccessful HTTP response into an error for people."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final
from urllib.parse import urljoin, urlsplit

from msgspec import Struct

from tui_app.client.api_request import AnyRequest
from tui_app.client.decode import ServerMessage, read_message
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
from tui_app.client.sanitize import clean
from tui_app.contract.envelope import Reason
from tui_app.contract.operations import PROFILE
from tui_app.system.language import N_
from tui_app.system.retry_after import read_retry_after, time_after

_LIMIT: Final = re.compile(r";\s*r=(\d{1,18})\s*;\s*t=(\d{1,12})", re.ASCII)
KEY_REJECTED: Final = N_("Key rejected by {host}{message}.")
_WAIT: Final = N_("Try again after {time}.")


class ErrorContext(Struct, frozen=True, kw_only=True):
    """What the client knows about an error beyond the response.

    ``host`` is the server's name for people. ``key_found_at`` says where the key was found, if it
    overrides a stored one. ``remaining`` is the last reported allowance.
    """

    host: str
    has_key: bool = False
    key_found_at: str = ""
    remaining: int | None = None


class HttpResponse(Struct, frozen=True, kw_only=True):
    """An HTTP response: status, the headers that are used, and the bounded body."""

    status: int
    body: bytes
    location: str = ""
    retry_after: str = ""
    rate_limit: str = ""
    partial: bool = False
    invented: bool = False

    @property
    def succeeded(self) -> bool:
        """The HTTP status decides first."""
        return 200 <= self.status < 300


def error_from(response: HttpResponse, request: AnyRequest, context: ErrorContext) -> ClientError:
    """The error for a response with a failure status."""
    server_message = read_message(response.body)
    host, message = context.host, server_message.suffix
    if server_message.reason == Reason.NOT_KNOWN_TO_SOURCE:
        return NotKnownToSourceError("{message}", message=server_message.text)
    if server_message.reason == Reason.SOURCE_UNAVAILABLE:
        # Another service failed behind the server, which has already tried again.
        retry_at = read_retry_after(response.retry_after)
        return ServerError("{message}", message=server_message.text, retry_at=retry_at)
    if 300 <= response.status < 400 and (target := redirect_target(response.location, host)):
        return _redirected(target, host)
    if response.status == 400:
        what = N_("{host} rejected the request{message}.")
        return InvalidRequestError(what, host=host, message=message)
    if response.status in {401, 403}:
        return _credential(response.status, message, context)
    if response.status == 404:
        return _not_found(server_message, request, host)
    if response.status == 429:
        return _limited(response, server_message, context)
    return _failed(response, message, host)


def _redirected(target: str, host: str) -> ClientError:
    if target == host:
        return ServerError(
            N_("{host} redirects this request to itself."),
            N_("Check the base address, then start again."),
            done=N_("It was not followed."),
            host=host,
        )
    return ServerError(
        N_("{host} redirects this request to {target}."),
        N_("If {target} is right, set it as the base address and start again."),
        done=N_("The key was not sent there."),
        host=host,
        target=target,
    )


def redirect_target(location: str, host: str) -> str:
    """The host in a Location header, safe to show; empty when there is none."""
    try:
        target = urlsplit(urljoin(f"//{host}/", location)).netloc.rpartition("@")[2]
    except ValueError:
        return ""
    return clean(target, 100) if location else ""


def _credential(status: int, message: str, context: ErrorContext) -> ClientError:
    if status == 403:
        what = N_("{host} does not allow this with the API key{message}.")
    elif context.has_key:
        what = KEY_REJECTED
    else:
        what = N_("{host} needs an API key, and none is set{message}.")
    advice = N_("Run firmeterm login to set a key.")
    if context.key_found_at:
        advice = N_("The key from {place} overrides a stored one: change it there.")
    return CredentialError(
        what, advice, host=context.host, message=message, place=context.key_found_at
    )


def _not_found(server_message: ServerMessage, request: AnyRequest, host: str) -> ClientError:
    message = server_message.suffix
    if not request.operation.names_company or server_message.reason == Reason.NOT_FOUND:
        return ServerError(
            N_("{host} does not know this address (404){message}."),
            N_("Check the base address: it ends before /v1."),
            host=host,
            message=message,
        )
    if request.operation is PROFILE or server_message.reason == Reason.COMPANY_NOT_FOUND:
        what = N_("{host} knows no company with the tax id {tax_id}.")
        return CompanyNotFoundError(what, host=host, tax_id=request.tax_id)
    what = N_("{host} has nothing on record here for the tax id {tax_id}{message}.")
    return NotFoundError(what, host=host, tax_id=request.tax_id, message=message)


def _limited(
    response: HttpResponse, server_message: ServerMessage, context: ErrorContext
) -> ClientError:
    retry_at = read_retry_after(response.retry_after)
    # Only an explicit statement counts: a long wait alone does not mean that nothing is left.
    used_up = server_message.reason == Reason.QUOTA_EXCEEDED or (
        context.remaining == 0 and server_message.reason != Reason.RATE_LIMITED
    )
    error = (AllowanceError if used_up else TooFastError)(
        N_("This month's allowance at {host} is used up; cached answers can still be read.")
        if used_up
        else N_("{host} asks for fewer requests at a time{message}."),
        done=_WAIT if retry_at else "",
        retry_at=retry_at,
        time=_for_people(retry_at),
        host=context.host,
        message=server_message.suffix,
    )
    if retry_at is not None and not used_up:
        error.repeat_after = _seconds_until(retry_at)
    return error


def _failed(response: HttpResponse, message: str, host: str) -> ClientError:
    if response.status < 500:
        what = N_("{host} answered with status {status}{message}.")
    else:
        what = N_("{host} failed with status {status}{message}.")
    retry_at = read_retry_after(response.retry_after)
    error = ServerError(
        what,
        done=_WAIT if retry_at else "",
        retry_at=retry_at,
        time=_for_people(retry_at),
        host=host,
        status=response.status,
        message=message,
    )
    # A gateway sends these three, and they are temporary; a 500 would only happen again. An
    # unreadable Retry-After still means a wait: then there is no automatic retry.
    if response.status in {502, 503, 504} and (retry_at or not response.retry_after):
        error.repeat_after = _seconds_until(retry_at) if retry_at else 0.0
    return error


def _seconds_until(moment: dt.datetime) -> float:
    return max(0.0, (moment - dt.datetime.now(dt.UTC)).total_seconds())


def _for_people(moment: dt.datetime | None) -> str:
    """A local time: to the second within the hour, with its date from tomorrow on."""
    if moment is None:
        return ""
    local, now = moment.astimezone(), dt.datetime.now().astimezone()
    if local.date() != now.date():
        return f"{local:%Y-%m-%d %H:%M}"
    return f"{local:%H:%M:%S}" if local - now < dt.timedelta(hours=1) else f"{local:%H:%M}"


def read_reset(header: str, remaining: int | None) -> dt.datetime | None:
    """When (UTC) the allowance restarts, according to a ``RateLimit`` header.

    It may list several limits; the allowance is the one with the same ``remaining``.
    """
    found = _LIMIT.findall(header)
    waits = [int(wait) for left, wait in found if remaining is not None and int(left) == remaining]
    return time_after(max(waits)) if waits else None
