"""The user's own commands: programs run in the background for the company shown."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import IO, Final

import msgspec

from tui_app.client.sanitize import clean
from tui_app.config.settings import state_folder
from tui_app.config.user_command import (
    VALUES,
    CannotRunError,
    Invocation,
    UserCommand,
    invocation_of,
)
from tui_app.system.atomic_file import replace_file
from tui_app.system.language import _
from tui_app.ui.actions.pane_actions import only_in_list, why_none_chosen
from tui_app.ui.panes.action import Action, Choice, Menu, Pane
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.value import start
from tui_app.ui.session import ScreenSession
from tui_app.ui.text.keys import read_keys
from tui_app.ui.two_panes.screen import TwoPaneScreen

MAX_COMPANIES: Final = 10
"""Most companies that a command runs for at once."""

_PANES: Final = {"anywhere": Pane.ANYWHERE, "list": Pane.LIST, "company": Pane.DETAIL}
_TAIL: Final = 2_000
"""How many bytes at the end of a program's output are read."""


def action_of(command: UserCommand, index: int) -> Action:
    """The action of a command of the user's."""
    pane = _PANES[command.where]

    def why_not(panes: TwoPaneScreen) -> str:
        if pane is Pane.LIST and (reason := only_in_list(panes)):
            return reason
        if len(panes.chosen) > MAX_COMPANIES:
            return _("At most {most} companies at a time.").format(most=MAX_COMPANIES)
        return why_none_chosen(panes)

    return Action(
        name=f"command-{index}",
        keys=",".join(read_keys(command.key)),
        label=command.name,
        help=f"{command.name}: {command.run}",
        pane=pane,
        footer=9,
        do=partial(_run_or_ask, command),
        why_not=why_not,
    )


def _run_or_ask(command: UserCommand, panes: TwoPaneScreen) -> Menu | None:
    """Run a command for the chosen companies; the first time show the whole line and ask."""
    import shlex

    try:
        lines = [invocation_of(command, _values(entry)) for entry in panes.chosen]
    except CannotRunError as error:
        text = _("Not run: the company's {value} is missing or would be taken for an option.")
        panes.say(text.format(value=error.value), "warn")
        return None
    if _is_approved(panes, command):
        _run_all(panes, command, lines)
        return None

    def picked(_name: str) -> None:
        _approve(panes, command)
        _run_all(panes, command, lines)

    line = shlex.join(lines[0].arguments)
    choices = [Choice("run", "r", _("run it, now and from now on"), whole=line, sample=line)]
    return Menu(_("First run of “{name}”").format(name=command.name), choices, picked)


def _values(entry: CompanyEntry) -> dict[str, str | None]:
    return {name: getattr(entry, name) for name in VALUES}


def _run_all(panes: TwoPaneScreen, command: UserCommand, lines: list[Invocation]) -> None:
    for line in lines:
        start(
            panes.app, _run(panes.session, command, line), description="run a command of the user's"
        )


async def _run(session: ScreenSession, command: UserCommand, line: Invocation) -> None:
    """Wait for the program in the background, and report how it ended.

    It outlives the explorer, and a program that it starts may outlive it. Its errors go to a file:
    a pipe would stay open as long as any of them runs, and break when the explorer is left.
    """
    session.say(_("Running: {name}").format(name=command.name))
    with tempfile.TemporaryFile() as errors:
        try:
            process = _started(line, errors)
        except OSError as error:
            text = _("{name} cannot be run: {program}: {why}")
            why = os.strerror(error.errno) if error.errno else str(error)
            session.say(text.format(name=command.name, program=line.arguments[0], why=why), "bad")
            return
        status = await _status(process)
        last_line = _last_line(errors)
    if status == 0:
        session.say(_("Done: {name}").format(name=command.name), "good")
        return
    text = _("{name} failed (exit {status}) {said}")
    session.say(text.format(name=command.name, status=status, said=last_line).rstrip(), "bad")


def _started(line: Invocation, errors: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 (approved by the user)
        line.arguments,
        env=os.environ | line.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=True,  # ctrl+c on the screen must not reach it
    )


async def _status(process: subprocess.Popen[bytes]) -> int:
    """The exit status. The thread is a daemon: leaving the explorer does not wait for it."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def wait() -> None:
        process.wait()
        with suppress(RuntimeError):  # the explorer was left meanwhile
            loop.call_soon_threadsafe(ended.set)

    Thread(target=wait, daemon=True).start()
    await ended.wait()
    return process.wait()


def _last_line(errors: IO[bytes]) -> str:
    """The last line that a program wrote to standard error."""
    errors.seek(max(0, errors.seek(0, os.SEEK_END) - _TAIL))
    lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    return clean(lines[-1]) if lines else ""


def _digest_of(command: UserCommand) -> str:
    import hashlib
    import json

    return hashlib.sha256(json.dumps([command.run, command.shell]).encode()).hexdigest()


def _file() -> Path:
    return state_folder() / "approved-commands.json"


def _approved() -> list[str]:
    try:
        return msgspec.json.decode(_file().read_bytes(), type=list[str])
    except (OSError, msgspec.DecodeError):
        return []


def _is_approved(panes: TwoPaneScreen, command: UserCommand) -> bool:
    digest = _digest_of(command)
    return digest in panes.session.approved or digest in _approved()


def _approve(panes: TwoPaneScreen, command: UserCommand) -> None:
    """Remember the consent; without a state directory, only for this session."""
    digest = _digest_of(command)
    panes.session.approved.add(digest)
    if panes.session.settings.private:
        return
    try:
        replace_file(_file(), msgspec.json.encode([*_approved(), digest]))
    except OSError as error:
        text = _("It will be asked again next time: {why}")
        panes.say(text.format(why=error.strerror), "warn")
