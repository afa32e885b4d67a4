"""Patterns for the ways in which people write identifiers; ``identifiers`` reads with them."""

from __future__ import annotations

import re
from typing import Final

from tui_app.contract.lazy_pattern import lazy_pattern

TAX_ID_PATTERN: Final = "[1-9][0-9]{1,9}"
"""A bare tax id, as in the interface."""

BARE_TAX_ID: Final = lazy_pattern(TAX_ID_PATTERN, re.ASCII)

_FLAGS: Final = re.IGNORECASE
# Between groups of digits people write blanks, dots, dashes, slashes, bars, or nothing.
_GAP: Final = r"[\W_]*"
_SPLIT: Final = r"[\W_]+"

_TAX_NAME: Final = (
    rf"(?:c{_GAP}u{_GAP}i|c{_GAP}i{_GAP}f|c{_GAP}f|vat|tva|tax id"
    rf"|cod (?:fiscal|tva|(?:unic )?de (?:inregistrare|identificare)(?: fiscala)?))"
)
_TAX_WORDS: Final = rf"{_TAX_NAME}(?:{_SPLIT}(?:{_TAX_NAME}|id|no|nr|number))*"
"""``CUI``, ``CUI/CIF``, ``Cod unic de înregistrare``, ``VAT ID`` and the like."""

# Dots and commas only group thousands. Elsewhere a comma ends an item of a list, and a dot begins
# the decimals of a spreadsheet's number, which must be zeros.
TAX_ID: Final = lazy_pattern(
    rf"(?P<words>{_TAX_WORDS}(?:{_SPLIT}|(?=ro|[0-9])))?(?P<ro>r{_GAP}o{_GAP})?"
    r"(?P<digits>[0-9](?:(?:\s?['_-]\s?|\s)?[0-9])*|[0-9]{1,3}(?:(?:\s?\.\s?[0-9]{3})+|(?:,[0-9]{3})+))"
    r"(?:[.,]0{1,2})?",
    _FLAGS,
)
SHORT_WORD: Final = lazy_pattern(rf"(?:[ro]|cu|ci|ui|if){_GAP}([0-9]{{2,10}})", _FLAGS)
"""A tax id whose prefix lacks a letter."""

_REGISTER_WORDS: Final = (
    rf"(?:(?:nr|numar|numarul|no|de|in|la|sub|an|ord|ordine|inreg|inregistrare|inregistrata?|reg"
    rf"|registrul|com|comert|comertului|onrc|orc|r{_GAP}c|euid|roonrc){_SPLIT})*"
)
_YEAR: Final = r"(?:199|20[0-9])[0-9]"
"""The year of registration: the register opened in 1990."""

_SPACED_YEAR: Final = rf"(?:1{_GAP}9{_GAP}9|2{_GAP}0{_GAP}[0-9]){_GAP}[0-9]"

NEW_FORM: Final = lazy_pattern(
    rf"{_REGISTER_WORDS}([JFC]){_GAP}({_SPACED_YEAR}(?:{_GAP}[0-9]){{9}})", _FLAGS
)
NEW_BEGINNING: Final = lazy_pattern(
    rf"(?<![^\W_])[JFC]{_GAP}{_SPACED_YEAR}(?:{_GAP}[0-9]){{0,9}}{_GAP}$", _FLAGS
)
"""A registry number of the new form that is still being typed, at the end of a text."""

SHORT_NEW: Final = lazy_pattern(
    rf"{_REGISTER_WORDS}[JFC]{_GAP}{_SPACED_YEAR}(?:{_GAP}[0-9]){{8}}", _FLAGS
)
OLD_FORM_USUAL: Final = lazy_pattern("([JFC])([0-9]{2})/([0-9]{1,6})/([0-9]{4})", re.ASCII)
# Some people write the whole day of registration instead of the year.
OLD_FORM: Final = lazy_pattern(
    rf"{_REGISTER_WORDS}(?P<letter>[JFC]){_GAP}(?P<county>[0-9]{{1,2}}){_SPLIT}"
    rf"(?P<serial>[0-9]{{1,6}}){_SPLIT}(?:[0-9]{{1,2}}\.[0-9]{{1,2}}\.|[0-3][0-9][01][0-9])?"
    rf"(?P<year>{_YEAR})",
    _FLAGS,
)
OLD_FORM_CLOSE: Final = lazy_pattern(
    rf"{_REGISTER_WORDS}(?P<letter>[JFC]){_GAP}(?P<county>[0-9]{{2}}){_GAP}"
    rf"(?P<serial>[0-9]{{1,6}}){_GAP}(?P<year>{_YEAR})",
    _FLAGS,
)
NO_LETTER: Final = lazy_pattern(
    rf"{_REGISTER_WORDS}(?P<letter>)(?P<county>0?[1-9]|[1-4][0-9]|5[12])\s?(?P<between>[/.-])\s?"
    rf"(?P<serial>[0-9]{{1,6}})\s?(?P=between)\s?(?P<year>{_YEAR})",
    _FLAGS,
)
OLD_IN_TEXT: Final = lazy_pattern(
    rf"(?<![^\W_])[JFC]\s?[0-9]{{1,2}}/[0-9]{{1,6}}/{_YEAR}(?![0-9])", _FLAGS
)
NEW_IN_TEXT: Final = lazy_pattern(r"(?<![^\W_])[JFC][0-9]{13}(?![0-9])", _FLAGS)
SHORT_OLD: Final = lazy_pattern(
    rf"{_REGISTER_WORDS}[JFC]{_GAP}(?:[0-9]{{1,2}}{_SPLIT}[0-9]{{1,6}}{_SPLIT}"
    rf"(?:19[0-9]|20[0-9]|[0-9]{{2}})|[0-9]{{2}}{_GAP}[0-9]{{1,6}}{_GAP}(?:199|20[0-9]))",
    _FLAGS,
)
