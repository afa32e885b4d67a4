"""What tabs draw of zero, of nothing and of what is out of bounds, and in which colour."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.sample import landmarks
from tests.ui.sections.test_drawn_values import (
    TODAY,
    answers,
    case,
    checks,
    figures,
    loaded_of,
    page,
    year,
)
from tests.ui.user import explore
from tui_app.contract import operations as ops
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.insight.figures import Facts
from tui_app.insight.growth import by_year
from tui_app.insight.signals import signals
from tui_app.ui.panes.company import CompanyEntry, WorkspaceData, from_record
from tui_app.ui.sections.case_rows import case_fields, match_text, role_label
from tui_app.ui.sections.connections import _row
from tui_app.ui.sections.figures.headlines import _change, headlines
from tui_app.ui.sections.profile import draw_header, draw_profile
from tui_app.ui.sections.public_money import MoneyRows, contract_fields
from tui_app.ui.sections.signal_rows import SignalTable, details
from tui_app.ui.sections.timeline import Event, TimelineData, events
from tui_app.ui.text.drawing import STYLES


async def test_a_ratio_below_zero_is_a_bad_one() -> None:
    async with explore() as user:
        await user.search(landmarks.LOSSES)
        await user.press("enter", "5")
        drawn = user.app.explorer.detail.section.text_pane.render()
        ratios = drawn.plain.index("Ratios\n")
        styles = {
            drawn.plain[span.start : span.end].strip(): span.style
            for span in drawn.spans
            if span.start > ratios
        }
        bad = {text for text, style in styles.items() if style == STYLES["bad"]}
        assert bad and all(text.startswith("−") for text in bad)
        assert not [text for text in styles if text.startswith("−") and text not in bad]


@pytest.mark.parametrize(
    ("records", "rule", "value", "limit"),
    [
        ([year(2025, debts=5, fixed_assets=0, current_assets=0)], "debts_above_assets", "5", "≤ 0"),
        ([year(2025, debts=0, fixed_assets=0, current_assets=9)], "debts_above_assets", "0", "≤ 9"),
        ([year(2025, debts=5, current_assets=9)], "debts_above_assets", "5", ""),
        ([year(2025, equity=0)], "negative_equity", "0", "≥ 0"),
        ([year(2024, turnover=0), year(2025, turnover=5)], "turnover_halved", "–", "≥ −50%"),
        ([year(2024, turnover=1), year(2025, turnover=5)], "turnover_halved", "+400.0%", "≥ −50%"),
        ([year(2024, turnover=5), year(2025, turnover=0)], "turnover_halved", "−100.0%", "≥ −50%"),
        ([year(2025, debts=0, current_assets=9)], "current_ratio", "no liabilities", ""),
        ([year(2025, employee=0)], "no_employees", "0", "> 0"),
    ],
)
def test_a_check_of_nothing_has_a_value_and_what_is_missing_has_none(
    records: list[r.YearlyRecord], rule: str, value: str, limit: str
) -> None:
    assert checks(financial=figures(*records))[rule][:2] == (value, limit)


def test_a_check_names_the_newest_year_of_its_figures_and_each_year_in_its_detail() -> None:
    records = (year(2024, turnover=100), year(2025, turnover=40))
    found = {e.rule: e for e in signals(Facts(financial=figures(*records)), TODAY)}
    halved = found["turnover_halved"]
    assert checks(financial=figures(*records))["turnover_halved"][2] == "Financials 2025"
    fields = {each.label: each for each in details(halved)}
    assert (fields["Turnover 2024"].value, fields["Turnover 2025"].value) == ("100 RON", "40 RON")
    assert fields["Source"].value == "Financials" and fields["Rule"].value
    assert [fields["Verdict"].value[0], fields["Verdict"].style] == ["△", "warn"]
    unknown = {each.label: each for each in details(found["vat_cancelled"])}
    assert "Source" not in unknown and unknown["Note"].value


@pytest.mark.parametrize(
    ("width", "titles"),
    [(68, "Check Verdict Value (limit) Source"), (67, "Check Verdict Value (limit)"),
     (50, "Check Verdict Value (limit)"), (49, "Check Value (limit)")],
)  # fmt: skip
def test_columns_of_checks_give_way_one_by_one(width: int, titles: str) -> None:
    found = signals(Facts(financial=figures(year(2025, turnover=5))), TODAY)
    table = SignalTable(found, width)
    assert " ".join(table.head().plain.split()) == titles
    assert all(table.row(each).cell_length == table.head().cell_length for each in found)


def header(status: str = "functiune", *, number: str | None = None, **sent: Any) -> list[str]:
    profile = r.CompanyProfile(tax_id="12", company_name="ANA SRL", status=status, **sent)
    entry = CompanyEntry(tax_id="12", name="ANA", company_id=number, status="radiata")
    return draw_header(entry, profile, TODAY, 70).plain.split("\n")


def test_the_header_has_what_the_profile_says_before_what_the_list_said() -> None:
    first, second = header(company_id="J1/2/2020", registration_date="2027-01-01T00:00:00.000Z")
    assert first.split() == ["ANA", "SRL", "●", "functiune", "(active)"]
    assert second == "CUI 12  J1/2/2020", "nobody is less than 0 years old"
    assert header(number="J9/9/2009", company_id="J1/2/2020")[1] == "CUI 12  J9/9/2009"
    assert header(registration_date="2025-11-20T00:00:00.000Z")[1] == "CUI 12  1 year old"
    assert header(founding_year=2026)[1] == "CUI 12  0 years old"
    unknown = CompanyEntry(tax_id="12", name="ANA")
    assert draw_header(unknown, None, TODAY, 70).plain.split() == ["ANA", "CUI", "12"]


def of(*found: Any, stored: WorkspaceData | None = None, invented: bool = False) -> list[Event]:
    known = TimelineData(
        loaded=loaded_of(answers(*found)), in_workspace=stored or WorkspaceData(),
        is_invented=invented,
    )  # fmt: skip
    return list(events(known))


def test_events_have_the_colour_of_what_they_say() -> None:
    records = figures(
        year(2023, net_profit=-1), year(2024, net_profit=0), year(2025, turnover=5, employee=0)
    )
    told = RegisterChange(kind="name", before="A", after="", not_after="2022-01-01")
    cases = page(
        1, case("1/3/2021", "2021-01-01", "Debitor", case_category="Faliment"),
        case("2", "2020-01-01"),
        case("3", "soon"), total=3,
    )  # fmt: skip
    found = of(
        (ops.FINANCIAL, records), (ops.COURT_CASES, cases),
        (ops.HISTORY, CompanyHistory(changes=(told,))),
    )  # fmt: skip
    assert [(each.when, each.style) for each in found] == [
        ("2025", "dim"), ("2024", "dim"), ("2023", "bad"), ("2022-01-01", "warn"),
        ("2021-01-01", "warn"), ("2020-01-01", "dim"),
    ]  # fmt: skip
    assert found[0].text == "Statement · turnover 5 · 0 employees"
    register = {each.label: each.value for each in found[3].fields()}
    assert (register["Before"], register["After"]) == ("A", "–")
    assert [each.value for each in found[0].fields()] == ["2025", found[0].text]
    assert found[4].link and not of((ops.COURT_CASES, cases), invented=True)[0].link


@pytest.mark.parametrize(
    ("founded", "days"), [(0, 0), (1, 1), (9999, 1), (10_000, 0), (-5, 0), (None, 0)]
)
def test_a_year_that_no_calendar_has_is_no_event(founded: int | None, days: int) -> None:
    assert len(of((ops.PROFILE, r.CompanyProfile(founding_year=founded)))) == days
    if founded is not None:
        assert len(of((ops.FINANCIAL, figures(year(founded, turnover=1))))) == days


def test_money_that_is_set_apart_is_said_and_a_later_value_of_nothing_is_one() -> None:
    def contract(**more: Any) -> money.Contract:
        return money.Contract(
            nature="contract", buyer_name="DEJ", winner_name="ANA", value=100, **more
        )

    def value(sent: money.Contract) -> str:
        return {each.label: each.value for each in contract_fields(sent)}["Value (RON)"]

    assert value(contract(set_apart="aboveBillion")) == "100 (set apart)"
    assert value(contract(value_after_changes=0)) == "100 → 0"
    bare = {each.label for each in contract_fields(contract())}
    assert not bare & {"Date", "CPV", "Number", "File", "Ceiling (RON)", "What"}
    nobody = contract_fields(replace(contract(), buyer_name="", winner_name=""))
    assert [each.label for each in nobody] == ["Nature", "Value (RON)"]
    unknown = contract_fields(replace(contract(), nature="barter"))
    assert unknown[0].value == "barter"
    reasons = (money.SetApartReason("aboveBillion", 1, 0), money.SetApartReason("other", 2, 7))
    answer = money.PublicMoney(
        side="supplier", years=(money.MoneyYear(year=None), money.MoneyYear(year=2024)),
        set_apart=money.SetApart(3, reasons), buyers=(money.MoneyPartner("13", "", 1, 5, 0.0),),
    )  # fmt: skip
    rows = {
        row.key: " ".join("".join(p.text for p in (*line.left, *line.right)).split())
        for row in MoneyRows(answer, 9).rows
        for line in row.lines
    }
    assert rows["apart aboveBillion"].endswith("0") and rows["apart other"] == "2 other7"
    assert [key for key in rows if key.startswith("year ")] == ["year 2024", "year None"]
    assert rows["partner 0"] == "a person1 × 5 0%"
    assert MoneyRows(money.PublicMoney(side="supplier"), 9).rows == []
    assert MoneyRows(None).rows == []


def test_roles_and_matches_are_said_in_words_where_there_are_any() -> None:
    for role, label in (
        ("Parte civilă", "civil party"), ("PARTE VATAMATA", "injured party"),
        ("Recurent Reclamant", "final appellant, claimant"), ("", ""), ("Creditor", ""),
    ):  # fmt: skip
        assert role_label(role) == label
    assert match_text("exact") == "same name" and match_text("by hand") == "by hand"
    for matched, style in (("exact", "text"), ("bare_name", "warn"), ("by hand", "text")):
        [field] = [
            each
            for each in case_fields(case("1", matched_by=matched), is_invented=True)
            if each.label == "Matched by"
        ]
        assert field.style == style
    plain = [each.label for each in case_fields(case("1"), is_invented=True)]
    assert "Matched by" not in plain and "As sent" not in plain


def test_a_profile_dims_what_is_missing_and_says_what_the_header_cannot() -> None:
    profile = r.CompanyProfile(tax_id="abc", company_name="ANA SRL", vat=False, caen=("4711",))
    drawn = draw_profile(profile, "ANA SRL", 60)
    rows = [" ".join(row.split()) for row in drawn.plain.split("\n")]
    assert "Name" not in drawn.plain and "check digit" not in drawn.plain
    assert {"VAT payer no", "Cash-basis VAT –", "Founded –", "4711"} <= set(rows)
    dashes = {drawn.plain[s.start : s.end].strip(): s.style for s in drawn.spans}
    assert dashes["–"] == STYLES["dim"]
    assert "Status" in draw_profile(replace(profile, status="radiata"), "ANA SRL", 60).plain


def test_a_change_has_the_colour_of_its_direction() -> None:
    data = figures(
        year(2024, turnover=10, net_profit=5, employee=3),
        year(2025, turnover=20, net_profit=1, employee=3),
    )
    found = headlines(data, by_year(data.financial_data))
    changes = [_change(each, 40)[0] for each in found]
    assert [each.plain for each in changes] == ["+100.0%", "−80.0%", "unchanged"]
    tones = [STYLES["good"], STYLES["bad"], STYLES["dim"]]
    assert [each.spans[0].style for each in changes] == tones
    for before, after, short in ((0, 1, "+1"), (-1, -2, "−1"), (5, -4_000, "−4k")):
        data = figures(year(2024, net_profit=before), year(2025, net_profit=after))
        profit = headlines(data, by_year(data.financial_data))[1]
        assert profit.change_text.endswith(" RON")
        assert _change(profit, 5)[0].plain == short  # where the whole amount has no room


def test_a_connection_says_what_it_does_not_prove() -> None:
    for link, told in (
        ("administrator", "same name, perhaps another person"), ("address", "same address"),
        ("shareholder", "shareholder"),
    ):  # fmt: skip
        other = r.ConnectedCompany(
            tax_id="13", company_name="DEJ SRL", through="ANA POPA", link=link, locality="Dej"
        )
        first, second = _row("0 13", from_record(other), other).lines
        assert [piece.text for piece in (*first.left, *first.right)] == ["  ", "DEJ SRL", "13"]
        assert second.left[0].text == f"  ANA POPA · {told} · Dej"
