"""Whom the log names: the connection's other end, or what a trusted proxy says."""

from __future__ import annotations

import pytest

from tui_app.service.forwarding import Proxies, read_network

PEER = "10.0.0.1"
NETWORKS = ("10.0.0.0/8", "fd00::/8", "127.0.0.1")
SAID = [
    ({}, PEER),
    ({"x-forwarded-for": "203.0.113.5"}, "203.0.113.5"),
    ({"x-forwarded-for": "9.9.9.9, 203.0.113.5"}, "203.0.113.5"),  # the first may be invented
    ({"x-forwarded-for": "9.9.9.9, 203.0.113.5, 10.1.2.3"}, "203.0.113.5"),
    ({"x-forwarded-for": "10.1.2.3, 10.1.2.4"}, "10.1.2.3"),
    ({"x-forwarded-for": "unknown"}, PEER),
    ({"x-forwarded-for": "<script>, 10.1.2.3"}, "10.1.2.3"),
    ({"x-forwarded-for": "203.0.113.5:4711"}, "203.0.113.5"),
    ({"x-forwarded-for": "[2001:db8::5]:4711"}, "2001:db8::5"),
    ({"x-forwarded-for": "::ffff:203.0.113.5"}, "203.0.113.5"),
    ({"x-forwarded-for": "203.0.113.5", "forwarded": "for=9.9.9.9"}, "203.0.113.5"),
    ({"forwarded": 'for=9.9.9.9, for="[2001:db8::5]:80";proto=https;by=10.0.0.1'}, "2001:db8::5"),
    ({"forwarded": "for=_hidden"}, PEER),
    ({"forwarded": "nonsense;;=,"}, PEER),
    ({"cf-connecting-ip": "203.0.113.5"}, "203.0.113.5"),
    ({"x-real-ip": "203.0.113.5", "cf-connecting-ip": "9.9.9.9"}, "203.0.113.5"),
    ({"x-forwarded-for": ""}, PEER),
]


@pytest.mark.parametrize(("headers", "caller"), SAID)
def test_only_a_trusted_proxy_is_believed(headers: dict[str, str], caller: str) -> None:
    proxies = Proxies(list(map(read_network, NETWORKS)))
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": (PEER, "4711"), "headers": raw}
    assert proxies.caller(scope) == caller
    for stranger in ("203.0.113.99", "11.0.0.1", "::1"):
        assert proxies.caller(scope | {"client": (stranger, "1")}) == stranger
    assert Proxies().caller(scope) == PEER
    assert proxies.caller(scope | {"client": None}) == ""


def test_headers_of_one_name_are_one_list() -> None:
    raw = [(b"x-forwarded-for", b"9.9.9.9"), (b"x-forwarded-for", b"203.0.113.5, 10.0.0.7")]
    scope = {"type": "http", "client": (f"::ffff:{PEER}", "1"), "headers": raw}
    assert Proxies([read_network("10.0.0.0/8")]).caller(scope) == "203.0.113.5"
