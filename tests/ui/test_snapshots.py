"""A picture of every view, and of each state that is laid out in its own way.

Look at a picture before you accept it. What differs by a line from one that is here is held by an
assertion on its text, in a test that stands there anyway.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable
from typing import Protocol

import httpx
import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.explorer import NARROW, NORMAL, User, program
from tui_app.client.companies import Companies, Connection
from tui_app.client.errors import TooFastError
from tui_app.language import set_language
from tui_app.settings import Settings
from tui_app.ui.app import FirmetermApp
from tui_app.ui.explorer import footer
from tui_app.ui.terminal.capabilities import Characters, Colours, Terminal
from tui_app.ui.text import formatting

Steps = Callable[[User], Awaitable[None]]


class SnapCompare(Protocol):
    """The fixture of pytest-textual-snapshot."""

    def __call__(
        self,
        app: FirmetermApp,
        *,
        terminal_size: tuple[int, int],
        run_before: Callable[[Pilot[None]], Awaitable[None]],
    ) -> bool: ...


@pytest.fixture(autouse=True)
def fixed_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of fetching differs from run to run; no message ends while a machine is slow."""
    monkeypatch.setattr(formatting, "clock", lambda _moment: "14:02")
    monkeypatch.setattr(footer, "NOTICE", 600)


def before(app: FirmetermApp, steps: Steps) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Take the steps once the program is ready."""

    async def run(pilot: Pilot[None]) -> None:
        user = User(app, pilot)
        await user.idle()
        await steps(user)

    return run


def opened(tax_id: str, *keys: str) -> Steps:
    """Search for a company, open it, press keys."""

    async def steps(user: User) -> None:
        await user.search(tax_id)
        await user.press("enter")
        for key in keys:
            await user.press(key)

    return steps


def searched(text: str, *keys: str) -> Steps:
    """Search for a text, press keys."""

    async def steps(user: User) -> None:
        await user.search(text)
        for key in keys:
            await user.press(key)

    return steps


def listed(day: str, *keys: str) -> Steps:
    """Ask for the companies registered on a day, press keys."""

    async def steps(user: User) -> None:
        await user.press("escape", "N")
        await user.type(day)
        for key in keys:
            await user.press(key)

    return steps


def pressed(*keys: str) -> Steps:
    """Press keys in the explorer as it opens."""

    async def steps(user: User) -> None:
        await user.press(*keys)

    return steps


async def _nothing(user: User) -> None:
    await user.idle()


async def _commands(user: User) -> None:
    await user.search("petro")
    await user.press("escape", "ctrl+p", "down", "down", "down")


async def _filter(user: User) -> None:
    await user.search("petro")
    await user.press("escape", "space", "space", "F")
    await user.type("ro")


async def _filtered_cases(user: User) -> None:
    await opened(landmarks.MANY_COURT_CASES, "3", "F")(user)
    await user.type("penal")
    await user.press("enter")


VIEWS: dict[str, Steps] = {
    "welcome": _nothing,
    "results": searched("petro"),
    "in_the_list": searched("petro", "escape", "down"),
    "profile": opened(landmarks.SHOWPIECE),
    "profile_sparse": opened(landmarks.NOTHING_ON_RECORD),
    "profile_long": opened(landmarks.LONG_TEXTS),
    "financials": opened(landmarks.SHOWPIECE, "2"),
    "financials_chart": opened(landmarks.SHOWPIECE, "2", "t"),
    "financials_table": opened(landmarks.SHOWPIECE, "2", "t", "t"),
    "losses": opened(landmarks.LOSSES, "2", "plus"),
    "financials_holes": opened(landmarks.HOLES, "2"),
    "financials_unknown": opened(landmarks.UNKNOWN_TURNOVER, "2"),
    "financials_large": opened(landmarks.LARGE_AMOUNTS, "2"),
    "court_cases": opened(landmarks.MANY_COURT_CASES, "3", "n", "j"),
    "court_cases_filtered": _filtered_cases,
    "court_cases_choice": opened(landmarks.MANY_COURT_CASES, "3", "n", "x"),
    "court_case": opened(landmarks.MANY_COURT_CASES, "3", "enter"),
    "contacts": opened(landmarks.SHOWPIECE, "4"),
    "new_day": listed("2025-03-03", "enter", "n"),
    "marked_and_filtering": _filter,
    "help": opened(landmarks.SHOWPIECE, "question_mark"),
    "commands": _commands,
    "copy": opened(landmarks.SHOWPIECE, "y"),
    "export": opened(landmarks.SHOWPIECE, "2", "e"),
    "websites": opened(landmarks.SHOWPIECE, "4", "o"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_view(view: str, snap_compare: SnapCompare) -> None:
    app = program()
    assert snap_compare(app, terminal_size=NORMAL, run_before=before(app, VIEWS[view]))


NARROW_VIEWS = ("results", "profile", "losses", "court_cases", "new_day", "help", "commands")
"""Where one pane is shown. The contacts are among the README's pictures."""


@pytest.mark.parametrize("view", NARROW_VIEWS)
def test_narrow(view: str, snap_compare: SnapCompare) -> None:
    app = program()
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app, VIEWS[view]))


