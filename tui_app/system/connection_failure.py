"""Why a request over HTTP got no answer: one reading of httpx's exceptions, in one wording."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from enum import Enum

from tui_app.system.language import N_


class ConnectionFailure(Enum):
    """What failed. The value is a text with ``{host}``; for timeouts it also has ``{seconds}``."""

    NO_CONNECTION_IN_TIME = N_("{host} could not be reached within {seconds} s.")
    NO_ANSWER_IN_TIME = N_("{host} stopped answering for {seconds} s.")
    NOT_UNPACKED = N_("{host} sent an answer that cannot be unpacked.")
    PROXY = N_("The proxy did not let the request through to {host}.")
    UNKNOWN_HOST = N_("The address of {host} was not found.")
    CERTIFICATE = N_("The certificate of {host} is not trusted.")
    NO_TLS = N_("{host} does not speak https.")
    REFUSED = N_("Connection refused by {host}.")
    BROKEN_OFF = N_("The connection to {host} broke before the answer was complete.")

    @property
    def was_sent(self) -> bool:
        """Whether the request may have reached the host."""
        return self in {
            ConnectionFailure.NO_ANSWER_IN_TIME,
            ConnectionFailure.NOT_UNPACKED,
            ConnectionFailure.BROKEN_OFF,
        }


def read_failure(error: Exception) -> ConnectionFailure:
    """What an exception of httpx or of a socket means."""
    import httpx

    if isinstance(error, httpx.InvalidURL | UnicodeError):  # no host can have this name
        return ConnectionFailure.UNKNOWN_HOST
    if isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout):
        return ConnectionFailure.NO_CONNECTION_IN_TIME
    if isinstance(error, httpx.TimeoutException):
        return ConnectionFailure.NO_ANSWER_IN_TIME
    if isinstance(error, httpx.DecodingError):
        return ConnectionFailure.NOT_UNPACKED
    if isinstance(error, httpx.ProxyError):
        return ConnectionFailure.PROXY
    if not isinstance(error, httpx.ConnectError):
        return ConnectionFailure.BROKEN_OFF
    chain = tuple(_causes(error))
    for kind, failure in (
        (socket.gaierror, ConnectionFailure.UNKNOWN_HOST),
        (ssl.SSLCertVerificationError, ConnectionFailure.CERTIFICATE),
        (ssl.SSLError, ConnectionFailure.NO_TLS),
    ):
        if any(isinstance(cause, kind) for cause in chain):
            return failure
    return ConnectionFailure.REFUSED


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An exception and all its causes."""
    found: BaseException | None = error
    while found is not None:
        yield found
        if isinstance(found, BaseExceptionGroup):
            for inner in found.exceptions:
                yield from _causes(inner)
        found = found.__cause__ or found.__context__
