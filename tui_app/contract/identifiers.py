"""The two numbers that name a company: the tax id (CUI) and the trade-registry number.

Rules from the public registers: a CUI has 2 to 10 digits, may be written with ``RO`` before
it, and ends in a control digit (key 753217532). 297 of four million real ones fail the
control digit, so it is a hint and never a refusal. A text of 13 digits is a personal numeric
code: it is refused and never echoed. A registry number is ``J40/123/2020`` until July 2024
and ``J2020000123404`` since; the old form determines the new one.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST_TAX_ID: Final = 10
"""Digits of the longest tax id."""

_CONTROL_KEY: Final = (7, 5, 3, 2, 1, 7, 5, 3, 2)
_TAX_ID: Final = re.compile(r"(?:RO\s*)?([0-9]{2,10})", re.ASCII | re.IGNORECASE)
_OLD_FORM: Final = re.compile(
    r"([JFC])\s*0?([0-9]{1,2})[/\s-]+([0-9]{1,6})[/\s-]+(?:[0-9]{1,2}\.[0-9]{1,2}\.)?([0-9]{4})",
    re.ASCII | re.IGNORECASE,
)
_NEW_FORM: Final = re.compile(r"[JFC][0-9]{13}", re.ASCII | re.IGNORECASE)


def read_tax_id(text: str) -> str | None:
    """The bare digits of a tax id as people type it, or ``None``. ``RO 0123`` is ``123``."""
    match = _TAX_ID.fullmatch(text.strip())
    if match is None:
        return None
    digits = match[1].lstrip("0")
    return digits if len(digits) >= 2 else None


def has_valid_control_digit(tax_id: str) -> bool:
    """Whether the last digit of a bare tax id is the one its other digits call for."""
    body = tax_id[:-1].rjust(len(_CONTROL_KEY), "0")
    total = sum(int(digit) * key for digit, key in zip(body, _CONTROL_KEY, strict=True))
    return total * 10 % 11 % 10 == int(tax_id[-1])


def with_control_digit(body: str) -> str:
    """The tax id whose digits before the last are ``body`` (1 to 9 digits)."""
    return next(t for d in range(10) if has_valid_control_digit(t := f"{body}{d}"))


def is_personal_code(text: str) -> bool:
    """Whether a text has the shape of a personal numeric code (13 digits)."""
    return re.fullmatch(r"\s*[0-9]{13}\s*", text, re.ASCII) is not None


def new_registry_number(text: str) -> str | None:
    """The form used since July 2024 of a registry number in either form, or ``None``.

    ``J40/15812/2017`` is ``J2017015812405``. The last digit is the sum of the preceding
    digits, modulo 10, with the letter counted as its code point modulo 10.
    """
    compact = text.strip().upper()
    if _NEW_FORM.fullmatch(compact):
        return compact
    match = _OLD_FORM.fullmatch(compact)
    if match is None:
        return None
    letter, county, serial, year = match.groups()
    body = f"{letter}{year}{int(serial):06}{int(county):02}"
    control = (ord(letter) % 10 + sum(int(digit) for digit in body[1:])) % 10
    return f"{body}{control}"
