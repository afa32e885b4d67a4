"""Financial years in order, and the change of a figure between two years."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import astuple

from tui_app.contract.resources import YearlyRecord


def by_year(records: Iterable[YearlyRecord]) -> tuple[YearlyRecord, ...]:
    """The records with a year, oldest first, whatever the server's order.

    Where a year comes twice, the record with more figures counts, then the larger figures.
    """
    known: dict[int, YearlyRecord] = {}
    for record in records:
        if record.year is not None:
            other = known.get(record.year)
            known[record.year] = record if other is None else max(other, record, key=_fullness)
    return tuple(known[year] for year in sorted(known))


def _fullness(record: YearlyRecord) -> tuple[int, tuple[tuple[bool, int], ...]]:
    values = astuple(record)
    return (
        sum(value is not None for value in values),
        tuple((value is not None, value or 0) for value in values),
    )


def without_holes(records: Sequence[YearlyRecord]) -> tuple[YearlyRecord, ...]:
    """Ordered records with an empty one for each missing year between them."""
    by = {record.year: record for record in records if record.year is not None}
    if not by:
        return ()
    years = range(min(by), max(by) + 1)
    # A server may send absurd years: no table needs a century of gaps.
    if len(years) > 100:
        return tuple(records)
    return tuple(by.get(year) or YearlyRecord(year=year) for year in years)


class Change(Struct, frozen=True):
    """The change of an amount. ``share`` is ``None`` where a percentage would mislead."""

    before: int
    after: int
    share: float | None

    @property
    def amount(self) -> int:
        """The difference: positive for an increase."""
        return self.after - self.before


def change(before: int | None, after: int | None) -> Change | None:
    """The change from one amount to another; ``None`` where one is unknown."""
    if before is None or after is None:
        return None
    return Change(before, after, growth(before, after))


def growth(before: int | None, after: int | None) -> float | None:
    """(after − before) ÷ before; ``None`` where that has no meaning.

    That is where one of the two is unknown, the amount before is zero, or one of them is
    negative: a change between loss and profit has no percentage.
    """
    if before is None or after is None or before <= 0 or after < 0:
        return None
    return (after - before) / before


def compound_growth(first: int | None, last: int | None, years: int) -> float | None:
    """(last ÷ first)^(1 ÷ years) − 1, the average growth per year.

    ``None`` where one is unknown, the first is not positive, the last is negative or no year
    lies between them.
    """
    if first is None or last is None or first <= 0 or last < 0 or years < 1:
        return None
    return float((last / first) ** (1 / years) - 1)