class Stalled(httpx.AsyncBaseTransport):
    """A server that never answers."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError(request.url)


def stalled(_settings: Settings) -> Companies:
    """A client that waits for ever."""
    return Companies(Connection(base_url="http://127.0.0.1:8765", open_transport=Stalled))


def spent(left: int, *keys: str, refused: bool = False) -> Steps:
    """A company is open and so many requests are left; the server names when there are more."""

    async def steps(user: User) -> None:
        await opened(landmarks.SHOWPIECE)(user)
        assert user.app.client is not None
        allowance = user.app.client.allowance
        moment = dt.datetime(2099, 1, 1, tzinfo=dt.UTC)
        allowance.accept(allowance.next_number(), left, moment)
        if refused:
            allowance.refuse(TooFastError("too fast", retry_at=moment))
        user.app.explorer.hints.update_all()
        for key in keys:
            await user.press(key)

    return steps


async def _said_at_length(user: User) -> None:
    await user.search("petro")
    text = "The cached answers could not be read and start anew; the old file is now {path}."
    user.app.explorer.foot.say(text.format(path="/home/somebody/.cache/answers.db.damaged"), "warn")
    await user.idle()


SCARCE: dict[str, tuple[tuple[int, int], Steps]] = {
    "too_fast": (NARROW, spent(9_000, refused=True)),
    "waits_for_enter": (NORMAL, spent(0, "4")),
    "long_message": (NORMAL, _said_at_length),
}


@pytest.mark.parametrize("state", SCARCE)
def test_scarce(state: str, snap_compare: SnapCompare) -> None:
    size, steps = SCARCE[state]
    app = program()
    assert snap_compare(app, terminal_size=size, run_before=before(app, steps))


def refused(_settings: Settings) -> Companies:
    """A client of a port that nobody listens on."""
    return Companies(Connection(base_url="http://127.0.0.1:9"))


def test_loading(snap_compare: SnapCompare) -> None:
    app = program(connect=stalled)

    async def run(pilot: Pilot[None]) -> None:
        user = User(app, pilot)
        await user.idle()
        await pilot.press("escape", "ctrl+p", *"990000013")
        await user.until("Go to tax id 990000013")
        await pilot.press("enter")
        await user.until("Loading…")

    assert snap_compare(app, terminal_size=NORMAL, run_before=run)


@pytest.mark.parametrize("pane", ["search", "detail"])
def test_failed(pane: str, snap_compare: SnapCompare) -> None:
    app = program(Settings(base_url="http://127.0.0.1:9"), connect=refused)

    async def steps(user: User) -> None:
        if pane == "search":
            await user.type("petro")
            return
        await user.press("escape", "ctrl+p")
        await user.type("990000013")
        await user.until("Go to tax id 990000013")
        await user.press("enter")

    assert snap_compare(app, terminal_size=NORMAL, run_before=before(app, steps))


async def _refused_server(user: User) -> None:
    await user.press("escape", "C", "c")
    user.app.screen.query_one("#server-address", Input).value = "http://127.0.0.1:9"
    user.app.screen.query_one("#server-key", Input).value = "firme_a_key_of_yours"
    await user.pilot.press("enter", "enter")
    await user.until("Connection refused by")


SERVER_DIALOG: dict[str, Steps] = {
    "empty": pressed("escape", "C", "c"),
    "refused": _refused_server,
}


@pytest.mark.parametrize("state", SERVER_DIALOG)
def test_server_dialog(state: str, snap_compare: SnapCompare) -> None:
    app = program()
    assert snap_compare(app, terminal_size=NORMAL, run_before=before(app, SERVER_DIALOG[state]))


def test_copying_where_there_is_no_clipboard(snap_compare: SnapCompare) -> None:
    app = program(terminal=Terminal(term="linux"))
    steps = opened(landmarks.SHOWPIECE, "y", "j")
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app, steps))


@pytest.mark.parametrize(
    "theme", ["firmeterm-light", "firmeterm-contrast", "firmeterm-ansi", "textual-dark"]
)
def test_theme(theme: str, snap_compare: SnapCompare) -> None:
    app = program(Settings(theme=theme))
    assert snap_compare(app, terminal_size=NORMAL, run_before=before(app, VIEWS["losses"]))


WIDE, TINY = (160, 48), (40, 12)
LAYOUTS = {
    "wide": (WIDE, ("losses", "new_day")),
    "tiny": (TINY, ("profile", "losses", "court_cases", "new_day")),
}


@pytest.mark.parametrize(
    ("layout", "view"), [(name, view) for name, (_size, views) in LAYOUTS.items() for view in views]
)
def test_layout(layout: str, view: str, snap_compare: SnapCompare) -> None:
    app = program()
    size, _views = LAYOUTS[layout]
    assert snap_compare(app, terminal_size=size, run_before=before(app, VIEWS[view]))


@pytest.mark.parametrize("size", [(200, 60), (40, 11)], ids=["tall", "flat"])
def test_extremes(size: tuple[int, int], snap_compare: SnapCompare) -> None:
    app = program()
    steps = VIEWS["financials"] if size == (200, 60) else _nothing
    assert snap_compare(app, terminal_size=size, run_before=before(app, steps))


@pytest.mark.parametrize("characters", [Characters.CONSOLE, Characters.ASCII])
def test_characters(characters: Characters, snap_compare: SnapCompare) -> None:
    terminal = Terminal(term="linux", characters=characters, colours=Colours.ANSI_16)
    app = program(terminal=terminal)
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app, VIEWS["losses"]))


@pytest.mark.parametrize(
    "view", ["results", "losses", "court_cases", "contacts", "new_day", "help"]
)
def test_romanian(view: str, snap_compare: SnapCompare) -> None:
    set_language("ro")
    app = program(Settings(lang="ro"))
    assert snap_compare(app, terminal_size=NORMAL, run_before=before(app, VIEWS[view]))
