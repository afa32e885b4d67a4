"""Matching and ordering of autocomplete as pure functions, by part 4 of the interface.

The registry's search is tested against these, and the client refines a complete answer
with them. Tiers, best first: (a) the name starts with the text; (b) the tax id or the
registry number equals it; (c) the name contains it; (d) an identifier contains it. Within a
tier stands the static rank: active first, then latest turnover, then the name.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import new_registry_number, read_tax_id
from tui_app.contract.operations import QUERY
from tui_app.contract.status import StatusGroup, classify_status

_AFTER_RO: Final = re.compile(f"ro ?([0-9]{{{QUERY.minimum_length},}})", re.ASCII)


class Tier(IntEnum):
    """How well a company matches; the lower the better."""

    NAME_START = 0
    IDENTIFIER_EQUAL = 1
    NAME_PART = 2
    IDENTIFIER_PART = 3


class Query(Struct, frozen=True):
    """A search text made ready for comparing.

    ``text`` is folded and compared with names. ``identifier_part`` is what an identifier has
    to contain: the text, without ``RO`` before at least three digits. ``tax_id`` and
    ``registry_number`` (new form) are what the text names when it is a whole identifier.
    """

    text: str
    identifier_part: str
    tax_id: str | None
    registry_number: str | None


def read_query(q: str) -> Query:
    """A search text made ready; ``q`` has passed ``operations.QUERY``."""
    text = fold(q)
    digits = _AFTER_RO.fullmatch(text)
    part = digits[1] if digits else text
    return Query(text, part, read_tax_id(text), new_registry_number(text))


def tier(query: Query, name: str, tax_id: str, company_id: str) -> Tier | None:
    """The tier in which a company matches, or ``None``. The company's texts are as sent."""
    folded_name, folded_id = fold(name), fold(company_id)
    if folded_name.startswith(query.text):
        return Tier.NAME_START
    if equals_identifier(query, tax_id, folded_id):
        return Tier.IDENTIFIER_EQUAL
    if query.text in folded_name:
        return Tier.NAME_PART
    if query.identifier_part in fold(tax_id) or query.identifier_part in folded_id:
        return Tier.IDENTIFIER_PART
    return None


def equals_identifier(query: Query, tax_id: str, folded_company_id: str) -> bool:
    """Whether the query is the whole tax id, or the registry number in either form."""
    if query.text in (fold(tax_id), folded_company_id):
        return True
    if query.tax_id is not None and query.tax_id == tax_id:
        return True
    number = query.registry_number
    return number is not None and number == new_registry_number(folded_company_id)


def static_rank(
    status: str, turnover: int | None, name: str, tax_id: str
) -> tuple[bool, bool, int, str, str]:
    """Sort key within a tier: active first, then turnover (whole RON, unknown last), then name."""
    active = classify_status(status) is StatusGroup.ACTIVE
    return (not active, turnover is None, -(turnover or 0), fold(name), tax_id)


def narrows(longer: Query, shorter: Query) -> bool:
    """Whether every company that matches ``longer`` is sure to match ``shorter`` as well.

    Not so where the longer text is a whole identifier in another form, or drops its ``RO``:
    then it finds companies that do not contain it.
    """
    if longer.registry_number is not None or longer.identifier_part != longer.text:
        return False
    if longer.tax_id is not None and longer.tax_id != longer.text:
        return False
    return shorter.text in longer.text and shorter.identifier_part in longer.identifier_part
