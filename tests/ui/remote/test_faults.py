"""Each misbehaviour of a server, as the user sees it."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import pytest
from textual.widgets import Input

from tests.client.conftest import ask, client_of, deadlines_for
from tests.faulty.cases import CASES, Case, without_times
from tests.faulty.faults import FAULTS
from tests.faulty.healthy import FIRST, search
from tests.faulty.process import FaultyServer
from tests.ui.hostile import (
    all_of,
    in_detail,
    in_list,
    is_held_too_long,
    remote,
    said_in,
    told,
    watching,
)
from tests.ui.user import User, explore
from tui_app.client import sending
from tui_app.client.errors import ClientError
from tui_app.contract.operations import AUTOCOMPLETE
from tui_app.contract.resources import CompanySummary as Company
from tui_app.ui.remote.value import Phase
from tui_app.ui.sections import detail
from tui_app.ui.sections.court_cases import CourtCasesSection

LIKE = {
    "unknown-host": ["untrusted-certificate", "no-tls"],
    "slow-first-byte": ["none", "gzip", "remaining-rising", "remaining-zero", "busy-for-a-second"],
    "remaining-negative": ["remaining-missing", "remaining-text"],
    "reset": ["truncated"],
    "silent": ["drip"],
    "success-false": [
        "wrong-length",
        "bad-gzip",
        "empty",
        "invalid-json",
        "null-data",
        "html",
        "deep-nesting",
    ],
    "gzip-bomb": ["gzip-padding", "large-body"],
    "redirect-307-another-host": [
        "redirect-301-itself",
        "redirect-301-another-host",
        "redirect-302-itself",
        "redirect-302-another-host",
        "redirect-307-itself",
    ],
    "401": ["403"],
    "409": ["418", "500-huge", "500-problem", "500-text", "500-nothing", "503-absurd"],
    "503-nothing": [
        "502-problem",
        "502-text",
        "502-nothing",
        "503-problem",
        "503-text",
        "slow-503",
    ],
    "429-bare": ["429-absurd", "429-absent"],
    "429-seconds": ["429-date", "429-long"],
}
"""Faults of which the screen sees what it sees of another: their texts are held by the client."""
SHOWN = [case for case in CASES if not any(case.fault in alike for alike in LIKE.values())]
BY_ADDRESS = [case for case in SHOWN if case.fault not in FAULTS]
OF_PROFILE = [case for case in SHOWN if case.operation == "profile" and case.fault in FAULTS]
FOUND = search("demo")
ALONE = {"silent"}
"""What is ended by a deadline of its own, which would end others on a busy machine."""
TOGETHER = [case for case in OF_PROFILE if case.fault not in ALONE]
WALKS = [[case for case in OF_PROFILE if case.fault in ALONE], TOGETHER[::2], TOGETHER[1::2]]


def expected(case: Case, host: str, tax_id: str) -> str:
    return case.text.format(host=host, tax_id=tax_id, time="{time}")


def of_search(case: Case, host: str) -> str:
    """The same for a search, which is never repeated by itself."""
    return case.text.format(host=host, time="{time}").replace(" (3 attempts)", "")


async def seen_of(fault: str, faulty: FaultyServer) -> object:
    """Everything but the texts by which the screen distinguishes failures and answers."""
    async with client_of(faulty.base_url(fault), deadlines=deadlines_for(fault)) as companies:
        try:
            answer = await ask(companies, "profile")
        except ClientError as e:
            return type(e), bool(e.retry_at), bool(e.advice), bool(e.done), e.attempts, e.requests
        return bool(answer.faults), answer.requests


async def test_what_is_like_another_fault_for_the_screen_is_so(faulty: FaultyServer) -> None:
    for fault, alike in LIKE.items():
        seen = await seen_of(fault, faulty)
        for other in alike:
            assert await seen_of(other, faulty) == seen, other


def assert_no_trace(user: User) -> None:
    screen = user.screen
    for word in ("Traceback", "httpx", "firmeterm made a mistake"):
        assert word not in screen


async def open_first(user: User) -> None:
    """A list on the left and a company on the right, from a server that behaves."""
    await user.search("demo")
    assert [entry.tax_id for entry in user.app.explorer.list.shown] == [c.tax_id for c in FOUND]
    await user.press("enter")
    assert FOUND[0].company_id in user.screen


async def refresh_what_is_shown(user: User, case: Case, host: str, company: Company) -> None:
    """Company and list stay as they were, and each says why it could not be asked again."""
    await user.insist("r")
    after = without_times(in_detail(user))
    assert re.match(r"(cached|loaded) \d\d:\d\d", after), case
    assert expected(case, host, company.tax_id) in after
    assert "Company Tax Registered" in after, case
    await user.press("escape")
    await user.insist("r")
    assert user.app.explorer.detail.tax_id == company.tax_id, "nor did the cursor move"
    if case.fault not in {"404", "echoes-key"}:
        assert of_search(case, host) in without_times(in_list(user))


async def open_the_next(user: User, case: Case, host: str, wanted: Company) -> None:
    """The pane reports it, the old data stay, and keys are answered meanwhile."""
    rows = said_in(user, user.app.explorer.list.rows).replace("› ", "")
    async with watching() as holds:
        await user.pilot.press("down", "enter")
        # A key is answered while the request is pending.
        await user.pilot.press("p")
        assert "Not paged" in told(user), case
        await user.idle()
    said = without_times(in_detail(user))
    if case.text:
        assert expected(case, host, wanted.tax_id) in said, user.screen
        assert user.app.explorer.detail.profile.phase is Phase.FAILED, case
    else:
        assert wanted.company_id in user.screen, case
    for fault in case.faults:
        assert fault in all_of(user), case
    assert wanted.company_name in said_in(user, user.app.explorer.detail.header)
    assert said_in(user, user.app.explorer.list.rows).replace("› ", "") == rows, case
    assert_no_trace(user)
    assert not is_held_too_long(holds.cpu), case


@pytest.mark.parametrize("cases", WALKS, ids=lambda cases: f"{cases[0].fault}-{cases[-1].fault}")
async def test_refreshing_and_opening_a_company(
    cases: list[Case], faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One fault after the other, each met by the next company; in between all is well again."""
    # Enter alone asks, however slowly the keys before it are handled.
    monkeypatch.setattr(detail, "DWELL", 60)
    async with explore(remote(faulty.base_url(), fault=cases[0].fault)) as user:
        await open_first(user)
        for case, company, wanted in zip(cases, FOUND, FOUND[1:], strict=False):
            faulty.misbehave(case.fault)
            if case.text:
                await refresh_what_is_shown(user, case, faulty.host, company)
            else:
                await user.press("escape")
            await open_the_next(user, case, faulty.host, wanted)
            faulty.misbehave("none")
            await user.insist("r")
            assert wanted.company_id in user.screen, case
        assert user.app.explorer.list.rows.cursor == len(cases), "each case was met"


