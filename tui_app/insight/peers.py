"""The position of a company among its peers: same CAEN class, county and size.

Pure arithmetic: the caller provides the firms. A group of fewer than five is not used:
it says little, and reveals too much of each firm. Quartiles are interpolated linearly between
the two nearest firms, extremes included (method R-7, as in spreadsheets).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from tui_app.contract.resources import PeerMeasure, YearlyRecord
from tui_app.insight import ratios
from tui_app.insight.growth import by_year, growth, year_before
from tui_app.system.language import N_

MIN_GROUP: Final = 5
"""The fewest firms in a group."""

MAX_CUTS: Final = 101
"""The most values stored for a group: all of them, or 101 percentiles of a larger one."""


PRECISION: Final = 1.0
"""A percentile from the stored 101 differs from the true one by less than this."""


class Size(StrEnum):
    """The size class of a firm by employees (Law 346/2004, which has the classes of the EU)."""

    MICRO = "micro"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class MeasureDefinition(Struct, frozen=True):
    """A measure for comparing firms; ``label`` is marked for translation."""

    name: str
    label: str


MARGIN: Final = MeasureDefinition("net_margin", N_("Net margin"))
GROWTH: Final = MeasureDefinition("growth", N_("Growth of turnover"))
PER_EMPLOYEE: Final = MeasureDefinition("turnover_per_employee", N_("Turnover per employee"))
MEASURES: Final = (MARGIN, GROWTH, PER_EMPLOYEE)


def size_of(employee: int | None) -> Size | None:
    """The size class of a number of employees: up to 9, 49, 249, more."""
    if employee is None or employee < 0:
        return None
    if employee < 10:
        return Size.MICRO
    if employee < 50:
        return Size.SMALL
    return Size.MEDIUM if employee < 250 else Size.LARGE


def measures(records: Sequence[YearlyRecord]) -> dict[str, float]:
    """The known measures of the latest year, by name.

    Growth is that of turnover from the year before, if both years are on record.
    """
    ordered = by_year(records)
    if not ordered:
        return {}
    last, before = ordered[-1], year_before(ordered)
    values = {
        MARGIN.name: ratios.value(ratios.NET_MARGIN, last),
        GROWTH.name: growth(before.turnover, last.turnover) if before else None,
        PER_EMPLOYEE.name: ratios.value(ratios.TURNOVER_PER_EMPLOYEE, last),
    }
    return {name: value for name, value in values.items() if value is not None}


def cuts_of(values: Sequence[float]) -> tuple[float, ...]:
    """The sorted values of a group, or 101 of them at equal steps if it is larger."""
    ordered = sorted(values)
    if len(ordered) <= MAX_CUTS:
        return tuple(ordered)
    return tuple(at(ordered, step / (MAX_CUTS - 1)) for step in range(MAX_CUTS))


def at(ordered: Sequence[float], share: float) -> float:
    """The interpolated value below which a share of the sorted values lies."""
    position = share * (len(ordered) - 1)
    below, above = math.floor(position), math.ceil(position)
    # In this form, the result between two equal values is equal to them.
    return ordered[below] + (position - below) * (ordered[above] - ordered[below])


def peer_measure(
    measure: str, cuts: Sequence[float], firms: int, value: float | None
) -> PeerMeasure | None:
    """The position of a value among the cuts of a group; ``None`` for fewer than five firms."""
    if firms < MIN_GROUP or not cuts:
        return None
    return PeerMeasure(
        measure=measure,
        companies=firms,
        lower_quartile=at(cuts, 0.25),
        median=at(cuts, 0.5),
        upper_quartile=at(cuts, 0.75),
        value=value,
        percentile=None if value is None else _percentile(cuts, value),
        precision=None if value is None or firms <= len(cuts) else PRECISION,
    )


def _percentile(cuts: Sequence[float], value: float) -> float:
    lower, equal = bisect_left(cuts, value), bisect_right(cuts, value) - bisect_left(cuts, value)
    if not equal:
        return 100 * lower / len(cuts)
    # The company is one of the equal ones, and does not count among the others.
    return 100 * (lower + (equal - 1) / 2) / max(1, len(cuts) - 1)
