"""A request names its host once."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.service.running import new_key, running


@pytest.mark.parametrize("hosts", [[], ["one.example", "two.example"]])
def test_a_request_names_one_host(tmp_path: Path, hosts: list[str]) -> None:
    new_key(tmp_path)
    with running(tmp_path) as service:
        head = "".join(f"Host: {host}\r\n" for host in hosts)
        for version, status in (("1.1", b" 400 "), ("1.0", b" 200 ")):
            with socket.create_connection(("127.0.0.1", service.port), 20) as line:
                line.sendall(f"GET /healthz HTTP/{version}\r\n{head}\r\n".encode())
                answer = line.recv(10_000)
            if version == "1.0" and len(hosts) > 1:
                continue
            assert status in answer.split(b"\r\n", 1)[0], answer
            if status == b" 400 ":
                assert b"host_invalid" in answer
