"""A command that writes a part of what there is says so on standard error, also into a file."""

from __future__ import annotations

import csv
import io

import pytest

from tests.cli.running import run
from tests.cli.scripted import commands_at
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


def test_missing_statements_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    server = ScriptedServer({}, extensions="screen")
    for cursor, following in (("", "c1"), ("&cursor=c1", None)):
        page = ScreeningPage(
            companies=(ScreeningRow(tax_id=following or "2"),), total_companies=2,
            missing_statements=("2024",), next_cursor=following,
        )  # fmt: skip
        server.answers[f"{o.SCREEN.path}?sort=-turnover&limit=1000{cursor}"] = page
    done = commands_at(server, monkeypatch)("screen", "--all", "--yes", "-o", "jsonl")
    assert done.stdout.count("\n") == 2, (done.stderr, server.asked)
    assert done.stderr.count("Without statements that were not imported (2024)") == 1


def test_a_file_that_grew_while_it_was_read_ends_now(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _ProgressLines(1_000_000)
    lines._start = lines._last_line = lines._start - 1_000
    lines.advanced(2_000_000, 0)
    assert capsys.readouterr().err == "  2 MB, reading ends in 0 s\n"
