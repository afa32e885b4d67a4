"""Servers and clients of the SSH protocol on loopback: OpenSSH's, and ones in Python alone.

A machine that runs the tests may have no OpenSSH; the protocol is the same, and so is the
pseudo-terminal at the far end. ``KINDS`` are the parameters of a test over each of them; what
this machine cannot run is shown as skipped.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.terminal.ssh import openssh

_PLAIN: Final = (sys.executable, "-m", "tests.terminal.ssh.plain")
"""What imports the protocol, which takes long: no part of these tests."""


@contextmanager
def _plain(folder: Path) -> Iterator[list[str]]:
    with subprocess.Popen(
        [*_PLAIN, "serve", str(folder)],
        cwd=Path(__file__).parents[3],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        try:
            yield [*_PLAIN, "connect", str(folder), port]
        finally:
            process.terminate()


Server = Callable[[Path], AbstractContextManager[list[str]]]

_SERVERS: Final[dict[str, Server]] = {"python": _plain, "openssh": openssh.server}
KINDS: Final = (
    pytest.param("python"),
    pytest.param(
        "openssh",
        marks=pytest.mark.skipif(
            not openssh.is_installed(), reason="OpenSSH's server and client are not installed"
        ),
    ),
)


@contextmanager
def server(kind: str, folder: Path) -> Iterator[list[str]]:
    """Run a server in ``folder``; gives the command of a client, without the remote one."""
    with _SERVERS[kind](folder) as client:
        yield client
