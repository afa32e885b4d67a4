"""What commands say of age, sources and a list's odd lines; the units where they show it."""

from __future__ import annotations

import datetime as dt
import json
import math
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from tests.cli.running import run
from tests.cli.scripted import answers_questions, commands_at
from tests.cli.test_company_commands import FIGURES, company
from tests.scripted import ScriptedServer
from tui_app.cli import data_history, watch
from tui_app.cli.age_options import last_seen, notes_on, why_missing
from tui_app.cli.list_check import TOGETHER
from tui_app.cli.output import CommandResult, paths_of, source_of, sources_of
from tui_app.cli.paging import PageRequests
from tui_app.cli.sections import events, with_sources
from tui_app.cli.session import Session
from tui_app.client.answer import Answer
from tui_app.client.companies import Companies
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    ServerError,
)
from tui_app.config.settings import Settings
from tui_app.contract import operations as o
from tui_app.contract.past import CompanyHistory, PastSnapshot, RegisterChange
from tui_app.contract.provenance import DataSource
from tui_app.contract.screening.page import ScreeningPage, ScreeningRow
from tui_app.registry.history.snapshots import SnapshotInfo
from tui_app.sources.company_data import CompanyData
from tui_app.sources.public import INTERVAL
from tui_app.workspace.changes import Change
from tui_app.workspace.workspace import Workspace, workspace_file

NOON = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)


def test_a_cached_answer_says_since_when_and_a_new_one_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = company()
    run = commands_at(server, monkeypatch, kept=tmp_path / "answers.db")
    first = run("ask", "profile", "1001").stderr
    assert f", {server.remaining} requests left" in first and "cached" not in first
    second = run("ask", "profile", "1001").stderr
    assert f", cached {dt.datetime.now(dt.UTC).astimezone():%Y-%m-%d}" in second
    assert "requests left" not in second
    # The name of the company is known now, so the rows of its figures have it.
    done = run("show", "1001", "--section", "financial", "-o", "jsonl")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["companyName"] for row in rows} == {"ANA SRL"} and len(rows) == 3
    assert server.asked == [o.PROFILE.url_path("1001"), o.FINANCIAL.url_path("1001")]
    server.remaining = 2
    assert ", 1 request left." in run("ask", "phones", "1001").stderr


