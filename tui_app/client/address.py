"""The base address of a server: the rules that hold because a key is sent there."""

from __future__ import annotations

from msgspec.structs import replace

from tui_app.client.errors import InvalidRequestError
from tui_app.system.language import N_
from tui_app.system.web_address import WebAddress, WebAddressError, read_web_address


def read_address(base_url: str, *, allow_http: bool) -> WebAddress:
    """Parse an address as the user set it, with or without a trailing ``/`` or ``/v1``.

    Raises ``InvalidRequestError`` if it is not an http(s) address, contains a password, or would
    send the key over ``http://`` to another machine without ``allow_http``.
    """
    try:
        address = read_web_address(base_url)
    except WebAddressError as error:
        raise InvalidRequestError(
            str(error),
            N_("Set it like this: --base-url https://host.example or FIRMETERM_BASE_URL."),
        ) from None
    if not (address.is_encrypted or allow_http or address.is_loopback):
        raise InvalidRequestError(
            N_("http:// to {host} would send the key unencrypted."),
            N_("Use an https:// address, or allow it: FIRMETERM_ALLOW_HTTP=1."),
            host=address.host,
        )
    return replace(address, base=address.base.removesuffix("/v1").rstrip("/"))
