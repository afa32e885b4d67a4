"""A picture of every view, and of each state that is laid out in its own way.

Look at a picture before you accept it. What differs by a line from one that is here is held by an
assertion on its text, in a test that stands there anyway.
"""

from __future__ import annotations

import asyncio
import datetime as dt

import httpx
import pytest
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.pictures import Pictures, pictures
from tests.ui.user import NARROW, User, program
from tui_app.client.companies import Companies, Connection
from tui_app.client.errors import TooFastError
from tui_app.config.settings import Settings
from tui_app.system.language import set_language
from tui_app.ui.terminal.capabilities import DEFAULT_THEME, Characters, Colours, Terminal

__all__ = ["pictures"]

TALL, WIDE, TINY, FLAT = (200, 60), (160, 48), (40, 12), (40, 11)
DAY = "2025-03-03"


async def opened(user: User, tax_id: str, *keys: str) -> None:
    """Search for a company, open it, press keys."""
    await user.search(tax_id)
    await user.press("enter")
    for key in keys:
        await user.press(key)


async def listed(user: User) -> None:
    """The second page of the companies registered on a day."""
    await user.press("escape", "N")
    await user.type(DAY)
    await user.press("enter")
    await user.press("n")


async def test_searching(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await pictures.take(user, "welcome")
        await pictures.take(user, "welcome-flat", FLAT)
        await user.search("petro")
        await pictures.take(user, "results")
        await pictures.take(user, "results-narrow", NARROW)
        await user.press("escape", "ctrl+p", "down", "down", "down")
        await pictures.take(user, "commands")
        await pictures.take(user, "commands-narrow", NARROW)
        await user.press("escape")
        await user.press("down")
        await pictures.take(user, "in_the_list")
        await user.press("up")
        await user.press("space", "space", "F")
        await user.type("ro")
        await pictures.take(user, "marked_and_filtering")


async def test_a_company_and_what_is_done_with_it(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.SHOWPIECE)
        await pictures.take(user, "profile")
        await pictures.take(user, "profile-narrow", NARROW)
        await pictures.take(user, "profile-tiny", TINY)
        await user.press("y")
        await pictures.take(user, "copy")
        await user.press("escape")
        await user.press("question_mark")
        await pictures.take(user, "help")
        await pictures.take(user, "help-narrow", NARROW)
        await user.press("escape")
        await user.press("4")
        await pictures.take(user, "contacts")
        await user.press("o")
        await pictures.take(user, "websites")


async def test_figures(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.SHOWPIECE, "2")
        await pictures.take(user, "financials")
        await pictures.take(user, "financials-tall", TALL)
        await user.press("e")
        await pictures.take(user, "export")
        await user.press("escape")
        await user.press("t")
        await pictures.take(user, "financials_chart")
        await user.press("t")
        await pictures.take(user, "financials_table")


async def test_losses_in_every_layout_and_theme(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.LOSSES, "2", "plus")
        await pictures.take(user, "losses")
        for theme in ("firmeterm-light", "firmeterm-contrast", "firmeterm-ansi"):
            user.app.theme = theme
            await user.idle()
            await pictures.take(user, f"theme-{theme}")
        user.app.theme = DEFAULT_THEME
        await user.idle()
        await pictures.take(user, "losses-narrow", NARROW)
        await pictures.take(user, "losses-wide", WIDE)
        await pictures.take(user, "losses-tiny", TINY)


async def test_a_theme_of_textual(pictures: Pictures) -> None:
    async with pictures.walk(program(Settings(theme="textual-dark"))) as user:
        await opened(user, landmarks.LOSSES, "2", "plus")
        await pictures.take(user, "theme-textual-dark")


async def test_companies_with_little_much_and_odd_on_record(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.NOTHING_ON_RECORD)
        await pictures.take(user, "profile_sparse")
        await opened(user, landmarks.LONG_TEXTS)
        await pictures.take(user, "profile_long")
        for picture, company in (
            ("financials_holes", landmarks.HOLES),
            ("financials_unknown", landmarks.UNKNOWN_TURNOVER),
            ("financials_large", landmarks.LARGE_AMOUNTS),
        ):
            await opened(user, company, "2")
            await pictures.take(user, picture)


async def test_court_cases(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.MANY_COURT_CASES, "3", "enter")
        await pictures.take(user, "court_case")
        await user.press("escape")
        await user.press("F")
        await user.type("penal")
        await user.press("enter")
        await pictures.take(user, "court_cases_filtered")
        await user.press("escape")
        await user.press("n")
        await user.press("x")
        await pictures.take(user, "court_cases_choice")
        await user.press("escape")
        await user.press("j")
        await pictures.take(user, "court_cases")
        await pictures.take(user, "court_cases-narrow", NARROW)
        await pictures.take(user, "court_cases-tiny", TINY)


async def test_companies_of_a_day(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await listed(user)
        await pictures.take(user, "new_day")
        await pictures.take(user, "new_day-narrow", NARROW)
        await pictures.take(user, "new_day-wide", WIDE)
        await pictures.take(user, "new_day-tiny", TINY)


async def test_in_romanian(pictures: Pictures) -> None:
    set_language("ro")
    async with pictures.walk(program(Settings(lang="ro"))) as user:
        await user.search("petro")
        await pictures.take(user, "results-ro")
        await opened(user, landmarks.SHOWPIECE)
        await user.press("question_mark")
        await pictures.take(user, "help-ro")
        await user.press("escape")
        await user.press("4")
        await pictures.take(user, "contacts-ro")
        await opened(user, landmarks.LOSSES, "2", "plus")
        assert " lei" in user.screen and "RON" not in user.screen  # one of them in a view
        await pictures.take(user, "losses-ro")
        await opened(user, landmarks.MANY_COURT_CASES, "3", "n", "j")
        await pictures.take(user, "court_cases-ro")


async def test_companies_of_a_day_in_romanian(pictures: Pictures) -> None:
    set_language("ro")
    async with pictures.walk(program(Settings(lang="ro"))) as user:
        await listed(user)
        await pictures.take(user, "new_day-ro")


class Stalled(httpx.AsyncBaseTransport):
    """A server that never answers."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError(request.url)


def stalled(_settings: Settings) -> Companies:
    """A client that waits for ever."""
    return Companies(Connection(base_url="http://127.0.0.1:8765", open_transport=Stalled))


def spent(user: User, left: int, *, refused: bool = False) -> None:
    """So many requests are left; the server names when there are more."""
    assert user.app.client is not None
    allowance = user.app.client.allowance
    moment = dt.datetime(2099, 1, 1, tzinfo=dt.UTC)
    allowance.accept(allowance.next_number(), left, moment)
    if refused:
        allowance.refuse(TooFastError("too fast", retry_at=moment))
    user.app.explorer.update_hints_now()


async def test_requests_that_run_out(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.SHOWPIECE)
        spent(user, 0)
        await user.press("4")
        await pictures.take(user, "waits_for_enter")
    async with pictures.walk(size=NARROW) as user:
        await opened(user, landmarks.SHOWPIECE)
        spent(user, 9_000, refused=True)
        await pictures.take(user, "too_fast")


async def test_a_long_message(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await user.search("petro")
        text = "The cached answers could not be read and start anew; the old file is now {path}."
        path = "/home/somebody/.cache/answers.db.damaged"
        user.app.explorer.foot.say(text.format(path=path), "warn")
        await pictures.take(user, "long_message")


def refused(_settings: Settings) -> Companies:
    """A client of a port that nobody listens on."""
    return Companies(Connection(base_url="http://127.0.0.1:9"))


async def go_to(user: User, tax_id: str) -> None:
    """Open a company by its tax id from the commands, without waiting for it."""
    await user.pilot.press("escape", "ctrl+p", *tax_id)
    await user.until(f"Go to tax id {tax_id}")
    await user.pilot.press("enter")


async def test_an_answer_that_never_comes(pictures: Pictures) -> None:
    async with pictures.walk(program(connect=stalled)) as user:
        await go_to(user, landmarks.SHOWPIECE)
        await user.until("Loading…")
        await pictures.take(user, "loading")


async def test_a_search_that_failed(pictures: Pictures) -> None:
    app = program(Settings(base_url="http://127.0.0.1:9"), connect=refused)
    async with pictures.walk(app) as user:
        await user.type("petro")
        await pictures.take(user, "failed_search")


async def test_a_company_that_failed(pictures: Pictures) -> None:
    app = program(Settings(base_url="http://127.0.0.1:9"), connect=refused)
    async with pictures.walk(app) as user:
        await go_to(user, landmarks.SHOWPIECE)
        await user.idle()
        await pictures.take(user, "failed_company")


async def test_the_dialog_of_the_server(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await user.press("escape", "C", "c")
        await pictures.take(user, "server_dialog")
        user.app.screen.query_one("#server-address", Input).value = "http://127.0.0.1:9"
        user.app.screen.query_one("#server-key", Input).value = "firme_a_key_of_yours"
        await user.pilot.press("enter", "enter")
        await user.until("Connection refused by")
        await pictures.take(user, "server_dialog_refused")


async def test_copying_where_there_is_no_clipboard(pictures: Pictures) -> None:
    app = program(terminal=Terminal(term="linux"))
    async with pictures.walk(app, NARROW) as user:
        await opened(user, landmarks.SHOWPIECE, "y", "j")
        await pictures.take(user, "no_clipboard")


@pytest.mark.parametrize("characters", [Characters.CONSOLE, Characters.ASCII])
async def test_characters(characters: Characters, pictures: Pictures) -> None:
    terminal = Terminal(term="linux", characters=characters, colours=Colours.ANSI_16)
    async with pictures.walk(program(terminal=terminal), NARROW) as user:
        await opened(user, landmarks.LOSSES, "2", "plus")
        await pictures.take(user, f"losses-{characters.name.lower()}")
