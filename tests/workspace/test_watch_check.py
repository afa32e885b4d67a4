"""A check of the watch list: whom it asks, where it stops, and what counts as news."""

from __future__ import annotations

import datetime as dt
import itertools
import time
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec
import pytest

from tests.scripted import ScriptedServer, client_of
from tests.waiting import until
from tests.workspace.companies import cases, figures, people, profile, sightings
from tui_app.client import cache, sending
from tui_app.client.companies import Companies
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CredentialError,
    ServerError,
    TooFastError,
    UnreachableError,
)
from tui_app.contract import operations as ops
from tui_app.contract.live import Remarks, Wait
from tui_app.contract.operations import Operation
from tui_app.workspace.moments import now, to_stored
from tui_app.workspace.snapshots import WATCHED, SectionAnswer
from tui_app.workspace.watch_check import CheckOutcome, CheckPlan, check, plan
from tui_app.workspace.workspace import Workspace

WATCHED_COMPANIES = tuple(str(number) for number in range(1001, 1013))


# Any: the data or the failure of a request.
def answers(tax_id: str, **instead: Any) -> dict[str, Any]:
    """What a server answers about a company, by path; ``instead`` names other answers."""
    usual = {
        "profile": profile(tax_id),
        "financial": figures(tax_id, 100),
        "court_cases": cases(tax_id, 1),
        "administrators": people("Ana"),
    }
    return {
        each.url_path(tax_id): (usual | instead)[each.name]
        for each in WATCHED
    }  # fmt: skip


async def checked(
    companies: Companies, workspace: Workspace, watched: Sequence[Operation[Any]] = WATCHED
) -> CheckOutcome:
    return await check(companies, workspace, planned(workspace, watched), invented=False)


def planned(workspace: Workspace, watched: Sequence[Operation[Any]] = WATCHED) -> CheckPlan:
    """A plan begun after the answers of the check before: moments are stored in milliseconds."""
    before = to_stored(now())
    until(lambda: to_stored(now()) > before, every=0.0005)
    return plan(workspace, "server", watched=watched)


def asked_about(server: ScriptedServer) -> list[str]:
    """The companies that the server was asked about, each once, and the list begun anew."""
    companies = dict.fromkeys(target.split("/")[3].partition("?")[0] for target in server.asked)
    server.asked.clear()
    return list(companies)


@pytest.mark.parametrize(
    ("outcomes", "number_asked"),
    [
        ("xxx..", 3),
        (".xxx.", 4),
        ("xx.xx.", 6),
        ("x.xxx.", 5),
        ("xx-xx-", 6),
        ("---.", 4),
        ("xx", 2),
    ],
)
async def test_three_companies_in_a_row_without_an_answer_end_the_check(
    outcomes: str, number_asked: int
) -> None:
    """``x``: no answer about the company, ``-``: none in one section, ``.``: all answers."""
    instead: dict[str, dict[str, Any]] = {
        "x": dict.fromkeys((each.name for each in WATCHED), 500),
        "-": {"court_cases": 500},
        ".": {},
    }
    watched = WATCHED_COMPANIES[: len(outcomes)]
    server = ScriptedServer({})
    for tax_id, outcome in zip(watched, outcomes, strict=True):
        server.answers |= answers(tax_id, **instead[outcome])
    with Workspace(None) as workspace:
        workspace.watch_list.add(watched)
        async with client_of(server) as companies:
            outcome_of_all = await checked(companies, workspace)
        assert asked_about(server) == list(watched[:number_asked])
        failed = [tax_id for tax_id, each in zip(watched, outcomes, strict=True) if each != "."]
        assert list(outcome_of_all.problems) == [each for each in failed if each in
                                                 watched[:number_asked]]  # fmt: skip
        is_ended = "xxx" in outcomes
        assert isinstance(outcome_of_all.stopped, ServerError) is is_ended
        assert (outcome_of_all.stopped is None) is not is_ended
        # What was answered is kept: the next check asks only for the rest, from the first on.
        server.answers = {k: v for each in watched for k, v in answers(each).items()}
        begun = planned(workspace)
        assert begun.most_requests == sum(map(len, begun.sections.values()))
        partly = [each for each in failed if outcomes[watched.index(each)] == "-"]
        unasked = len(watched) - min(number_asked, len(watched))
        missing = len([each for each in failed if each in watched[:number_asked]]) - len(partly)
        assert begun.most_requests == len(partly) + 4 * (missing + unasked)
        async with client_of(server) as companies:
            outcome_of_all = await check(companies, workspace, begun, invented=False)
        rest = [*failed, *watched[number_asked:]]
        assert asked_about(server) == [each for each in watched if each in rest]
        assert outcome_of_all.is_finished
        # All is known, so the one after it begins anew.
        async with client_of(server) as companies:
            await checked(companies, workspace)
        assert asked_about(server) == list(watched)


