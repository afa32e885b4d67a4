"""One family of errors: what happened, what was done, which key comes next.

Texts are templates marked for translation with ``N_``; ``str`` gives the text in the language
in force with ``values`` filled in. Values that came from a server are sanitised before they
get here. No text holds the API key.
"""

from __future__ import annotations

import datetime as dt
from typing import ClassVar

from tui_app.language import _


class ClientError(Exception):
    """An operation has no answer.

    ``what`` says what happened, ``done`` what the client did about it and ``hint`` what to
    press or set next. ``requests`` counts what was sent for it, retries included.
    ``retry_at`` (UTC) is when the server said it may be tried again. ``repeat_after`` is set
    where the client itself may repeat the question: the fewest seconds to wait first.
    """

    may_retry: ClassVar[bool] = True

    def __init__(
        self,
        what: str,
        hint: str = "",
        *,
        done: str = "",
        requests: int = 0,
        retry_at: dt.datetime | None = None,
        **values: str | int,
    ) -> None:
        super().__init__(what, hint)
        self.what = what
        self.done = done
        self.hint = hint
        self.values = values
        self.requests = requests
        self.retry_at = retry_at
        self.repeat_after: float | None = None

    def __str__(self) -> str:
        parts = (part for part in (self.what, self.done, self.hint) if part)
        return " ".join(_(part).format(**self.values) for part in parts)


class InvalidRequestError(ClientError):
    """The question breaks a rule of the interface; asking again changes nothing."""

    may_retry = False


class CredentialError(ClientError):
    """The server does not take the API key, or there is none."""

    may_retry = False


class CompanyNotFoundError(ClientError):
    """The server knows no such company."""

    may_retry = False


class AllowanceError(ClientError):
    """The allowance is used up, or the floor the user set is reached."""


class TooFastError(ClientError):
    """The server asks for fewer requests at a time."""


class UnreachableError(ClientError):
    """No connection: refused, unknown host, TLS, line lost."""


class DeadlineError(ClientError):
    """The answer did not come in time."""


class ServerError(ClientError):
    """The server failed or answered with a status that the interface does not name."""


class BadAnswerError(ClientError):
    """An answer came but cannot be used: not JSON, too large, cut off, not a success."""


class NothingKeptError(ClientError):
    """Offline, and no earlier answer to this question is kept."""
