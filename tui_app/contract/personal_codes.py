"""Masks personal numeric codes (CNP) in a text before it is stored.

A code has thirteen digits: sex and century, year, month and day of birth, six more.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tui_app.contract.lazy_pattern import lazy_pattern

_MASK: Final = "█" * 13
# A registry number begins with its letter, and then the year.
_UNBROKEN: Final = r"(?<![0-9])(?<!\b[JFC](?=199|20[0-9]))[0-9]{13}(?![0-9])"
_SEPARATED_BY: Final = (
    "(?<![0-9])[1-9]{gap}(?:[0-9]{gap}){{2}}(?:0{gap}[1-9]|1{gap}[0-2]){gap}"
    "(?:0{gap}[1-9]|[12]{gap}[0-9]|3{gap}[01])(?:{gap}[0-9]){{6}}(?![0-9])"
)
_TYPED: Final = lazy_pattern(
    f"{_UNBROKEN}|{_SEPARATED_BY.format(gap=' ? ?[._/-]? ? ?')}", re.ASCII | re.IGNORECASE
)

_LONG: Final = lazy_pattern(r"[0-9](?:[ .\-]?[0-9]){12}", re.ASCII)
# No international phone number, and no registry number, which begins with its letter.
_WITHIN: Final = lazy_pattern(
    rf"(?<!\b[JFC])(?<![0-9+])[1-9][0-9]{{12}}(?![0-9])|{_SEPARATED_BY.format(gap='[ .-]?')}",
    re.ASCII,
)


def without_personal_codes(text: str) -> str:
    """A typed text with every personal code masked: thirteen digits, with any separators."""
    # As long as the text, so that what is found in it is found at the same place there.
    plain = text if text.isascii() else "".join(map(_plain, text))
    for code in reversed([*_TYPED().finditer(plain)]):
        text = text[: code.start()] + _MASK + text[code.end() :]
    return text


def _plain(character: str) -> str:
    """A digit of any script as an ASCII one; any dash as the plain one, other gaps as a blank."""
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    category = unicodedata.category(character)
    if category == "Pd" or character == "−":
        return "-"
    return " " if category in {"Zs", "Cf"} else character


def without_codes_within(text: str) -> str:
    """The same for a text of a file, which has numbers of other kinds as well.

    Registry numbers, phone numbers and case numbers (``10511/1748/2023``) stay.
    """
    # Most texts have no thirteen digits, and an import asks for millions.
    if len(text) < 13 or _LONG().search(text) is None:
        return text
    return _WITHIN().sub(_MASK, text)
