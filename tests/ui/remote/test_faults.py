"""Each misbehaviour of a server, as the user sees it."""

from __future__ import annotations

import asyncio
import re
from itertools import chain

import pytest

from tests.client.conftest import ask, client_of, deadlines_for
from tests.faulty.cases import CASES, Case, without_times
from tests.faulty.faults import FAULTS
from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer
from tests.ui.hostile import (
    FOUND,
    all_of,
    assert_no_trace,
    in_detail,
    in_list,
    is_held_too_long,
    open_first,
    remote,
    said_in,
    told,
    watching,
)
from tests.ui.user import User, explore
from tui_app.client.errors import ClientError
from tui_app.contract.resources import CompanySummary as Company
from tui_app.ui.remote.value import Phase
from tui_app.ui.sections import detail

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
    """Everything but the texts by which the screen distinguishes failures and answers.

    How many requests an answer took, it does not look at.
    """
    async with client_of(faulty.base_url(fault), deadlines=deadlines_for(fault)) as companies:
        try:
            answer = await ask(companies, "profile")
        except ClientError as e:
            return type(e), bool(e.retry_at), bool(e.advice), bool(e.done), e.attempts, e.requests
        return bool(answer.faults)


async def test_what_is_like_another_fault_for_the_screen_is_so(faulty: FaultyServer) -> None:
    faults = [*LIKE, *chain.from_iterable(LIKE.values())]
    answers = await asyncio.gather(*(seen_of(fault, faulty) for fault in faults))
    seen = dict(zip(faults, answers, strict=True))
    for fault, alike in LIKE.items():
        for other in alike:
            assert seen[other] == seen[fault], other


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
