"""Commands at their edges: one page, nothing left, an unknown total, one more than is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.scripted import answers_questions, commands_at, people_read
from tests.cli.test_company_commands import CASES, company
from tests.cli.test_pages import DAY, contracted, of_day
from tests.scripted import ScriptedServer
from tui_app.cli.list_check import _candidates
from tui_app.cli.list_file import CompanyList
from tui_app.cli.output import CommandResult
from tui_app.cli.sections import with_sources
from tui_app.contract import operations as o
from tui_app.contract import public_money as money
from tui_app.contract.matching import CompanyMatch, Decision, MatchCandidate
from tui_app.contract.resources import CourtCasePage


@pytest.mark.parametrize(
    ("given", "of", "told"),
    [(2, 2, "2 companies fit alike: A 1 (1); A 2 (2)"),
     (3, 3, "3 companies fit alike: A 1 (1); A 2 (2); A 3 (3)"),
     (3, 4, "4 companies fit alike: A 1 (1); A 2 (2); A 3 (3); 1 more"),
     (3, 9, "9 companies fit alike: A 1 (1); A 2 (2); A 3 (3); 6 more")],
)  # fmt: skip
def test_companies_that_fit_alike_are_counted_beyond_those_that_are_named(
    given: int, of: int, told: str
) -> None:
    found = tuple(MatchCandidate(tax_id=str(n), company_name=f"A {n}") for n in range(1, given + 1))
    match = CompanyMatch(decision=Decision.SEVERAL, of=of, candidates=found)
    assert _candidates(match) == told


def test_a_value_of_the_year_before_comes_from_that_years_file() -> None:
    years = [("financialData[0].year", 2024), ("financialData[1].year", 2023)]
    values = ["turnover", "turnoverPrevYear", "financialData[0].debts", "financialData[1].debts"]
    result = CommandResult(
        title="x", columns=("section", "field", "value"),
        rows=tuple({"section": "financial", "field": field, "value": value}
                   for field, value in [*years, *((each, 1) for each in values)]),
        sources=[{"section": "financial", "file": f"of {year}", "day": "2025-05-01", "year": year}
                 for year in (2023, 2024)],
    )  # fmt: skip
    files = {row["field"]: row["sourceFile"] for row in with_sources(result).rows}
    assert [files[name] for name in values] == ["of 2024", "of 2023", "of 2024", "of 2023"]


@pytest.mark.parametrize(("pages", "said"), [(1, ""), (2, "Page 1 of 2: --all shows every page.")])
def test_the_other_pages_of_a_day_are_named_where_there_are_any(
    pages: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = commands_at(of_day([1] * pages, pages), monkeypatch)
    assert run("new", DAY, "-o", "csv").stderr.strip() == said


@pytest.mark.parametrize("unit", ["d", "z"])
@pytest.mark.parametrize("words", [("new",), ("ask", "registered")])
def test_a_day_may_begin_with_a_dash_in_either_language(
    words: tuple[str, ...], unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ScriptedServer({o.REGISTERED.path: {"companies": [{"taxId": "1001"}]}})
    days = []
    for day in (f"-3{unit}", "-3d"):
        done = commands_at(server, monkeypatch)(*words, day, "--page", "1")
        assert done.exit_code == 0, done.output
        days.append(server.asked[-1])
    assert days[0] == days[1] and "registration_date=" in days[0]


@pytest.mark.parametrize(
    ("limit", "price"),
    [(None, "2,100 more contracts: 3 requests"), (901, "1 more contract: 1 request "),
     (2_000, "1,100 more contracts: 2 requests"), (9_000, "2,100 more contracts: 3 requests"),
     (900, None)],
)  # fmt: skip
def test_the_rest_of_the_contracts_costs_what_is_wanted_of_it(
    limit: int | None, price: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers_questions(monkeypatch, yes=False)
    wish = () if limit is None else ("--limit", str(limit))
    done = commands_at(contracted([900, 900, 900, 300], 3_000), monkeypatch)(
        "contracts", "1001", *wish, "-o", "csv"
    )
    assert ("request" in done.stderr) is (price is not None)
    assert price is None or price in done.stderr
    assert done.exit_code == (0 if price is None else 130)


@pytest.mark.parametrize(
    ("total", "told"), [(3, "The largest 2 of 3."), (2, None), (1, None), (0, None), (None, None)]
)
@pytest.mark.parametrize("side", ["supplier", "authority"])
def test_partners_beyond_those_that_came_are_counted(
    side: str, total: int | None, told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    partners = tuple(money.MoneyPartner(tax_id=str(n), name=f"P {n}") for n in (1, 2))
    mine, other = ("buyers", "suppliers") if side == "supplier" else ("suppliers", "buyers")
    found: dict[str, Any] = {  # Any: fields of different types
        "name": "ANA", mine: partners, f"total_{mine}": total, f"total_{other}": 77,
        "largest": (money.Contract(number="7"),),
    }  # fmt: skip
    path = o.PUBLIC_MONEY.url_path("1001")
    server = ScriptedServer({path: money.PublicMoney(**found)}, extensions="public_money")
    run = commands_at(server, monkeypatch)
    done = run("contracts", "1001", "--side", side, "--partners", "-o", "json")
    assert done.stderr.strip() == (told or "")
    assert f"side={side}" in server.asked[-1]
    shown = json.loads(done.stdout)
    assert [each["taxId"] for each in shown[mine]] == ["1", "2"] and other not in shown
    assert "largest" not in shown and shown["name"] == "ANA"
    title = run("contracts", "1001", "--side", side, "--partners", "-o", "md").stdout
    assert f"{mine.capitalize()} of ANA" in title
    elsewhere: dict[str, Any] = {other: partners}
    server.answers[path] = money.PublicMoney(name="ANA", **elsewhere)
    nothing = run("contracts", "1001", "--side", side, "--partners")
    assert nothing.exit_code == 1 and nothing.stdout == ""
    hint = " What it bought: " if side == "supplier" else " What it won: "
    assert f"No public contracts on record.{hint}firmeterm contracts 1001" in nothing.stderr


@pytest.mark.parametrize("more", [(), ("--partners",)])
def test_cached_contracts_are_shown_offline(
    more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = contracted([2], 2)
    partners = money.PublicMoney(name="ANA", buyers=(money.MoneyPartner(tax_id="7"),))
    server.answers[o.PUBLIC_MONEY.url_path("1001")] = partners
    run = commands_at(server, monkeypatch, kept=tmp_path / "answers.db")
    shown = run("contracts", "1001", *more, "-o", "csv")
    server.asked.clear()
    again = run("--offline", "contracts", "1001", *more, "-o", "csv")
    assert again.exit_code == 0, again.stderr
    assert server.asked == [] and "7" not in again.stderr
    assert again.stdout.splitlines()[0].startswith(shown.stdout.splitlines()[0])


@pytest.mark.parametrize(
    ("left", "told"),
    [(0, ", 0 requests left."), (1, ", 1 request left."), (2, ", 2 requests left."), (None, ":9.")],
)
def test_what_is_left_is_told_also_if_it_is_nothing(
    left: int | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    people_read(monkeypatch)
    server = company()
    server.remaining = None if left is None else left + 1
    done = commands_at(server, monkeypatch)("show", "1001")
    assert done.exit_code == 0
    [note] = [line for line in done.stderr.splitlines() if line.startswith("From 127.0.0.1:9")]
    assert note.endswith(told)


@pytest.mark.parametrize(("total", "told"), [(None, "1 of ?"), (0, "1 of 0"), (45, "1 of 45")])
@pytest.mark.parametrize("current", [1, None])
def test_an_unknown_number_of_cases_is_not_told_as_none(
    current: int | None, total: int | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = CourtCasePage(CASES.court_cases, 3, current, total)
    done = commands_at(company(court_cases=page), monkeypatch)(
        "show", "1001", "--section", "events", "-o", "json"
    )
    [note] = json.loads(done.stdout)["source"]["notes"]
    assert note.startswith(f"Court cases: {told}, page 1 of 3.") and note.endswith("--page 2")


def test_a_check_with_cases_does_not_go_on_from_one_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows of a stopped check say whether the cases were looked at."""
    server = company("1001")
    server.answers |= company("1002", profile=401).answers
    run = commands_at(server, monkeypatch)
    (tmp_path / "list.txt").write_text("1001\n1002\n")
    wish = ("check", str(tmp_path / "list.txt"), "--yes", "-o", "jsonl")
    cases = o.COURT_CASES.url_path("1001")
    stopped = run(*wish)
    assert stopped.exit_code == 3 and "cases_not_checked" in stopped.stdout
    assert not [each for each in server.asked if each.startswith(cases)]
    with_cases = run(*wish, "--cases")
    assert with_cases.exit_code == 3 and "cases_not_checked" not in with_cases.stdout
    assert [each for each in server.asked if each.startswith(cases)]
    server.asked.clear()
    assert run(*wish, "--cases").exit_code == run(*wish).exit_code == 3
    assert {each.split("/")[3] for each in server.asked} == {"1002"}


