"""The rows of public money: of which side, in which order, and what is no sum."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.sections.parts import got, of
from tui_app.contract import public_money as money
from tui_app.ui.sections.public_money import (
    MoneyRows,
    PublicMoneySection,
    contract_fields,
    of_turnover,
)
from tui_app.ui.widgets.row_list import Row


def text_of(row: Row) -> str:
    [line] = row.lines
    left, right = ("".join(piece.text for piece in part) for part in (line.left, line.right))
    return " ".join(f"{left}  {right}".split())


def money_year(number: int, **more: Any) -> money.MoneyYear:
    return money.MoneyYear(
        year=number, contracts=money.ContractSum(count=1, sum=10 * number), **more
    )


def test_the_rows_of_public_money_are_those_of_the_side() -> None:
    buyer = money.MoneyPartner("13", "PRIMARIA DEJ", 2, 3_000, 0.25)
    seller = money.MoneyPartner(None, "", 1, 50, 0.01)
    contract = money.Contract(
        nature="contract", date="2024-05-06", buyer_name="PRIMARIA DEJ", winner_name="ANA SRL",
        value=100, value_after_changes=150, title="drumuri",
    )  # fmt: skip
    change = money.ContractChange(
        date="2024-07-08", number="7", partner_name="X", before=100, after=150
    )
    apart = money.SetApart(4, (money.SetApartReason("noValue", 4, None),))
    for side in ("supplier", "authority"):
        answer = money.PublicMoney(
            side=side, years=(money_year(2023), money_year(2025), money_year(2024)),
            buyers=(buyer,), suppliers=(seller,), total_buyers=7, total_suppliers=1,
            newest=(contract,), changes=(change,), set_apart=apart,
        )  # fmt: skip
        found = MoneyRows(answer, many=9)
        texts = {row.key: text_of(row) for row in found.rows}
        if side == "supplier":
            assert texts["# partners"] == "Buyers"
            assert texts["partner 0"] == "PRIMARIA DEJ 2 × 3,000 25.0%"
            assert texts["others"] == "… the largest 1 of 7"
            assert found.partners["partner 0"].tax_id == "13"
            assert "PRIMARIA DEJ" in texts["newest 0"] and "ANA SRL" not in texts["newest 0"]
        else:
            assert texts["# partners"] == "Suppliers"
            assert texts["partner 0"] == "a person 1 × 50 1.0%" and not found.partners
            assert "others" not in texts
            assert "ANA SRL" in texts["newest 0"] and "PRIMARIA DEJ" not in texts["newest 0"]
        assert texts["newest 0"].endswith("100 → 150")
        years = [key for key in texts if key.startswith("year ")]
        assert years == ["year 2025", "year 2024", "year 2023"]
        assert texts["change 0"] == "2024-07-08 7 X 100 → 150"
        assert texts["apart noValue"] == "4 contracts without a value"


@pytest.mark.parametrize(("count", "many", "shown"), [(3, 3, 3), (4, 3, 4), (5, 3, 3), (9, 5, 5)])
def test_a_group_hides_two_rows_or_more(count: int, many: int, shown: int) -> None:
    partners = tuple(money.MoneyPartner(str(100 + n), f"P{n}", 1, 1, 0.1) for n in range(count))
    answer = money.PublicMoney(side="supplier", years=(money_year(2024),), buyers=partners)
    rows = MoneyRows(answer, many)
    keys = [row.key for row in rows.rows]
    assert keys[1 : shown + 1] == [f"partner {n}" for n in range(shown)]
    if shown == count:
        assert "more partners" not in keys
    else:
        assert text_of(rows.rows[shown + 1]) == f"… {count - shown} more"
        assert rows.closed == {"more partners": "partners"}
        opened = MoneyRows(answer, many, ["partners"])
        assert [row.key for row in opened.rows].count("more partners") == 0
        assert len(opened.partners) == count


def test_a_dialog_whose_contracts_are_gone_has_no_fields_and_copies_nothing() -> None:
    pane = of(_rows=MoneyRows(None), current_key="newest 0")
    assert (got(PublicMoneySection, "_fields", pane), got(PublicMoneySection, "_number", pane)) == (
        [], "",
    )  # fmt: skip
    assert PublicMoneySection._turned(of(**vars(pane), _fields=[]), 1) == []


def test_a_year_of_public_money_sums_no_framework() -> None:
    whole = money.MoneyYear(
        year=2024, contracts=money.ContractSum(2, 3_000, 1, 5_000_000),
        purchases=money.MoneySum(1, 40), frameworks=money.FrameworkCount(6),
        share_of_turnover=-0.125,
    )  # fmt: skip
    empty = money.MoneyYear(year=2023)
    uncounted = money.MoneyYear(year=2022, contracts=money.ContractSum(None, None, 1, 7))
    years = (empty, whole, uncounted)
    rows = MoneyRows(money.PublicMoney(side="supplier", years=years), 9).rows
    texts = {row.key: text_of(row) for row in rows}
    assert texts["year 2024"] == (
        "2024 2 contracts 3,000 (with those above 1 bn 5,000,000) · 1 purchase 40 · 6 frameworks"
        " −12.5% of turnover 2024"
    )
    assert texts["year 2023"] == "2023 –"
    assert texts["year 2022"] == "2022 – contracts – (with those above 1 bn 7)"
    data = money.PublicMoney(side="supplier", sum=None, count=None, years=years)
    said = PublicMoneySection._summary(of(), data)
    assert said == "Won: – RON · – awards · −12.5% of turnover 2024"
    for share, said in (
        (0.5, "50.0% of turnover 2024"), (9.99, "999.0% of turnover 2024"),
        (-0.5, "−50.0% of turnover 2024"),
        (10.0, "10 times the turnover of 2024"), (295.4, "295 times the turnover of 2024"),
        (0.0, "0% of turnover 2024"),
    ):  # fmt: skip
        assert of_turnover(share, 2024) == said


@pytest.mark.parametrize(
    ("nature", "shared", "value", "ceiling"),
    [("contract", None, "100", None), ("framework", None, "a ceiling", "100"),
     ("framework", 2, "a ceiling, shared with 2 others", "100"), ("purchase", None, "100", None)],
)  # fmt: skip
def test_a_contract_has_its_value_or_its_ceiling(
    nature: str, shared: int | None, value: str, ceiling: str | None
) -> None:
    contract = money.Contract(
        nature=nature, date="2024-05-06", buyer_tax_id="13", buyer_name="DEJ", winner_tax_id="12",
        winner_name="ANA", value=100, cpv="45", title="drumuri", number="7", shared_with=shared,
        source="a.csv", line=9,
    )  # fmt: skip
    fields = {each.label: each.value for each in contract_fields(contract)}
    assert (fields["Value (RON)"], fields.get("Ceiling (RON)")) == (value, ceiling)
    assert (fields["Authority"], fields["Winner"], fields["File"]) == (
        "DEJ 13",
        "ANA 12",
        "a.csv, 9",
    )
    assert (fields["Date"], fields["CPV"], fields["Number"]) == ("2024-05-06", "45", "7")
