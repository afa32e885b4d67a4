"""Tax ids (CUI) and trade-registry numbers, as people paste them.

The only module that parses them, for the field, the client, the service and the registry.
Rules from the public registers: a CUI has 2 to 10 digits and ends in a control digit (key
753217532). 297 of four million real ones fail the control digit, so it is a hint and never
a refusal. A registry number is ``J40/123/2020`` until July 2024 and ``J2020000123404``
since; the old form determines the new one.

A personal numeric code (CNP) has 13 digits. A text with eleven or more digits, not counting
separators, may be one or the beginning of one: it is never sent. Only a registry number may
have that many, and it begins with a letter.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum, auto
from typing import Final

from msgspec import Struct

from tui_app.contract import SHORTEST_QUERY
from tui_app.contract import identifier_spelling as spelling

_LONGEST_TAX_ID: Final = 10
_MOST_DIGITS: Final = 10
"""With one more digit a text may be the beginning of a personal code."""

_CONTROL_KEY: Final = (7, 5, 3, 2, 1, 7, 5, 3, 2)
_AROUND: Final = " .,;:()[]<>#\"'„”“"
_SLASHES: Final = {"⁄": "/", "∕": "/", "’": "'", "‘": "'"}


class RegistryNumber(Struct, frozen=True):
    """A trade-registry number; ``new`` is its form since July 2024."""

    old: str | None
    new: str


class Doubt(Enum):
    """What may be wrong with a text that is almost an identifier."""

    CONTROL_DIGIT = auto()
    """The control digit of a tax id does not match."""

    TAX_ID_PREFIX = auto()
    """A tax id whose ``RO`` or ``CUI`` lacks a letter."""

    REGISTRY_NUMBER_SHORT = auto()
    """A registry number that lacks a digit."""

    REGISTRY_LETTER = auto()
    """Thirteen digits: a person's code, or a registry number without its letter."""

    TOO_MANY_DIGITS = auto()
    """More digits than a tax id has; with more it may become a person's code."""


def without_invisible(text: str) -> str:
    """A text as it looks, without blanks around it.

    Controls and formats (escape, zero-width, direction) are removed, any kind of blank
    becomes a plain one.
    """
    return as_seen(text).strip()


def _pasted(text: str) -> str:
    """The same as it is typed on a keyboard, for reading only.

    Dashes and slashes of any kind and wide letters become plain, marks on letters and the signs
    that stand around an identifier in a sentence or a list are removed.
    """
    plain = without_invisible(text)
    if not plain.isascii():
        characters = unicodedata.normalize("NFKD", plain)
        plain = "".join(_typed(c) for c in characters if not unicodedata.combining(c))
    return plain.strip(_AROUND)


def _typed(character: str) -> str:
    is_dash = character == "−" or unicodedata.category(character) == "Pd"
    return "-" if is_dash else _SLASHES.get(character, character)


def as_seen(text: str) -> str:
    """The same with the blanks around it, for a text that is still being typed."""
    if text.isascii() and text.isprintable():
        return text
    seen = []
    for character in text:
        category = unicodedata.category(character)
        if category[0] == "Z" or character in "\t\n\v\f\r\x85":
            seen.append(" ")
        elif category not in {"Cc", "Cf"}:
            seen.append(character)
    return "".join(seen)


def is_bare_tax_id(text: str) -> bool:
    """Whether a text is a tax id in the form of the interface: digits alone."""
    return spelling.BARE_TAX_ID().fullmatch(text) is not None


def read_tax_id(text: str) -> str | None:
    """The bare digits of a tax id as people paste it, or ``None``.

    ``CUI: RO 0123``, ``RO-123``, ``1.23`` and ``1 23`` are ``123``.
    """
    match = spelling.TAX_ID().fullmatch(_pasted(text))
    if match is None:
        return None
    written = re.sub(r"[^0-9]", "", match["digits"])
    digits = written.lstrip("0")
    return digits if len(digits) >= 2 and len(written) <= _LONGEST_TAX_ID else None


def whole_tax_id(text: str) -> str | None:
    """The tax id that a text is as a whole, with a right control digit, or ``None``.

    A shorter one than of six digits may also be a part of a name.
    """
    tax_id = read_tax_id(text) or ""
    return tax_id if len(tax_id) >= 6 and has_valid_control_digit(tax_id) else None


def has_valid_control_digit(tax_id: str) -> bool:
    """Whether the control digit of a bare tax id matches its other digits."""
    body = tax_id[:-1].rjust(len(_CONTROL_KEY), "0")
    total = sum(int(digit) * key for digit, key in zip(body, _CONTROL_KEY, strict=True))
    return total * 10 % 11 % 10 == int(tax_id[-1])


