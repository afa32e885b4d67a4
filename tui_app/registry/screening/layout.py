"""What is kept of a registry for screening: the tables, and the names in them."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

SPAN: Final = 16_384
"""Companies of a span."""

SPANS_TOGETHER: Final = 16
"""Spans whose companies are kept as one set as well."""

NUMBER_ORDERS: Final = (
    "turnover", "net_profit", "equity", "margin", "growth", "registration_date",
)  # fmt: skip
"""Fields with spans that know their values: whole numbers."""

TEXT_ORDERS: Final = ("company_name", "tax_id", "company_id")
"""Fields with spans that know the order only."""

TEXT_SETS: Final = ("county", "company_type", "status", "locality")
NUMBER_SETS: Final = ("founding_year", "statement_year", "employee", "loss_years", "vat")
FLAG_SETS: Final = ("has_phone", "has_email", "has_website", "has_court_cases")
ACTIVITY: Final = "activity"
SECTION: Final = "section"
SIZE: Final = "size"
"""Fields with a set for each value."""

START: Final = "start"
"""Names with a word that begins so, with one or two characters; longer ones in ``screen_word``."""

SHORT_START: Final = 2

DIGITS: Final = 1
"""Bits of a digit. A figure is summed by the sets of companies with the same digit somewhere;
sets of single bits are the smallest together."""

SUMMED: Final = ("turnover", "employee")

FIGURES: Final = (
    "year", "turnover", "turnover_before", "net_profit", "employee", "equity", "loss_years",
)  # fmt: skip

_LARGEST: Final = 2**62


def digit_field(figure: str, place: int, *, below_zero: bool) -> str:
    """The field whose sets are the digits of a figure at a place, counted from the last."""
    return f"{figure} {'minus' if below_zero else 'plus'} {place}"


def together(order: str) -> str:
    """The field whose sets are spans of an order, many in one."""
    return f"{order} together"


def share_key(part: int | None, whole: int | None) -> int | None:
    """A part in per cent of a whole above zero, as a whole number that keeps the order.

    Twice the hundredths of a per cent, rounded down, and one more where that was not exact: so
    every share is above, below or equal to a bound of two decimals exactly when its key is.
    """
    if part is None or whole is None or whole <= 0:
        return None
    hundredths, rest = divmod(10_000 * part, whole)
    return max(-_LARGEST, min(2 * hundredths + bool(rest), _LARGEST))


def bound_key(per_cent: Decimal | int) -> int:
    """The key of a bound in per cent with at most two decimals."""
    return max(-_LARGEST, min(2 * int(per_cent * 100), _LARGEST))
