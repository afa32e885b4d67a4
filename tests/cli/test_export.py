"""An export at a server: what is there, what is not, and what could not be asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.scripted import ADDRESS, commands_at
from tests.scripted import ScriptedServer
from tests.workspace.companies import figures, people, profile
from tui_app.contract import operations as o
from tui_app.contract import public_money as money
from tui_app.contract.resources import CourtCase, CourtCasePage, Emails, Websites

CASES = o.COURT_CASES.url_path("1001")


def page(number: int, items: int, pages: int, total: int) -> CourtCasePage:
    listed = tuple(CourtCase(case_number=f"{number}-{n}/3/2026") for n in range(items))
    return CourtCasePage(
        court_cases=listed, current_page=number, total_pages=pages, total_cases=total
    )


# Any: the data or the failure of a request.
def company(**instead: Any) -> ScriptedServer:
    usual = {
        "profile": profile("1001", has_phone=False),
        "financial": figures("1001", 100),
        "court_cases": page(1, 2, 1, 2),
        "administrators": people("Ana"),
        "emails": Emails(primary_email="a@b.example"),
        "websites": Websites(websites=("https://b.example",)),
    } | instead
    return ScriptedServer({each.url_path("1001"): usual.get(each.name, 404)
                           for each in o.COMPANY_OPERATIONS})  # fmt: skip


def states(exported: str) -> dict[str, str]:
    return {each["operation"]: each["state"] for each in json.loads(exported)["sections"]}


def test_a_failed_request_is_no_nothing_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    server = company(financial=500, websites=404, court_cases=403)
    run = commands_at(server, monkeypatch)
    done = run("export", "1001", "-o", "json")
    found = states(done.stdout)
    assert found == {
        "profile": "loaded", "financial": "failed", "court_cases": "failed",
        "phones": "nothing_on_record", "emails": "loaded",
        "administrators": "loaded", "websites": "nothing_on_record",
    }  # fmt: skip
    assert (done.exit_code, done.stderr.count("status 500")) == (4, 1)
    assert "does not allow this" in done.stderr
    assert json.loads(done.stdout)["companyName"] == profile("1001").company_name != ""
    sections = {each["operation"]: each for each in json.loads(done.stdout)["sections"]}
    assert "500" in sections["financial"]["problem"] and not sections["phones"]["problem"]
    assert sections["financial"]["found"] is sections["phones"]["found"] is None
    report = run("export", "1001", "--lang", "en", "-o", "md").stdout
    [figures_line] = [line for line in report.splitlines() if "1001/financial" in line]
    [phones_line] = [line for line in report.splitlines() if "1001/phones" in line]
    assert "failed: " in figures_line and "nothing on record" not in figures_line
    assert "nothing on record" in phones_line


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
def test_an_entity_names_the_address_that_was_asked(
    ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = company()
    run = commands_at(server, monkeypatch)
    done = run("export", "1001", "-o", "ftm", "--base-url", f"{ADDRESS}{ending}")
    entities = [json.loads(line)["properties"] for line in done.stdout.splitlines()]
    addresses = {url for each in entities for url in each["sourceUrl"]}
    assert addresses and addresses <= {f"{ADDRESS}{target}" for target in server.answers}


def test_without_the_company_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for status, code in ((404, 1), (500, 4), (504, 4), (401, 3)):
        done = commands_at(company(profile=status), monkeypatch)("export", "1001", "-o", "json")
        assert (done.exit_code, done.stdout) == (code, "")


@pytest.mark.parametrize(
    ("sizes", "total", "rows", "code"),
    [
        ([20, 20, 5], 45, 45, 0),
        ([20, 20], 40, 40, 0),  # a full last page
        ([20, 20, 0], 40, 40, 0),  # an empty last page
        ([20, 0, 5], 25, 20, 0),  # nothing is asked for after an empty page
        ([20], 20, 20, 0),
        ([20, None, 5], 45, 20, 4),  # the second failed: what came is kept
        ([20, 20, None], 45, 40, 4),
    ],
)
def test_all_cases_are_those_of_every_page_up_to_a_failed_one(
    sizes: list[int | None], total: int, rows: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = company()
    for number, size in enumerate(sizes, 1):
        answer = 500 if size is None else page(number, size, len(sizes), total)
        server.answers[f"{CASES}?page={number}"] = answer
    done = commands_at(server, monkeypatch)("export", "1001", "-o", "json", "--all-cases", "--yes")
    assert done.exit_code == code, done.stderr
    [section] = [e for e in json.loads(done.stdout)["sections"] if e["operation"] == "court_cases"]
    numbers = [case["caseNumber"] for case in section["found"]["courtCases"]]
    expected = [f"{number}-{n}/3/2026" for number, size in enumerate(sizes, 1)
                for n in range(size or 0)][:rows]  # fmt: skip
    assert numbers == expected
    assert (section["state"], bool(section["problem"])) == ("loaded", code != 0)
    asked = [target for target in server.asked if target.startswith(CASES)]
    assert (
        len(asked)
        == len(set(asked))
        == 1 + next((at for at, size in enumerate(sizes) if not size), len(sizes) - 1)
    )
    more = len(sizes) - 1
    assert (f"Court cases: {more} more request" in done.stderr) is (more > 0)
    if rows < total:
        assert f"{rows} of {total}" in done.stderr


def test_without_a_wish_a_server_is_asked_for_the_first_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = company(court_cases=page(1, 20, 3, 60))
    done = commands_at(server, monkeypatch)("export", "1001", "-o", "json")
    assert (done.exit_code, server.asked.count(f"{CASES}?page=1")) == (0, 1)
    assert "20 of 60" in done.stderr
    assert not [target for target in server.asked if "page=2" in target]


@pytest.mark.parametrize(
    ("years", "first", "second", "found", "code"),
    [
        (0, 500, 500, ("nothing_on_record", None, False), 0),
        (1, 500, 500, ("failed", None, True), 4),
        (1, 2, 500, ("loaded", 2, True), 4),
        (1, 2, 1, ("loaded", 3, False), 0),
    ],
)
def test_public_contracts_are_those_that_came_and_the_failure_is_named(
    years: int, first: int, second: int, found: tuple[str, int | None, bool], code: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def contracts(count: int, following: str | None) -> object:
        rows = tuple(money.Contract(number=f"{count}-{n}") for n in range(count))
        return 500 if count == 500 else money.ContractPage(rows, 3, following)

    of_year = money.MoneyYear(year=2024, contracts=money.ContractSum(count=3, sum=20))
    server = company()
    server.answers[o.PUBLIC_MONEY.url_path("1001")] = money.PublicMoney(
        side="supplier", years=(of_year,) * years
    )
    server._headers = dict.fromkeys(server._headers, "public_money, contracts")
    path = f"{o.CONTRACTS.url_path('1001')}?side=supplier&limit=1000"
    server.answers[path] = contracts(first, "c1")
    server.answers[f"{path}&cursor=c1"] = contracts(second, None)
    run = commands_at(server, monkeypatch)
    done = run("export", "1001", "-o", "json", "--all-contracts", "--yes")
    [section] = [e for e in json.loads(done.stdout)["sections"] if e["operation"] == "contracts"]
    came = None if section["found"] is None else len(section["found"]["contracts"])
    assert (section["state"], came, "500" in str(section["problem"])) == found, server.asked
    assert done.exit_code == code
    asks = "Public contracts: 1 more request to 127.0.0.1:9." in done.stderr
    assert asks is (first == 2)


def test_more_contracts_than_were_told_are_asked_about_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = company()
    of_year = money.MoneyYear(year=2024, contracts=money.ContractSum(count=1, sum=20))
    server.answers[o.PUBLIC_MONEY.url_path("1001")] = money.PublicMoney(
        side="supplier", years=(of_year,)
    )
    server._headers = dict.fromkeys(server._headers, "public_money, contracts")
    path = f"{o.CONTRACTS.url_path('1001')}?side=supplier&limit=1000"
    for number, where in enumerate(("", "&cursor=c1", "&cursor=c2", "&cursor=c3")):
        rows = (money.Contract(number=str(number)),)
        server.answers[path + where] = money.ContractPage(rows, 2, f"c{number + 1}")
    answers = iter((True, True, False))
    monkeypatch.setattr("tui_app.cli.consent.is_somebody_there", lambda: True)
    monkeypatch.setattr("tui_app.cli.consent._confirmed", lambda: next(answers))
    run = commands_at(server, monkeypatch)
    done = run("export", "1001", "-o", "json", "--all-contracts")
    assert done.exit_code == 0
    assert done.stderr.count("Public contracts: 1 more request to 127.0.0.1:9.") == 3
    assert [target for target in server.asked if "/contracts" in target] == [
        path, f"{path}&cursor=c1", f"{path}&cursor=c2",
    ]  # fmt: skip
