"""Creates the httpx client. Imported, with httpx, only when the first request is sent."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Final

import httpx

from tui_app import __version__
from tui_app.client.errors import ClientError, UnreachableError
from tui_app.client.secret import Secret
from tui_app.system.certificates import trusted
from tui_app.system.language import N_
from tui_app.system.web_address import WebAddress

if TYPE_CHECKING:
    from tui_app.client.deadlines import Deadlines

_PAST_PROXIES: Final[dict[str, httpx.AsyncBaseTransport | None]] = {
    "http://": None,
    "https://": None,
    "all://": None,
}
LOGGERS: Final = ("httpx", "httpcore.connection", "httpcore.http11", "httpcore.proxy")


class Bearer(httpx.Auth):
    """Adds the key to a request at the last moment, so that none of our stack frames holds it."""

    def __init__(self, key: Secret) -> None:
        self._key = key

    def auth_flow(self, request: httpx.Request) -> Iterator[httpx.Request]:  # type: ignore[override]
        """Part 5 of the interface: every request carries the bearer credential."""
        request.headers["Authorization"] = f"Bearer {self._key.reveal()}"
        yield request


class _KeyFilter(logging.Filter):
    """Removes the key from httpx's log lines: a server may repeat it in a header."""

    def __init__(self, key: Secret) -> None:
        super().__init__()
        self._key = key

    def filter(self, record: logging.LogRecord) -> bool:
        line = record.getMessage().encode()
        record.msg, record.args = self._key.redacted(line).decode(), ()
        return True


def hide_key_in_logs(key: Secret) -> Callable[[], None]:
    """Keep the key out of every line that httpx logs; the returned function ends that."""
    hidden = _KeyFilter(key)
    loggers = [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.addFilter(hidden)

    def end() -> None:
        for logger in loggers:
            logger.removeFilter(hidden)

    return end


def open_client(
    address: WebAddress,
    key: Secret | None,
    deadlines: Deadlines,
    transport: httpx.AsyncBaseTransport | None,
) -> httpx.AsyncClient | ClientError:
    """The client: no redirects, no cookies; proxies and authorities come from the environment.

    A server on this machine is reached without a proxy, which would get the key unencrypted.
    """
    try:
        return httpx.AsyncClient(
            auth=Bearer(key) if key else None,
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            headers={
                "Accept": "application/json",
                "Accept-Encoding": "gzip",
                "User-Agent": f"firmeterm/{__version__}",
            },
            timeout=httpx.Timeout(deadlines.read, connect=deadlines.connect, pool=None),
            # The pool of httpx 0.28 loses a slot when a request is cancelled at the wrong moment.
            # So it has no limit of its own: ``InFlightRequests`` limits the requests.
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=16),
            follow_redirects=False,
            transport=transport,
            verify=True if transport else trusted(),
            mounts=_PAST_PROXIES if address.is_loopback else None,
            trust_env=True,
        )
    except (ValueError, OSError, ImportError, httpx.InvalidURL):
        # The cause is not shown: a proxy address may contain a password.
        return UnreachableError(
            N_("The proxy or certificate settings of the environment cannot be used."),
            N_("Check HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR, and start again."),
        )
