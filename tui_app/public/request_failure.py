"""Why a public service gave no answer, and whether a retry may help."""

from __future__ import annotations

import datetime as dt
import math
from typing import Final

from msgspec import Struct

from tui_app.system.connection_failure import ConnectionFailure, read_failure
from tui_app.system.language import N_, _
from tui_app.system.retry_after import read_retry_after

_OVERLOADED: Final = frozenset({429, 503})
_WAIT: Final = N_("Try again in {seconds} s.")
_REFUSALS: Final = {
    403: N_("{host} refused the request (403): its firewall may not let it through."),
    404: N_("{host} has no such service (404): its address may have changed."),
    407: ConnectionFailure.PROXY.value,
}
_REPEATED: Final = {
    ConnectionFailure.NO_CONNECTION_IN_TIME,
    ConnectionFailure.NO_ANSWER_IN_TIME,
    ConnectionFailure.BROKEN_OFF,
}
_LONGEST_BELIEVED: Final = 86_400


class RequestFailure(Struct, frozen=True):
    """``what`` is a template with ``{host}`` and ``values`` for the rest.

    ``may_repeat``: a retry may help. ``asked_to_wait`` are the seconds that the
    host itself gave.
    """

    what: str
    values: dict[str, str] = {}
    may_repeat: bool = False
    asked_to_wait: int | None = None
    is_overload: bool = False

    def as_text(self, host: str) -> str:
        """The text in the current language; ``host`` is capitalised for the start of a sentence."""
        what = _(self.what)
        if not what.startswith("{host}") and host[1:2].islower():
            host = host[0].lower() + host[1:]
        text = what.format(host=host, **self.values)
        if self.asked_to_wait is None:
            return text
        return f"{text} {_(_WAIT).format(seconds=self.asked_to_wait)}"


def of_status(status: int, retry_after: str) -> RequestFailure:
    """The failure for an unsuccessful HTTP status."""
    values = {"status": str(status)}
    if status in _OVERLOADED:
        seconds = _seconds_until(read_retry_after(retry_after))
        what = N_("{host} is overloaded ({status}).")
        return RequestFailure(what, values, True, seconds, is_overload=True)
    if status >= 500:
        return RequestFailure(N_("{host} failed ({status})."), values, may_repeat=True)
    if 300 <= status < 400:
        return RequestFailure(
            N_("{host} redirects elsewhere ({status}); the redirect was not followed."), values
        )
    return RequestFailure(
        _REFUSALS.get(status, N_("{host} refused the request ({status}).")), values
    )


def of_exception(error: Exception, seconds: float, connect_seconds: float) -> RequestFailure:
    """The failure for a connection error; the seconds are the limits of answer and connection."""
    failure = read_failure(error)
    what = failure.value
    if failure is ConnectionFailure.NO_ANSWER_IN_TIME:
        what = N_("{host} did not answer within {seconds} s.")
    elif failure is ConnectionFailure.NO_CONNECTION_IN_TIME:
        seconds = connect_seconds
    return RequestFailure(what, {"seconds": f"{seconds:.0f}"}, may_repeat=failure in _REPEATED)


def _seconds_until(retry_at: dt.datetime | None) -> int | None:
    """The seconds that a host asks to wait; ``None`` if it does not, or asks for over a day."""
    if retry_at is None:
        return None
    seconds = math.ceil((retry_at - dt.datetime.now(dt.UTC)).total_seconds())
    return seconds if 0 <= seconds <= _LONGEST_BELIEVED else None
