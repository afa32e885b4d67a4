"""A real session over SSH: the explorer on a far machine, its terminal on this one."""

from __future__ import annotations

import base64
import os
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.preloaded import Preloaded
from tests.sample import landmarks
from tests.terminal import ssh
from tests.terminal.explorer import COMMAND, folders
from tests.terminal.tty import Tty

ROOT = Path(__file__).parents[2]


class Far:
    """A machine that is reached over SSH, with a user who never ran the explorer there."""

    def __init__(self, client: list[str], home: Path, preloaded: Preloaded) -> None:
        is_ours = client[0] == sys.executable
        self._client = client[2:] if is_ours else client
        self._run = preloaded if is_ours else None
        self._home = home
        self._pid_file = home / "pid"

    def explore(self, *arguments: str) -> Tty:
        """Run the explorer there, on the terminal here."""
        variables = {**folders(self._home), "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
        assigned = [f"{name}={value}" for name, value in variables.items()]
        explorer = shlex.join(["env", *assigned, *COMMAND, *arguments])
        remote = f"echo $$ > {self._pid_file}; exec {explorer}"
        return Tty([*self._client, remote], run=self._run)

    @property
    def has_ended(self) -> bool:
        """Whether the explorer that was started last is gone from that machine."""
        return not Path(f"/proc/{self._pid_file.read_text().strip()}").exists()


@pytest.fixture(params=ssh.KINDS)
def far(request: pytest.FixtureRequest, tmp_path: Path, preloaded: Preloaded) -> Iterator[Far]:
    keys = tmp_path / "keys"
    keys.mkdir(mode=0o700)
    with ssh.server(request.param, keys) as client:
        yield Far(client, tmp_path, preloaded)


def test_copy_lose_the_line_come_back_and_quit(far: Far) -> None:
    with far.explore(landmarks.SHOWPIECE) as tty:
        tty.wait_for("VAT payer", timeout=30)
        assert f"@{os.uname().nodename}" in tty.text()
        tty.type("y")
        tty.wait_for("record as JSON")
        tty.type("t")
        tty.wait_for("Sent 1 tax id to the clipboard")
        encoded = base64.b64encode(landmarks.SHOWPIECE.encode())
        assert b"\x1b]52;c;" + encoded + b"\x07" in bytes(tty.raw)
        tty.type("2")
        tty.wait_for("Turnover (RON)")
        tty.signal(signal.SIGKILL)
        tty.wait_until(lambda: far.has_ended)
    # Dropped without a word, the far explorer has ended and lost nothing.
    with far.explore() as tty:
        tty.wait_for("Turnover (RON)", timeout=30)
        tty.resize(80, 24)
        tty.wait_for(lambda text: all(len(line.rstrip()) <= 80 for line in text.splitlines()))
        tty.wait_for("Turnover (RON)")
        tty.type("q")
        assert tty.exit_status() == 0
        assert tty.attributes() == tty.attributes_before
        assert bytes(tty.raw).rfind(b"\x1b[?1049l") > bytes(tty.raw).rfind(b"\x1b[?1049h")
        assert far.has_ended