@pytest.mark.parametrize(("total", "requests"), [(1_001, 1), (2_000, 1), (2_001, 2), (3_500, 3)])
def test_the_rest_costs_whole_requests(
    total: int, requests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = tuple(ScreeningRow(tax_id=str(n)) for n in range(1_000))
    page = ScreeningPage(companies=rows, total_companies=total, next_cursor="c1")
    server = ScriptedServer({o.SCREEN.path: page}, extensions="screen")
    answers_questions(monkeypatch, yes=False)
    done = commands_at(server, monkeypatch)("screen", "county:CJ", "--all", "-o", "csv")
    left = total - 1_000
    what = "1 more company" if left == 1 else f"{left:,} more companies"
    count = "1 request" if requests == 1 else f"{requests} requests"
    assert f"{what}: {count} to 127.0.0.1:9 ({server.remaining} left)." in done.stderr


@pytest.mark.parametrize(("limit", "needs_yes"), [(1_000, False), (1_001, True)])
def test_more_than_one_request_needs_somebody(
    limit: int, needs_yes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ScreeningPage(companies=(ScreeningRow(tax_id="12"),), total_companies=1)
    server = ScriptedServer({o.SCREEN.path: page}, extensions="screen")
    done = commands_at(server, monkeypatch)("screen", "county:CJ", "--limit", str(limit))
    assert (done.exit_code == 2) is needs_yes and ("--yes" in done.stderr) is needs_yes
    assert (o.SCREEN.path in " ".join(server.asked)) is not needs_yes


def test_a_list_of_more_than_one_batch_and_its_odd_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [str(10_001 + n) for n in range(TOGETHER + 1)]
    server = ScriptedServer({})
    for tax_id in ids:
        server.answers |= company(tax_id).answers
    run = commands_at(server, monkeypatch)
    (tmp_path / "list.txt").write_text("\n".join(ids))
    done = run("check", str(tmp_path / "list.txt"), "--yes", "-o", "jsonl")
    assert [json.loads(each)["input"] for each in done.stdout.splitlines()] == ids
    (tmp_path / "odd.csv").write_text("CUI,Nume\n10001,ANA\n,\n1900101123456,X\n10002,B\n")
    done = run("check", str(tmp_path / "odd.csv"), "--column", "CUI", "--yes", "-o", "jsonl")
    rows = [json.loads(each) for each in done.stdout.splitlines()]
    problems = {row["line"]: row["problem"] for row in rows}
    assert problems[2] is None
    for line, words in ((3, "no tax id and no name"), (4, "may be a person's code")):
        if line in problems:
            assert words in str(problems[line])
    assert "may be a person's code" in " ".join(map(str, problems.values()))
    assert "1900101123456" not in done.output.replace("1900101123456,X", "")


HISTORY = CompanyHistory(
    tax_id="12", company_name="ANA SRL",
    snapshots=tuple(PastSnapshot(day=f"{year}-01-01", present=True) for year in (2020, 2022, 2024)),
    changes=(
        RegisterChange(kind="name", not_before="2020-01-01", not_after="2022-01-01"),
        RegisterChange(kind="seat", not_before="2022-01-01", not_after="2024-01-01"),
    ),
)  # fmt: skip


def test_a_day_in_the_past_names_its_snapshot_and_the_next_one() -> None:
    first, second, third = HISTORY.snapshots
    day = dt.date(2022, 6, 1)
    head, *uncertain = notes_on(HISTORY, second, day)
    assert head == "As of 2022-06-01: the register of 2022-01-01; the next one is of 2024-01-01."
    assert uncertain == [
        "seat: changed between 2022-01-01 and 2024-01-01, before or after that day."
    ]
    [last] = notes_on(HISTORY, third, dt.date(2025, 1, 1))
    assert last == "As of 2025-01-01: the register of 2024-01-01."
    assert notes_on(HISTORY, first, dt.date(2020, 1, 1))[0].endswith("one is of 2022-01-01.")
    assert last_seen(HISTORY, "2022-01-01").endswith("firmeterm show 12 --as-of 2022-01-01")
    assert "begins on 2020-01-01: nothing is known of 2019-05-05" in why_missing(
        HISTORY, None, dt.date(2019, 5, 5)
    )
    absent = PastSnapshot(day="2022-01-01", present=False)
    assert "is not in the register's file of 2022-01-01." in why_missing(HISTORY, absent, day)
    unknown = PastSnapshot(day="2022-01-01")
    assert "incomplete: unknown" in why_missing(HISTORY, unknown, day)
    assert why_missing(HISTORY, second, day) == ""


def test_each_row_names_the_file_it_comes_from() -> None:
    sources = [
        {"section": "financial", "file": "a.csv", "line": 7, "day": "2024-05-01", "year": 2023},
        {"section": "financial", "file": "b.csv", "day": "2025-05-01", "dayKnown": False,
         "year": 2024},
    ]  # fmt: skip
    result = CommandResult(
        title="x", columns=("year",), rows=({"year": 2023}, {"year": 2024}, {"year": 2022}, {}),
        sources=sources,
    )  # fmt: skip
    of_2023, of_2024, of_2022, of_all = with_sources(result).rows
    assert (of_2023["sourceFile"], of_2023["sourceLine"], of_2023["sourceDay"]) == (
        "a.csv", 7, "2024-05-01",
    )  # fmt: skip
    assert (of_2024["sourceFile"], of_2024["sourceLine"], of_2024["sourceDay"]) == (
        "b.csv", None, None,
    )  # fmt: skip
    assert of_2022["sourceFile"] is None
    assert (of_all["sourceFile"], of_all["sourceLine"], of_all["sourceDay"]) == (
        "a.csv; b.csv", "7; ", "2024-05-01; ",
    )  # fmt: skip
    assert paths_of({"a": [{"b": 0}, {"b": None}], "c": False}) == [("a[0].b", 0), ("c", False)]
    assert FIGURES.turnover == 70


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (ServerError(""), 4), (CompanyNotFoundError(""), 4), (CredentialError(""), 3),
        (AllowanceError(""), 5),
    ],
)  # fmt: skip
def test_a_failed_check_is_never_taken_for_a_change(failure: ClientError, code: int) -> None:
    assert watch._exit_code(failure) == code != watch._CHANGED


def test_the_sources_of_an_answer_are_named_as_its_section() -> None:
    answer = Answer(data=(), fetched_at=NOON, sources=(DataSource(source="onrc"),))
    assert [each["section"] for each in sources_of({"court_cases": answer})] == ["courtCases"]


def test_values_of_changes_are_written_for_people() -> None:
    values = (None, "", True, False, 0, 1234, "radiata")
    assert list(map(watch._value, values)) == ["–", "–", "yes", "no", "0", "1,234", "radiata"]


def test_the_public_services_need_their_time_for_each_hundred_companies() -> None:
    seconds = [watch._seconds(companies) for companies in (1, 100, 101)]
    assert seconds == [math.ceil(INTERVAL), math.ceil(INTERVAL), math.ceil(2 * INTERVAL)]


def test_nothing_that_was_asked_is_no_cached_answer() -> None:
    told = source_of(Session(Settings(source="sample"), None, None, stale_ok=False), ())
    assert (told["cached"], told["requests"], told["fetchedAt"]) == (False, 0, None)
    server = Settings(base_url="https://companies.example")
    assert Session(server, None, None, stale_ok=False).advice == ""


