"""Answers that come late, twice or half, and pages that are not there."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from textual.widgets import Input

from tests.faulty.healthy import search
from tests.faulty.process import FaultyServer
from tests.ui.hostile import (
    FOUND,
    in_detail,
    in_list,
    open_first,
    remote,
    told,
)
from tests.ui.user import explore
from tui_app.client import sending
from tui_app.contract.operations import AUTOCOMPLETE
from tui_app.ui.sections.court_cases import CourtCasesSection


def _has_been_asked(server: FaultyServer, times: int) -> bool:
    return len(server.log()) == times


async def test_an_older_answer_never_takes_the_place_of_a_newer_one(faulty: FaultyServer) -> None:
    """The server answers the shortest text last."""
    async with explore(remote(faulty.base_url("out-of-order"))) as user:
        field = user.app.explorer.lists["search"].focus_target
        assert isinstance(field, Input)
        for count, text in enumerate(("dem", "demo 1", "demo 16"), start=1):
            field.value = text
            await user.when(partial(_has_been_asked, faulty, count))
        await user.until("CARPATEX DEMO 16 SA")
        # The older answers come after this one, and are kept for the next time.
        client = user.app.client
        assert client is not None
        await user.when(lambda: client.price(AUTOCOMPLETE, q="dem") == 0)
        await user.idle()
        asked = [entry["query"] for entry in faulty.log()]
        assert asked == [{"q": "dem"}, {"q": "demo 1"}, {"q": "demo 16"}]
        shown = [entry.tax_id for entry in user.app.explorer.list.shown]
        assert shown == [company.tax_id for company in search("demo 16")]


async def test_pages_that_are_not_as_they_were_said_to_be(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        # Fewer than there are: it is said, and nothing is guessed.
        await open_first(user)
        faulty.misbehave("pages-too-few")
        await user.press("3")
        said = in_detail(user)
        assert "45 cases · page 1 of 1" in said
        assert "totalPages: said to be 0, and yet page 1 has entries" in said
        await user.press("n")
        assert "This is the last page." in told(user)
        # More than there are end somewhere.
        faulty.misbehave("pages-too-many")
        await user.press("r")
        assert "45 cases · page 1 of 50" in in_detail(user)
        assert "said to be 50, and yet page 1 is empty" in in_detail(user)
        await user.press("n")
        assert "page 2 of 50" in in_detail(user)
        assert len(faulty.log()) == 2
        # One that repeats the page before it is named.
        faulty.misbehave("page-repeats")
        await user.press("p", "r", "n", "r")
        assert "page 2 of 3" in in_detail(user)
        assert "could not be read" in in_detail(user)


async def test_a_page_that_does_not_come_leaves_the_page_that_is_there(
    faulty: FaultyServer,
) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await open_first(user)
        await user.press("3")
        section = user.app.explorer.detail.section
        assert isinstance(section, CourtCasesSection)
        before = section.shown_cases
        faulty.misbehave("429-bare")
        await user.press("n")
        assert "45 cases · page 1 of 3" in in_detail(user)
        assert section.shown_cases == before
        faulty.misbehave("none")
        await user.insist("n")
        assert "45 cases · page 2 of 3" in in_detail(user)
        await user.press("escape", "N")
        await user.paste("2024-03-01")
        await user.press("enter")
        assert "30 companies · page 1 of 2" in in_list(user)
        shown = user.app.explorer.list.shown
        faulty.misbehave("429-bare")
        await user.press("n")
        assert faulty.host in in_list(user)
        assert user.app.explorer.list.shown == shown
        faulty.misbehave("none")
        await user.insist("n")
        assert "page 2 of 2" in in_list(user)


async def test_a_question_nobody_wants_any_more_is_not_repeated(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moving on meanwhile ends the wait for the next attempt."""
    monkeypatch.setattr(sending, "FIRST_WAIT", 20.0)
    sleep = asyncio.sleep
    waits: list[str] = []

    async def watched(seconds: float) -> None:
        if seconds < 10.0:
            await sleep(seconds)
            return
        waits.append("begun")
        try:
            await sleep(seconds)
        except asyncio.CancelledError:
            waits.append("given up")
            raise

    monkeypatch.setattr(asyncio, "sleep", watched)
    first, second = FOUND[0].tax_id, FOUND[1].tax_id
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        faulty.misbehave("503-nothing", "profile")
        await user.pilot.press("escape", "enter")
        await user.when(lambda: waits == ["begun"])
        assert [entry["tax_id"] for entry in faulty.log()] == [first]
        faulty.misbehave("none")
        await user.pilot.press("escape", "down", "enter")
        await user.idle()
        assert FOUND[1].company_id in user.screen
        await user.when(lambda: waits == ["begun", "given up"])
        asked = [entry["tax_id"] for entry in faulty.log()]
        assert first not in asked
        assert second in asked
        # What was already sent counts, wanted or not.
        await user.press("question_mark")
        assert "3 requests sent in this session" in user.screen
