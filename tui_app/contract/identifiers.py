"""Tax ids (CUI) as people paste them.

Only this module parses them, for the field, the client, the service and the registry. Rules from
the public registers: a CUI has 2 to 10 digits and ends in a control digit (key 753217532). Of four
million real ones, 297 fail the control digit, so it is a hint and never a reason to refuse.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

from tui_app.contract import SHORTEST_QUERY
from tui_app.contract import identifier_spelling as spelling
from tui_app.contract.pasted_text import as_typed, without_invisible
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.registry_numbers import read_registry_number

_LONGEST_TAX_ID: Final = 10
_CONTROL_KEY: Final = (7, 5, 3, 2, 1, 7, 5, 3, 2)


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


def is_bare_tax_id(text: str) -> bool:
    """Whether a text is a tax id in the form of the interface: digits only."""
    return spelling.BARE_TAX_ID().fullmatch(text) is not None


def read_tax_id(text: str) -> str | None:
    """The bare digits of a tax id as people paste it, or ``None``.

    ``CUI: RO 0123``, ``RO-123``, ``123.0`` and ``1 23`` are ``123``; ``12.3`` is not a tax id.
    """
    match = spelling.TAX_ID().fullmatch(as_typed(text))
    if match is None:
        return None
    written = re.sub(r"[^0-9]", "", match["digits"])
    digits = written.lstrip("0")
    return digits if len(digits) >= 2 and len(written) <= _LONGEST_TAX_ID else None


def whole_tax_id(text: str) -> str | None:
    """The tax id if the whole text is one with a valid control digit, otherwise ``None``.

    One with fewer than six digits may also be a part of a name.
    """
    tax_id = read_tax_id(text) or ""
    return tax_id if len(tax_id) >= 6 and has_valid_control_digit(tax_id) else None


def has_valid_control_digit(tax_id: str) -> bool:
    """Whether the control digit of a bare tax id matches its other digits."""
    body = tax_id[:-1].rjust(len(_CONTROL_KEY), "0")
    total = sum(int(digit) * key for digit, key in zip(body, _CONTROL_KEY, strict=True))
    return total * 10 % 11 % 10 == int(tax_id[-1])


def as_search_text(text: str) -> str:
    """The text to send, with a pasted identifier in the form that every server knows.

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
    """The hint for a text that is almost an identifier; ``None`` if nothing is unusual."""
    plain = as_typed(text)
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
        # Fewer digits are more likely a part of a name, or still being typed.
        few = 6 if plain[0].isdecimal() else 4
        fits = len(tax_id) < few or has_valid_control_digit(tax_id)
        return None if fits else Doubt.CONTROL_DIGIT
    short = spelling.SHORT_WORD().fullmatch(plain)
    return Doubt.TAX_ID_PREFIX if short and has_valid_control_digit(short[1]) else None


def _names_tax_id(plain: str) -> bool:
    match = spelling.TAX_ID().fullmatch(plain)
    return match is not None and match["words"] is not None