def test_the_source_of_several_answers_is_as_old_and_doubtful_as_the_worst_of_them() -> None:
    run_of_sample = Session(Settings(source="sample"), None, None, stale_ok=False)
    fresh = Answer(data=1, fetched_at=NOON, remaining=7, requests=2, faults=("turnover: x",))
    kept = Answer(data=2, fetched_at=NOON - dt.timedelta(days=1), from_cache=True, requests=0)
    doubtful = msgspec.structs.replace(
        kept, stale=True, partial=True, invented=True, failure=ServerError("It failed.")
    )
    for answers, expected in (
        ((fresh, kept), {"cached": False, "requests": 2, "remainingRequests": 7, "stale": False,
                         "problems": ["turnover: x"], "fetchedAt": "2026-05-03"}),
        ((kept, kept), {"cached": True, "requests": 0, "remainingRequests": None, "problems": []}),
        ((fresh, doubtful, fresh), {"cached": False, "requests": 4, "stale": True, "partial": True,
                                    "problems": ["It failed."] + ["turnover: x"] * 2}),
    ):  # fmt: skip
        told = source_of(run_of_sample, answers)
        told["fetchedAt"] = told["fetchedAt"][:10]
        assert {name: told[name] for name in expected} == expected
        assert told["invented"] is True and told["address"] is None


def test_a_change_of_people_names_them() -> None:
    change = Change(field="administrators", before=1, after=1, first_seen=NOON,
                    added=("ANA",), removed=("DAN",))  # fmt: skip
    assert watch._as_text(change) == "2026-05-04  administrators: 1 → 1 (+ANA, −DAN)"
    between = msgspec.structs.replace(
        change, not_before="2026-01-01", not_after="2026-02-01", year=7
    )
    assert watch._as_text(between) == (
        "between 2026-01-01 and 2026-02-01  administrators 7: 1 → 1 (+ANA, −DAN)"
    )


def test_of_several_changes_each_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report covers all changes that it printed, also the newest."""
    server = company("990000013")
    run = commands_at(server, monkeypatch)
    assert run("watch", "add", "990000013").exit_code == 0
    assert run("watch", "check", "--yes").exit_code == 0
    with Workspace(workspace_file()) as workspace:
        for hours, field in ((2, "vat"), (1, "status")):
            moment = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=hours)
            change = Change(field=field, before="a", after="b", first_seen=moment)
            workspace.database.write(
                lambda db, change=change, moment=moment: db.execute(  # type: ignore[misc]
                    "INSERT INTO change (tax_id, source, seen_at, body) VALUES (?, ?, ?, ?)",
                    (
                        "990000013",
                        "server",
                        int(moment.timestamp() * 1000),
                        msgspec.json.encode(change),
                    ),
                )
            )
    check = ("watch", "check", "--yes", "-o", "jsonl")
    first = run(*check)
    assert first.exit_code == 1
    assert sorted(json.loads(line)["field"] for line in first.stdout.splitlines()) == [
        "status", "vat",
    ]  # fmt: skip
    again = run(*check)
    assert (again.exit_code, again.stdout) == (0, "")
    # A list has the newest in words, and programs its parts.
    assert "vat: a → b" in run("watch", "list", "-o", "csv").stdout
    [entry] = json.loads(run("watch", "list", "-o", "json").stdout)
    assert (entry["newest"]["field"], entry["newest"]["after"]) == ("vat", "b")


def test_a_change_of_the_register_is_an_event_of_the_day_of_the_newer_snapshot() -> None:
    change = RegisterChange(kind="state", before="functiune", after="radiata",
                            not_before="2024-01-02", not_after="2024-03-04")  # fmt: skip
    answer = Answer(data=CompanyHistory(changes=(change,)), fetched_at=NOON)
    found = events(CompanyData({o.HISTORY.name: answer}, {}, set()))
    assert found.rows == (
        {"date": "2024-03-04", "kind": "register", "event": "state: functiune → radiata"},
    )


def test_columns_of_sources_stand_in_a_section_of_several_operations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = commands_at(company(), monkeypatch)
    shown = run("show", "1001", "--section", "contact", "--sources", "-o", "csv").stdout
    assert shown.splitlines()[0].endswith(",sourceFile,sourceLine,sourceDay")


def test_only_a_long_time_without_a_snapshot_is_a_gap(tmp_path: Path) -> None:
    file = tmp_path / "history.db"
    file.touch()
    days = [dt.date(2024, 1, 1), dt.date(2024, 2, 1), dt.date(2024, 8, 1)]
    contents = data_history._contents(file, [SnapshotInfo(day=day) for day in days])
    assert contents["gaps"] == [{"from": "2024-02-01", "to": "2024-08-01"}]


def test_a_county_that_is_not_known_imports_nothing(tmp_path: Path) -> None:
    for county in ("Klausenburg", "CJ,Klausenburg"):
        done = run("data", "import", str(tmp_path), "--county", county)
        assert done.exit_code == 2 and "No county is called Klausenburg" in done.stderr


def test_the_rest_is_asked_about_once_and_says_that_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers_questions(monkeypatch, yes=True)
    requests = PageRequests(Settings(base_url="https://companies.example"), yes=False)
    companies = cast("Companies", SimpleNamespace(allowance=SimpleNamespace(remaining=0)))
    for _time in range(2):
        requests.ask_about_rest(companies, "3 more pages", 3)
    told = capsys.readouterr().err
    assert told == "\n3 more pages: 3 requests to companies.example (0 left).\n"
