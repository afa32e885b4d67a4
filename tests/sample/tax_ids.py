"""Tax ids for invented companies, whose control digit is right."""

from __future__ import annotations

_KEY = (7, 5, 3, 2, 1, 7, 5, 3, 2)


def with_control_digit(body: str) -> str:
    """The tax id whose digits before the last are ``body`` (1 to 9 digits)."""
    digits = map(int, body.rjust(len(_KEY), "0"))
    total = sum(digit * key for digit, key in zip(digits, _KEY, strict=True))
    return f"{body}{total * 10 % 11 % 10}"
