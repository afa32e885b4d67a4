"""Reads and checks a base address, as the user set it."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from tui_app.system.language import N_
from tui_app.system.loopback import is_loopback


class WebAddressError(ValueError):
    """A base address cannot be used; the text says why and is translated when it is shown."""


class WebAddress(Struct, frozen=True):
    """A checked address. ``base`` has no trailing ``/``; ``host`` has the port and is for people.

    ``is_loopback`` says whether it can only be this machine.
    """

    base: str
    host: str
    is_loopback: bool

    @property
    def is_encrypted(self) -> bool:
        """Whether nobody between this machine and the server can read the traffic."""
        return self.base.startswith("https://")


def with_scheme(text: str) -> str:
    """An address as typed by hand: ``https://`` before a bare host, ``http://`` on loopback."""
    bare = text.strip()
    if not bare or "://" in bare:
        return bare
    try:
        host = urlsplit(f"//{bare}").hostname or ""
    except ValueError:
        host = ""
    return f"{'http' if is_loopback(host) else 'https'}://{bare}"


def read_web_address(text: str) -> WebAddress:
    """The address; raises ``WebAddressError``."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise WebAddressError(N_("The base address cannot be read.")) from None
    if parts.scheme not in {"http", "https"} or not host or not text.isprintable():
        raise WebAddressError(N_("The base address is not an http:// or https:// address."))
    if parts.username is not None or parts.password is not None:
        raise WebAddressError(N_("The base address contains a user name or a password."))
    if parts.query or parts.fragment:
        raise WebAddressError(N_("The base address contains a query or a fragment."))
    shown = f"[{host}]" if ":" in host else host
    netloc = shown if port is None else f"{shown}:{port}"
    base = f"{parts.scheme}://{netloc}{parts.path}".rstrip("/")
    return WebAddress(base, netloc, is_loopback(host))
