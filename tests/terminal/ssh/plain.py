"""A server and a client of SSH in Python: ``python -m tests.terminal.ssh.plain serve FOLDER``.

What OpenSSH does for a command with ``-tt`` and no more: a pseudo-terminal at the far end that
follows the near one, and a hang-up when the connection is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import tty
from pathlib import Path
from typing import Final

import asyncssh

_USER: Final = "somebody"
_SIZE: Final = 65_536


class _Host(asyncssh.SSHServer):
    """Lets the one user in whose key lies beside the host's."""

    def begin_auth(self, username: str) -> bool:
        return True


async def _serve(folder: Path) -> None:
    for name in ("host", "user"):
        key = asyncssh.generate_private_key("ssh-ed25519")
        key.write_private_key(str(folder / name))
        key.write_public_key(str(folder / f"{name}.pub"))
    listener = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_factory=_Host,
        server_host_keys=[str(folder / "host")],
        authorized_client_keys=str(folder / "user.pub"),
        process_factory=_run,
        encoding=None,
        line_editor=False,
    )
    print(listener.get_port(), flush=True)
    await listener.wait_closed()


async def _run(process: asyncssh.SSHServerProcess[bytes]) -> None:
    """Run the command on a pseudo-terminal of its own, as a login's only process."""
    near, far = pty.openpty()
    _resize(near, *process.term_size[:2])
    child = _spawn(process, far)
    os.close(far)
    typing = asyncio.create_task(_type(process, near, child))
    with contextlib.suppress(asyncssh.Error, OSError):
        # Reading fails once nobody holds the far side any more.
        while data := await asyncio.to_thread(os.read, near, _SIZE):
            process.stdout.write(data)
            await process.stdout.drain()
    typing.cancel()
    os.close(near)
    process.exit(await asyncio.to_thread(child.wait))


def _spawn(process: asyncssh.SSHServerProcess[bytes], far: int) -> subprocess.Popen[bytes]:
    terminal = os.ttyname(far)
    client, host = process.get_extra_info("peername"), process.get_extra_info("sockname")
    return subprocess.Popen(
        # The first to open a terminal in a new session is controlled by it.
        ["sh", "-c", f"exec < {terminal}; {process.command or 'exit 1'}"],
        stdin=far,
        stdout=far,
        stderr=far,
        start_new_session=True,
        env={
            "PATH": os.environ["PATH"],
            "TERM": process.term_type or "dumb",
            "SSH_CONNECTION": f"{client[0]} {client[1]} {host[0]} {host[1]}",
            "SSH_TTY": terminal,
            "USER": _USER,
        },
    )


async def _type(
    process: asyncssh.SSHServerProcess[bytes], near: int, child: subprocess.Popen[bytes]
) -> None:
    """Pass keys on; when the connection is gone the child is told, as by a terminal that is."""
    while not process.stdin.at_eof():
        try:
            os.write(near, await process.stdin.read(_SIZE))
        except asyncssh.TerminalSizeChanged as changed:
            _resize(near, changed.width, changed.height)
        except (asyncssh.Error, OSError):
            break
    child.send_signal(signal.SIGHUP)


def _resize(fileno: int, columns: int, rows: int) -> None:
    fcntl.ioctl(fileno, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


async def _connect(folder: Path, port: int, command: str) -> int:
    """Be the client in the terminal of standard input; gives the command's exit status."""
    loop = asyncio.get_running_loop()
    async with asyncssh.connect(
        "127.0.0.1",
        port,
        username=_USER,
        client_keys=[str(folder / "user")],
        known_hosts=([str(folder / "host.pub")], [], []),
        config=None,
    ) as connection:
        process = await connection.create_process(
            command,
            term_type=os.environ["TERM"],
            term_size=os.get_terminal_size(0),
            encoding=None,
        )
        loop.add_signal_handler(
            signal.SIGWINCH, lambda: process.change_terminal_size(*os.get_terminal_size(0))
        )
        loop.add_reader(0, lambda: process.stdin.write(os.read(0, _SIZE)))
        while data := await process.stdout.read(_SIZE):
            os.write(1, data)
        await process.wait_closed()
        return process.exit_status or 0


def main() -> None:
    what, folder, *rest = sys.argv[1:]
    if what == "serve":
        asyncio.run(_serve(Path(folder)))
        return
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        status = asyncio.run(_connect(Path(folder), int(rest[0]), " ".join(rest[1:])))
    finally:
        termios.tcsetattr(0, termios.TCSAFLUSH, before)
    raise SystemExit(status)


if __name__ == "__main__":
    main()
