"""Copying from inside a real tmux that the explorer cannot see, as over SSH."""

from __future__ import annotations

import base64
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.terminal.explorer import COMMAND, READY, Start
from tests.terminal.tty import Tty

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

# The variables are those that SSH leaves of a session in tmux with this default-terminal.
FAR = ("env", "-u", "TMUX", "-u", "TMUX_PANE", "TERM=screen-256color", "SSH_CONNECTION=a b c d")
SETTINGS = """
set -g set-clipboard on
set -g allow-passthrough on
set -g default-terminal screen-256color
"""


@pytest.fixture
def tty(start: Start, tmp_path: Path) -> Iterator[Tty]:
    settings = tmp_path / "tmux.conf"
    settings.write_text(SETTINGS)
    tmux = ("tmux", "-S", str(tmp_path / "tmux"), "-f", str(settings))
    try:
        with start(command=(*tmux, "new-session", *FAR, *COMMAND)) as started:
            started.wait_for(READY)
            started.type(landmarks.SHOWPIECE)
            started.wait_for("PETROTERM DEMO SRL")
            started.type("\r")
            started.wait_for("VAT payer")
            started.type("y")
            started.wait_for("record as JSON")
            yield started
    finally:
        subprocess.run([*tmux, "kill-server"], check=True)


def test_a_short_text_reaches_the_outer_terminal(tty: Tty) -> None:
    tty.type("t")
    tty.wait_for("Sent 1 tax id to the clipboard")
    encoded = base64.b64encode(landmarks.SHOWPIECE.encode())
    # tmux names the clipboard in its own way.
    tty.wait_until(lambda: b"\x1b]52;;" + encoded + b"\x07" in bytes(tty.raw))


def test_a_long_text_is_shown_instead_of_lost(tty: Tty) -> None:
    tty.type("j")
    tty.wait_for("tmux loses a text this long")
    tty.wait_for('{"taxId": "990000013"')
    assert b"\x1b]52;" not in bytes(tty.raw)
