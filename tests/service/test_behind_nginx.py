"""Our service behind nginx: nobody passes for a caller of this machine, no key leaves in plain."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from tests.service.nginx import (
    free_port,
    manual_sample,
    needs_nginx,
    new_certificate,
    running_nginx,
)
from tests.service.running import new_key, running

pytestmark = needs_nginx

PLAIN = """server {{
  listen 127.0.0.1:{port}; {tls}
  location / {{ proxy_pass http://127.0.0.1:{service}; {settings} }}
}}
"""
OTHERS = [
    "",  # HTTP/1.0, and the address of the service as the host
    "proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header X-Real-IP $remote_addr;",
    "proxy_http_version 1.1; proxy_set_header Host $http_host;"
    " proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    "proxy_http_version 1.1; proxy_set_header True-Client-IP $remote_addr;",
]
"""What people write instead of the manual's sample."""


@pytest.mark.parametrize("option", ["--reconcile", "--reconcile-without-key"])
def test_nobody_reads_the_registry_through_a_proxy_without_a_key(
    tmp_path: Path, option: str
) -> None:
    key = new_key(tmp_path)
    batch = {"queries": json.dumps({"q": {"query": "petroterm"}})}
    ports = [free_port() for _ in (0, *OTHERS)]
    with running(tmp_path, option) as service:
        servers = manual_sample([service.port], ports[0], None) + "".join(
            PLAIN.format(port=port, service=service.port, settings=each, tls="")
            for port, each in zip(ports[1:], OTHERS, strict=True)
        )
        with running_nginx(tmp_path, ports[0], servers):
            for port in ports:
                url = f"http://127.0.0.1:{port}/reconcile"
                for host in ("127.0.0.1", "localhost", f"127.0.0.1:{service.port}", "[::1]"):
                    for origin in ({}, {"origin": "http://localhost:3333"}):
                        headers = {"host": host, **origin}
                        for answer in (
                            httpx.get(url, headers=headers),
                            httpx.get(f"{url}/suggest/entity?prefix=petro", headers=headers),
                            httpx.post(url, headers=headers, data=batch),
                        ):
                            assert answer.status_code == 401, (port, headers, answer.text)
                assert httpx.post(f"{url}/{key}", data=batch).status_code == 200


def test_behind_tls_no_address_with_a_key_is_plain(tmp_path: Path) -> None:
    key = new_key(tmp_path)
    certificate = new_certificate(tmp_path)
    for options, start in (
        ((), f"/reconcile/{key}"),
        (("--public-url", "https://c.example/firme"), f"https://c.example/firme/reconcile/{key}"),
        (("--trusted-proxy", "127.0.0.1"), f"https://companies.example/reconcile/{key}"),
        (("--trusted-proxy", "10.0.0.0/8"), f"/reconcile/{key}"),
    ):
        port = free_port()
        with running(tmp_path, "--reconcile", *options) as service:
            sample = manual_sample([service.port], port, certificate)
            with running_nginx(tmp_path, port, sample):
                for sent in ({}, {"x-forwarded-proto": "http", "forwarded": "proto=http"}):
                    url = f"https://127.0.0.1:{port}/reconcile/{key}"
                    answer = httpx.get(url, headers=sent, verify=False)
                    assert answer.json()["preview"]["url"] == f"{start}/preview/{{{{id}}}}"
                    assert "http://" not in answer.text


def test_the_log_believes_trusted_proxies_alone(tmp_path: Path) -> None:
    port = free_port()
    invented = {
        "x-forwarded-for": "9.9.9.9", "forwarded": "for=8.8.8.8", "cf-connecting-ip": "7.7.7.7",
        "x-real-ip": "6.6.6.6",
    }  # fmt: skip
    for options in ((), ("--trusted-proxy", "127.0.0.1")):
        with running(tmp_path, *options) as service:
            with running_nginx(tmp_path, port, manual_sample([service.port], port, None)):
                httpx.get(f"http://127.0.0.1:{port}/healthz", headers=invented)
            httpx.get(
                f"{service.url}/healthz", headers={"x-forwarded-for": "203.0.113.5, 10.0.0.9"}
            )
            service.stop()
        callers = {entry.caller for entry in service.log() if entry.event == "request"}
        assert callers == {"127.0.0.1", *(["10.0.0.9"] if options else [])}
