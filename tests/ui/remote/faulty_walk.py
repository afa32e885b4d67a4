"""A walk on which each company meets another misbehaviour of its server."""

from __future__ import annotations

import re

import pytest

from tests.faulty.cases import CASES, Case, without_times
from tests.faulty.faults import FAULTS
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
OF_PROFILE = [case for case in SHOWN if case.operation == "profile" and case.fault in FAULTS]


def expected(case: Case, host: str, tax_id: str) -> str:
    return case.text.format(host=host, tax_id=tax_id, time="{time}")


def of_search(case: Case, host: str) -> str:
    """The same for a search, which is never repeated by itself."""
    return case.text.format(host=host, time="{time}").replace(" (3 attempts)", "")


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


async def refresh_and_open(
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
