"""Matching and ordering of autocomplete as pure functions, by part 4 of the interface.

The client refines a complete answer with these. Tiers, best first: (a) the name starts with the
text; (b) the tax id or the registry number equals it; (c) the name contains it; (d) an identifier
contains it. Three tiers of our own are an extension that other servers lack. Before all others come
names that equal the text, apart from the legal form and a leading ``SC``. After all others come (e)
names that contain the letters and digits of the text, ignoring blanks; and (f) names in which each
word of the text begins a word, in any order; ``SC`` and legal forms are ignored. Within a tier
companies have a static rank: active first, then by latest turnover, then by name.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, letters, words
from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.names import CompanyName
from tui_app.contract.operations import QUERY
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.vocabulary import legal_forms

_AFTER_RO: Final = re.compile(f"ro ?([0-9]{{{QUERY.minimum_length},}})", re.ASCII)


class Tier(IntEnum):
    """The tier of a match; a lower one is better."""

    NAME_EQUAL = 0
    NAME_START = 1
    IDENTIFIER_EQUAL = 2
    NAME_PART = 3
    IDENTIFIER_PART = 4
    NAME_LETTERS = 5
    NAME_WORDS = 6

    @property
    def is_own(self) -> bool:
        """Whether companies in it may match only on our own service."""
        return self > Tier.IDENTIFIER_PART


class Query(Struct, frozen=True):
    """A search text prepared for comparisons.

    ``text`` is folded and compared with names. ``identifier_part`` is what an identifier must
    contain: the text, without ``RO`` before at least three digits. ``tax_id`` and
    ``registry_number`` (new form) are set if the text is a whole identifier. ``name`` is the text
    as a company's name. ``letters`` and ``words`` are for our own tiers. ``letters`` is empty if
    there are fewer than three, so that ``h&m`` does not match every ``hm``; ``words`` excludes
    words that are ignored.
    """

    text: str
    identifier_part: str
    tax_id: str | None
    registry_number: str | None
    name: CompanyName
    letters: str
    words: tuple[str, ...]


def read_query(q: str) -> Query:
    """A search text prepared for comparisons; ``q`` has passed ``operations.QUERY``."""
    text = fold(q)
    digits = _AFTER_RO.fullmatch(text)
    part = digits[1] if digits else text
    return Query(
        text=text,
        identifier_part=part,
        tax_id=read_tax_id(q),
        registry_number=new_registry_number(q),
        name=CompanyName.of(text),
        letters=letters(text) if len(letters(text)) >= QUERY.minimum_length else "",
        words=_counting_words(text),
    )


def tier(query: Query, name: str, tax_id: str, company_id: str) -> Tier | None:
    """The tier in which a company matches, or ``None``. The company's texts are as sent."""
    if not query.text:
        return None
    folded_name, folded_id = fold(name), fold(company_id)
    if has_name(query, folded_name):
        return Tier.NAME_EQUAL
    if folded_name.startswith(query.text):
        return Tier.NAME_START
    if equals_identifier(query, tax_id, company_id):
        return Tier.IDENTIFIER_EQUAL
    if query.text in folded_name:
        return Tier.NAME_PART
    if query.identifier_part in tax_id or query.identifier_part in folded_id:
        return Tier.IDENTIFIER_PART
    if has_letters(query, folded_name):
        return Tier.NAME_LETTERS
    return Tier.NAME_WORDS if has_words(query, folded_name) else None


def has_name(query: Query, folded_name: str) -> bool:
    """Whether the query is the whole name; either may lack the legal form."""
    return bool(query.words) and query.name.equals(CompanyName.of(folded_name))


def equals_identifier(query: Query, tax_id: str, company_id: str) -> bool:
    """Whether the query is the whole tax id, or the registry number in either form."""
    if query.text in (tax_id, fold(company_id)):
        return True
    if query.tax_id is not None and query.tax_id == tax_id:
        return True
    number = query.registry_number
    return number is not None and number == new_registry_number(company_id)


def has_letters(query: Query, folded_name: str) -> bool:
    """Tier (e): whether a name contains the same letters and digits, ignoring blanks."""
    return bool(query.letters) and query.letters in letters(folded_name)


def has_words(query: Query, folded_name: str) -> bool:
    """Tier (f): whether each word of the text, except ignored ones, begins a word of the name."""
    found = words(folded_name)
    return bool(query.words) and all(
        any(word.startswith(sought) for word in found) for sought in query.words
    )


def narrows(longer: Query, shorter: Query) -> bool:
    """Whether every company that matches ``longer`` certainly matches ``shorter`` as well.

    Not if the longer text is a whole identifier in another form, or drops its ``RO``: then it finds
    companies that do not contain it. Nor if a word of the shorter text becomes one that is ignored,
    as ``sr`` becomes ``srl``.
    """
    if longer.registry_number is not None or longer.identifier_part != longer.text:
        return False
    # A shorter text that is an identifier was sent in another form, which finds less.
    if any(query.tax_id not in (None, query.text) for query in (longer, shorter)):
        return False
    # An empty text finds nothing, although it is a part of every other.
    contained = (
        (shorter.text, longer.text),
        (shorter.identifier_part, longer.identifier_part),
        (shorter.letters, longer.letters),
    )
    if any(whole and not (part and part in whole) for part, whole in contained):
        return False
    return not longer.words or (
        bool(shorter.words)
        and all(any(other.startswith(word) for other in longer.words) for word in shorter.words)
    )


def _counting_words(folded: str) -> tuple[str, ...]:
    """The words that a name must contain: without a leading ``SC`` and without legal forms."""
    found = words(folded)
    if found[:1] == ["sc"]:
        del found[0]
    return tuple(word for word in found if word not in legal_forms.WORDS)
