"""What a model reads of each part of a company, value by value."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tui_app.agents.parts import PARTS, Wish, change_row, summary
from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract import past
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.operations import Operation
from tui_app.sources.company_data import CompanyData

NOON = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)


# Any: the data of any operation.
def told(
    part: str, *found: tuple[Operation[Any], Any], years: int = 5, people: bool = False
) -> Any:
    answers = {operation.name: Answer(data=data, fetched_at=NOON) for operation, data in found}
    return PARTS[part].write(CompanyData(answers, {}, set()), Wish(years, people))


def test_each_field_of_a_profile_is_its_own() -> None:
    profile = r.CompanyProfile(
        tax_id="12", company_id="J12/1/2020", company_name="ANA SRL", company_type="SRL",
        status="functiune", county="Cluj", locality="Dej", full_address="Cluj, Dej, Str. A 1",
        registration_date="2020-05-14T00:00:00.000Z", update_date="2026-01-02T23:30:00.000Z",
        founding_year=2019, vat=True, split_vat=None, checkout_vat=False, tax_category="micro",
        caen=("G - a", "47 - b", "471 - c", "4711 - d"),
    )  # fmt: skip
    assert told("profile", (ops.PROFILE, profile)) == {
        "taxId": "12", "registryNumber": "J12/1/2020", "name": "ANA SRL", "form": "SRL",
        "status": "functiune", "county": "Cluj", "locality": "Dej",
        "address": "Cluj, Dej, Str. A 1", "registered": "2020-05-14", "updated": "2026-01-02",
        "founded": 2019, "vat": True, "cashVat": False, "taxCategory": "micro",
        "activity": "4711 - d",
    }  # fmt: skip
    assert told("profile", (ops.PROFILE, r.CompanyProfile(tax_id="12")))["activity"] is None
    found = r.CompanySummary("12", "J12/1/2020", "ANA SRL", "SRL", "functiune", "Dej", "Cluj")
    assert summary(found) == {
        "taxId": "12", "name": "ANA SRL", "form": "SRL", "status": "functiune", "county": "Cluj",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "told_years", "older"),
    [(1, [2024], 2), (2, [2024, 2023], 1), (3, [2024, 2023, 2020], None),
     (5, [2024, 2023, 2020], None)],
)  # fmt: skip
def test_the_newest_years_are_told_in_their_order(
    wanted: int, told_years: list[int], older: int | None
) -> None:
    records = tuple(
        r.YearlyRecord(year=year, turnover=1, net_profit=-2, employee=3, equity=-4, debts=5, cash=0)
        for year in (2023, None, 2020, 2024)
    )
    data = r.FinancialData(
        turnover=9, credit_risk_score=7.5, credit_risk_score_text="B", financial_data=records
    )
    found = told("figures", (ops.FINANCIAL, data), years=wanted)
    assert [each["year"] for each in found["years"]] == told_years
    assert found["years"][0] == {
        "year": 2024, "turnover": 1, "netProfit": -2, "employees": 3, "equity": -4, "debts": 5,
        "cash": 0,
    }  # fmt: skip
    assert (found["olderYears"], found["creditScore"], found["creditRisk"]) == (older, 7.5, "B")


def test_a_case_and_its_page() -> None:
    case = r.CourtCase(
        case_number="1/3/2026", party_status="Parat", date="2026-01-02T00:00:00.000Z",
        institution="Tribunalul Cluj", case_category="Civil", subject="pretentii",
        procedural_stage="Fond", department="a", matched_by="b", last_update="2026-03-03",
    )  # fmt: skip
    page = r.CourtCasePage((case,), total_pages=3, current_page=2, total_cases=45)
    assert told("cases", (ops.COURT_CASES, page)) == {
        "total": 45, "page": 2, "pages": 3,
        "rows": [{
            "number": "1/3/2026", "date": "2026-01-02", "role": "Parat",
            "court": "Tribunalul Cluj", "category": "Civil", "subject": "pretentii",
            "stage": "Fond", "matchedBy": "b",
        }],
    }  # fmt: skip


def test_a_check_says_what_it_rests_on_unless_it_is_clear() -> None:
    year = r.YearlyRecord(year=dt.date.today().year - 1, equity=-15_000, turnover=5, employee=1)  # noqa: DTZ011
    found = told(
        "signals",
        (ops.PROFILE, r.CompanyProfile(tax_id="12", status="radiata", has_fin_data=True)),
        (ops.FINANCIAL, r.FinancialData(financial_data=(year,))),
    )["checks"]
    assert len(found) == 11
    verdicts = {each["verdict"] for each in found}
    assert {"serious", "not enough data"} <= verdicts <= {
        "serious", "warning", "not enough data", "clear",
    }  # fmt: skip
    for each in found:
        assert ("because" in each) is ("note" in each) is (each["verdict"] != "clear")
    assert any("15,000 RON" in why for each in found for why in each.get("because", ()))
    unknown = [each for each in found if each["verdict"] == "not enough data"]
    assert any(each["note"] == "Not loaded" for each in unknown)


def test_a_place_among_peers_keeps_its_measure() -> None:
    measure = r.PeerMeasure(
        measure="growth", companies=40, lower_quartile=0.1, median=0.123456, upper_quartile=0.5,
        value=-0.234567, percentile=12.345, precision=0.5,
    )  # fmt: skip
    peers = r.Peers(caen="4711", county="Cluj", size="micro", year=2024, measures=(measure,))
    assert told("peers", (ops.PEERS, peers)) == {
        "caen": "4711", "county": "Cluj", "size": "micro", "year": 2024,
        "measures": [{"measure": "growth", "value": -0.2346, "median": 0.1235, "percentile": 12.3,
                      "precision": 0.5, "companies": 40}],
    }  # fmt: skip
    assert told("peers", (ops.PEERS, r.Peers(caen="4711"))) == {}


KINDS = ("name", "state", "liquidator", "administrator", "seat", "gone")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("people", [False, True])
def test_people_among_changes_are_named_only_on_wish(kind: str, people: bool) -> None:
    change = past.RegisterChange(
        tax_id="12", company_name="ANA SRL", kind=kind, before="one", after="other",
        not_before="2025-01-01", not_after="2026-01-01",
    )  # fmt: skip
    row = change_row(change, with_people=people)
    is_named = people or kind not in ("liquidator", "administrator")
    assert row == {
        "taxId": "12", "registryNumber": None, "name": "ANA SRL", "kind": kind,
        "before": "one" if is_named else None, "after": "other" if is_named else None,
        "notBefore": "2025-01-01", "notAfter": "2026-01-01",
    }  # fmt: skip


def test_a_history_goes_from_its_first_to_its_last_snapshot_newest_change_first() -> None:
    history = past.CompanyHistory(
        tax_id="12",
        snapshots=tuple(past.PastSnapshot(day=f"20{year}-01-01") for year in (20, 23, 26)),
        changes=tuple(
            past.RegisterChange(kind="name", before=day, not_after=day)
            for day in ("2023-01-01", "2026-01-01", "2020-06-01")
        ),
    )
    found = told("history", (ops.HISTORY, history))
    assert (found["firstSnapshot"], found["lastSnapshot"]) == ("2020-01-01", "2026-01-01")
    assert [each["before"] for each in found["rows"]] == ["2026-01-01", "2023-01-01", "2020-06-01"]
    assert found["total"] == 3
    assert told("history", (ops.HISTORY, past.CompanyHistory())) == {}


@pytest.mark.parametrize("side", ["supplier", "authority"])
def test_public_money_is_summed_by_year_and_partner(side: str) -> None:
    partner = money.MoneyPartner(tax_id="13", name="DAN SA", count=2, sum=30, share=0.123456)
    years = tuple(
        money.MoneyYear(
            year=year, contracts=money.ContractSum(count=year, sum=10), turnover=99,
            purchases=money.MoneySum(count=3, sum=40), frameworks=money.FrameworkCount(count=5),
            share_of_turnover=-0.98765,
        )
        for year in (2023, 2025, 2024)
    )  # fmt: skip
    is_supplier = side == "supplier"
    found = told("public_money", (ops.PUBLIC_MONEY, money.PublicMoney(
        side=side, sum=150, count=6, years=years, buyers=(partner,) * is_supplier,
        suppliers=(partner,) * (not is_supplier), total_buyers=7, total_suppliers=8,
        set_apart=money.SetApart(count=9),
    )), years=2)  # fmt: skip
    assert (found["side"], found["sum"], found["count"], found["setApart"]) == (side, 150, 6, 9)
    assert found["total"] == (7 if is_supplier else 8)
    assert [each["year"] for each in found["years"]] == [2025, 2024]
    assert found["years"][0] == {
        "year": 2025, "contracts": 2025, "contractSum": 10, "purchases": 3, "purchaseSum": 40,
        "frameworks": 5, "shareOfTurnover": -0.9877,
    }  # fmt: skip
    rows = [{"taxId": "13", "name": "DAN SA", "count": 2, "sum": 30, "share": 0.1235}]
    assert found["buyers" if is_supplier else "suppliers"] == rows
    assert ("suppliers" if is_supplier else "buyers") not in found


@pytest.mark.parametrize("people", [False, True])
def test_a_connection_through_a_person_names_nobody_unasked(people: bool) -> None:
    links = {"administrator": "POPESCU ANA", "address": "Str. A 1"}
    page = r.ConnectionPage(
        connections=tuple(
            r.ConnectedCompany(
                tax_id="13", company_name="DAN SA", status="x", link=link, through=by
            )
            for link, by in links.items()
        ),
        total_pages=3, current_page=2, total_connections=45,
    )  # fmt: skip
    found = told("connections", (ops.CONNECTIONS, page), people=people)
    assert (found["total"], found["page"], found["pages"]) == (45, 2, 3)
    person, address = found["rows"]
    assert (person["link"], person["through"]) == (
        "administrator", "POPESCU ANA" if people else None,
    )  # fmt: skip
    assert address == {
        "taxId": "13", "name": "DAN SA", "status": "x", "link": "address", "through": "Str. A 1",
    }  # fmt: skip


def test_every_contact_is_there_once_the_best_first() -> None:
    phones = r.Phones(
        primary_phone="+1", secondary_phone="+2", contact_phones=("+3", "+1"),
        website_phones=("+4",), verified_phones=("+5",),
    )  # fmt: skip
    emails = r.Emails(
        primary_email="a@x", secondary_email="b@x", contact_email="c@x",
        website_emails=("d@x", "a@x"),
    )  # fmt: skip
    websites = r.Websites(websites=("https://x", "https://y", "https://x"))
    found = told("contacts", (ops.PHONES, phones), (ops.EMAILS, emails), (ops.WEBSITES, websites))
    assert found["phones"][:2] == ["+1", "+2"] and sorted(found["phones"]) == [
        "+1", "+2", "+3", "+4", "+5",
    ]  # fmt: skip
    assert found["emails"] == ["a@x", "b@x", "c@x", "d@x"]
    assert found["websites"] == ["https://x", "https://y"]
    assert told("contacts", (ops.EMAILS, r.Emails(contact_email="c@x"))) == {"emails": ["c@x"]}
    people = r.Administrators(administrators=("ANA", "DAN"))
    assert told("people", (ops.ADMINISTRATORS, people)) == {"administrators": ["ANA", "DAN"]}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_was_not_loaded_says_nothing(part: str) -> None:
    found = told(part)
    assert not found or part == "signals"
    assert PARTS[part].names_people is (part == "people")
