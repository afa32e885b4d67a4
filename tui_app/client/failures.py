"""What a person reads when a question has no answer: one text for each way to fail.

``of_reply`` speaks of a status other than success, ``of_transport`` of a line that did not
carry the question or its answer. Each names what happened, what was done and what to press.
"""

from __future__ import annotations

import datetime as dt
import email.utils
import math
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from msgspec import Struct

from tui_app.client.decode import Complaint, as_suffix, complaint_of
from tui_app.client.errors import (
    AllowanceError,
    BadAnswerError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    InvalidRequestError,
    ServerError,
    TooFastError,
)
from tui_app.client.request import ApiRequest
from tui_app.client.sanitize import clean
from tui_app.contract.envelope import Reason
from tui_app.language import N_

LONGEST_WAIT: Final = dt.timedelta(days=31)
"""A server that names a later moment is not believed: a calendar month is the longest quota."""

_LIMIT: Final = re.compile(r";\s*r=(\d{1,18})\s*;\s*t=(\d{1,12})", re.ASCII)
_SOON: Final = dt.timedelta(minutes=5)
_WAIT: Final = N_("It asks to wait until {time}.")
_LOGIN: Final = N_("Run firmeterm login to set a key, then press r.")


class Reply(Struct, frozen=True, kw_only=True):
    """What came over the line: the status, the headers that matter, the bounded body."""

    status: int
    body: bytes
    location: str = ""
    retry_after: str = ""
    rate_limit: str = ""
    partial: bool = False

    @property
    def succeeded(self) -> bool:
        """The status decides first."""
        return 200 <= self.status < 300


def of_reply(
    reply: Reply, asked: ApiRequest[Any], host: str, *, has_key: bool, remaining: int | None = None
) -> ClientError:
    """The error that a reply with a failure status means."""
    said = complaint_of(reply.body)
    if 300 <= reply.status < 400:
        return _redirected(reply, asked, host)
    if reply.status == 400:
        return InvalidRequestError(
            N_("{host} refused the question{message}."),
            N_("Change it and ask again."),
            host=host,
            message=as_suffix(said.message),
        )
    if reply.status in {401, 403}:
        return _credential(reply.status, said, host, has_key=has_key)
    if reply.status == 404:
        return _not_found(said, asked, host)
    if reply.status == 429:
        return _limited(reply, said, asked, host, remaining)
    return _failed(reply, said, asked, host)


def _redirected(reply: Reply, asked: ApiRequest[Any], host: str) -> ClientError:
    target = redirect_target(reply.location, host)
    if not target:
        return _failed(reply, Complaint(), asked, host)
    if target == host:
        return ServerError(
            N_("{host} sends this question round to itself."),
            N_("Check the base address, then start again."),
            done=N_("It was not followed."),
            host=host,
        )
    return ServerError(
        N_("{host} sends this question on to {target}."),
        N_("If {target} is right, set it as the base address and start again."),
        done=N_("The key was not sent there."),
        host=host,
        target=target,
    )


def redirect_target(location: str, host: str) -> str:
    """The host that a Location header names, as it may be shown; nothing when it names none."""
    try:
        target = urlsplit(urljoin(f"//{host}/", location)).netloc.rpartition("@")[2]
    except ValueError:
        return ""
    return clean(target, 100) if location else ""


def _credential(status: int, said: Complaint, host: str, *, has_key: bool) -> ClientError:
    if status == 403:
        what = N_("{host} does not allow this with the API key{message}.")
    elif has_key:
        what = N_("{host} does not take the API key{message}.")
    else:
        what = N_("{host} asks for an API key, and none is set{message}.")
    return CredentialError(what, _LOGIN, host=host, message=as_suffix(said.message))


def _not_found(said: Complaint, asked: ApiRequest[Any], host: str) -> ClientError:
    if asked.operation.names_company and said.reason != Reason.NOT_FOUND:
        return CompanyNotFoundError(
            N_("{host} knows no company with the tax id {tax_id}."),
            N_("Press / to search for another."),
            host=host,
            tax_id=asked.tax_id,
        )
    return ServerError(
        N_("{host} does not know this question (404){message}."),
        N_("Check the base address: it ends before /v1."),
        host=host,
        message=as_suffix(said.message),
    )