def read_registry_number(text: str) -> RegistryNumber | None:
    """A registry number as people paste it, or ``None``.

    ``Nr. Reg. Com. J05/881/1992``, ``J/05/881/1992``, ``J05.881.1992``, ``J058811992`` and
    ``05/881/1992`` are the same.
    """
    plain = _pasted(text)
    if match := spelling.NEW_FORM().fullmatch(plain):
        return RegistryNumber(None, match[1].upper() + re.sub(r"[^0-9]", "", match[2]))
    match = spelling.OLD_FORM().fullmatch(plain)
    if match is None and not spelling.NEW_BEGINNING().search(plain):
        match = spelling.OLD_FORM_CLOSE().fullmatch(plain) or spelling.NO_LETTER().fullmatch(plain)
    if match is None:
        return None
    letter, year = match["letter"].upper() or "J", match["year"]
    county, serial = int(match["county"]), int(match["serial"])
    new = _new_form(letter, year, serial, county)
    return RegistryNumber(f"{letter}{county:02}/{serial}/{year}", new)


def _new_form(letter: str, year: str, serial: int, county: int) -> str:
    body = f"{letter}{year}{serial:06}{county:02}"
    # Twelve digits; the digit's value is its code point minus that of zero.
    return f"{body}{(sum(body.encode()) - 12 * ord('0')) % 10}"


def new_registry_number(text: str) -> str | None:
    """The form since July 2024 of a registry number in either form, or ``None``.

    ``J40/15812/2017`` is ``J2017015812405``. The last digit is the sum of the preceding
    digits, modulo 10, with the letter counted as its code point modulo 10.
    """
    if usual := spelling.OLD_FORM_USUAL().fullmatch(text):
        # Most numbers of the register; an import converts millions.
        letter, county, serial, year = usual.groups()
        return _new_form(letter, year, int(serial), int(county))
    number = read_registry_number(text)
    return number.new if number else None


def may_be_personal_code(text: str) -> bool:
    """Whether a text contains a personal code or the beginning of one, in any spelling."""
    plain = _with_plain_digits(without_invisible(text))
    if (
        len(spelling.DIGIT().findall(plain)) <= _MOST_DIGITS
        or read_registry_number(plain) is not None
    ):
        return False
    runs = spelling.DIGIT_RUN().findall(
        spelling.OLD_IN_TEXT().sub("x", spelling.NEW_BEGINNING().sub("x", plain))
    )
    return any(len(re.sub(r"[^0-9]", "", run)) > _MOST_DIGITS for run in runs)


def as_search_text(text: str) -> str:
    """The text to send; a pasted identifier in the form that every server knows.

    A text that may also be a name, such as ``RO 2000``, is not changed.
    """
    plain = without_invisible(text)
    number = read_registry_number(plain)
    if number is not None:
        return number.old or number.new
    tax_id = read_tax_id(plain)
    if tax_id is None or len(tax_id) < SHORTEST_QUERY:
        return plain
    return tax_id if has_valid_control_digit(tax_id) or _names_tax_id(plain) else plain


def doubt_about(text: str) -> Doubt | None:
    """The hint for a text that is almost an identifier; ``None`` when nothing is odd."""
    plain = _pasted(text)
    if may_be_personal_code(plain):
        digits = re.sub(r"\D", "", plain)
        whole = len(digits) == 13 and not re.search("[a-z]", plain, re.IGNORECASE)
        return Doubt.REGISTRY_LETTER if whole else Doubt.TOO_MANY_DIGITS
    if read_registry_number(plain) is not None:
        return None
    may_be_new = spelling.NEW_BEGINNING().search(plain) is not None
    if spelling.SHORT_NEW().fullmatch(plain) or (
        spelling.SHORT_OLD().fullmatch(plain) and not may_be_new
    ):
        return Doubt.REGISTRY_NUMBER_SHORT
    tax_id = read_tax_id(plain)
    if tax_id is not None:
        # Fewer digits are rather a part of a name, or still being typed.
        few = 6 if plain[0].isdecimal() else 4
        fits = len(tax_id) < few or has_valid_control_digit(tax_id)
        return None if fits else Doubt.CONTROL_DIGIT
    short = spelling.SHORT_WORD().fullmatch(plain)
    return Doubt.TAX_ID_PREFIX if short and has_valid_control_digit(short[1]) else None


def _with_plain_digits(text: str) -> str:
    """Digits of any script as ASCII ones."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.digit(c, c)) for c in unicodedata.normalize("NFKC", text))


def _names_tax_id(plain: str) -> bool:
    match = spelling.TAX_ID().fullmatch(plain)
    return match is not None and match["words"] is not None
