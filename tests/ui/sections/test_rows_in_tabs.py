"""The rows of the tabs: each value in its place, and what a row copies and opens."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.ui.sections.parts import (
    CASE,
    case,
)
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.insight.cases import CaseFilter
from tui_app.ui.sections.case_rows import CaseColumns, case_fields
from tui_app.ui.sections.court_cases import facets_menu
from tui_app.ui.sections.public_money import MoneyRows, contract_fields, of_turnover


def test_every_field_of_a_case_stands_under_its_own_title() -> None:
    fields = {each.label: (each.value, each.style) for each in case_fields(CASE, is_invented=True)}
    assert {label: value for label, (value, _style) in fields.items()} == {
        "Case number": "1/2/2026", "Role of the company": "Parat (defendant)", "Company": "ANA",
        "Tax id (CUI)": "12", "Date": "2026-01-02", "Last update": "2026-03-04",
        "Court": "Judecatoria CLUJ-NAPOCA", "Department": "Sectia I",
        "Category": "Litigii Cu Profesionistii", "Subject": "Pretentii", "Stage": "Fond",
        "As sent": "JudecatoriaCLUJ-NAPOCA, LitigiiCuProfesionistii",
        "Matched by": "other legal form: perhaps another",
    }  # fmt: skip
    assert fields["Matched by"][1] == "warn"
    sure = case_fields(replace(CASE, matched_by="state"), is_invented=True)[-1]
    assert (sure.value, sure.style) == ("same name and a state", "text")
    new = case_fields(replace(CASE, matched_by="by magic", procedural_stage="InFond"),
                      is_invented=True)  # fmt: skip
    assert new[-1].value == "by magic" and new[-2].value.endswith(", InFond")
    assert case_fields(CASE, is_invented=False)[0].link and not case_fields(
        CASE, is_invented=True
    )[0].link  # fmt: skip


@pytest.mark.parametrize("width", [101, 100, 86, 85, 62, 61, 48, 47])
def test_the_columns_of_cases_never_exceed_the_width_and_lose_nothing(width: int) -> None:
    """What has no column stands on the second line, or at its end."""
    one = replace(CASE, party_status="Reclamant", procedural_stage="Apel", matched_by=None)
    columns = CaseColumns((one,), width)
    first, second = columns.row("", one).lines
    line = "".join(piece.text for piece in first.left)
    assert len(line) <= width and len(columns.titles()) <= width
    below = "".join(piece.text for piece in (*second.left, *second.right))
    for text in ("Reclamant", "Apel", "Pretentii", "Litigii Cu Profesionistii", "CLUJ-NAPOCA"):
        assert (text in line) is not (text in below), (text, line, below)


def test_a_column_of_cases_is_there_from_the_width_at_which_it_fits() -> None:
    role, stage, court, category = "R" * 14, "S" * 13, "C" * 15, "K" * 16
    one = case("1/2/2026", party_status=role, procedural_stage=stage, institution=court,
               case_category=category)  # fmt: skip
    fixed = 10 + 8 + 2 * 2  # the date, the number, and the gaps after them

    def titles(width: int) -> list[str]:
        return CaseColumns((one,), width).titles().split()

    with_stage = fixed + 12 + 2 + 12  # either may be cut so far
    with_court = fixed + 14 + 2 + 13 + 2 + 15
    with_category = with_court + 2 + 16
    for width, shown in (
        (with_stage - 1, "Date Number"), (with_stage, "Date Number Role Stage"),
        (with_court - 1, "Date Number Role Stage"), (with_court, "Date Number Role Court Stage"),
        (with_category - 1, "Date Number Role Court Stage"),
        (with_category, "Date Number Role Court Stage Category"),
    ):  # fmt: skip
        assert titles(width) == shown.split(), width
        first, second = CaseColumns((one,), width).row("", one).lines
        below = "".join(piece.text for piece in second.left)
        assert (role in below) is ("Role" not in shown) and below.startswith("  ")
        assert below.startswith(" " * 12) is ("Role" in shown)
        assert first.left[0].text.startswith("–")
    # A long role is cut to the usual width where not everything has room.
    long = replace(one, party_status="R" * 30)
    whole = fixed + 30 + 13 + 15 + 2 * 2
    for width, has in ((whole, True), (whole - 1, False)):
        line = "".join(p.text for p in CaseColumns((long,), width).row("", long).lines[0].left)
        assert has is ("R" * 30 in line) is ("R" * 18 in line) and (has or f"{'R' * 17}…" in line)
    far = replace(one, institution="C" * 30)
    whole = fixed + 14 + 13 + 30 + 2 * 2
    for width, has in ((whole, True), (whole - 1, False)):
        line = "".join(p.text for p in CaseColumns((far,), width).row("", far).lines[0].left)
        assert has is ("C" * 30 in line) is ("C" * 22 in line) and (has or f"{'C' * 21}…" in line)


def test_a_menu_of_facets_counts_the_loaded_cases() -> None:
    for count, title in ((1, "Only … of the 1 loaded case"), (3, "Only … of the 3 loaded cases")):
        menu = facets_menu((CASE,) * count, CaseFilter(), lambda _chosen: None)
        assert menu.title == title and len(menu.choices) == 3
        assert {each.note for each in menu.choices} == {str(count)}
    narrowed = facets_menu((CASE,), CaseFilter(text="x"), lambda _chosen: None)
    assert narrowed.choices[0].label == "all cases"


def money_page(**more: Any) -> money.PublicMoney:
    return money.PublicMoney(side="supplier", years=(money.MoneyYear(year=2024),), **more)


FRAMEWORK = money.Contract(nature="framework", number="7", value=5_000, title="Roads",
                           buyer_name="DEJ", buyer_tax_id="13", winner_name="ANA",
                           winner_tax_id="12", date="2024-05-06", cpv="45", source="p.csv",
                           line=9)  # fmt: skip


def test_every_field_of_a_contract_stands_under_its_own_title() -> None:
    fields = {each.label: each.value for each in contract_fields(FRAMEWORK)}
    assert fields == {
        "Nature": fields["Nature"], "Date": "2024-05-06", "Authority": "DEJ 13", "Winner": "ANA 12",
        "Value (RON)": "a ceiling", "Ceiling (RON)": "5,000", "What": "Roads", "CPV": "45",
        "Number": "7", "File": "p.csv, 9",
    }  # fmt: skip
    shared = {each.label: each.value for each in contract_fields(replace(FRAMEWORK, shared_with=1))}
    assert shared["Value (RON)"] == "a ceiling, shared with 1 other"
    plain = replace(FRAMEWORK, nature="contract", source="", cpv=None, buyer_tax_id=None)
    fields = {each.label: each.value for each in contract_fields(plain)}
    assert {"Ceiling (RON)", "File", "CPV"}.isdisjoint(fields)
    assert (fields["Value (RON)"], fields["Authority"]) == ("5,000", "DEJ")


@pytest.mark.parametrize(("share", "said"), [
    (0.5, "50.0% of turnover 2024"), (9.99, "999.0% of turnover 2024"),
    (10, "10 times the turnover of 2024"), (10.6, "11 times the turnover of 2024"),
])  # fmt: skip
def test_a_large_share_is_a_multiple(share: float, said: str) -> None:
    assert of_turnover(share, 2024) == said


def texts(rows: list[Any]) -> dict[str, str]:
    found = {}
    for row in rows:
        line = row.lines[0]
        left, right = ("".join(piece.text for piece in side) for side in (line.left, line.right))
        found[row.key] = f"{left.strip()} | {right.strip()}".strip()
    return found


def test_the_rows_of_public_money_say_each_sum_where_it_belongs() -> None:
    years = (
        money.MoneyYear(year=2023, frameworks=money.FrameworkCount(1), share_of_turnover=0.25),
        money.MoneyYear(
            year=2025, contracts=money.ContractSum(2, 300, 1, 1_000_000_300),
            purchases=money.MoneySum(1, 40), frameworks=money.FrameworkCount(2),
        ),
        money.MoneyYear(year=2024, contracts=money.ContractSum(0, 0, 1, 7),
                        purchases=money.MoneySum(1, 0)),
        money.MoneyYear(year=2022),
        money.MoneyYear(year=2021, contracts=money.ContractSum(1, 300, 0, 300),
                        purchases=money.MoneySum(2, 40)),
    )  # fmt: skip
    partners = tuple(money.MoneyPartner(str(n), f"P{n}", n, 10 * n, 0.5) for n in (1, 2))
    nobody = money.MoneyPartner("", "", 1, 2, 0.1)
    data = replace(
        money_page(), years=years, buyers=(*partners, nobody), total_buyers=9, total_suppliers=77,
        newest=(replace(FRAMEWORK, title=None),), largest=(replace(FRAMEWORK, nature="odd"),),
        changes=(money.ContractChange(date="2024-01-02", number="7", partner_name="P1", before=1,
                                      after=2),),
        set_apart=replace(money_page().set_apart, reasons=(
            money.SetApartReason("odd", 3, 0), money.SetApartReason("other", 4, None))),
    )  # fmt: skip
    rows = MoneyRows(data, 9)
    said = texts(rows.rows)
    keys = [each.key for each in rows.rows if each.key.startswith("year ")]
    assert keys == [f"year {year}" for year in range(2025, 2020, -1)]
    assert said["year 2025"] == (
        "2025  2 contracts 300 (with those above 1 bn 1,000,000,300) · 1 purchase 40"
        " · 2 frameworks |"
    )
    assert said["year 2024"] == ("2024  0 contracts 0 (with those above 1 bn 7) · 1 purchase 0 |")
    assert said["year 2023"] == "2023  1 framework | 25.0% of turnover 2023"
    assert said["year 2022"] == "2022  – |"
    assert said["year 2021"] == "2021  1 contract 300 · 2 purchases 40 |"
    assert said["partner 0"].startswith("P1 | 1 ×") and said["partner 2"].startswith("a person |")
    assert "20" in said["partner 1"] and "50.0%" in said["partner 1"]
    assert said["others"] == "… the largest 3 of 9 |"
    assert set(rows.partners) == {"partner 0", "partner 1"}
    assert said["change 0"] == "2024-01-02  7  P1 | 1 → 2"
    assert said["apart odd"] == "3 odd | 0" and said["apart other"] == "4 other |"
    assert "DEJ" in said["newest 0"] and said["newest 0"].endswith("| a ceiling")
    assert "odd" in said["largest 0"] and said["largest 0"].endswith("| 5,000")
    bought = MoneyRows(
        replace(data, side="authority", suppliers=partners[:1], total_suppliers=1), 9
    )
    said = texts(bought.rows)
    assert said["# partners"] == "Suppliers |" and "others" not in said
    assert "ANA" in said["newest 0"]
    # One more than fits is shown; of two more the number is.
    for count, opened, shown, closed in ((4, (), 4, {}), (5, (), 3, {"more changes": "changes"}),
                                         (5, ("changes",), 5, {})):  # fmt: skip
        many = replace(money_page(), changes=data.changes * count)
        some = MoneyRows(many, 3, opened)
        assert sum(row.key.startswith("change ") for row in some.rows) == shown
        assert some.closed == closed
        if closed:
            assert texts(some.rows)["more changes"].startswith("… 2 more")


CONNECTED = (
    r.ConnectedCompany(tax_id="13", company_name="DEJ SRL", status="radiata", link="address",
                       through="Str. Lunga", locality="Dej", county="Cluj"),
    r.ConnectedCompany(tax_id="13", company_name="DEJ SRL", link="administrator", through="POP"),
    r.ConnectedCompany(tax_id="14", company_name="", link="new kind"),
)  # fmt: skip


PHONES = r.Phones(
    "+1", "+2", contact_phones=("+4",), website_phones=("+5",), verified_phones=("+3",)
)


EMAILS = r.Emails("a@x.ro", "b@x.ro", "c@x.ro", ("d@x.ro",))
