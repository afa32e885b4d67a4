"""nginx before our services, with the sample of the manual as it stands there."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import until
from tui_app.manual.pages import page_of

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


def block(topic: str, start: str) -> str:
    """The block of a page that begins with a line."""
    [found] = re.findall(rf"(?s)```\w*\n({re.escape(start)}.*?)```", page_of(topic))
    return str(found)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def accepts(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
        return True
    return False


def manual_sample(services: list[int], port: int, certificate: Path | None) -> str:
    """The sample with our ports; with a certificate it speaks TLS, as in the manual."""
    sample = block("hosting scale", "upstream firmeterm {")
    servers = re.findall(r" *server 10\.0\.0\.\d:8765", sample)
    for number, server in enumerate(servers):
        if number < len(services):
            sample = sample.replace(server, f"    server 127.0.0.1:{services[number]}")
        else:
            sample = re.sub(rf"{re.escape(server)}.*\n", "", sample)
    if certificate is None:
        sample = re.sub(r" *ssl_certificate.*\n", "", sample)
        return sample.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    sample = sample.replace("/etc/nginx/companies", str(certificate))
    return sample.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")


def new_certificate(folder: Path) -> Path:
    """A certificate and its key, ``companies.pem`` and ``companies.key``, without their ends."""
    place = folder / "companies"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=companies.example",
         "-keyout", f"{place}.key", "-out", f"{place}.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    return place


@contextlib.contextmanager
def running_nginx(folder: Path, port: int, servers: str) -> Iterator[None]:
    """nginx with these blocks of ``http``, until the block ends."""
    paths = "".join(
        f"{each}_temp_path {folder}/{each};"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {paths}\n{servers} }}\n"
    )
    user = ["-g", "user root;"] if os.geteuid() == 0 else []
    with subprocess.Popen(
        [str(NGINX), "-c", str(settings), *user], stderr=subprocess.DEVNULL
    ) as process:
        until(lambda: accepts(port))
        yield
        process.send_signal(signal.SIGQUIT)
