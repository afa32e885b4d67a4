"""Messages about the way to a public service: time-outs, certificates, proxies, slow courts."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.public.conftest import Opener
from tests.public.lookalike.companies import ATELIER
from tests.public.lookalike.process import Lookalike
from tui_app.cli.main import main
from tui_app.public import calls, portal
from tui_app.registry.errors import SourceUnavailableError
from tui_app.sources.public import CALL_SECONDS

_CERTIFICATE = Path(__file__).parents[1] / "faulty" / "untrusted.pem"


@contextmanager
def _answering(reply: bytes, context: ssl.SSLContext | None = None) -> Iterator[int]:
    """A socket of loopback that sends the same to everybody."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _address = server.accept()
                    with connection:
                        if context is not None:
                            connection = context.wrap_socket(connection, server_side=True)
                        connection.recv(65_536)
                        connection.sendall(reply)
                except OSError:
                    if server.fileno() < 0:
                        return

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def _said(open_live: Opener, base_url: str, *, courts: bool = False) -> str:
    registry = open_live(base_url=base_url).registry
    with pytest.raises(SourceUnavailableError) as caught:
        registry.court_cases(ATELIER, 1) if courts else registry.profile(ATELIER)
    return str(caught.value)


def test_a_certificate_that_nobody_vouches_for(open_live: Opener) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(_CERTIFICATE)
    with _answering(b"", context) as port:
        said = _said(open_live, f"https://127.0.0.1:{port}")
    assert said == "The certificate of ANAF is not trusted."


@pytest.mark.parametrize("base_url", ["https://anaf.invalid", "http://anaf.invalid"])
def test_a_proxy_that_lets_nothing_through(
    open_live: Opener, monkeypatch: pytest.MonkeyPatch, base_url: str
) -> None:
    reply = b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
    with _answering(reply) as port:
        for name in ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
        said = _said(open_live, base_url)
    assert said == "The proxy did not let the request through to ANAF."


def test_a_host_that_has_no_address(open_live: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    assert _said(open_live, "https://anaf.invalid") == "The address of ANAF was not found."


def test_an_answer_that_does_not_come_in_time(open_live: Opener, lookalike: Lookalike) -> None:
    lookalike.misbehave("silent", seconds=3)
    live = open_live(call_seconds=1.2)
    with pytest.raises(SourceUnavailableError) as caught:
        live.registry.profile(ATELIER)
    assert str(caught.value) == "ANAF did not answer within 1 s."
    assert len(lookalike.log()) == 1  # there is no time for a second attempt


def test_each_limit_leaves_room_for_the_one_within() -> None:
    assert portal.SECONDS == 60
    assert portal.SECONDS < calls.SECONDS < CALL_SECONDS == 90


@pytest.mark.slow
def test_a_court_that_takes_45_seconds_is_waited_for(
    lookalike: Lookalike, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FIRMETERM_ANAF_URL", lookalike.base_url)
    monkeypatch.setenv("FIRMETERM_COURTS_URL", lookalike.base_url)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    lookalike.misbehave("court-slow")  # 45 s
    asked = CliRunner().invoke(main, ["--source", "public", "ask", "court-cases", ATELIER])
    assert asked.exit_code == 0, asked.output
    assert '"totalCases": 3' in asked.stdout
