"""``show``, ``compare`` and ``ask`` at a server: each value, each failure, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.scripted import commands_at, people_read
from tests.scripted import ScriptedServer
from tui_app.cli.session import exit_code_of, exit_for_parts
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    InvalidRequestError,
    NotKnownToSourceError,
    ServerError,
)
from tui_app.client.request import build_request
from tui_app.contract import operations as o
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.past import CompanyHistory, PastSnapshot, RegisterChange


def year(number: int, **values: int | None) -> r.YearlyRecord:
    return r.YearlyRecord(year=number, **values)


PROFILE = r.CompanyProfile(
    tax_id="1001", company_name="ANA SRL", company_type="SRL", status="functiune", county="Cluj",
    founding_year=2019, vat=False, has_website=False,
)  # fmt: skip
FIGURES = r.FinancialData(
    turnover=70,
    financial_data=(
        year(2023, turnover=60, net_profit=-6, equity=0),
        year(2024, turnover=70, net_profit=7, employee=3, equity=-5, debts=9),
        year(2021, turnover=999, net_profit=999),
    ),
)
CASES = r.CourtCasePage((r.CourtCase(case_number="1/3/2026"),), 3, 1, 45)


# Any: the data or the failure of a request.
def company(tax_id: str = "1001", **instead: Any) -> ScriptedServer:
    usual: dict[str, Any] = {
        "profile": PROFILE, "financial": FIGURES, "court_cases": CASES,
        "phones": r.Phones(primary_phone="+40700000001"),
        "emails": r.Emails(primary_email="a@b.example"),
        "administrators": r.Administrators(administrators=("POPESCU ANA",)),
    }  # fmt: skip
    usual["profile"] = msgspec.structs.replace(PROFILE, tax_id=tax_id)
    answers = usual | instead
    paths = {each.url_path(tax_id): answers.get(each.name, 404) for each in o.COMPANY_OPERATIONS}
    return ScriptedServer(paths)


def test_companies_stand_side_by_side_with_their_newest_year(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = company()
    server.answers |= company("1002", financial=r.FinancialData(
        turnover=5, turnover_prev_year=4, net_profit_prev_year=3)).answers  # fmt: skip
    server.answers |= company("1003", financial=500).answers | company("1004", profile=500).answers
    done = commands_at(server, monkeypatch)("compare", "1001", "1002", "1003", "1004", "-o", "json")
    first, second, third, fourth = json.loads(done.stdout)["companies"]
    assert first == {
        "taxId": "1001", "companyName": "ANA SRL", "companyType": "SRL", "status": "functiune",
        "county": "Cluj", "foundingYear": 2019, "VAT": False, "year": 2024, "turnover": 70,
        "netProfit": 7, "employee": 3, "equity": -5, "debts": 9, "turnoverPrevYear": 60,
        "netProfitPrevYear": -6, "problem": None,
    }  # fmt: skip
    assert (second["year"], second["turnover"]) == (None, 5)
    assert (second["turnoverPrevYear"], second["netProfitPrevYear"]) == (4, 3)
    assert (third["companyName"], third["turnover"]) == ("ANA SRL", None)
    assert "500" in third["problem"]
    assert (fourth["taxId"], fourth["companyName"]) == ("1004", None) and "500" in fourth["problem"]
    assert done.exit_code == 4
    assert [line.partition(":")[0] for line in done.stderr.splitlines() if "500" in line] == [
        "1003", "1004",
    ]  # fmt: skip
    about = json.loads(done.stdout)["source"]
    assert about["requests"] == 5 and about["remainingRequests"] == server.remaining


def test_unknown_companies_are_told_and_the_others_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = company()
    run = commands_at(server, monkeypatch)
    done = run("compare", "1001", "1009", "-o", "json")
    assert [each["companyName"] for each in json.loads(done.stdout)["companies"]] == [
        "ANA SRL", None,
    ]  # fmt: skip
    assert (done.exit_code, "knows no company" in done.stderr) == (0, True)
    nobody = run("compare", "1008", "1009")
    assert (nobody.exit_code, nobody.stdout) == (1, "")


@pytest.mark.parametrize("number", [1, 2])
def test_the_page_of_cases_that_was_asked_for(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    server = company()
    path = o.COURT_CASES.url_path("1001")
    for each in (1, 2, 3):
        cases = (r.CourtCase(case_number=f"{each}/3/2026"),) if each <= number else ()
        server.answers[f"{path}?page={each}"] = r.CourtCasePage(cases, number, each, number)
    run = commands_at(server, monkeypatch)
    wish = ("show", "1001", "--section", "court-cases", "-o", "json", "--page", str(number))
    found = json.loads(run(*wish).stdout)
    assert [each["caseNumber"] for each in found["courtCases"]] == [f"{number}/3/2026"]
    assert (found["currentPage"], found["totalPages"], found["totalCases"]) == (number,) * 3
    beyond = run(*wish[:-1], str(number + 1))
    assert beyond.exit_code == 1 and f"No court cases on page {number + 1}" in beyond.stderr
    asked = run("ask", "court-cases", "1001", "--page", str(number + 1))
    assert asked.exit_code == 1 and f"The last page is {number}." in asked.stderr
    # After the page beyond the last one, the one before is there as ever.
    assert json.loads(run(*wish).stdout)["currentPage"] == number


def test_rows_name_their_company_only_where_its_name_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = company()
    run = commands_at(server, monkeypatch)
    done = run("show", "1001", "--section", "financial", "-o", "jsonl")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["taxId"], each.get("companyName"), each["year"]) for each in rows] == [
        ("1001", None, 2023), ("1001", None, 2024), ("1001", None, 2021),
    ]  # fmt: skip
    assert server.asked == [o.FINANCIAL.url_path("1001")]
    other = r.CourtCasePage((r.CourtCase(company_name="DAN SA", tax_id="RO1001"),), 1, 1, 1)
    run = commands_at(company(court_cases=other), monkeypatch)
    [row] = run("show", "1001", "--section", "court-cases", "-o", "jsonl").stdout.splitlines()
    assert (json.loads(row)["companyName"], json.loads(row)["taxId"]) == ("DAN SA", "RO1001")
    run = commands_at(company(), monkeypatch, kept=tmp_path / "answers.db")
    run("show", "1001")
    named = run("show", "1001", "--section", "financial", "-o", "jsonl").stdout.splitlines()
    assert {json.loads(each)["companyName"] for each in named} == {"ANA SRL"}


@pytest.mark.parametrize(
    ("section", "empty", "code"),
    [
        ("financial", {"financial": r.FinancialData()}, 1),
        ("financial", {"financial": r.FinancialData(turnover=0)}, 0),
        ("court-cases", {"court_cases": r.CourtCasePage(total_cases=0, total_pages=0)}, 1),
        ("contact", {"phones": 404, "emails": 404, "administrators": 404}, 1),
        ("contact", {"phones": 404, "emails": 500, "administrators": 404}, 4),
        ("contact", {"phones": 404, "emails": 401, "administrators": 500}, 3),
        ("profile", {"profile": 504}, 4),
        ("profile", {"profile": 404}, 1),
        ("financial", {"financial": 403}, 3),
    ],
)
def test_nothing_on_record_is_no_failure_and_a_failure_is_no_nothing(
    section: str, empty: dict[str, Any], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = commands_at(company(**empty), monkeypatch)("show", "1001", "--section", section)
    assert done.exit_code == code, done.output
    assert bool(done.stdout) is (code == 0)
    assert ("on record" in done.stderr) is (code == 1 and "profile" not in empty)


def test_a_whole_company_with_a_part_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    done = commands_at(company(emails=500), monkeypatch)(
        "show", "1001", "--section", "all", "-o", "json"
    )
    found = json.loads(done.stdout)
    assert done.exit_code == 4 and "500" in " ".join(found["source"]["problems"])
    assert found["profile"]["companyName"] == "ANA SRL"
    assert found["contacts"] == {
        "taxId": "1001", "companyName": "ANA SRL", "primaryPhone": "+40700000001",
        "contactPhones": [], "websitePhones": [], "verifiedPhones": [],
        "administrators": ["POPESCU ANA"], "websites": [],
    }  # fmt: skip
    signals = {each["rule"]: each for each in found["signals"]}
    assert len(signals) == 11
    for rule, signal in signals.items():
        assert rule == signal["rule"] != signal["title"]
    assert {each["level"] for each in signals.values()} >= {"clear"}
    rows = commands_at(company(), monkeypatch)("show", "1001", "--section", "all", "-o", "jsonl")
    values = {
        (e["section"], e["field"]): e["value"] for e in map(json.loads, rows.stdout.splitlines())
    }
    assert values["financial", "financialData[1].equity"] == -5
    assert values["courtCases", "totalCases"] == 45


def test_public_money_by_year(monkeypatch: pytest.MonkeyPatch) -> None:
    years = money.MoneyYear(
        year=2024, contracts=money.ContractSum(count=1, sum=20), turnover=500,
        purchases=money.MoneySum(count=3, sum=40), frameworks=money.FrameworkCount(count=5),
        share_of_turnover=-0.12,
    )  # fmt: skip
    server = ScriptedServer(
        {o.PUBLIC_MONEY.url_path("1001"): money.PublicMoney(side="supplier", years=(years,))},
        extensions="public_money, contracts",
    )
    done = commands_at(server, monkeypatch)(
        "show", "1001", "--section", "public-money", "-o", "jsonl"
    )
    row = json.loads(done.stdout)
    assert {name: row[name] for name in row if name != "source"} == {
        "taxId": "1001", "companyName": None, "year": 2024, "contractCount": 1, "contractSum": 20,
        "purchaseCount": 3, "purchaseSum": 40, "frameworkCount": 5, "turnover": 500,
        "shareOfTurnover": -0.12,
    }  # fmt: skip


SHOWN_BY_A_SERVER = {
    "contracts 1001": "nature date buyerName value title",
    "contracts 1001 --side authority": "nature date winnerName value title",
    "contracts 1001 --partners": "taxId name count sum share",
    "show 1001 --section money":
        "year contractCount contractSum purchaseCount purchaseSum frameworkCount shareOfTurnover",
    "show 1001 --section history": "kind before after notBefore notAfter",
}  # fmt: skip


def test_a_table_of_contracts_money_and_changes_has_the_columns_that_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people_read(monkeypatch)
    monkeypatch.setenv("COLUMNS", "400")
    change = RegisterChange(kind="status", before="a", after="b", not_after="2024-02-01")
    partner = money.MoneyPartner(tax_id="7", name="P")
    paid = money.PublicMoney(name="ANA", buyers=(partner,), years=(money.MoneyYear(year=2024),))
    server = ScriptedServer(
        {
            **{
                f"{o.CONTRACTS.url_path('1001')}?side={side}&limit=1000": money.ContractPage(
                    contracts=(money.Contract(number="7"),)
                )
                for side in ("supplier", "authority")
            },
            o.PUBLIC_MONEY.url_path("1001"): paid,
            o.HISTORY.url_path("1001"): CompanyHistory("1001", "ANA", changes=(change,)),
        },
        extensions="history, public_money, contracts",
    )
    run = commands_at(server, monkeypatch, reserve=10_000)
    for words, columns in SHOWN_BY_A_SERVER.items():
        done = run(*words.split())
        lines = done.stdout.splitlines()
        under = next(at for at, line in enumerate(lines) if line.startswith("──"))
        assert lines[under - 1].split() == columns.split(), words


@pytest.mark.parametrize("days", [(), ("2024-01-01", "2025-01-01")])
def test_a_company_that_is_gone_is_said_to_have_been_there_once(
    days: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshots = [PastSnapshot(day=day, present=True) for day in days]
    history = CompanyHistory("1001", "ANA SRL", (*snapshots, PastSnapshot(day="2026-01-01")))
    server = ScriptedServer({o.HISTORY.url_path("1001"): history}, extensions="history")
    done = commands_at(server, monkeypatch)("show", "1001")
    assert done.exit_code == 1 and "knows no company" in done.stderr
    assert ("--as-of 2025-01-01" in done.stderr) is ("--as-of" in done.stderr) is bool(days)


@pytest.mark.parametrize(
    ("operation", "data", "code"),
    [
        ("profile", PROFILE, 0),
        ("profile", r.CompanyProfile(tax_id="1001"), 1),
        ("court-cases", r.CourtCasePage((), 0, 1, 0), 1),
        ("phones", r.Phones(), 1),
        ("financial", r.FinancialData(turnover=0), 0),
        ("profile", 404, 1),
        ("phones", 500, 4),
        ("phones", 401, 3),
    ],
)
def test_a_question_is_answered_on_standard_output_alone(
    operation: str, data: Any, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = operation.replace("-", "_")
    server = company(**{name: data})
    done = commands_at(server, monkeypatch)("ask", operation, "1001")
    assert done.exit_code == code, done.output
    assert len(server.asked) == 1
    if isinstance(data, int):
        assert done.stdout == ""
    else:
        assert json.loads(done.stdout).get("taxId") == getattr(data, "tax_id", None)
        assert f"{server.remaining} requests left" in done.stderr
        assert ("Nothing on record" in done.stderr) is (code == 1)


@pytest.mark.parametrize(
    ("failures", "code"),
    [
        ([], None),
        ([ServerError("")], 4),
        ([CompanyNotFoundError("")], 1),
        ([CredentialError(""), CompanyNotFoundError("")], 3),
        ([CompanyNotFoundError(""), AllowanceError(""), ServerError("")], 5),
        ([NotKnownToSourceError("")], None),
        ([InvalidRequestError("")], 2),
        ([InvalidRequestError("", requests=1)], 4),
    ],
)
def test_the_gravest_failure_is_the_exit_code(
    failures: list[ClientError], code: int | None
) -> None:
    assert exit_code_of(NotKnownToSourceError("")) == 1
    # A server may refuse an impossible tax id instead of saying that it is unknown.
    refused = InvalidRequestError("", requests=1)
    refused.request = build_request(o.PROFILE, "18547291")
    assert exit_code_of(refused) == 1
    for order in (failures, failures[::-1]):
        if code is None:
            exit_for_parts(order)
            continue
        with pytest.raises(SystemExit) as ended:
            exit_for_parts(order)
        assert ended.value.code == code
    if len(failures) == 1 and code is not None:
        assert exit_code_of(failures[0]) == code


def test_of_several_companies_with_a_registry_number_none_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number = "J12/100/2020"
    found = [
        r.CompanySummary("1001", number, "ANA SRL"),
        r.CompanySummary("1002", "J12/1/2020", "B"),
    ]
    server = company()
    server.answers[o.AUTOCOMPLETE.path] = found
    run = commands_at(server, monkeypatch)
    assert json.loads(run("show", number, "-o", "json").stdout)["companyName"] == "ANA SRL"
    server.answers[o.AUTOCOMPLETE.path] = [found[0], r.CompanySummary("1003", number, "C SRL")]
    refused = run("show", number)
    assert (refused.exit_code, "No company has" in refused.stderr) == (1, True)


def test_columns_are_those_chosen_each_once_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    run = commands_at(company(), monkeypatch)
    done = run("show", "1001", "--section", "financial", "-o", "csv",
               "--fields", "turnover, year,turnover")  # fmt: skip
    assert done.stdout.split() == ["turnover,year", "60,2023", "70,2024", "999,2021"]
    wrong = run("show", "1001", "--fields", "turnver")
    assert wrong.exit_code == 2 and "There is no field 'turnver' here" in wrong.stderr


def test_a_hint_leads_to_the_other_pages_of_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    for current, following in ((1, 2), (3, 1)):
        page = msgspec.structs.replace(CASES, current_page=current)
        run = commands_at(company(court_cases=page), monkeypatch)
        told = run("show", "1001", "--section", "events", "-o", "json")
        [note] = json.loads(told.stdout)["source"]["notes"]
        assert f"--page {following}" in note and note.startswith("Court cases: 1 of 45")
    contacts = run("show", "1001", "--section", "contact", "-o", "json")
    assert json.loads(contacts.stdout)["administrators"] == ["POPESCU ANA"]
    nothing = company(court_cases=r.CourtCasePage(total_pages=1, current_page=2, total_cases=1))
    done = commands_at(nothing, monkeypatch)("show", "1001", "--section", "cases", "--page", "2")
    assert done.exit_code == 1 and "No court cases on page 2." in done.stderr
    nothing.answers[o.CONNECTIONS.url_path("1001")] = r.ConnectionPage(
        total_pages=1, current_page=2, total_connections=1
    )
    nothing._headers = dict.fromkeys(nothing._headers, "connections")
    done = commands_at(nothing, monkeypatch)("show", "1001", "--section", "links", "--page", "2")
    assert done.exit_code == 1 and "No companies on page 2." in done.stderr


def test_a_company_without_its_figures_is_compared_and_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = commands_at(company(financial=500), monkeypatch)("compare", "1001", "1009", "-o", "json")
    first, second = json.loads(done.stdout)["companies"]
    assert (first["companyName"], second["companyName"]) == ("ANA SRL", None)
    assert done.exit_code == 4 and "500" in first["problem"]


def test_zero_is_a_value_of_an_event_and_a_day_without_companies_no_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figures = r.FinancialData(financial_data=(year(2021), year(2022, turnover=0, net_profit=-5)))
    run = commands_at(company(financial=figures), monkeypatch)
    events = json.loads(run("show", "1001", "--section", "events", "-o", "json").stdout)["events"]
    told = [each["event"] for each in events if each["kind"] == "statements"]
    assert told == ["turnover 0, netProfit -5", ""]  # the newest first
    nobody = r.RegisteredCompanyPage(total_pages=0, current_page=1, total_companies=0)
    run = commands_at(ScriptedServer({o.REGISTERED.path: nobody}), monkeypatch)
    for more in ((), ("--all", "--yes")):
        done = run("new", "2024-05-06", *more)
        assert done.exit_code == 1 and "No companies registered on 2024-05-06." in done.stderr
