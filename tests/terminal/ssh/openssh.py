"""A real SSH server on loopback and the command of a real client, where both are installed."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

# Where Debian and Fedora keep the server, which is on no ordinary user's PATH.
_PLACES: Final = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
# The server refuses to start as root without this empty folder; its package makes it at boot.
_PRIVILEGE_FOLDER: Final = Path("/run/sshd")


def is_installed() -> bool:
    """Whether there are a server and a client to reach it."""
    return all(shutil.which(name, path=_PLACES) for name in ("sshd", "ssh", "ssh-keygen"))


@contextmanager
def server(folder: Path) -> Iterator[list[str]]:
    """Start a server that lives in ``folder``; gives the client's command, without a remote one."""
    if os.geteuid() == 0:
        _PRIVILEGE_FOLDER.mkdir(mode=0o755, exist_ok=True)
    host_key, user_key = _key(folder / "host"), _key(folder / "user")
    shutil.copy(user_key.with_suffix(".pub"), folder / "authorized_keys")
    port = _free_port()
    configuration = folder / "configuration"
    configuration.write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {host_key}\n"
        f"AuthorizedKeysFile {folder}/authorized_keys\nStrictModes no\nUsePAM no\nPidFile none\n"
        "PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\n"
    )
    sshd = shutil.which("sshd", path=_PLACES) or "sshd"
    process = subprocess.Popen(
        [sshd, "-D", "-e", "-f", str(configuration)], stderr=subprocess.DEVNULL
    )
    try:
        _wait_until_open(port, process)
        yield _client(port, user_key)
    finally:
        process.terminate()
        process.wait(5)


def _client(port: int, key: Path) -> list[str]:
    options = (
        *("BatchMode=yes", "IdentitiesOnly=yes", "StrictHostKeyChecking=no", "LogLevel=ERROR"),
        "UserKnownHostsFile=/dev/null",
    )
    flags = [flag for option in options for flag in ("-o", option)]
    address = f"{getpass.getuser()}@127.0.0.1"
    return ["ssh", "-F", "none", "-tt", "-p", str(port), "-i", str(key), *flags, address]


def _key(path: Path) -> Path:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return path


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _wait_until_open(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 5
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=0.5):
            return
        time.sleep(0.02)
    raise RuntimeError(f"the SSH server did not start (exit status {process.poll()})")
