"""Every explorer, service and pipe that the documentation shows is started as it stands there."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from tests.docs.commands import (
    IN_PROCESSES,
    ON_A_TERMINAL,
    OURS,
    STARTED,
    does_what_it_says,
    here,
    registry,
    understood,
)
from tests.opendata.test_download import portal
from tests.terminal.explorer import Start, start
from tui_app.cli.main import main

__all__ = ["here", "portal", "registry", "start"]


@pytest.mark.parametrize("line", [line for line in OURS if ON_A_TERMINAL.match(line)])
def test_a_line_that_starts_the_explorer_is_understood(line: str, here: Path) -> None:
    words = shlex.split(line)[1:]
    known = not words or words[0] in main.list_commands(click.Context(main))
    understood(main, words if known else ["open", *words])


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            line,
            marks=[pytest.mark.slow] * bool(ON_A_TERMINAL.match(line) and not STARTED.search(line)),
        )
        for line in IN_PROCESSES
    ],
)
def test_a_command_does_what_it_says(
    line: str, here: Path, start: Start, request: pytest.FixtureRequest
) -> None:
    does_what_it_says(line, here, start, request)