@pytest.mark.parametrize("case", BY_ADDRESS, ids=lambda case: case.fault)
async def test_a_server_that_cannot_be_reached(case: Case, faulty: FaultyServer) -> None:
    app = remote(faulty.base_url(case.fault), fault=case.fault)
    async with explore(app) as user, watching() as holds:
        await user.search("demo")
        host = user.app.client.address.host if user.app.client else ""
        again = "Press ⏎ in the search field to search again."
        assert in_list(user) == f"{of_search(case, host)} {again}"
        await user.press("escape", "colon")
        await user.paste(f"show {FIRST.tax_id}")
        await user.press("enter")
        assert expected(case, host, FIRST.tax_id) in in_detail(user)
        await user.press("p")
        assert "Not paged" in told(user)
        assert_no_trace(user)
        assert not is_held_too_long(holds.cpu)


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


@pytest.mark.parametrize("fault", ["many-results", "wrong-types", "nasty-text"])
async def test_what_could_not_be_read_is_said_and_the_rest_is_shown(
    fault: str, faulty: FaultyServer
) -> None:
    """Every view once; keys are answered while a thousand rows come in."""
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        faulty.misbehave(fault)
        async with watching() as holds:
            await user.press("escape", "r")
            assert "could not be read" in in_list(user)
            await user.press("N")
            await user.paste("2024-03-01")
            await user.press("enter")
        assert "could not be read" in in_list(user)
        await user.press("down", "enter")
        for tab in "2341":
            await user.press(tab)
        detail = user.app.explorer.detail
        for section in detail.sections.values():
            if detail.profile.answer is not None:
                assert all(value.is_settled for value in section.values)
            else:  # its failure is shown for the whole company
                assert detail.profile.is_settled
                assert not any(value.answer for value in section.values)
                assert "This is not the tax id of a company." in in_detail(user)
        assert_no_trace(user)
        assert not is_held_too_long(holds.cpu)


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
