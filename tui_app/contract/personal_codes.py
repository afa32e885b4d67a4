"""Personal numeric codes (CNP): masked before a text is stored or shown, and never sent.

Only this module knows what a personal code is: thirteen digits for sex and century, year, month and
day of birth, county, a serial number and a control digit. A code with a wrong control digit is a
typing error and is masked, too. Other numbers with as many digits are recognised by their own form:
registry numbers, case numbers, phone numbers and days.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from typing import Final

from tui_app.contract import identifier_spelling as spelling
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.pasted_text import without_invisible
from tui_app.contract.registry_numbers import is_new_registry_number, read_registry_number

_DIGITS: Final = 13
_MAX_DIGITS: Final = 10
"""With one more digit a text may be the beginning of a code."""

_CENTURIES: Final = {"3": 1800, "4": 1800, "5": 2000, "6": 2000}
"""The century of birth by the first digit; 1900 for all others."""

_CONTROL_KEY: Final = (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)

MASK: Final = "█" * _DIGITS
"""What stands in place of a code."""
_GAP: Final = " {0,4}(?:[._/-] {0,2})?"
"""What people write between the digits of one number."""

_DECIMALS: Final = lazy_pattern(r"(?:RO ?)?[0-9]{2,10}[.,]0{1,2}", re.ASCII | re.IGNORECASE)
"""A tax id with the decimals of a spreadsheet: ``990000013,00``."""

_ANY_DIGIT: Final = lazy_pattern(r"\d")
_DIGIT: Final = lazy_pattern("[0-9]")
_DIGIT_RUN: Final = lazy_pattern(r"[0-9](?:[\W_]*[0-9])*")
"""Digits with any separators between them."""

_CODE: Final = lazy_pattern(
    r"(?<![0-9])(?=("
    # Sex and century, year, month, day.
    f"[1-9]{_GAP}(?:[0-9]{_GAP}){{2}}(?:0{_GAP}[1-9]|1{_GAP}[0-2]){_GAP}"
    f"(?:0{_GAP}[1-9]|[12]{_GAP}[0-9]|3{_GAP}[01]){_GAP}"
    # County; 41 to 48 are sectors of the capital, and 70 to 83 stand for any county.
    f"(?:0{_GAP}[1-9]|[1-3]{_GAP}[0-9]|4{_GAP}[0-8]|5{_GAP}[12]|7{_GAP}0|8{_GAP}[0-3])"
    f"(?:{_GAP}[0-9]){{4}})(?![0-9]))",
    re.ASCII,
)
"""The shape of a code, wherever it may begin, so that one code does not hide another."""

_USUAL: Final = lazy_pattern("[0-9](?:[^0-9]|(?:[^0-9]*[0-9]){6}[^0-9]|[0-9]{12}$)")
"""Unbroken, or broken after the sex or the day of birth; two numbers are rarely so divided."""

_NEW_REGISTRY_NUMBER: Final = lazy_pattern(
    rf"(?<![^\W_])([JFC]){_GAP}((?:1{_GAP}9{_GAP}9|2{_GAP}0{_GAP}[0-9])(?:{_GAP}[0-9]){{10}})"
    r"(?![0-9])",
    re.ASCII | re.IGNORECASE,
)
_OTHER_NUMBERS: Final = lazy_pattern(
    # A case: number, court, year.
    r"(?<![0-9/])[0-9]{1,6} ?/ ?[0-9]{1,4} ?/ ?(?:19|20)[0-9]{2}(?![0-9])"
    # A registry number with the whole day of registration.
    r"|\b[JFC] ?[0-9]{1,2}/[0-9]{1,6}/[0-9]{1,2}\.[0-9]{1,2}\.(?:19|20)[0-9]{2}(?![0-9])"
    # A Romanian phone number, also while it is typed.
    rf"|(?<![0-9])(?:\+|00) ?40(?:{_GAP}[0-9]){{0,9}}(?![0-9])"
    r"|(?<![0-9])0[237][0-9](?:[ ./-]?[0-9]){7}(?![0-9])",
    re.ASCII | re.IGNORECASE,
)
_ACCOUNT: Final = lazy_pattern(
    r"(?<![^\W_])RO ?[0-9]{2}(?: ?[A-Z0-9]{4}){5}(?![^\W_])", re.ASCII | re.IGNORECASE
)
"""An account number (IBAN) of Romania; its check digits tell it from other texts."""

_UNLESS_VALID: Final = lazy_pattern(
    # A foreign phone number; a day before another number.
    r"(?<![0-9])\+[1-9](?:[ .-]?[0-9]){6,14}(?![0-9])"
    r"|(?<![0-9])(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-[0-3][0-9](?![0-9])"
    r"|(?<![0-9])[0-3][0-9][./-](?:0[1-9]|1[0-2])[./-](?:19|20)[0-9]{2}(?![0-9])",
    re.ASCII,
)
"""Forms that a code with a valid control digit may have, too."""

Span = tuple[int, int]


def without_personal_codes(text: str) -> str:
    """A text with every personal code masked, however it is written."""
    # Most texts do not have thirteen digits, and an import checks millions.
    if len(text) < _DIGITS or len(_ANY_DIGIT().findall(text)) < _DIGITS:
        return text
    plain = _plain(text)
    shapes = [match.span(1) for match in _CODE().finditer(plain)]
    if not shapes:
        return text
    others = _other_numbers(plain)
    unless_valid = _spans(_UNLESS_VALID(), plain) + _accounts(plain)
    kept, read_to = "", 0
    for start, end in shapes:
        if any(first <= start and end <= last for first, last in others):
            continue
        touches = any(start < last and first < end for first, last in others + unless_valid)
        is_hidden = not text[start:end].isprintable()
        is_usual = is_hidden or _USUAL().match(plain, start, end) is not None
        if (touches or not is_usual) and not _is_valid(plain[start:end]):
            continue
        if start >= read_to:
            kept += f"{text[read_to:start]}{MASK}"
        read_to = max(read_to, end)
    return kept + text[read_to:]


def may_be_personal_code(text: str) -> bool:
    """Whether a text contains a personal code or the beginning of one, in any spelling.

    A text with eleven digits or more, not counting separators, may be: it is never sent.
    """
    plain = _with_plain_digits(without_invisible(text))
    if len(_DIGIT().findall(plain)) <= _MAX_DIGITS or read_registry_number(plain) is not None:
        return False
    if _DECIMALS().fullmatch(plain):
        return False
    # A phone number may be found inside a code that is masked: then it is not another number.
    if without_personal_codes(plain) != plain:
        return True
    for start, end in sorted(_other_numbers(plain) + _accounts(plain), reverse=True):
        plain = f"{plain[:start]}x{plain[end:]}"
    plain = spelling.OLD_IN_TEXT().sub("x", spelling.NEW_BEGINNING().sub("x", plain))
    runs = _DIGIT_RUN().findall(plain)
    return any(len(_DIGIT().findall(run)) > _MAX_DIGITS for run in runs)


def _other_numbers(plain: str) -> list[Span]:
    """The positions of registry numbers, case numbers and Romanian phone numbers in a text."""
    registry_numbers = [
        match.span()
        for match in _NEW_REGISTRY_NUMBER().finditer(plain)
        if is_new_registry_number(match[1].upper() + _digits(match[2]))
    ]
    return registry_numbers + _spans(_OTHER_NUMBERS(), plain)


def _accounts(plain: str) -> list[Span]:
    return [match.span() for match in _ACCOUNT().finditer(plain) if _is_account(match[0])]


def _is_account(text: str) -> bool:
    """Whether the check digits of an account number are right (ISO 7064, modulo 97)."""
    compact = text.replace(" ", "").upper()
    return int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 == 1


def _spans(pattern: re.Pattern[str], text: str) -> list[Span]:
    return [match.span() for match in pattern.finditer(text)]


def _digits(text: str) -> str:
    return re.sub(r"[^0-9]", "", text)


def _is_valid(code: str) -> bool:
    """Whether the date of birth in a possible code exists, and its control digit is right."""
    digits = _digits(code)
    year, month, day = (int(digits[at : at + 2]) for at in (1, 3, 5))
    try:
        dt.date(_CENTURIES.get(digits[0], 1900) + year, month, day)
    except ValueError:
        return False
    *body, control = map(int, digits)
    rest = sum(digit * key for digit, key in zip(body, _CONTROL_KEY, strict=True)) % 11
    return control == (1 if rest == 10 else rest)


def _with_plain_digits(text: str) -> str:
    """The text with digits of any script as ASCII ones."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.digit(c, c)) for c in unicodedata.normalize("NFKC", text))


def _plain(text: str) -> str:
    """The text with plain digits and dashes in place of any script's; its length stays."""
    return text if text.isascii() else "".join(map(_plain_character, text))


def _plain_character(character: str) -> str:
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    category = unicodedata.category(character)
    if category == "Pd" or character == "−":
        return "-"
    return " " if category in {"Zs", "Cf"} else character
