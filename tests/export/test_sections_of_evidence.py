"""Which sections the evidence of a company has, and what each says of a failure and of the rest."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tui_app.client.answer import Answer, AnyAnswer
from tui_app.contract import operations as ops
from tui_app.contract.public_money import (
    AUTHORITY,
    SUPPLIER,
    Contract,
    ContractPage,
    MoneySum,
    MoneyYear,
    PublicMoney,
)
from tui_app.contract.resources import CompanyProfile, CourtCase, CourtCasePage, Resource
from tui_app.export.evidence import Evidence, LoadState, evidence_of
from tui_app.export.evidence_markdown import to_markdown

ASKED = dt.datetime(2026, 5, 4, 11, 59, tzinfo=dt.UTC)
PROFILE = CompanyProfile(tax_id="990000013", company_name="PROBA SRL", vat=True)


def answer(data: Resource, **further: Any) -> AnyAnswer:
    return Answer(data=data, fetched_at=ASKED, **further)


def evidence(answers: dict[str, AnyAnswer], **further: Any) -> Evidence:
    return evidence_of(
        "990000013", answers, source="s", invented=False, signals=(),
        **{"problems": {}, "nothing": (), **further},
    )  # fmt: skip


def test_every_operation_of_a_company_has_a_section_and_others_if_they_were_asked() -> None:
    bundle = evidence(
        {"profile": answer(PROFILE, from_cache=True), "peers": answer(PROFILE)},
        problems={"financial": "no room", "contracts": "late"},
        nothing=("phones",),
        name="GIVEN NAME",
        base="https://host",
    )
    states = {each.operation: (each.state.value, each.problem) for each in bundle.sections}
    assert list(states) == [
        *(each.name for each in ops.COMPANY_OPERATIONS), "peers", "contracts",
    ]  # fmt: skip
    assert states["profile"] == ("loaded", "")
    assert states["financial"] == ("failed", "no room")
    assert states["phones"] == ("nothing_on_record", "")
    assert states["emails"] == ("not_loaded", "")
    assert states["contracts"] == ("failed", "late")
    first = bundle.sections[0]
    assert first.request == "GET https://host/v1/companies/990000013"
    assert (first.from_cache, first.fetched_at) == (True, ASKED)
    assert bundle.company_name == "PROBA SRL"
    assert evidence({}, name="GIVEN NAME").company_name == "GIVEN NAME"
    nameless = answer(CompanyProfile(tax_id="990000013"))
    assert evidence({"profile": nameless}, name="GIVEN NAME").company_name == "GIVEN NAME"


def test_an_old_answer_keeps_its_data_beside_the_failure() -> None:
    old = answer(PROFILE, failure=OSError("host is gone"))
    [first, *_rest] = evidence({"profile": old}).sections
    assert (first.state, first.problem, first.data) == (LoadState.LOADED, "host is gone", PROFILE)
    [first, *_rest] = evidence({"profile": old}, problems={"profile": "asked again"}).sections
    assert first.problem == "asked again"


def test_later_pages_of_cases_follow_in_order() -> None:
    pages = {number: answer(CourtCasePage(current_page=number)) for number in (3, 1, 2)}
    bundle = evidence({"court_cases": pages[1]}, case_pages=pages, base="/base")
    found = [(each.title, each.request) for each in bundle.sections if "cases" in each.operation]
    first = found[0][1]
    assert [request for _title, request in found] == [
        first, f"{first}?page=2", f"{first}?page=3",
    ]  # fmt: skip
    assert [title for title, _request in found][1:] == ["Court cases 2", "Court cases 3"]
    # What is missing is what no page of the bundle lists.
    full = {number: answer(CourtCasePage((CourtCase(),) * 10, 3, number, 25)) for number in (1, 2)}
    for last, said in (
        (5, ()),
        (0, ("20 of 25 court cases are listed; the rest cost 1 request.",)),
    ):
        full[3] = answer(CourtCasePage((CourtCase(),) * last, 3, 3, 25))
        bundle = evidence({"court_cases": full[1]}, case_pages=full)
        assert [each.remarks for each in bundle.sections if "cases" in each.operation] == [said] * 3
        assert "No court cases" not in to_markdown(bundle)
    alone = evidence({}, problems={"court_cases": "down"}, case_pages={2: full[2]})
    assert [each.remarks for each in alone.sections if "cases" in each.operation] == [
        (), ("10 of 25 court cases are listed; the rest cost 2 requests.",),
    ]  # fmt: skip
    assert "No court cases" in to_markdown(evidence({"court_cases": answer(CourtCasePage())}))


def bought(count: int, side: str = SUPPLIER) -> PublicMoney:
    years = (MoneyYear(year=2023), MoneyYear(year=2024, purchases=MoneySum(count=count)))
    return PublicMoney(tax_id="990000013", side=side, years=years)


def purchase(**further: Any) -> Contract:
    own = {"nature": "purchase", "winner_tax_id": "990000013", "buyer_tax_id": "990000021"}
    return Contract(**{**own, **further})


@pytest.mark.parametrize(
    ("money", "contracts", "total", "rows"),
    [
        (bought(2_000), (purchase(), purchase(set_apart="noValue")), 2, "1 of 2,000"),
        (bought(2), (purchase(), purchase(nature="contract")), 1, "1 of 2"),
        (bought(2), (purchase(), purchase(winner_tax_id="1")), None, "1 of 2"),
        (bought(2, AUTHORITY), (purchase(buyer_tax_id="990000013"), purchase()), 2, "1 of 2"),
        (bought(1), (purchase(),), 1, ""),
        (bought(0), (), 0, ""),
        (bought(2), (purchase(),), 2, ""),  # the rest of the rows is on the next page
        (None, (purchase(),), 1, ""),
    ],
)
def test_purchases_without_a_row_of_their_own_are_told(
    money: PublicMoney | None, contracts: tuple[Contract, ...], total: int | None, rows: str
) -> None:
    page = ContractPage(contracts=contracts, total_contracts=total)
    answers = {"contracts": answer(page), **({"public_money": answer(money)} if money else {})}
    [section] = [each for each in evidence(answers).sections if each.operation == "contracts"]
    without = {name: each for name, each in answers.items() if name == "public_money"}
    assert evidence(without, problems={"contracts": "late"}).sections[-1].notes == ()
    said = (
        f"{rows} direct purchases are listed, the largest of each buyer and winner; the sums are"
        " of all."
    )
    assert [note for note in section.notes if "direct purchases" in note] == [said] * bool(rows)
