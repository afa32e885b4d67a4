"""A command that writes a part of what there is says so on standard error, also into a file."""

from __future__ import annotations

import csv
import io

import pytest

from tests.cli.running import run
from tests.cli.scripted import commands_at
from tests.scripted import ScriptedServer
from tui_app.contract import operations as o
from tui_app.contract import resources as r

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
