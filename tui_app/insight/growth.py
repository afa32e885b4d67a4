"""Financial years in order, and how a figure moved from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui_app.contract.resources import YearlyRecord


def by_year(records: Iterable[YearlyRecord]) -> tuple[YearlyRecord, ...]:
    """The records with a year, oldest first; where a year comes twice the later one counts."""
    known = {record.year: record for record in records if record.year is not None}
    return tuple(known[year] for year in sorted(known))


def without_holes(records: Sequence[YearlyRecord]) -> tuple[YearlyRecord, ...]:
    """Ordered records with an empty one for each year that is missing between them."""
    by = {record.year: record for record in records if record.year is not None}
    if not by:
        return ()
    years = range(min(by), max(by) + 1)
    # A server may name absurd years: a century of holes is no table.
    if len(years) > 100:
        return tuple(records)
    return tuple(by.get(year) or YearlyRecord(year=year) for year in years)


def growth(before: int | None, after: int | None) -> float | None:
    """The change as a share of the amount before; ``None`` where it would mean nothing.

    That is where one of the two is unknown, or the amount before is zero or negative.
    """
    if before is None or after is None or before <= 0:
        return None
    return (after - before) / before
