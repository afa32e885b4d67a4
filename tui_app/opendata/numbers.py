"""Parses tax ids, amounts and phone numbers as public files write them."""

from __future__ import annotations

import re
from typing import Final

from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.system.language import N_

NO_TAX_ID: Final = N_("no tax id")
PERSONAL: Final = N_("a personal code in place of a tax id")
NOT_A_TAX_ID: Final = N_("something else in place of a tax id")

_NO_DECIMALS: Final = re.compile(r"(?<=[0-9])[.,]0+$", re.ASCII)
"""The decimals that a spreadsheet writes after a whole number."""


_MISSING: Final = re.compile(r"[-–—−_.\s]*|n\.?/?\s?a\.?|null|nul|nu este cazul", re.IGNORECASE)


def is_missing(text: str) -> bool:
    """Whether a cell says that there is no amount: blank, a dash of any kind, ``n/a``."""
    return _MISSING.fullmatch(text.strip()) is not None


def whole_digits(text: str) -> str:
    """The digits of a cell, without blanks around them and without a spreadsheet's decimals."""
    digits = text.strip()
    return digits if digits.isdigit() else _NO_DECIMALS.sub("", digits)


def read_file_tax_id(text: str) -> int | str:
    """The tax id in a cell, else the reason why there is none. Never returns a personal code."""
    if text.isdigit() and text.isascii() and len(text) <= 10 and (tax_id := int(text)) >= 10:
        return tax_id
    digits = _NO_DECIMALS.sub("", text.strip().upper().removeprefix("RO").strip())
    if not digits.strip("0"):
        return NO_TAX_ID
    # As in contract.identifiers: at most ten digits as written, at least two without leading
    # zeros.
    if digits.isascii() and digits.isdigit() and len(digits) <= 10 and int(digits) >= 10:
        return int(digits)
    # A few cells have 11 or 12 digits, which are not codes; personal codes in the files have 13.
    if digits.isdigit() and len(digits) < 13:
        return NOT_A_TAX_ID
    return PERSONAL if may_be_personal_code(digits) else NOT_A_TAX_ID


def read_amount(text: str) -> int | None:
    """Whole RON; a cell without an amount is unknown and never zero. Raises ``ValueError``.

    A fraction raises it, too: ``1450.300`` may be thousands that a spreadsheet grouped.
    """
    if not text or text.isspace():
        return None
    try:
        amount = int(text)
    except ValueError:
        if is_missing(text):
            return None
        amount = int(_NO_DECIMALS.sub("", text.strip()))
    if not -(2**63) <= amount < 2**63:
        raise ValueError("too large")
    return amount


_SEPARATE: Final = re.compile(r"[;,]|\s{2,}|\bsi\b", re.IGNORECASE)

_APART: Final = re.compile(r"/|(?<=\d) (?=\+|0\d{2})|(?<=\d)\s*int", re.IGNORECASE)


def read_phones(text: str) -> tuple[str, ...]:
    """The numbers in a cell in international form; a cell may contain two."""
    found: dict[str, None] = {}
    for part in _SEPARATE.split(text):
        # A slash separates two numbers, or the prefix from the rest of one; so does a blank.
        numbers = [_phone(part)] if _phone(part) else map(_phone, _APART.split(part))
        found |= dict.fromkeys(number for number in numbers if number)
    return tuple(found)


def _phone(text: str) -> str | None:
    digits = re.sub(r"\D", "", text)
    digits = digits.removeprefix("00")
    # The country's code may be followed by the zero of the national form: +40 (0) 21 300 00 02.
    if len(digits) in {11, 12} and digits.startswith("40"):
        digits = digits[2:]
    digits = digits.removeprefix("0")
    # Nine digits; mobile numbers begin with 7, fixed ones with 2 or 3.
    if len(digits) == 9 and digits[0] in "237":
        return f"+40{digits}"
    return None
