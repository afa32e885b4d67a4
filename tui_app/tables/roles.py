"""Finds what a column contains, by its name and by its values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from itertools import chain
from typing import Final

from tui_app.contract.folding import fold, words
from tui_app.contract.identifiers import has_valid_control_digit, whole_tax_id
from tui_app.contract.search_text import registry_number_in_cell, tax_id_in_cell
from tui_app.contract.vocabulary.counties import county_named
from tui_app.contract.vocabulary.legal_forms import WORDS as FORMS
from tui_app.contract.vocabulary.streets import words_for


class ColumnRole(StrEnum):
    """The roles of a column: what it may say about a company."""

    TAX_ID = "tax_id"
    REGISTRY_NUMBER = "registry_number"
    NAME = "name"
    COUNTY = "county"
    LOCALITY = "locality"
    ADDRESS = "address"


_NAMES: Final = {
    ColumnRole.TAX_ID: (
        "cui", "cif", "cod fiscal", "cod unic", "cod unic de inregistrare", "cod tva",
        "cod de inregistrare fiscala", "cod inregistrare", "nr inregistrare fiscala",
        "tax id", "tax code", "tax number", "fiscal code", "vat", "vat id", "vat number",
        "vat code", "tin",
    ),
    ColumnRole.REGISTRY_NUMBER: (
        "nr reg com", "reg com", "nr reg comertului", "registrul comertului", "nr orc", "orc",
        "numar registru", "cod inmatriculare", "nr inmatriculare", "company id", "registry number",
        "registration number", "registry no", "onrc",
    ),
    ColumnRole.NAME: (
        "denumire", "denumirea", "nume", "firma", "societate", "societatea", "companie",
        "compania", "agent economic", "furnizor", "client", "partener", "beneficiar", "ofertant",
        "company", "company name", "name", "supplier", "customer", "vendor", "partner",
        "business name",
    ),
    ColumnRole.COUNTY: ("judet", "judetul", "jud", "county"),
    ColumnRole.LOCALITY: (
        "localitate", "localitatea", "oras", "municipiu", "locality", "city", "town",
    ),
    ColumnRole.ADDRESS: ("adresa", "sediu", "sediul", "sediu social", "address", "full address"),
}  # fmt: skip
"""The usual names of such columns, folded, in Romanian and English."""

_USUAL: Final = frozenset(chain.from_iterable(_NAMES.values()))
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SAMPLE: Final = 20
_LONGEST_COUNTY: Final = 40
_LONGEST_ADDRESS: Final = 300
_STREETS: Final = words_for()


def role_of(name: str) -> ColumnRole | None:
    """The role of a column with this name: ``CUI furnizor`` is a tax id; ``None`` if unknown.

    The longest usual name in it decides, but a tax id comes before all others.
    """
    found = [
        (role is not ColumnRole.TAX_ID, -len(usual), role)
        for role, names in _NAMES.items()
        for usual in names
        for spelling in _spellings(name)
        if f" {usual} " in f" {spelling} "
    ]
    return min(found)[2] if found else None


def _spellings(name: str) -> set[str]:
    """The folded forms of a name: ``Nr.Reg.Com``, ``C.U.I.``, ``cod_fiscal``, ``companyName``."""
    plain = _CAMEL.sub(" ", name).replace("_", " ")
    return {fold(plain), fold(plain.replace(".", " ")), fold(name)}


def is_tax_id(text: str) -> bool:
    """Whether a text is a tax id with a valid check digit."""
    tax_id = tax_id_in_cell(text)
    return tax_id is not None and has_valid_control_digit(tax_id)


def is_registry_number(text: str) -> bool:
    """Whether a text is a trade-register number."""
    return registry_number_in_cell(text) is not None


def has_legal_form(text: str) -> bool:
    """Whether a legal form is among the words of a text, as in the name of a company."""
    return bool(FORMS.intersection(words(fold(text))))


def is_county(text: str) -> bool:
    """Whether a text is a county, by its name or its plate code."""
    return len(text) <= _LONGEST_COUNTY and county_named(text) is not None


def is_address(text: str) -> bool:
    """Whether a text mentions a street, as addresses do."""
    found = fold(text[:_LONGEST_ADDRESS].replace(".", " ")).split()
    return len(found) > 2 and not _STREETS.isdisjoint(found)


def is_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns.

    It does if a cell consists of a usual column name, or if there are identifiers below its texts.
    """
    first, *below = rows
    if any(whole_tax_id(cell) or is_registry_number(cell) for cell in first):
        return False
    if any(map(has_legal_form, first)):
        return False
    if any(spelling in _USUAL for cell in first for spelling in _spellings(cell)):
        return True
    return len(first) > 1 and any(
        is_tax_id(row[at]) or is_registry_number(row[at])
        for row in below[:_SAMPLE]
        for at, cell in enumerate(first)
        if re.search("[^\\W\\d_]{2}", cell)
    )
