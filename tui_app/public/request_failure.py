"""Why a public service gave no answer, and whether a retry may help."""

from __future__ import annotations

import datetime as dt
import email.utils
import re
import ssl
from collections.abc import Iterator
from typing import Final

import httpx
from msgspec import Struct

from tui_app.system.language import N_, _

_OVERLOADED: Final = frozenset({429, 503})
_WAIT: Final = N_("It asks to wait {seconds} s.")
_PROXY: Final = N_("The proxy did not let the request through to {name}.")
_REFUSALS: Final = {
    403: N_("{name} refused the request (403): its firewall may not let it through."),
    404: N_("{name} has no such service (404): its address may have changed."),
    407: _PROXY,
}
_LONGEST_BELIEVED: Final = 86_400


class RequestFailure(Struct, frozen=True):
    """``what`` is a template with ``{name}`` for the host and ``values`` for the rest.

    ``may_repeat``: a retry may help. ``asked_to_wait`` are the seconds that the
    host itself gave.
    """

    what: str
    values: dict[str, str] = {}
    may_repeat: bool = False
    asked_to_wait: int | None = None
    is_overload: bool = False

    def as_text(self, name: str) -> str:
        """The text in the current language."""
        text = _(self.what).format(name=name, **self.values)
        if self.asked_to_wait is None:
            return text
        return f"{text} {_(_WAIT).format(seconds=self.asked_to_wait)}"


def of_status(status: int, retry_after: str) -> RequestFailure:
    """The failure for an unsuccessful HTTP status."""
    values = {"status": str(status)}
    if status in _OVERLOADED:
        seconds = read_wait(retry_after)
        what = N_("{name} is overloaded ({status}).")
        return RequestFailure(what, values, True, seconds, is_overload=True)
    if status >= 500:
        return RequestFailure(N_("{name} failed ({status})."), values, may_repeat=True)
    if 300 <= status < 400:
        return RequestFailure(
            N_("{name} sends elsewhere ({status}); that was not followed."), values
        )
    return RequestFailure(
        _REFUSALS.get(status, N_("{name} refused the request ({status}).")), values
    )


def of_exception(error: Exception, seconds: float) -> RequestFailure:
    """The failure for a connection error; ``seconds`` is the time waited for an answer."""
    if isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout):
        return RequestFailure(
            N_("{name} cannot be reached: no connection in time."), may_repeat=True
        )
    if isinstance(error, httpx.TimeoutException):
        what = N_("{name} did not answer within {seconds} s.")
        return RequestFailure(what, {"seconds": f"{seconds:.0f}"}, may_repeat=True)
    if isinstance(error, httpx.ProxyError):
        return RequestFailure(_PROXY)
    if any(isinstance(cause, ssl.SSLError) for cause in _causes(error)):
        return RequestFailure(
            N_("{name} cannot be reached safely: its certificate is not trusted.")
        )
    if isinstance(error, httpx.ConnectError):
        return RequestFailure(N_("{name} cannot be reached: no connection."))
    return RequestFailure(
        N_("The connection to {name} broke before the answer was complete."), may_repeat=True
    )


def read_wait(text: str) -> int | None:
    """The seconds in a Retry-After, given as such or as a date; ``None`` if unreadable."""
    if re.fullmatch(r"\s*[0-9]{1,9}\s*", text, re.ASCII):
        seconds = int(text)
    else:
        try:
            moment = email.utils.parsedate_to_datetime(text)
        except (ValueError, TypeError, OverflowError):
            return None
        aware = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
        seconds = int((aware - dt.datetime.now(dt.UTC)).total_seconds())
    return seconds if 0 <= seconds <= _LONGEST_BELIEVED else None


def _causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__
