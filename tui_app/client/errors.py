"""The client's errors: what happened, what was done about it, and whether to try again.

Texts are templates marked for translation with ``N_``; ``str`` translates them into the current
language. No text names a key of the screen: the screen adds which one to press. Values from
a server are sanitised before they get here, and no text contains the API key.
"""

from __future__ import annotations

import datetime as dt
from typing import ClassVar, Final

from tui_app.client.api_request import AnyRequest
from tui_app.system.language import N_, _

NOTHING_SENT: Final = N_("Nothing was sent.")


class ClientError(Exception):
    """A request failed.

    ``what`` says what happened, ``done`` what the client did about it and ``advice`` what to
    check or set. ``requests`` counts what was sent, with retries, and ``attempts`` the
    attempts. ``retry_at`` (UTC) is when the server allows the next request. ``request`` is the
    failed request, once it is known.
    """

    may_retry: ClassVar[bool] = True
    """Whether the same request may succeed later."""

    def __init__(
        self,
        what: str,
        advice: str = "",
        *,
        done: str = "",
        requests: int = 0,
        retry_at: dt.datetime | None = None,
        **values: str | int,
    ) -> None:
        super().__init__(what, advice)
        self.what = what
        self.done = done
        self.advice = advice
        self.values = values
        self.requests = requests
        self.attempts = 1
        self.retry_at = retry_at
        self.repeat_after: float | None = None
        """Seconds after which the client may repeat the request by itself; ``None``: never."""
        self.follows = False
        """Whether the screen asks again by itself at ``retry_at``."""
        self.request: AnyRequest | None = None

    @property
    def summary(self) -> str:
        """What happened and what was done about it, without the advice."""
        text = _(self.what).format(**self.values)
        if self.attempts > 1:
            attempts = _(" ({count} attempts)").format(count=self.attempts)
            text = f"{text.removesuffix('.')}{attempts}."
        return f"{text} {_(self.done).format(**self.values)}" if self.done else text

    def __str__(self) -> str:
        if not self.advice:
            return self.summary
        return f"{self.summary} {_(self.advice).format(**self.values)}"


class InvalidRequestError(ClientError):
    """The request breaks a rule of the interface."""

    may_retry = False


class CredentialError(ClientError):
    """The server rejects the API key, or there is none."""

    may_retry = False


class NotFoundError(ClientError):
    """The server has nothing on record for this request."""

    may_retry = False


class CompanyNotFoundError(NotFoundError):
    """The server knows no such company."""


class NotKnownToSourceError(ClientError):
    """The source has no such data for any company; this is neither an empty answer nor a fault."""

    may_retry = False


class AllowanceError(ClientError):
    """The allowance is used up, or only the reserve is left."""


class NotConfirmedError(AllowanceError):
    """A live source sends a request to others only when the user confirms it."""


class TooFastError(ClientError):
    """The server asks for a lower rate of requests."""


class UnreachableError(ClientError):
    """No connection: refused, unknown host, TLS; or it broke before the answer was complete."""


class UnusableSourceError(UnreachableError):
    """The chosen source does not exist or cannot be read: the settings have to change."""


class DeadlineError(ClientError):
    """The answer did not arrive in time."""


class ServerError(ClientError):
    """The server failed or answered with a status that the interface does not name."""


class BadAnswerError(ClientError):
    """An answer came but cannot be used: not JSON, too large, cut off, not a success."""


class ClosedError(ClientError):
    """The client was closed, as when the user changes to another source."""

    may_retry = False


class NotCachedError(ClientError):
    """Offline, and the answer is not cached."""


def not_cached(request: AnyRequest) -> NotCachedError:
    """The error for a request that was not sent because the user is offline."""
    what = N_("Offline, and there is no cached answer.")
    error = NotCachedError(what, done=NOTHING_SENT)
    error.request = request
    return error
