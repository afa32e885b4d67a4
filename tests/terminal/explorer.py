"""The explorer in a terminal for tests: as a user starts it who never ran it before."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.terminal.tty import PLAIN, Line, Tty

COMMAND: Final = (sys.executable, "-m", "tui_app")
MODULE: Final = ("tui_app",)
"""The module that a preloaded process runs."""
INSTALLED: Final = Path(sys.executable).with_name("firmeterm")

READY: Final = "Type at least 3 characters"
"""The text below the empty field once it takes keys."""

Start = Callable[..., Tty]


@pytest.fixture
def start(tmp_path: Path, request: pytest.FixtureRequest) -> Start:
    """Starts the explorer; further names are variables of its environment.

    With a ``command`` it is a true start, without one it is much cheaper.
    """

    def started(
        *arguments: str,
        command: tuple[str, ...] = (),
        module: str = "tui_app",
        size: tuple[int, int] = (120, 40),
        term: str = "xterm-256color",
        line: Line = PLAIN,
        **env: str,
    ) -> Tty:
        environment = {**folders(tmp_path), "LANG": "C.UTF-8", **env}
        return Tty(
            (*(command or (module,)), *arguments),
            size=size,
            term=term,
            environment=environment,
            line=line,
            run=None if command else request.getfixturevalue("preloaded"),
        )

    return started


def folders(home: Path) -> dict[str, str]:
    """Variables that keep all the explorer writes below ``home``, but for the shared sample."""
    return {
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
    }