def _limited(
    reply: Reply, said: Complaint, asked: ApiRequest[Any], host: str, remaining: int | None
) -> ClientError:
    retry_at = read_retry_after(reply.retry_after)
    wait = None if retry_at is None else retry_at - dt.datetime.now(dt.UTC)
    if said.reason == Reason.RATE_LIMITED:
        used_up = False
    elif said.reason == Reason.QUOTA_EXCEEDED or remaining == 0:
        used_up = True
    else:
        used_up = wait is not None and wait > _SOON
    message = as_suffix(said.message)
    done, time = _WAIT if retry_at else "", _for_people(retry_at)
    if used_up:
        return AllowanceError(
            N_("The allowance at {host} is used up{message}. What is kept can still be read."),
            asked.all_the_same,
            done=done,
            retry_at=retry_at,
            time=time,
            host=host,
            message=message,
        )
    error = TooFastError(
        N_("{host} asks for fewer requests at a time{message}."),
        asked.again_later,
        done=done,
        retry_at=retry_at,
        time=time,
        host=host,
        message=message,
    )
    error.repeat_after = None if wait is None else max(0.0, wait.total_seconds())
    return error


def _failed(reply: Reply, said: Complaint, asked: ApiRequest[Any], host: str) -> ClientError:
    if reply.status < 500:
        what = N_("{host} answered with status {status}{message}.")
    else:
        what = N_("{host} failed with status {status}{message}.")
    retry_at = read_retry_after(reply.retry_after)
    error = ServerError(
        what,
        asked.again_later if retry_at else asked.again,
        done=_WAIT if retry_at else "",
        retry_at=retry_at,
        time=_for_people(retry_at),
        host=host,
        status=reply.status,
        message=as_suffix(said.message),
    )
    # These come from what stands before the service and pass by; a 500 would only repeat. Who
    # names a time that cannot be read or believed is not asked again at once.
    if reply.status in {502, 503, 504} and (retry_at or not reply.retry_after):
        wait = (retry_at - dt.datetime.now(dt.UTC)).total_seconds() if retry_at else 0
        error.repeat_after = max(0.0, wait)
    return error


def _for_people(moment: dt.datetime | None) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M") if moment else ""


def read_retry_after(header: str) -> dt.datetime | None:
    """The moment (UTC) a Retry-After header names, in seconds or as a date.

    ``None`` when it is absent, unreadable, in the past or beyond belief.
    """
    now = dt.datetime.now(dt.UTC)
    text = header.strip()
    if re.fullmatch(r"[0-9]{1,12}", text, re.ASCII):
        seconds = int(text)
        return now + dt.timedelta(seconds=seconds) if _believed(seconds) else None
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return aware.astimezone(dt.UTC) if _believed((aware - now).total_seconds()) else None


def read_reset(header: str, remaining: int | None) -> dt.datetime | None:
    """When (UTC) the allowance is counted anew, by a ``RateLimit`` header.

    It may name several limits; that of the allowance is the one with as much ``remaining``.
    """
    found = _LIMIT.findall(header)
    waits = [int(wait) for left, wait in found if remaining is not None and int(left) == remaining]
    longest = max(waits, default=math.inf)
    if not _believed(longest):
        return None
    return dt.datetime.now(dt.UTC) + dt.timedelta(seconds=longest)


def _believed(seconds: float) -> bool:
    return math.isfinite(seconds) and 0 <= seconds <= LONGEST_WAIT.total_seconds()


def too_large(asked: ApiRequest[Any], host: str, limit: int) -> ClientError:
    """More bytes than anyone should read; reading stopped there."""
    return BadAnswerError(
        N_("{host} sent more than {limit} MB; reading stopped there."),
        asked.again,
        host=host,
        limit=limit // 1_000_000,
    )


def causes(error: BaseException) -> Iterator[BaseException]:
    """An exception and everything that led to it."""
    found: BaseException | None = error
    while found is not None:
        yield found
        if isinstance(found, BaseExceptionGroup):
            for inner in found.exceptions:
                yield from causes(inner)
        found = found.__cause__ or found.__context__
