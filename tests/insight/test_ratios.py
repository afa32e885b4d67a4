"""Ratios and growth against arithmetic done by hand, and what must hold for any figures."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tui_app.contract.resources import YearlyRecord
from tui_app.insight import ratios as r
from tui_app.insight.due import due_day, last_due_year
from tui_app.insight.figures import YEARLY_LABELS
from tui_app.insight.growth import by_year, change, compound_growth, growth

YEAR = YearlyRecord(
    year=2024,
    turnover=2_000_000,
    net_profit=150_000,
    equity=600_000,
    debts=900_000,
    fixed_assets=800_000,
    current_assets=1_200_000,
    employee=8,
)
EARLIER = YearlyRecord(year=2021, turnover=1_000_000)

amounts = st.one_of(st.none(), st.integers(-(10**12), 10**12))
records = st.builds(
    YearlyRecord,
    year=st.integers(2008, 2025),
    **dict.fromkeys(YEARLY_LABELS, amounts),
)


def named(found: tuple[r.Ratio, ...]) -> dict[str, float | None]:
    return {ratio.name: ratio.value for ratio in found}


def test_every_ratio_of_a_year_worked_out_by_hand() -> None:
    assert named(r.ratios([YEAR, EARLIER])) == {
        "net_margin": pytest.approx(0.075),  # 150,000 of 2,000,000
        "return_on_equity": pytest.approx(0.25),  # 150,000 of 600,000
        "debt_ratio": pytest.approx(0.45),  # 900,000 of 800,000 + 1,200,000
        "current_ratio": pytest.approx(4 / 3),  # 1,200,000 to 900,000
        "turnover_per_employee": pytest.approx(250_000),  # 2,000,000 by 8
        "compound_growth": pytest.approx(0.2599210499),  # twice in three years: 2^(1/3) − 1
    }


def test_a_ratio_names_its_year_and_the_figures_it_was_made_of() -> None:
    by_name = {ratio.name: ratio for ratio in r.ratios([YEAR, EARLIER])}
    debt = by_name["debt_ratio"]
    assert debt.year == 2024
    assert [(f.field, f.value, f.year, f.source) for f in debt.figures] == [
        ("debts", 900_000, 2024, "financial"),
        ("fixedAssets", 800_000, 2024, "financial"),
        ("currentAssets", 1_200_000, 2024, "financial"),
    ]
    growing = by_name["compound_growth"]
    assert [(f.value, f.year) for f in growing.figures] == [(1_000_000, 2021), (2_000_000, 2024)]


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("net_margin", replace(YEAR, turnover=0)),
        ("return_on_equity", replace(YEAR, equity=-1)),
        ("return_on_equity", replace(YEAR, equity=0)),
        ("debt_ratio", replace(YEAR, fixed_assets=0, current_assets=0)),
        ("current_ratio", replace(YEAR, debts=0)),
        ("turnover_per_employee", replace(YEAR, employee=0)),
        ("compound_growth", YEAR),
    ],
)
def test_a_ratio_that_would_mean_nothing_is_unknown(name: str, record: YearlyRecord) -> None:
    assert named(r.ratios([record]))[name] is None


def test_a_loss_gives_a_negative_margin_and_return() -> None:
    found = named(r.ratios([replace(YEAR, net_profit=-50_000)]))
    assert found["net_margin"] == pytest.approx(-0.025)  # −50,000 of 2,000,000
    assert found["return_on_equity"] == pytest.approx(-1 / 12)  # −50,000 of 600,000


@pytest.mark.parametrize(
    ("before", "after", "share"),
    [
        (100, 150, 0.5),
        (100, 0, -1.0),
        (100, -1, None),  # from profit to loss
        (-100, 50, None),  # from loss to profit
        (-100, -50, None),  # a smaller loss is no growth
        (0, 50, None),
        (None, 50, None),
        (100, None, None),
    ],
)
def test_growth_is_told_as_a_share_only_where_it_is_one(
    before: int | None, after: int | None, share: float | None
) -> None:
    assert growth(before, after) == share
    moved = change(before, after)
    if before is None or after is None:
        assert moved is None
    else:
        assert moved is not None
        assert (moved.before, moved.after, moved.share) == (before, after, share)
        assert moved.amount == after - before


@pytest.mark.parametrize(
    ("first", "last", "years", "rate"),
    [
        (100, 121, 2, 0.1),  # 100 · 1.1 · 1.1
        (100, 25, 2, -0.5),
        (100, 0, 1, -1.0),
        (0, 100, 1, None),
        (-5, 100, 1, None),
        (100, -5, 1, None),
        (100, 121, 0, None),
        (None, 121, 2, None),
        (100, None, 2, None),
    ],
)
def test_compound_growth(
    first: int | None, last: int | None, years: int, rate: float | None
) -> None:
    assert compound_growth(first, last, years) == (None if rate is None else pytest.approx(rate))


def test_a_statement_is_due_by_the_end_of_may() -> None:
    assert due_day(2024) == dt.date(2025, 5, 31)
    assert last_due_year(dt.date(2025, 5, 31)) == 2023
    assert last_due_year(dt.date(2025, 6, 1)) == 2024
    assert last_due_year(dt.date(2025, 12, 31)) == 2024
    assert last_due_year(dt.date(2026, 1, 1)) == 2024


@given(records, st.sampled_from(sorted(YEARLY_LABELS)))
def test_a_missing_value_never_becomes_zero(record: YearlyRecord, missing: str) -> None:
    without = replace(record, **{missing: None})
    for ratio in r.of_year(without):
        fields = [figure.value for figure in ratio.figures]
        if None in fields:
            assert ratio.value is None
        # The figures are told as they are, known or not.
        for figure in ratio.figures:
            if figure.label == YEARLY_LABELS[missing]:
                assert figure.value is None


@given(st.lists(records, max_size=8), st.randoms())
def test_the_order_of_years_does_not_matter(years: list[YearlyRecord], random: object) -> None:
    shuffled = list(years)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert by_year(shuffled) == by_year(years)
    assert r.ratios(shuffled) == r.ratios(years)
    assert [record.year for record in by_year(years)] == sorted({y.year or 0 for y in years})


@given(st.lists(records, max_size=6), st.integers(1, 10_000))
def test_scaling_all_amounts_changes_no_ratio(years: list[YearlyRecord], factor: int) -> None:
    scaled = [
        replace(
            record,
            **{
                name: None if (value := getattr(record, name)) is None else value * factor
                for name in YEARLY_LABELS
                if name != "employee"
            },
        )
        for record in years
    ]
    for before, after in zip(r.ratios(years), r.ratios(scaled), strict=True):
        if before.name == "turnover_per_employee":
            # An amount for each person: it scales as amounts do.
            assert after.value == (before.value and pytest.approx(before.value * factor))
        else:
            assert after.value == (None if before.value is None else pytest.approx(before.value))


def test_where_a_year_comes_twice_the_fuller_record_counts() -> None:
    bare = YearlyRecord(year=2024, turnover=5)
    assert by_year([bare, YEAR]) == by_year([YEAR, bare]) == (YEAR,)


def test_without_a_year_there_is_no_ratio() -> None:
    assert r.ratios(()) == ()
    assert r.ratios((YearlyRecord(turnover=5),)) == ()
