"""A command that writes a part of what there is says so on standard error, also into a file."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.cli.running import run
from tests.cli.scripted import commands_at, people_read
from tests.scripted import ScriptedServer
from tui_app.cli.import_report import _ProgressLines
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.screening.page import ScreeningPage, ScreeningRow

TAX_ID = "990000013"


@pytest.mark.parametrize("name", ["csv", "jsonl", "json", "md", "table"])
def test_a_screen_that_has_more(name: str) -> None:
    some = run("--sample", "screen", "--limit", "3", "-o", name)
    assert some.exit_code == 0
    assert some.stderr.startswith("3 of ") and "--all" in some.stderr
    whole = run("--sample", "screen", "--all", "-o", "csv")
    total = len(list(csv.DictReader(io.StringIO(whole.stdout))))
    assert f"3 of {total:,} shown" in some.stderr
    assert "shown" not in whole.stderr


def test_the_usual_fifty_and_a_later_part() -> None:
    first = run("--sample", "screen", "-o", "jsonl")
    assert "50 of " in first.stderr
    few = run("--sample", "screen", "county:B", "turnover:>100M", "-o", "csv")
    assert "shown" not in few.stderr


def test_pages_of_a_day_of_cases_and_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    companies = ({"taxId": TAX_ID, "companyName": "ANA SRL"},)
    listed = {"companies": companies, "totalPages": 3, "currentPage": 1, "totalCompanies": 41}
    cases = r.CourtCasePage((r.CourtCase(case_number="1/3/2026"),), 2, 1, 21)
    server = ScriptedServer({
        o.REGISTERED.url_path(""): listed,
        o.COURT_CASES.url_path(TAX_ID): cases,
        o.PROFILE.url_path(TAX_ID): r.CompanyProfile(tax_id=TAX_ID),
    })  # fmt: skip
    command = commands_at(server, monkeypatch)
    assert "Page 1 of 3" in command("new", "2026-05-14").stderr
    assert "Page 1 of 2" in command("show", TAX_ID, "--section", "cases").stderr
    server.answers[o.COURT_CASES.url_path(TAX_ID)] = r.CourtCasePage(cases.court_cases, 1, 1, 1)
    assert "Page" not in command("show", TAX_ID, "--section", "cases", "--fresh").stderr


def listed(*following: str | None) -> ScriptedServer:
    """A server with a page of one company for each cursor that follows it."""
    server, cursor = ScriptedServer({}, extensions="screen"), ""
    for number, then in enumerate(following, 1):
        page = ScreeningPage(
            companies=(ScreeningRow(tax_id=str(number)),), total_companies=len(following),
            missing_statements=("2024",), next_cursor=then,
        )  # fmt: skip
        server.answers[f"{o.SCREEN.path}?sort=-turnover&limit=1000{cursor}"] = page
        cursor = f"&cursor={then}"
    return server


def test_missing_statements_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    server = listed("c1", None)
    done = commands_at(server, monkeypatch)("screen", "--all", "--yes", "-o", "jsonl")
    assert done.stdout.count("\n") == 2, (done.stderr, server.asked)
    assert done.stderr.count("Without statements that were not imported (2024)") == 1


@pytest.mark.parametrize(
    ("following", "told"),
    [((None,), ""), (("c1", None), "\r1 of 2\r2 of 2\n"),
     (("c1", "c2", None), "\r1 of 3\r2 of 3\r3 of 3\n")],
)  # fmt: skip
def test_progress_is_told_to_people_where_there_is_more_than_a_page(
    following: tuple[str | None, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    people_read(monkeypatch)
    command = commands_at(listed(*following), monkeypatch)
    done = command("screen", "--all", "--yes", "-o", "csv")
    statements, progress = "Without statements", done.stderr
    if statements in progress:
        head, _, rest = progress.partition(statements)
        progress = head + rest.partition("\n")[2]
    left = 1_000 - len(following)
    assert progress == f"{told}From 127.0.0.1:9, {left} requests left.\n"


def test_the_source_of_an_output_has_its_name_kind_address_and_price(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sample = json.loads(run("search", "petroterm").stdout)["source"]
    assert (sample["name"], sample["kind"], sample["address"], sample["invented"]) == (
        "sample data (invented companies)", "sample", None, True,
    )  # fmt: skip
    server = listed(None)
    done = commands_at(server, monkeypatch)("screen", "--all", "--yes", "-o", "json")
    about = json.loads(done.stdout)["source"]
    assert str(about.pop("fetchedAt")).startswith("20")
    assert about == {
        "name": "127.0.0.1:9", "kind": "remote", "address": "http://127.0.0.1:9",
        "invented": False, "requests": 1, "remainingRequests": server.remaining, "cached": False,
        "stale": False, "partial": False, "notes": [], "problems": [],
    }  # fmt: skip


def test_a_file_that_grew_while_it_was_read_ends_now(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _ProgressLines(1_000_000)
    lines._start = lines._last_line = lines._start - 1_000
    lines.advanced(2_000_000, 0)
    assert capsys.readouterr().err == "  2 MB, reading ends in 0 s\n"
