"""Trade-registry numbers: ``J40/123/2020`` until July 2024, ``J2020000123408`` since.

Only this module reads them, for fields, searches, servers and files. The old form determines the
new one; the reverse holds only if the county is not 00.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from tui_app.contract import identifier_spelling as spelling
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.pasted_text import as_typed
from tui_app.contract.vocabulary.counties import COUNTIES

_NEW_IN_FILES: Final = lazy_pattern(r"[A-Z]\d{13}", re.ASCII)
_OLD_IN_FILES: Final = lazy_pattern(
    r"([A-Z])\s*0?(\d{1,2})[/\s-]+(\d{1,6})[/\s-]+(?:\d{1,2}\.\d{1,2}\.)?(\d{4})", re.ASCII
)
_MAX_DIGITS_OF_A_TEXT: Final = 12
"""With one more digit, a text that does not look like a number may be a personal code."""

Key = int | str
"""A value that is equal for both forms of a number; a text for a number in neither form."""


class RegistryNumber(Struct, frozen=True):
    """A trade-registry number; ``new`` is its form since July 2024."""

    old: str | None
    new: str


def read_registry_number(text: str) -> RegistryNumber | None:
    """A registry number as people paste it, or ``None``.

    ``Nr. Reg. Com. J05/881/1992``, ``J/05/881/1992``, ``J05.881.1992``, ``J058811992`` and
    ``05/881/1992`` are the same.
    """
    plain = as_typed(text)
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


def is_new_registry_number(text: str) -> bool:
    """Whether 14 characters are a number of the form since July 2024, with a valid control digit.

    The county is 00 if the company was registered since then.
    """
    letter, year, serial, county = text[0], text[1:5], int(text[5:11]), int(text[11:13])
    return (county in COUNTIES or not county) and text == _new_form(letter, year, serial, county)


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


def number_key(text: str) -> Key:
    """The key that joins the files of the register by a registry number, in either form.

    ``J40/123/2020`` and ``J2020000123408`` have the same key. A possible personal code joins with
    nothing: its key is empty.
    """
    # Most numbers of the register; an import reads millions.
    if usual := spelling.OLD_FORM_USUAL().fullmatch(text):
        letter, county, serial, year = usual.groups()
        return int(f"{ord(letter)}{year}{serial.zfill(6)}{county}")
    # The shape identifies the new form; J40/13003/1991 has fourteen characters too.
    if "/" not in text and _NEW_IN_FILES().fullmatch(text):
        # All digits except the control digit, which depends on the rest.
        return ord(text[0]) * 10**12 + int(text[1:13])
    compact = text.strip().upper()
    if old := _OLD_IN_FILES().fullmatch(compact):
        letter, county, serial, year = old.groups()
        return ord(letter) * 10**12 + int(year) * 10**8 + int(serial) * 100 + int(county)
    if number := new_registry_number(compact):
        return number_key(number)
    digits = sum(character.isdigit() for character in compact)
    return "".join(compact.split()) if digits <= _MAX_DIGITS_OF_A_TEXT else ""


def year_of_key(key: Key) -> int | None:
    """The year in a registry number."""
    year = key // 10**8 % 10_000 if isinstance(key, int) else 0
    return year if 1850 <= year <= 2100 else None
