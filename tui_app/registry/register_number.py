"""The key that joins files of the trade register: a registry number in either form."""

from __future__ import annotations

import re
from typing import Final

from tui_app.contract.personal_codes import without_codes_within

_NEW_FORM: Final = re.compile(r"[A-Z]\d{13}", re.ASCII)
_OLD_FORM: Final = re.compile(
    r"([A-Z])\s*0?(\d{1,2})[/\s-]+(\d{1,6})[/\s-]+(?:\d{1,2}\.\d{1,2}\.)?(\d{4})", re.ASCII
)

Key = int | str
"""The same value for both forms of a number; a text where it has neither form."""


def number_key(text: str) -> Key:
    """The key of a registry number. ``J40/123/2020`` and ``J2020000123404`` have the same one.

    A personal code in its place joins with nothing.

    The shape identifies the new form; the length does not, since ``J40/13003/1991`` has 14
    characters too.
    """
    if "/" not in text and _NEW_FORM.fullmatch(text):
        # All but the control digit, which depends on the rest.
        return ord(text[0]) * 10**12 + int(text[1:13])
    compact = text.strip().upper()
    old = _OLD_FORM.fullmatch(compact)
    if old is not None:
        letter, county, serial, year = old.groups()
        return ord(letter) * 10**12 + int(year) * 10**8 + int(serial) * 100 + int(county)
    if _NEW_FORM.fullmatch(compact):
        return number_key(compact)
    return "" if without_codes_within(compact) != compact else "".join(compact.split())


def year_of_key(key: Key) -> int | None:
    """The year in a registry number."""
    year = key // 10**8 % 10_000 if isinstance(key, int) else 0
    return year if 1850 <= year <= 2100 else None
