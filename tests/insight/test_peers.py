"""Quartiles and percentiles against the standard library's and against counting."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.resources import YearlyRecord
from tui_app.insight.peers import MARGIN, Size, cuts_of, measures, peer_measure, size_of

values = st.lists(
    st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 3)),
    min_size=5,
    max_size=101,
)


@given(values)
def test_quartiles_are_those_of_the_standard_library(group: list[float]) -> None:
    found = peer_measure(MARGIN.name, cuts_of(group), len(group), group[0])
    assert found is not None
    expected = statistics.quantiles(group, n=4, method="inclusive")
    assert [found.lower_quartile, found.median, found.upper_quartile] == pytest.approx(expected)


@given(values, st.data())
def test_the_percentile_is_the_share_of_the_others_below(
    group: list[float], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(group) - 1))
    own, others = group[place], group[:place] + group[place + 1 :]
    below = sum(each < own for each in others) + sum(each == own for each in others) / 2
    found = peer_measure(MARGIN.name, cuts_of(group), len(group), own)
    assert found is not None and found.percentile == pytest.approx(100 * below / len(others))


@given(st.lists(st.floats(-1, 1), min_size=102, max_size=600), st.data())
def test_a_large_group_is_kept_in_hundredths(group: list[float], data: st.DataObject) -> None:
    cuts = cuts_of(group)
    assert len(cuts) == 101
    assert (cuts[0], cuts[-1]) == (min(group), max(group))
    own = data.draw(st.sampled_from(group))
    found = peer_measure(MARGIN.name, cuts, len(group), own)
    assert found is not None and found.percentile is not None
    fewest = 100 * sum(each < own for each in group) / len(group)
    most = 100 * sum(each <= own for each in group) / len(group)
    assert found.precision == 1
    assert fewest - 1 <= found.percentile <= most + 1
    median = statistics.median(group)
    assert found.median == pytest.approx(median, abs=1e-9)


def test_a_value_that_most_firms_share_has_its_place_whatever_it_is() -> None:
    """Interpolated between two equal values, 0.1 was a little less than 0.1."""
    for share in (0.1, 1 / 3, 1.946):
        group = [share] * 150 + [share + 1 + place / 7 for place in range(97)]
        found = peer_measure(MARGIN.name, cuts_of(group), len(group), share)
        assert found is not None
        assert found.percentile == pytest.approx(100 * (149 / 2) / (len(group) - 1), abs=1)


def test_a_small_group_has_exact_percentiles() -> None:
    found = peer_measure(MARGIN.name, cuts_of([1, 2, 3, 4, 5]), 5, 3)
    assert found is not None and (found.percentile, found.precision) == (50, None)


def test_under_five_firms_nothing_is_told() -> None:
    assert peer_measure(MARGIN.name, cuts_of([1, 2, 3, 4]), 4, 1) is None
    five = peer_measure(MARGIN.name, cuts_of([1, 2, 3, 4, 5]), 5, 5)
    assert five is not None and five.percentile == 100 and five.median == 3


def test_without_a_value_the_group_is_still_told() -> None:
    found = peer_measure(MARGIN.name, cuts_of([1, 2, 3, 4, 5]), 5, None)
    assert found is not None and found.percentile is None and found.companies == 5


@pytest.mark.parametrize(
    ("employee", "size"),
    [(0, Size.MICRO), (9, Size.MICRO), (10, Size.SMALL), (49, Size.SMALL), (50, Size.MEDIUM),
     (249, Size.MEDIUM), (250, Size.LARGE), (None, None), (-1, None)],
)  # fmt: skip
def test_sizes_are_those_of_the_law(employee: int | None, size: Size | None) -> None:
    assert size_of(employee) is size


def test_measures_are_those_of_the_latest_year() -> None:
    before = YearlyRecord(year=2023, turnover=400, net_profit=1, employee=1)
    last = YearlyRecord(year=2024, turnover=500, net_profit=50, employee=4)
    assert measures([last, before]) == {
        "net_margin": 0.1,  # 50 of 500
        "growth": 0.25,  # from 400 to 500
        "turnover_per_employee": 125,  # 500 by 4
    }
    assert measures([YearlyRecord(year=2024, turnover=500)]) == {}
    assert "growth" not in measures([last, YearlyRecord(year=2022, turnover=400)])
    assert measures([]) == {}