def used_up() -> httpx.Response:
    return _limited("quota_exceeded")


def too_fast() -> httpx.Response:
    return _limited("rate_limited")


def _limited(reason: str) -> httpx.Response:
    body = msgspec.json.encode({"error": {"message": "wait", "reason": reason}})
    return httpx.Response(429, headers={"retry-after": "3600"}, stream=httpx.ByteStream(body))


@pytest.mark.parametrize(("one", "other"), itertools.permutations(("financial", "court_cases")))
@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (used_up, AllowanceError),
        (too_fast, TooFastError),
        (httpx.ConnectError("nobody there"), UnreachableError),
    ],
    ids=["used up", "too fast", "unreachable"],
)
async def test_a_failure_that_the_next_company_would_have_too_ends_the_check(
    one: str, other: str, failure: object, kind: type[ClientError], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does so beside any other failure of the company, whichever section has which."""
    monkeypatch.setattr(sending, "FIRST_WAIT", 0)
    server = ScriptedServer(answers("1001", **{one: failure, other: 500}) | answers("1002"))
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001", "1002"])
        async with client_of(server) as companies:
            outcome = await checked(companies, workspace)
        assert asked_about(server) == ["1001"]
        assert isinstance(outcome.stopped, kind) and outcome.stopped is outcome.problems["1001"]
        assert not outcome.is_finished
        sections = {each.section for each in workspace.snapshots.versions("1001")}
        assert sections == {"profile", "administrators"}


@pytest.mark.parametrize(
    ("failure", "is_asked_again"), [(404, False), (403, False), (401, False), (500, True)]
)
async def test_only_a_failure_that_may_pass_keeps_the_check_open(
    failure: int, is_asked_again: bool
) -> None:
    server = ScriptedServer(answers("1001", court_cases=failure) | answers("1002"))
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001", "1002"])
        async with client_of(server) as companies:
            outcome = await checked(companies, workspace)
            assert (list(outcome.problems), outcome.stopped) == (["1001"], None)
            assert outcome.is_finished is not is_asked_again
            asked_about(server)
            await checked(companies, workspace)
        assert asked_about(server) == (["1001"] if is_asked_again else ["1001", "1002"])


async def test_a_key_that_is_not_taken_at_all_ends_the_check() -> None:
    server = ScriptedServer(answers("1001", profile=401) | answers("1002"))
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001", "1002"])
        async with client_of(server) as companies:
            outcome = await checked(companies, workspace)
    assert isinstance(outcome.stopped, CredentialError)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("left", "reserve", "number_checked"),
    [(13, 0, 3), (12, 0, 3), (11, 0, 2), (8, 1, 1), (5, 1, 1), (9, 1, 2), (4, 1, 0)],
)
async def test_a_company_is_asked_about_only_where_its_four_requests_leave_the_reserve(
    left: int, reserve: int, number_checked: int
) -> None:
    watched = WATCHED_COMPANIES[:3]
    server = ScriptedServer({k: v for each in watched for k, v in answers(each).items()})
    server.remaining = left
    with Workspace(None) as workspace:
        workspace.watch_list.add(watched)
        async with client_of(server, reserve=reserve) as companies:
            companies.allowance.accept(companies.allowance.next_number(), left)
            outcome = await checked(companies, workspace)
    assert asked_about(server) == list(watched[:number_checked])
    assert (outcome.stopped is None) is (number_checked == 3)
    if outcome.stopped is not None:
        rest = left - 4 * number_checked
        are = "1 request is" if rest == 1 else f"{rest} requests are"
        assert str(outcome.stopped).startswith(f"{are} left")


async def test_where_nothing_is_left_to_ask_no_request_has_to_be_left() -> None:
    server = ScriptedServer(answers("1001") | answers("1002", profile=500), remaining=6)
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1002", "1001"])
        async with client_of(server, reserve=2) as companies:
            await checked(companies, workspace)
            # Somebody else spent one of the reserve.
            companies.allowance.accept(companies.allowance.next_number(), 1)
            server.answers |= answers("1002")
            outcome = await checked(companies, workspace)
            assert isinstance(outcome.stopped, AllowanceError)
            workspace.watch_list.remove(["1002"])
            outcome = await checked(companies, workspace)
    assert outcome.stopped is None and outcome.is_finished


async def test_a_server_that_never_tells_what_is_left_is_asked_about_all() -> None:
    watched = WATCHED_COMPANIES[:3]
    server = ScriptedServer({k: v for each in watched for k, v in answers(each).items()})
    server.remaining = None
    with Workspace(None) as workspace:
        workspace.watch_list.add(watched)
        async with client_of(server, reserve=100) as companies:
            outcome = await checked(companies, workspace)
    assert outcome.is_finished and asked_about(server) == list(watched)


async def test_a_check_asks_past_what_is_cached_and_not_what_the_profile_rules_out() -> None:
    bare = profile("1001", has_fin_data=False, has_administrator=None)
    server = ScriptedServer(answers("1001", profile=bare))
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001"])
        async with client_of(server) as companies:
            for _time in range(2):
                begun = planned(workspace)
                assert begun.most_requests == 4
                await check(companies, workspace, begun, invented=False)
                asked = {target.partition("?")[0] for target in server.asked}
                assert asked == {each.url_path("1001") for each in WATCHED
                                 if each is not ops.FINANCIAL}  # fmt: skip
                assert len(server.asked) == 3
                server.asked.clear()
            # What it rules out stays ruled out where the check is continued.
            server.answers |= answers("1001", profile=bare, court_cases=500)
            await checked(companies, workspace)
            assert plan(workspace, "server").sections["1001"] == (ops.COURT_CASES,)


async def test_a_kept_answer_in_place_of_a_failed_one_is_no_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = ScriptedServer(answers("1001"))
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001"])
        async with client_of(server) as companies:
            await checked(companies, workspace)
            before = workspace.snapshots.versions("1001")
            assert len(before) == 4
            # Another explorer saw the company changed since.
            later = dt.datetime.now(dt.UTC)
            changed = profile("1001", status="faliment")
            workspace.snapshots.record("server", "1001", sightings(later, changed))
            server.answers = answers("1001", **dict.fromkeys([e.name for e in WATCHED], 500))
            outcome = await checked(companies, workspace)
            assert isinstance(outcome.problems["1001"], ServerError) and not outcome.is_finished
            # Offline there is nothing newer, either: neither young nor old.
            companies.offline = True
            await checked(companies, workspace)
            monkeypatch.setattr(cache, "now", lambda: time.time() + 365 * 24 * 3600)
            outcome = await checked(companies, workspace)
            assert "No newer answer" in str(outcome.problems["1001"])
        after = workspace.snapshots.versions("1001")
        assert len(after) == 5 and all(each in after for each in before)
        assert [each.after for each in workspace.snapshots.timeline("1001")] == ["faliment"]


async def test_each_company_is_told_as_it_is_done_and_its_name_is_known() -> None:
    server = ScriptedServer(answers("1001", profile=404) | answers("1002"))
    steps: list[int] = []
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001", "1002"])
        async with client_of(server) as companies:
            await check(
                companies, workspace, planned(workspace), invented=True,
                progress=lambda: steps.append(len(server.asked)),
            )  # fmt: skip
        assert steps == [1, 5]
        first, second = sorted(workspace.watch_list.entries(), key=lambda e: e.summary.tax_id)
        assert (first.summary.company_name, first.invented) == ("", False)
        assert (second.summary.company_name, second.invented) == ("FIRMA INVENTATA 1002 SRL", True)


class Live:
    """A live source that looks companies up together, and remembers what it was told."""

    def __init__(self) -> None:
        self.prepared: list[str] = []
        self.refreshed: list[str] = []

    def prepare(self, tax_ids: Sequence[str], *, fresh: bool = False) -> None:
        self.prepared += tax_ids

    def refresh(self, operation: str, tax_id: str) -> None:
        self.refreshed.append(f"{operation} {tax_id}")

    def wait_for(self, operation: str, tax_id: str, *, fresh: bool = False) -> Wait:
        return Wait(requests=1, seconds=1, text="about 1 s")

    def remarks(self, operation: str, tax_id: str) -> Remarks:
        return Remarks()


async def test_a_live_source_looks_all_up_together_and_none_again() -> None:
    live = Live()
    server = ScriptedServer(answers("1001") | answers("1002"))
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001", "1002"])
        async with client_of(server, live=live, metered=False) as companies:
            await checked(companies, workspace, [ops.PROFILE])
    assert (live.prepared, live.refreshed) == (["1001", "1002"], [])
    assert len(server.asked) == 2


def test_what_one_source_rules_out_another_one_is_asked() -> None:
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001"])
        plan(workspace, "registry")
        for source, has_figures in (("server", False), ("registry", True)):
            seen = profile("1001", has_fin_data=has_figures)
            answer = SectionAnswer(operation="profile", data=seen, seen_at=now())
            workspace.snapshots.record(source, "1001", [answer])
        left = plan(workspace, "registry").sections["1001"]
    assert ops.FINANCIAL in left and ops.PROFILE not in left
