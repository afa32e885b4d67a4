"""A picture of every view and state. Look at one before you accept it."""

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
from tui_app import source
from tui_app.client.companies import Companies, Connection
from tui_app.client.errors import TooFastError
from tui_app.language import set_language
from tui_app.settings import Settings
from tui_app.ui.app import FirmetermApp
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
def fixed_clock(monkeypatch: pytest.MonkeyPatch, every_frame_painted: None) -> None:
    """The time of fetching is the one thing that differs from run to run."""
    monkeypatch.setattr(formatting, "clock", lambda _moment: "14:02")


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


async def _nothing(user: User) -> None:
    await user.idle()


async def _palette(user: User) -> None:
    await user.press("escape", "ctrl+p")
    await user.type("990000013")
    await user.until("Go to tax id 990000013")


async def _commands(user: User) -> None:
    await user.search("petro")
    await user.press("escape", "ctrl+p", "down", "down", "down")


async def _themes(user: User) -> None:
    await user.press("escape", "ctrl+p")
    await user.type("theme")


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
    "too_short": searched("pe"),
    "results": searched("petro"),
    "in_the_list": searched("petro", "escape", "down"),
    "nothing_found": searched("zzzz"),
    "typing_error": searched("990000014"),
    "profile": opened(landmarks.SHOWPIECE),
    "profile_sparse": opened(landmarks.NOTHING_ON_RECORD),
    "profile_long": opened(landmarks.LONG_TEXTS),
    "profile_brackets": opened(landmarks.BRACKETS),
    "financials": opened(landmarks.SHOWPIECE, "2"),
    "financials_chart": opened(landmarks.SHOWPIECE, "2", "t"),
    "financials_table": opened(landmarks.SHOWPIECE, "2", "t", "t"),
    "losses": opened(landmarks.LOSSES, "2", "plus"),
    "financials_holes": opened(landmarks.HOLES, "2"),
    "financials_unknown": opened(landmarks.UNKNOWN_TURNOVER, "2"),
    "financials_large": opened(landmarks.LARGE_AMOUNTS, "2"),
    "financials_none": opened(landmarks.NOTHING_ON_RECORD, "2"),
    "court_cases": opened(landmarks.MANY_COURT_CASES, "3", "n", "j"),
    "court_cases_one": opened(landmarks.ONE_COURT_CASE, "3"),
    "court_cases_none": opened(landmarks.NOTHING_ON_RECORD, "3"),
    "court_cases_filtered": _filtered_cases,
    "court_cases_choice": opened(landmarks.MANY_COURT_CASES, "3", "n", "x"),
    "court_cases_only": opened(landmarks.MANY_COURT_CASES, "3", "n", "x", "j", "enter"),
    "court_case": opened(landmarks.MANY_COURT_CASES, "3", "enter"),
    "contacts": opened(landmarks.SHOWPIECE, "4"),
    "contacts_none": opened(landmarks.NOTHING_ON_RECORD, "4"),
    "new": listed(""),
    "new_day": listed("2025-03-03", "enter", "n"),
    "new_empty": listed("29.02.2024", "enter"),
    "new_wrong_day": listed("31.02.2024"),
    "marked_and_filtering": _filter,
    "help": opened(landmarks.SHOWPIECE, "question_mark"),
    "palette": _palette,
    "commands": _commands,
    "commands_themes": _themes,
    "copy": opened(landmarks.SHOWPIECE, "y"),
    "export": opened(landmarks.SHOWPIECE, "2", "e"),
    "websites": opened(landmarks.SHOWPIECE, "4", "o"),
    "reason": opened(landmarks.SHOWPIECE, "n"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_view(view: str, snap_compare: SnapCompare) -> None:
    app = program()
    assert snap_compare(app, terminal_size=NORMAL, run_before=before(app, VIEWS[view]))


MAIN = ("results", "profile", "losses", "court_cases", "contacts", "new_day")
"""What people look at most."""


@pytest.mark.parametrize("view", [*MAIN, "welcome", "help", "commands", "websites"])
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


SCARCE: dict[str, tuple[Settings, Steps]] = {
    "low": (Settings(), spent(12)),
    "saver": (Settings(), spent(0)),
    "too_fast": (Settings(), spent(9_000, refused=True)),
    "waits_for_enter": (Settings(), spent(0, "4")),
    "reserve": (Settings(reserve=5), spent(5, "escape", "r")),
    "offline": (Settings(offline=True), searched("petro")),
    "long_message": (Settings(), _said_at_length),
}


@pytest.mark.parametrize(
    ("state", "size"), [*((state, NORMAL) for state in SCARCE), ("too_fast", NARROW)]
)
def test_scarce(state: str, size: tuple[int, int], snap_compare: SnapCompare) -> None:
    settings, steps = SCARCE[state]
    app = program(settings)
    assert snap_compare(app, terminal_size=size, run_before=before(app, steps))


def refused(_settings: Settings) -> Companies:
    """A client of a port that nobody listens on."""
    return Companies(Connection(base_url="http://127.0.0.1:9"))


@pytest.mark.parametrize("pane", ["search", "detail"])
def test_loading(pane: str, snap_compare: SnapCompare) -> None:
    app = program(connect=stalled)

    async def run(pilot: Pilot[None]) -> None:
        user = User(app, pilot)
        await user.idle()
        if pane == "search":
            await pilot.press(*"petro")
        else:
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


async def _never(*_given: object) -> None:
    await asyncio.Event().wait()


async def _at_once(*_given: object) -> None:
    """A server that takes the key."""


def sample_whatever_is_set(_settings: Settings) -> Companies:
    """The sample under the name of a server."""
    return source.connect(Settings())


@pytest.mark.parametrize("state", ["empty", "trying", "refused", "wrong_address", "connected"])
def test_server_dialog(
    state: str,
    snap_compare: SnapCompare,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = program(connect=sample_whatever_is_set)
    if state in ("trying", "connected"):
        tried = _never if state == "trying" else _at_once
        monkeypatch.setattr("tui_app.client.login_check.check_login", tried)
    address = {
        "refused": "http://127.0.0.1:9",
        "wrong_address": "http://companies.example.com",
    }.get(state, "https://companies.example.com")

    async def run(pilot: Pilot[None]) -> None:
        user = User(app, pilot)
        await user.idle()
        await user.press("escape", "C", "c")
        if state == "empty":
            return
        app.screen.query_one("#server-address", Input).value = address
        app.screen.query_one("#server-key", Input).value = "firme_a_key_of_yours"
        await pilot.press("enter", "enter")
        said = {
            "trying": "Trying…",
            "refused": "Connection refused by",
            "wrong_address": "address",
            "connected": "Connected to",
        }
        await user.until(said[state])

    assert snap_compare(app, terminal_size=NORMAL, run_before=run)


def test_copying_where_there_is_no_clipboard(snap_compare: SnapCompare) -> None:
    app = program(terminal=Terminal(term="linux"))
    steps = opened(landmarks.SHOWPIECE, "y", "j")
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app, steps))


