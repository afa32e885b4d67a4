"""Base addresses of the public services, from the settings."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from tui_app.system.loopback import is_loopback


class BadAddressError(ValueError):
    """A base address cannot be used; the text says why."""


class ServiceAddress(Struct, frozen=True):
    """A checked base address without a slash at its end."""

    base: str
    netloc: str
    is_loopback: bool


def read_address(text: str) -> ServiceAddress:
    """The address; raises ``BadAddressError``."""
    try:
        parts = urlsplit(text.strip())
        host, _port = parts.hostname, parts.port
    except ValueError:
        raise BadAddressError(f"{text} is not an address") from None
    if parts.scheme not in {"http", "https"} or not host:
        raise BadAddressError(f"{text} is not an address that begins with https:// or http://")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise BadAddressError("a base address holds no user, question mark or #")
    base = f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
    return ServiceAddress(base, parts.netloc, is_loopback(host))
