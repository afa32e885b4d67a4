"""The base address of a server: parsed, checked and normalised."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from tui_app.client.errors import InvalidRequestError
from tui_app.system.language import N_
from tui_app.system.loopback import is_loopback


class Address(Struct, frozen=True):
    """Where a server is. ``base`` has no trailing ``/`` and no ``/v1``; ``host`` is for people.

    ``is_loopback`` says that it can only be this machine.
    """

    base: str
    host: str
    is_loopback: bool = False


def read_address(base_url: str, *, allow_http: bool = False) -> Address:
    """Parse an address as the user set it, with or without a trailing ``/`` or ``/v1``.

    Raises ``InvalidRequestError`` when it is no http(s) address, holds a password, or would
    send the key over ``http://`` to another machine without ``allow_http``.
    """
    base_url = base_url.strip()
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _refused(N_("The base address cannot be read.")) from None
    if parts.scheme not in {"http", "https"} or not host or not base_url.isprintable():
        raise _refused(N_("The base address is not an http:// or https:// address."))
    if parts.username is not None or parts.password is not None:
        raise _refused(N_("The base address holds a user name or a password."))
    if parts.query or parts.fragment:
        raise _refused(N_("The base address holds a query or a fragment."))
    if parts.scheme == "http" and not allow_http and not is_loopback(host):
        raise InvalidRequestError(
            N_("http:// to {host} would send the key unencrypted."),
            N_("Use an https:// address, or allow it: FIRMETERM_ALLOW_HTTP=1."),
            host=host,
        )
    path = parts.path.rstrip("/").removesuffix("/v1").rstrip("/")
    shown = f"[{host}]" if ":" in host else host
    netloc = shown if port is None else f"{shown}:{port}"
    return Address(f"{parts.scheme}://{netloc}{path}", netloc, is_loopback(host))


def _refused(what: str) -> InvalidRequestError:
    return InvalidRequestError(
        what, N_("Set it like this: --base-url https://host.example or FIRMETERM_BASE_URL.")
    )