@pytest.mark.parametrize(("more", "asked"), [((), False), (("--with-people",), True)])
def test_entities_without_people_cost_no_request_for_them(
    more: tuple[str, ...], asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = company()
    done = commands_at(server, monkeypatch)("export", "1001", "-o", "ftm", *more)
    assert done.exit_code == 0
    entities = [json.loads(line) for line in done.stdout.splitlines()]
    assert (o.ADMINISTRATORS.url_path("1001") in server.asked) is asked
    assert any(each["schema"] == "Directorship" for each in entities) is asked
    assert [each["properties"]["caseNumber"] for each in entities
            if each["schema"] == "CourtCase"] == [["1/3/2026"]]  # fmt: skip
    firm = next(each["properties"] for each in entities if each["schema"] == "Company")
    assert firm["sourceUrl"] == [f"http://127.0.0.1:9{o.PROFILE.url_path('1001')}"]


def test_no_persons_code_of_a_list_goes_along_as_a_place() -> None:
    found = CompanyList.read(
        b"Firma,Judet,Localitate\nANA SRL,CJ,1960101410015\nDAN SRL,Bihor,Oradea\n"
    )
    first, second = found.lines
    assert (first.text, first.county, first.locality) == ("ANA SRL", "CJ", "")
    assert (second.county, second.locality) == ("Bihor", "Oradea")
    assert (first.refused, first.is_name, second.is_name) == (False, True, True)
