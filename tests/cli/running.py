"""Runs a command as a shell would: without a terminal, or on one."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from click.testing import CliRunner, Result

from tests.preloaded import start_on_terminal
from tui_app.cli.main import main

COMMAND = (sys.executable, "-m", "tui_app")
PATIENCE = 60.0


def run(*arguments: str, typed: str | None = None) -> Result:
    """The command in this process, its streams no terminal."""
    return CliRunner().invoke(main, arguments, input=typed)


def data_of(*arguments: str) -> Any:
    """The JSON output of a command that succeeds."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a separate process."""
    return subprocess.run(
        [*COMMAND, *arguments], env=os.environ | environment, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False,
    )  # fmt: skip


def piped(arguments: Sequence[str], *readers: str) -> tuple[int, str, str]:
    """The command before others as a shell joins them: its status, what the last shows, and why."""
    first = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert first.stdout is not None and first.stderr is not None
    with first.stdout, first.stderr:
        last = subprocess.Popen(
            ["sh", "-c", " | ".join(readers)], stdin=first.stdout, stdout=subprocess.PIPE, text=True
        )
        first.stdout.close()
        shown, _ = last.communicate(timeout=PATIENCE)
        said = first.stderr.read()
    assert last.returncode == 0
    return first.wait(PATIENCE), shown, said


def on_terminal(
    *arguments: str, answer: str = "", ends: str = "", **environment: str
) -> tuple[int, str]:
    """The exit status, and what a terminal of 80 columns showed.

    ``answer`` is typed at the end of a question, ``ends`` as soon as something is shown. Ctrl+C is
    typed again after a silent second: Python does not notice it just before it reads the line.
    """
    size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
    terminal, its_side = pty.openpty()
    pid = start_on_terminal([COMMAND[-1], *arguments], os.environ | size | environment, its_side)
    os.close(its_side)
    shown, deadline, is_asked = b"", time.monotonic() + PATIENCE, False
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            if is_asked and answer == "\x03":
                os.write(terminal, answer.encode())
            continue
        try:
            piece = os.read(terminal, 65_536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
        if ends:
            os.write(terminal, ends.encode())
            ends = ""
        if answer and b"]: " in shown and not is_asked:
            os.write(terminal, answer.encode())
            is_asked = True
    os.close(terminal)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return status, shown.decode().replace("\r\n", "\n")
