"""Ratios of a financial year, each with its formula and its figures.

A missing figure makes its ratio unknown; it never counts as zero. A divisor that is not positive
does so too, because the ratio would have no meaning. Amounts are whole RON.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tui_app.contract.resources import YearlyRecord
from tui_app.insight.figures import Figure, Unit, read, yearly
from tui_app.insight.growth import by_year, compound_growth
from tui_app.system.language import N_


class RatioDefinition(Struct, frozen=True, kw_only=True):
    """A ratio: the sum of ``above`` divided by the sum of ``below``, fields of a yearly record."""

    name: str
    label: str
    formula: str
    unit: Unit
    above: tuple[str, ...]
    below: tuple[str, ...]


class Ratio(Struct, frozen=True, kw_only=True):
    """A ratio of a company; ``value`` is ``None`` if it is unknown or has no meaning.

    ``label`` and ``formula`` are texts marked for translation. ``year`` is its year, the last one
    if it spans several.
    """

    name: str
    label: str
    formula: str
    unit: Unit
    year: int | None
    value: float | None
    figures: tuple[Figure, ...]


NET_MARGIN: Final = RatioDefinition(
    name="net_margin",
    label=N_("Net margin"),
    formula=N_("Net profit ÷ turnover"),
    unit=Unit.PERCENT,
    above=("net_profit",),
    below=("turnover",),
)
RETURN_ON_EQUITY: Final = RatioDefinition(
    name="return_on_equity",
    label=N_("Return on equity"),
    formula=N_("Net profit ÷ equity at the end of the year; none if equity is negative"),
    unit=Unit.PERCENT,
    above=("net_profit",),
    below=("equity",),
)
DEBT_RATIO: Final = RatioDefinition(
    name="debt_ratio",
    label=N_("Debt ratio"),
    formula=N_("Liabilities ÷ (fixed assets + current assets)"),
    unit=Unit.PERCENT,
    above=("debts",),
    below=("fixed_assets", "current_assets"),
)
CURRENT_RATIO: Final = RatioDefinition(
    name="current_ratio",
    label=N_("Current ratio"),
    formula=N_("Current assets ÷ all liabilities (statements do not separate short-term ones)"),
    unit=Unit.TIMES,
    above=("current_assets",),
    below=("debts",),
)
TURNOVER_PER_EMPLOYEE: Final = RatioDefinition(
    name="turnover_per_employee",
    label=N_("Turnover per employee"),
    formula=N_("Turnover ÷ average number of employees"),
    unit=Unit.RON_PER_PERSON,
    above=("turnover",),
    below=("employee",),
)
YEARLY: Final = (NET_MARGIN, RETURN_ON_EQUITY, DEBT_RATIO, CURRENT_RATIO, TURNOVER_PER_EMPLOYEE)
"""The ratios of one year."""


def value(definition: RatioDefinition, record: YearlyRecord) -> float | None:
    """A ratio of one year."""
    above, below = _sum(record, definition.above), _sum(record, definition.below)
    if above is None or below is None or below <= 0:
        return None
    return above / below


def of_year(record: YearlyRecord) -> tuple[Ratio, ...]:
    """Every ratio of one year, known or not."""
    return tuple(
        Ratio(
            name=each.name,
            label=each.label,
            formula=each.formula,
            unit=each.unit,
            year=record.year,
            value=value(each, record),
            figures=yearly(record, (*each.above, *each.below)),
        )
        for each in YEARLY
    )


def unexplained(record: YearlyRecord) -> int | None:
    """The assets less equity and liabilities, if that is more than a fifth of the assets.

    Provisions, prepaid and deferred items are part of a balance sheet, but not of the data.
    """
    assets = _sum(record, DEBT_RATIO.below)
    funding = _sum(record, ("equity", "debts"))
    if assets is None or funding is None or abs(assets - funding) * 5 <= abs(assets):
        return None
    return assets - funding


def ratios(records: Iterable[YearlyRecord]) -> tuple[Ratio, ...]:
    """The ratios of the latest year on record and the compound growth; none without records."""
    ordered = by_year(records)
    return (*of_year(ordered[-1]), growth_of_turnover(ordered)) if ordered else ()


def growth_of_turnover(records: Iterable[YearlyRecord]) -> Ratio:
    """The compound growth from the first to the last year with a known turnover."""
    known = [record for record in by_year(records) if record.turnover is not None]
    ends = (known[0], known[-1]) if known else ()
    return Ratio(
        name="compound_growth",
        label=N_("Compound growth of turnover"),
        formula=N_("(last turnover ÷ first turnover)^(1 ÷ years between) − 1"),
        unit=Unit.PERCENT,
        year=ends[1].year if ends else None,
        value=_compound(*ends) if ends else None,
        figures=tuple(f for record in dict.fromkeys(ends) for f in yearly(record, ("turnover",))),
    )


def _compound(first: YearlyRecord, last: YearlyRecord) -> float | None:
    years = (last.year or 0) - (first.year or 0)
    return compound_growth(first.turnover, last.turnover, years)


def _sum(record: YearlyRecord, names: tuple[str, ...]) -> int | None:
    """The sum of figures; unknown if one of them is."""
    values = [read(record, name) for name in names]
    known = [each for each in values if each is not None]
    return sum(known) if len(known) == len(values) else None
