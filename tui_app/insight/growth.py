"""Financial years in order, and the change of a figure between two years."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import astuple, replace

from tui_app.contract.resources import FinancialData, YearlyRecord


def by_year(records: Iterable[YearlyRecord]) -> tuple[YearlyRecord, ...]:
    """The records with a year, oldest first, whatever the server's order.

    If a year occurs twice, the record with more figures counts, then the one with larger figures.
    """
    known: dict[int, YearlyRecord] = {}
    for record in records:
        if record.year is None:
            continue
        other = known.setdefault(record.year, record)
        if other != record:  # thousands of equal ones cost next to nothing
            known[record.year] = max(other, record, key=_completeness)
    return tuple(known[year] for year in sorted(known))


def _completeness(record: YearlyRecord) -> tuple[int, tuple[tuple[bool, int], ...]]:
    values = astuple(record)
    return (
        sum(value is not None for value in values),
        tuple((value is not None, value or 0) for value in values),
    )


def without_holes(records: Sequence[YearlyRecord]) -> tuple[YearlyRecord, ...]:
    """The ordered records, with an empty record for each missing year between them."""
    by = {record.year: record for record in records if record.year is not None}
    if not by:
        return ()
    years = range(min(by), max(by) + 1)
    # A server may send absurd years: no table needs a century of gaps.
    if len(years) > 100:
        return tuple(records)
    return tuple(by.get(year) or YearlyRecord(year=year) for year in years)


def latest_two(data: FinancialData) -> tuple[YearlyRecord, YearlyRecord]:
    """The latest year on record and the year before it, which is empty if it is missing.

    A figure that no year has is the server's own latest one, whose year is uncertain: beside a year
    that has it, it would pass for a newer one. The server's figures "of the year before" are used
    only if no year is on record: some servers take them from whatever older year they have.
    """
    ordered = by_year(data.financial_data)
    sent = {"turnover": data.turnover, "net_profit": data.net_profit, "employee": data.employee}
    unknown = {
        name: value
        for name, value in sent.items()
        if all(getattr(record, name) is None for record in ordered)
    }
    latest = replace(ordered[-1] if ordered else YearlyRecord(), **unknown)
    if ordered:
        return latest, year_before(ordered) or YearlyRecord()
    before = YearlyRecord(
        turnover=data.turnover_prev_year,
        net_profit=data.net_profit_prev_year,
        employee=data.employee_prev_year,
    )
    return latest, before


def year_before(ordered: Sequence[YearlyRecord]) -> YearlyRecord | None:
    """The record of the year before the latest one; ``None`` if that year is missing."""
    before = (ordered[-1].year or 0) - 1
    return next((record for record in ordered[-2:-1] if record.year == before), None)


class AmountChange(Struct, frozen=True):
    """The change of an amount. ``share`` is ``None`` if a percentage would mislead."""

    before: int
    after: int
    share: float | None

    @property
    def amount(self) -> int:
        """The difference: positive for an increase."""
        return self.after - self.before


def change(before: int | None, after: int | None) -> AmountChange | None:
    """The change from one amount to another; ``None`` if one is unknown."""
    if before is None or after is None:
        return None
    return AmountChange(before, after, growth(before, after))


def growth(before: int | None, after: int | None) -> float | None:
    """(after − before) ÷ before; ``None`` if that has no meaning.

    It has none if an amount is unknown, the amount before is zero, or one of them is negative: a
    change between loss and profit has no percentage.
    """
    if before is None or after is None or before <= 0 or after < 0:
        return None
    return (after - before) / before


def compound_growth(first: int | None, last: int | None, years: int) -> float | None:
    """(last ÷ first)^(1 ÷ years) − 1, the average growth per year.

    ``None`` if one amount is unknown, the first is not positive, the last is negative, or there is
    no year between them.
    """
    if first is None or last is None or first <= 0 or last < 0 or years < 1:
        return None
    return float((last / first) ** (1 / years) - 1)
