"""Lists at a server: a row for each line, failures that end them, and what was paid is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.cli.scripted import commands_at
from tests.scripted import ScriptedServer, client_of
from tui_app.cli.consent import show_cost
from tui_app.cli.list_check import Journal, ListCheck, check_lines
from tui_app.cli.list_file import CompanyList
from tui_app.client import sending
from tui_app.client.allowance import AllowanceReport
from tui_app.client.live import WaitSeconds
from tui_app.config.settings import Settings
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.matching import CompanyMatch, MatchCandidate
from tui_app.insight.matching.features import Feature

IDS = [str(number) for number in range(1001, 1021)]


# Any: the data or the failure of a request.
def company(tax_id: str, **instead: Any) -> dict[str, Any]:
    figures = r.FinancialData(
        financial_data=(r.YearlyRecord(year=2024, turnover=int(tax_id)),
                        r.YearlyRecord(year=2023, turnover=1))
    )  # fmt: skip
    answers = {
        "profile": r.CompanyProfile(tax_id=tax_id, company_name=f"FIRMA {tax_id}", vat=True),
        "financial": figures,
    } | instead
    return {each.url_path(tax_id): answers[each.name] for each in (o.PROFILE, o.FINANCIAL)}


def too_fast() -> httpx.Response:
    body = msgspec.json.encode({"error": {"message": "wait", "reason": "rate_limited"}})
    return httpx.Response(429, headers={"retry-after": "3600"}, stream=httpx.ByteStream(body))


def used_up() -> httpx.Response:
    body = msgspec.json.encode({"error": {"message": "no more", "reason": "quota_exceeded"}})
    return httpx.Response(429, headers={"retry-after": "3600"}, stream=httpx.ByteStream(body))


LOST = httpx.ConnectError("nobody there")


@pytest.fixture(autouse=True)
def _no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "FIRST_WAIT", 0)


def lines(count: int) -> CompanyList:
    return CompanyList.read("\n".join(IDS[:count]).encode())


async def rows_of(server: ScriptedServer, count: int) -> tuple[list[dict[str, Any]], ListCheck]:
    async with client_of(server) as companies:
        checking = ListCheck(companies)
        rows = await check_lines(checking, lines(count).lines, Journal(None), lambda: None)
    return rows, checking


@pytest.mark.parametrize(
    ("outcomes", "rows", "is_stopped"),
    [
        ("....", 4, False),
        ("x" * 8, 7, True),  # eight lines in a row without a connection
        ("x" * 7 + ".", 8, False),
        ("xxxx.xxxx.xx", 12, False),
        ("xxxx5xxxx5xx", 12, False),  # the line is there: the server fails
        ("55555555555", 11, False),
        ("....xxxxxxxx....", 11, True),
        ("f" * 8, 7, True),  # nor does a server that asks to wait get every line of a long list
        ("fffffff.f", 9, False),
        ("...q", 3, True),
        (".?.", 3, False),
    ],
)
async def test_only_failures_that_all_lines_would_have_end_a_check(
    outcomes: str, rows: int, is_stopped: bool
) -> None:
    """No connection (``x``), too fast, failed (``5``), used up (``q``), unknown."""
    profiles: dict[str, Any] = {"x": LOST, "f": too_fast, "5": 500, "q": used_up, "?": 404}
    server = ScriptedServer({})
    for tax_id, outcome in zip(IDS, outcomes, strict=False):
        instead = {"profile": profiles[outcome]} if outcome in profiles else {}
        server.answers |= company(tax_id, **instead)
    found, checking = await rows_of(server, len(outcomes))
    assert [each["line"] for each in found] == [*range(1, rows + 1)]
    assert (checking.stopped is not None) is is_stopped
    for row, outcome in zip(found, outcomes, strict=False):
        assert (row["companyName"] is not None) is (row["problem"] is None) is (outcome == ".")
    assert len(checking.failures) == sum(each in "xf5" for each in outcomes[: len(found)]) + (
        is_stopped and "q" not in outcomes
    )


def test_a_list_whose_answers_are_kept_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ScriptedServer(company("1001"))
    run = commands_at(server, monkeypatch, kept=tmp_path / "answers.db")
    paid = run("check", "-", "-o", "csv", "--yes", typed="1001\n")
    again = run("check", "-", "-o", "csv", typed="1001\n")
    assert paid.exit_code == again.exit_code == 0 and paid.stdout == again.stdout, again.stderr
    assert len(server.asked) == 2


async def test_a_row_has_the_newest_year_and_what_failed_beside_it() -> None:
    server = ScriptedServer(company("1001") | company("1002", financial=500))
    (first, second), _checking = await rows_of(server, 2)
    assert (first["line"], first["input"], first["taxId"]) == (1, "1001", "1001")
    assert (first["companyName"], first["VAT"]) == ("FIRMA 1001", True)
    assert (first["year"], first["turnover"], first["problem"]) == (2024, 1001, None)
    assert (second["companyName"], second["turnover"]) == ("FIRMA 1002", None)
    assert "500" in second["problem"]
    assert "cases_not_checked" in first["signals"]


async def test_a_429_in_a_list_leaves_the_lines_after_it_their_own_answers() -> None:
    """One line is refused; the others, which the user confirmed, are asked as before."""
    server = ScriptedServer({k: v for tax_id in IDS[:6] for k, v in company(tax_id).items()})
    server.answers[o.PROFILE.url_path("1003")] = too_fast
    found, checking = await rows_of(server, 6)
    assert [each["companyName"] is None for each in found] == [
        False,
        False,
        True,
        False,
        False,
        False,
    ]
    assert checking.stopped is None
    assert "fewer requests" in found[2]["problem"]


def test_what_came_before_the_end_is_written_and_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ScriptedServer({k: v for tax_id in IDS[:6] for k, v in company(tax_id).items()})
    server.answers[o.PROFILE.url_path("1005")] = used_up
    run = commands_at(server, monkeypatch)
    (tmp_path / "list.txt").write_text("\n".join(IDS[:6]))
    wish = ("check", str(tmp_path / "list.txt"), "--yes", "-o", "jsonl")
    stopped = run(*wish)
    assert stopped.exit_code == 5, stopped.output
    told = [json.loads(line)["taxId"] for line in stopped.stdout.splitlines()]
    assert told == IDS[:4] and "continues from here" in stopped.stderr
    server.answers |= company("1005")
    server.asked.clear()
    done = run(*wish)
    assert done.exit_code == 0, done.stderr
    assert [json.loads(line)["taxId"] for line in done.stdout.splitlines()] == IDS[:6]
    assert {target.split("/")[3] for target in server.asked} <= {"1005", "1006"}
    # It is done: the same list is checked anew.
    server.asked.clear()
    assert run(*wish).exit_code == 0
    assert len(server.asked) == 12


@pytest.mark.parametrize(
    ("known", "recalled", "said"),
    [(5, 90, "(5 left)"), (0, 90, "(0 left)"), (None, 90, "(90 left)"), (None, None, ":9.")],
)
async def test_the_count_that_is_told_is_the_newest_known_one(
    known: int | None, recalled: int | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with client_of(ScriptedServer({})) as companies:
        companies.allowance.accept(companies.allowance.next_number(), known)
        companies.allowance.recalled = AllowanceReport(recalled)
        show_cost(companies, Settings(base_url="http://127.0.0.1:9"), "Checking 3 lines", 6)
        wait = WaitSeconds(6)
        wait.text = "about 6 s"
        show_cost(companies, Settings(base_url="http://127.0.0.1:9"), "Checking 3 lines", wait)
    first, second = capsys.readouterr().err.splitlines()
    assert "at most 6 requests" in first and first.rstrip(".").endswith(said.rstrip("."))
    assert second == "Checking 3 lines: about 6 s at 127.0.0.1:9, free."


@pytest.mark.parametrize("failing", [None, 150, 0])
def test_a_matched_list_keeps_what_came_before_a_failure(
    failing: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"ZIDARUL {number}" for number in range(230)]
    (tmp_path / "list.txt").write_text("\n".join(names))
    batches: list[int] = []

    class Matching(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            headers = {o.EXTENSIONS_HEADER: "match"}
            if request.method == "GET":  # the first row, which shows what the server can do
                nothing = b'{"success": true, "remainingRequests": 5000, "data": []}'
                return httpx.Response(200, headers=headers, stream=httpx.ByteStream(nothing))
            rows = json.loads(request.content)["rows"]
            batches.append(len(rows))
            if failing is not None and sum(batches) > failing:
                return httpx.Response(500, headers=headers, stream=httpx.ByteStream(b"{}"))
            found = [
                {"decision": "matched", "taxId": row["name"].split()[1].zfill(4)} for row in rows
            ]
            body = {"success": True, "remainingRequests": 5_000, "data": found}
            stream = httpx.ByteStream(json.dumps(body).encode())
            return httpx.Response(200, headers=headers, stream=stream)

    run = commands_at(Matching(), monkeypatch)
    wish = ("match", str(tmp_path / "list.txt"), "--yes", "-o", "jsonl")
    done = run(*wish)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    came = {None: 230, 150: 101, 0: 1}[failing]
    assert batches == [100, 100, 29][: {None: 3, 150: 2, 0: 1}[failing]]
    assert f"{came - 1} of 230 rows matched, 0 match several companies, 1 match none" in done.stderr
    assert ("continues from here" in done.stderr) is (failing is not None)
    assert [each["taxId"] for each in rows] == [None, *(str(n).zfill(4) for n in range(1, came))]
    assert done.exit_code == (0 if failing is None else 4)
    # What was paid for is not asked again.
    failing, before = None, len(batches)
    again = run(*wish)
    assert again.exit_code == 0, again.stderr
    assert len(again.stdout.splitlines()) == 230
    left = 230 - came
    assert sum(batches[before:]) in (left, max(0, left - 1))  # one may be searched for


def test_a_name_is_as_equal_as_the_company_that_was_matched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What another candidate has in common with the row says nothing about the matched one."""
    answers: dict[str, Any] = company("1001")
    server = ScriptedServer(answers, extensions="match")
    run = commands_at(server, monkeypatch)
    for first, is_similar in ((Feature.TYPING_ERROR, True), (Feature.SAME_NAME, False)):
        features = ((first,), (Feature.SAME_NAME,))
        candidates = [
            MatchCandidate(tax_id=tax_id, features=each)
            for tax_id, each in zip(("1001", "1002"), features, strict=True)
        ]
        server.answers[o.MATCH.path] = [
            CompanyMatch(decision="matched", tax_id="1001", of=2, candidates=tuple(candidates))
        ]
        done = run("check", "--yes", "-o", "jsonl", typed=f"FIRMA {first}\n")
        assert "Checking 1 line: at most 3 requests to" in done.stderr  # one of them for the name
        row = json.loads(done.stdout)
        assert row["taxId"] == "1001" and ("name_similar" in row["signals"]) is is_similar


async def test_a_row_with_a_problem_is_asked_again(tmp_path: Path) -> None:
    server = ScriptedServer(company(IDS[0], financial=500) | company(IDS[1], profile=used_up))
    path = tmp_path / "check.jsonl"
    async with client_of(server) as companies:
        checking = ListCheck(companies)
        rows = await check_lines(checking, lines(2).lines, Journal(path), lambda: None)
    assert [row["taxId"] for row in rows] == IDS[:1] and rows[0]["problem"] and checking.stopped
    assert not Journal(path).done
