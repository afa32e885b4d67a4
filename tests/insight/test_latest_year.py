"""The latest year and the one before it: no figure of another year passes for theirs."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.insight.growth import latest_two


def year(number: int | None, **values: Any) -> YearlyRecord:
    return YearlyRecord(year=number, **values)


@pytest.mark.parametrize(
    ("records", "sent", "latest", "before"),
    [
        ([year(2023, turnover=60), year(2024, turnover=70)], {}, (2024, 70), (2023, 60)),
        # An older year's turnover is not that of the newest statement, whoever says it.
        ([year(2023, turnover=60), year(2024, equity=5)], {"turnover": 60},
         (2024, None), (2023, 60)),
        ([year(2023, turnover=60), year(2024, equity=5)], {"turnover": 65},
         (2024, None), (2023, 60)),
        # What no year has is the server's own.
        ([year(2024, equity=5)], {"turnover": 65, "turnover_prev_year": 9},
         (2024, 65), (None, None)),
        ([], {"turnover": 65, "turnover_prev_year": 9}, (None, 65), (None, 9)),
        ([], {}, (None, None), (None, None)),
        ([year(2024, turnover=70)], {"turnover": 99}, (2024, 70), (None, None)),
        ([year(2021, turnover=1), year(2024, turnover=70)], {"turnover_prev_year": 9},
         (2024, 70), (None, None)),  # the year before is missing
        ([year(2023, turnover=0), year(2024, turnover=-4), year(None, turnover=9)], {},
         (2024, -4), (2023, 0)),
    ],
)  # fmt: skip
def test_the_latest_year_has_its_own_figures(
    records: list[YearlyRecord], sent: dict[str, int],
    latest: tuple[int | None, int | None], before: tuple[int | None, int | None],
) -> None:  # fmt: skip
    for order in itertools.permutations(records):
        data = replace(FinancialData(financial_data=order), **sent)
        found = latest_two(data)
        assert [(each.year, each.turnover) for each in found] == [latest, before]


def test_each_figure_is_decided_by_itself() -> None:
    records = (year(2023, turnover=60), year(2024, net_profit=-7))
    latest, before = latest_two(
        FinancialData(turnover=1, net_profit=2, employee=3, financial_data=records)
    )
    assert (latest.turnover, latest.net_profit, latest.employee) == (None, -7, 3)
    assert (before.turnover, before.net_profit, before.employee) == (60, None, None)
    _latest, before = latest_two(FinancialData(net_profit_prev_year=-1, employee_prev_year=4))
    assert (before.turnover, before.net_profit, before.employee) == (None, -1, 4)
