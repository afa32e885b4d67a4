"""Every command that the documentation shows is run as it stands there."""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.docs.commands import (
    COMMANDS,
    IN_PROCESSES,
    OURS,
    does_what_it_says,
    here,
    registry,
    understood,
)
from tests.docs.keys import README
from tests.opendata.test_download import portal
from tests.terminal.explorer import Start, start
from tui_app.cli.main import main
from tui_app.manual.pages import FOLDER

__all__ = ["here", "portal", "registry", "start"]


@pytest.mark.parametrize("line", [line for line in OURS if line not in IN_PROCESSES])
def test_a_command_does_what_it_says(
    line: str, here: Path, start: Start, request: pytest.FixtureRequest
) -> None:
    does_what_it_says(line, here, start, request)


PLACEHOLDERS = {
    "TAX_ID": "990000013", "TAX_ID…": "990000013 990000056", "DATE": "2026-11-20", "FILE": "file",
    "URL": "http://127.0.0.1:9", "NAME": "work", "TEXT": "petroterm", "TOPIC": "search",
    "PATH": "data-files", "PATH…": "data-files", "IN.jsonl[.gz]": "in.jsonl", "OUT.db": "out.db",
    "CRITERIA": "active", "OPERATION": "profile", "NEW": "other", "OLD": "work", "N": "1",
}  # fmt: skip


def _named() -> Iterator[str]:
    """Commands that stand in a sentence; what is optional or cut short is left out."""
    for page in (README, *sorted(FOLDER.glob("*.md"))):
        text = re.sub(r"(?s)```.*?```", "", page.read_text(encoding="utf-8"))
        for line in re.findall(r"`(firmeterm [^`]+)`", text):
            yield (
                " ".join(line.split())
                .replace("[", "")
                .replace("]", "")
                .partition(" …")[0]
                .partition(" | ")[0]
            )


@pytest.mark.parametrize("line", sorted({*_named()} - {*COMMANDS}))
def test_a_command_that_is_named_is_understood(
    line: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = " ".join(PLACEHOLDERS.get(word, word) for word in shlex.split(line)[1:])
    words = given.split()
    if words[0] not in main.list_commands(click.Context(main)) and not words[0].startswith("-"):
        words = ["open", *words]
    (here / "file").touch()
    with contextlib.suppress(SystemExit, click.exceptions.Exit, click.MissingParameter):
        understood(main, words)  # a named command may leave its arguments out
