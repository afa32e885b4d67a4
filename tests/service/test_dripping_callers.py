"""Callers whose heads or bodies drip, and hold every connection."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.service.callers import IMPATIENT, REQUEST, connect, open_ones, send
from tests.service.running import running
from tests.waiting import until

POST = b"POST /healthz HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n\r\nx"


def test_bodies_that_drip_hold_nothing(tmp_path: Path, registry_path: Path) -> None:
    with running(tmp_path, "--registry", str(registry_path), first="ulimit -n 128;") as service:
        lines = [connect(service) for _ in range(80)]
        for line in lines:
            send(line, POST)
        with service.client() as client:
            assert client.get("/healthz").status_code == 200

        def closed() -> bool:
            nonlocal lines
            for line in lines:
                send(line, b"x")
            lines = open_ones(lines)
            return not lines

        until(closed, every=0.25)


def test_heads_that_drip_are_given_up_and_the_log_says_when_nobody_could_call(
    tmp_path: Path, registry_path: Path
) -> None:
    given = ("--registry", str(registry_path))
    with running(tmp_path, *given, first="ulimit -n 128;", module=IMPATIENT) as service:
        lines = [connect(service) for _ in range(80)]
        for line in lines:
            send(line, REQUEST[:9])
        # The first of them are closed in a second; then there is room for others.
        with httpx.Client(base_url=service.url, timeout=30, verify=False) as client:
            assert client.get("/healthz").status_code == 200
        until(lambda: any(entry.event == "full" for entry in service.log()), every=0.25)
        assert not any(entry.event == "fault" for entry in service.log())
        for line in lines:
            line.close()
