"""Values in criteria: amounts, percentages, years, days, activities."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import Final

from tui_app.contract.dates import read_days
from tui_app.contract.folding import fold
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.screening.criteria import Bound, Range
from tui_app.contract.screening.fields import FieldKind
from tui_app.contract.screening.sections import SECTION

_SUFFIXES: Final = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9,
                    "mii": 10**3, "mil": 10**6, "mld": 10**9}  # fmt: skip
"""English and Romanian ones."""
_UNIT: Final = "k|mii|mil|mld|m|b"
_AMOUNT: Final = lazy_pattern(
    rf"([+-]?[0-9]{{1,15}}(?:\.[0-9]{{1,9}})?)({_UNIT})?", re.ASCII | re.I
)
_GROUPED: Final = lazy_pattern(r"[+-]?[0-9]{1,3}(?:\.[0-9]{3}){2,4}", re.ASCII)
"""``1.000.000``; a single dot is a decimal point."""

_PERCENT: Final = lazy_pattern(r"([+-]?[0-9]{1,9}(?:\.[0-9]{1,2})?)%?", re.ASCII)
_OPERATORS: Final = (">=", "<=", ">", "<")
_CODE: Final = lazy_pattern(r"[A-Va-v]|[0-9]{2,4}", re.ASCII)
_DOTTED: Final = lazy_pattern(r"[0-9]{2}\.[0-9]{1,2}", re.ASCII)
_CODE_RANGE: Final = lazy_pattern(
    r"(?P<low>[0-9]{2,4})\s*(?:[-–—/]|\.\.)\s*(?P<high>[0-9]{2,4})", re.ASCII
)
_MAX_LISTED: Final = 9
"""The most codes into which a range is expanded, after its first."""

_LARGEST: Final = 2**63 - 1
_THOUSANDS: Final = lazy_pattern(r"[<>]?=?[+-]?[0-9]{1,3}(?:,[0-9]{3})+", re.ASCII)
# A decimal or thousands comma: the number before it has no unit, the one after it no sign.
_COMMA: Final = lazy_pattern(
    rf"(?P<sign>[<>]=?\s*)?(?:[^,]*\.\.)?[+-]?[0-9]{{1,3}},[0-9]{{1,3}}(?P<unit>{_UNIT})?%?"
    r"(?:\.\.[^,]*)?",
    re.ASCII | re.I,
)


def read_range(kind: FieldKind, text: str) -> Range | None:
    """A typed range or single value; ``None`` if it is neither."""
    if kind is FieldKind.FIRST_DAY:
        days = read_days(text.removeprefix(">=").removesuffix("..").strip())
        return Range(low=days[0]) if days else None
    for sign in _OPERATORS:
        if text.startswith(sign):
            return _one_sided(kind, sign, text[len(sign) :].strip())
    low_text, dots, high_text = text.partition("..")
    if not dots:
        whole = _bounds(kind, text)
        return Range(*whole) if whole else None
    low, high = _bounds(kind, low_text.strip()), _bounds(kind, high_text.strip())
    if (low_text.strip() and low is None) or (high_text.strip() and high is None):
        return None
    if low is None and high is None:
        return None
    found = Range(low[0] if low else None, high[1] if high else None)
    return found if low is None or high is None or _in_order(low[0], high[1]) else None


def without_comma(kind: FieldKind, first: str, second: str) -> str | None:
    """The number that two values of a list may mean, if they look like one with a comma.

    ``>1,5M`` is "over 1 or exactly 5M" in the language, which nobody wants: ``>1.5M``.
    """
    written = f"{first},{second}"
    found = _COMMA().fullmatch(written) if kind in {FieldKind.AMOUNT, FieldKind.PERCENT} else None
    if found is None or not (found["sign"] or found["unit"]):
        return None
    return written.replace(",", "." if found["unit"] or kind is FieldKind.PERCENT else "")


def without_thousands(kind: FieldKind, written: str) -> str | None:
    """The number that a list of values may mean: ``1,000,000`` is not "1 or 0 or 0".

    Only if a value begins with 0: ``1,500`` may be a list.
    """
    if kind is FieldKind.AMOUNT and ",0" in written and _THOUSANDS().fullmatch(written):
        return written.replace(",", "")
    return None


def write_range(kind: FieldKind, value: Range) -> str:
    """The text that ``read_range`` parses into this range."""
    low = "" if value.low is None else _written(kind, value.low)
    high = "" if value.high is None else _written(kind, value.high)
    if low and high:
        return low if value.low == value.high else f"{low}..{high}"
    if kind is FieldKind.FIRST_DAY:
        return low
    if low:
        return f"{'>' if value.low_open else '>='}{low}"
    return f"{'<' if value.high_open else '<='}{high}"


def read_activity(text: str) -> str | None:
    """A CAEN code, or words of a title.

    A code is a section's letter, with ``/2`` or ``/3`` for only one revision, or two to four
    digits, where ``62.01`` is 6201.
    """
    if text[1:] in {"/2", "/3"}:
        return text.upper() if SECTION.fullmatch(text.upper()) else None
    if _DOTTED().fullmatch(text):
        return text.replace(".", "")
    if _CODE().fullmatch(text):
        return text.upper()
    return text if len(fold(text)) >= 3 and any(c.isalpha() for c in text) else None


def activity_list(text: str) -> str | None:
    """The list of codes that a range of activities may mean: ``62-64`` is ``62,63,64``."""
    found = _CODE_RANGE().fullmatch(text)
    if found is None:
        return None
    low, high = found["low"], found["high"]
    if len(low) == len(high) and int(low) < int(high) <= int(low) + _MAX_LISTED:
        return ",".join(f"{code:0{len(low)}}" for code in range(int(low), int(high) + 1))
    return f"{low},{high}"


def _one_sided(kind: FieldKind, sign: str, text: str) -> Range | None:
    bounds = _bounds(kind, text)
    if bounds is None:
        return None
    first, last = bounds
    if sign == ">":  # after the last day of the given month or year
        return Range(low=last, low_open=True)
    if sign == ">=":
        return Range(low=first)
    return Range(high=first, high_open=True) if sign == "<" else Range(high=last)


def _bounds(kind: FieldKind, text: str) -> tuple[Bound, Bound] | None:
    """The first and the last value that a text stands for: a month has many days."""
    if kind is FieldKind.DAY:
        return read_days(text)
    value = _amount(text) if kind is FieldKind.AMOUNT else _percent(text)
    if kind is FieldKind.YEAR:
        value = int(text) if re.fullmatch("[12][0-9]{3}", text, re.ASCII) else None
    return None if value is None else (value, value)


def _amount(text: str) -> int | None:
    if _GROUPED().fullmatch(text):
        text = text.replace(".", "")
    match = _AMOUNT().fullmatch(text)
    if match is None:
        return None
    value = Decimal(match[1]) * _SUFFIXES[(match[2] or "").lower()]
    whole = int(value)
    return whole if whole == value and abs(whole) <= _LARGEST else None


def _percent(text: str) -> Decimal | None:
    match = _PERCENT().fullmatch(text)
    return Decimal(match[1]) if match else None


def _in_order(low: Bound, high: Bound) -> bool:
    if isinstance(low, dt.date) or isinstance(high, dt.date):
        return isinstance(low, dt.date) and isinstance(high, dt.date) and low <= high
    return low <= high


def _written(kind: FieldKind, value: Bound) -> str:
    if kind is not FieldKind.AMOUNT or not isinstance(value, int):
        return f"{value}"
    for suffix, factor in (("B", 10**9), ("M", 10**6), ("K", 10**3)):
        if value and value % factor == 0:
            return f"{value // factor}{suffix}"
    return str(value)
