"""What proxies say about a request: who sent it, and by which address.

Anybody can send such headers, so they count only from proxies that the operator has named.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_ADDED_BY_PROXIES: Final = re.compile(
    r"via|.*forwarded.*|.*client-ip|(?:x-)?real-ip|.*connecting-ip|cf-.*|cdn-loop|x-original-.*"
    r"|x-(?:host|scheme|url-scheme|envoy|proxy|amzn|arr|azure|varnish|cloud-trace).*"
    r"|front-end-https|fly-.*|proxy-.*"
)
"""Names of the headers that proxies add; browsers and OpenRefine send none of them."""

_HOST: Final = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?", re.ASCII)
_PREFIX: Final = re.compile(r"(?:/[A-Za-z0-9._~-]+)*", re.ASCII)
_PAIR: Final = re.compile(r'\s*([A-Za-z]+)\s*=\s*(?:"([^"]*)"|([^";,\s]*))\s*')


def read_network(text: str) -> Network:
    """The network of an address or of ``10.0.0.0/8``; raises ``ValueError``."""
    return ipaddress.ip_network(text.strip(), strict=False)


def is_forwarded(headers: Headers) -> bool:
    """Whether a proxy has passed the request on, as far as its headers tell."""
    return any(_ADDED_BY_PROXIES.fullmatch(name.replace("_", "-")) for name in headers)


class Proxies:
    """The proxies that are believed, by their networks; without any, no header is."""

    def __init__(self, networks: Sequence[Network] = ()) -> None:
        self._networks = tuple(networks)

    def caller(self, scope: Scope) -> str:
        """The address of the caller: the nearest one that is not a proxy of ours.

        What stands before it in a header may be invented by the caller.
        """
        peer = (scope.get("client") or ("",))[0]
        if not self._is_ours(peer):
            return str(peer)
        caller = peer
        for hop in reversed(_hops(Headers(scope=scope))):
            address = _address(hop)
            if address is None:
                break
            caller = str(address)
            if not self._is_ours(caller):
                break
        return str(caller)

    def address(self, scope: Scope) -> str:
        """The address that the caller used, as ``https://host``; empty if no proxy tells it."""
        peer = (scope.get("client") or ("",))[0]
        if not self._is_ours(peer):
            return ""
        headers = Headers(scope=scope)
        told = _forwarded(headers)[-1:]
        proto = _last(headers, "x-forwarded-proto") or (told[0].get("proto", "") if told else "")
        host = _last(headers, "x-forwarded-host") or (told[0].get("host", "") if told else "")
        host = host or headers.get("host", "")
        prefix = _last(headers, "x-forwarded-prefix").rstrip("/")
        is_usable = proto in {"http", "https"} and _HOST.fullmatch(host)
        return f"{proto}://{host}{prefix}" if is_usable and _PREFIX.fullmatch(prefix) else ""

    def _is_ours(self, address: str) -> bool:
        if not self._networks:
            return False
        found = _address(address)
        return found is not None and any(found in network for network in self._networks)


def _hops(headers: Headers) -> list[str]:
    """The callers that proxies name, farthest first, by the first kind of header that is there."""
    if named := headers.getlist("x-forwarded-for"):
        return ",".join(named).split(",")
    if told := _forwarded(headers):
        return [hop.get("for", "") for hop in told]
    named = headers.getlist("x-real-ip") or headers.getlist("cf-connecting-ip")
    return named if len(named) == 1 else []


def _forwarded(headers: Headers) -> list[dict[str, str]]:
    """The hops of the header ``Forwarded`` (RFC 7239), farthest first."""
    hops = []
    for element in filter(None, ",".join(headers.getlist("forwarded")).split(",")):
        pairs = (_PAIR.fullmatch(part) for part in element.split(";"))
        hops.append({p[1].lower(): p[2] if p[2] is not None else p[3] for p in pairs if p})
    return hops


def _last(headers: Headers, name: str) -> str:
    """The value of the nearest proxy: proxies append, as far as they do not replace."""
    return ",".join(headers.getlist(name)).rpartition(",")[2].strip()


def _address(text: str) -> _Address | None:
    """An IP address, also with a port or in brackets."""
    text = text.strip()
    if bracketed := re.fullmatch(r"\[([^\]]*)\](?::[0-9]+)?", text):
        text = bracketed[1]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