@pytest.mark.parametrize("view", ["results", "losses"])
@pytest.mark.parametrize(
    "theme", ["firmeterm-light", "firmeterm-contrast", "firmeterm-ansi", "textual-dark"]
)
def test_theme(theme: str, view: str, snap_compare: SnapCompare) -> None:
    app = program(Settings(theme=theme))
    assert snap_compare(app, terminal_size=NORMAL, run_before=before(app, VIEWS[view]))


LAYOUTS = {"wide": (160, 48), "tiny": (40, 12)}


@pytest.mark.parametrize("view", ["profile", "losses", "court_cases", "new_day"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layout(layout: str, view: str, snap_compare: SnapCompare) -> None:
    app = program()
    assert snap_compare(app, terminal_size=LAYOUTS[layout], run_before=before(app, VIEWS[view]))


@pytest.mark.parametrize("size", [(200, 60), (39, 12), (40, 11)], ids=["tall", "slim", "flat"])
def test_extremes(size: tuple[int, int], snap_compare: SnapCompare) -> None:
    app = program()
    steps = VIEWS["financials"] if size == (200, 60) else _nothing
    assert snap_compare(app, terminal_size=size, run_before=before(app, steps))


@pytest.mark.parametrize("characters", [Characters.CONSOLE, Characters.ASCII])
def test_characters(characters: Characters, snap_compare: SnapCompare) -> None:
    terminal = Terminal(term="linux", characters=characters, colours=Colours.ANSI_16)
    app = program(terminal=terminal)
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app, VIEWS["losses"]))


@pytest.mark.parametrize("view", [*MAIN, "welcome", "help"])
def test_romanian(view: str, snap_compare: SnapCompare) -> None:
    set_language("ro")
    app = program(Settings(lang="ro"))
    assert snap_compare(app, terminal_size=NORMAL, run_before=before(app, VIEWS[view]))
