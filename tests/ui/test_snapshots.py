"""A picture of every view, and of each state that is laid out in its own way.

Look at a picture before you accept it. What differs by a line from one that is here is held by an
assertion on its text, in a test that stands there anyway.
"""

from __future__ import annotations

import asyncio

import httpx
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.pictures import Pictures, pictures
from tests.ui.user import NARROW, User, program
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.config.settings import Settings

__all__ = ["pictures"]

WIDE, TINY = (160, 48), (40, 12)
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
    await user.paste(DAY)
    await user.press("enter")
    await user.press("n")


async def test_searching(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await pictures.take(user, "welcome", whole=True)
        await user.search("petro")
        await pictures.take(user, "results", whole=True)
        await pictures.take(user, "results-narrow", NARROW, whole=True)
        await user.press("escape", "ctrl+p", "down", "down", "down")
        await pictures.take(user, "commands")
        await user.press("escape", "down", "up", "space", "space", "F")
        await user.paste("ro")
        await pictures.take(user, "marked_and_filtering")


async def test_a_company_and_what_is_done_with_it(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.SHOWPIECE)
        await pictures.take(user, "profile")
        await pictures.take(user, "profile-tiny", TINY, whole=True)
        await user.press("y")
        await pictures.take(user, "copy")
        await user.press("escape")
        await user.press("question_mark")
        await pictures.take(user, "help")
        await user.press("escape")
        await user.press("4")
        await pictures.take(user, "contacts")


async def test_court_cases(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.MANY_COURT_CASES, "3", "enter")
        await pictures.take(user, "court_case")
        await user.press("escape", "n", "j")
        await pictures.take(user, "court_cases")
        await pictures.take(user, "court_cases-tiny", TINY)


async def test_companies_of_a_day(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await listed(user)
        await pictures.take(user, "new_day")
        await pictures.take(user, "new_day-wide", WIDE)


class Stalled(httpx.AsyncBaseTransport):
    """A server that never answers."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError(request.url)


def stalled(_settings: Settings) -> Companies:
    """A client that waits for ever."""
    return Companies(Connection(base_url="http://127.0.0.1:8765", open_transport=Stalled))


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


async def test_a_company_that_failed(pictures: Pictures) -> None:
    app = program(Settings(base_url="http://127.0.0.1:9"), connect=refused)
    async with pictures.walk(app) as user:
        await go_to(user, landmarks.SHOWPIECE)
        await user.idle()
        await pictures.take(user, "failed_company")


async def test_the_dialog_of_the_server(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await user.press("escape", "C", "c")
        user.app.screen.query_one("#server-address", Input).value = "http://127.0.0.1:9"
        user.app.screen.query_one("#server-key", Input).value = "firme_a_key_of_yours"
        await user.pilot.press("enter", "enter")
        await user.until("Connection refused by")
        await pictures.take(user, "server_dialog_refused")
