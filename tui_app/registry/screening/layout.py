"""The tables and field names of screening."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

SPAN: Final = 16_384
"""The number of companies in a span."""

SPANS_TOGETHER: Final = 16
"""The number of spans that are also stored as one combined set."""

NUMBER_ORDERS: Final = (
    "turnover", "net_profit", "equity", "margin", "growth", "registration_date",
)  # fmt: skip
"""Fields with spans that store values: whole numbers."""

TEXT_ORDERS: Final = ("company_name", "tax_id", "company_id")
"""Fields with spans that store only the order."""

TEXT_SETS: Final = ("county", "company_type", "status", "locality")
FLAG_SETS: Final = ("has_phone", "has_email", "has_website", "has_court_cases")
ACTIVITY: Final = "activity"
SECTION: Final = "section"
SIZE: Final = "size"
"""Fields with a set for each value."""

ALL: Final = "all"
"""A set with a single value, 1: every company."""

DEBUTANT: Final = "debutant"
"""Companies whose name ends in SRL-D."""

START: Final = "start"
"""Prefix sets of one or two characters of the names' words; longer ones are in ``screen_word``."""

SHORT_START: Final = 2

SUMMED: Final = ("turnover", "employee")
"""Figures with a set of companies for each bit, from which totals are computed."""

FIGURES: Final = (
    "year", "turnover", "turnover_before", "net_profit", "employee", "equity", "loss_years",
)  # fmt: skip

MONEY_ORDERS: Final = ("won", "public_share")
"""Orders by public contracts, which are in tables of their own."""

MONEY_FIELDS: Final = frozenset(
    (*MONEY_ORDERS, "won_year", "buyers", "buyer", "cpv", "cpv_division")
)
"""Fields in the tables of public contracts."""

_LARGEST: Final = 2**62


def bit_field(figure: str, bit: int, *, below_zero: bool) -> str:
    """The field of the companies whose figure, without its sign, has a bit."""
    return f"{figure} {'minus' if below_zero else 'plus'} {bit}"


def combined_spans(order: str) -> str:
    """The field of the combined spans of an order."""
    return f"{order} together"


def share_key(part: int | None, whole: int | None) -> int | None:
    """A share in per cent, of a whole above zero, as an integer with the same order.

    It is twice the hundredths of a per cent, rounded down, plus one if that was inexact. So a
    share compares with a bound of two decimals exactly as their keys do.
    """
    if part is None or whole is None or whole <= 0:
        return None
    hundredths, rest = divmod(10_000 * part, whole)
    return max(-_LARGEST, min(2 * hundredths + bool(rest), _LARGEST))


def bound_key(per_cent: Decimal | int) -> int:
    """The key of a bound in per cent, with at most two decimals."""
    return max(-_LARGEST, min(2 * int(per_cent * 100), _LARGEST))
