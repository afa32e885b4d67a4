"""Whether a row and a company are in the same county, town and street."""

from __future__ import annotations

from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.matching import MatchRow
from tui_app.contract.names import CompanyName
from tui_app.contract.resources import CompanySummary
from tui_app.contract.vocabulary.counties import County, county_named, read_county
from tui_app.contract.vocabulary.legal_forms import AT_END_OF_NAMES
from tui_app.contract.vocabulary.localities import (
    COUNTY_WORDS,
    KINDS,
    Locality,
    is_same_place,
    names_place,
    read_locality,
)
from tui_app.contract.vocabulary.streets import words_for
from tui_app.insight.matching.features import Feature

_STREET_WORDS: Final = words_for()
_LONGEST_PLACE: Final = 4
_KINDS: Final = KINDS | COUNTY_WORDS
_FORMS: Final = frozenset(AT_END_OF_NAMES.split("|"))

AGREEING: Final = frozenset({Feature.SAME_COUNTY, Feature.SAME_TOWN, Feature.SAME_STREET})


def compare_places(row: MatchRow, company: CompanySummary, street: str) -> list[Feature]:
    """What a row says about the place of a company, in its own columns and in its address."""
    found = []
    county, own = _county_of(row.county), _county_of(company.county)
    if county and own:
        found.append(Feature.SAME_COUNTY if county is own else Feature.OTHER_COUNTY)
    place = read_locality(company.locality)
    in_county = fold(own.name) if own else ""
    same_town = is_same_place(read_locality(row.locality), place, in_county)
    if same_town is not None and Feature.OTHER_COUNTY not in found:
        other = Feature.OTHER_TOWN if found else Feature.OTHER_TOWN_ALONE
        found.append(Feature.SAME_TOWN if same_town else other)
    if row.address and Feature.OTHER_COUNTY not in found:
        pieces = map(read_locality, row.address.split(","))
        is_there = names_place(row.address, place) or any(
            is_same_place(piece, place, in_county) for piece in pieces
        )
        if not found and is_there:
            found.append(Feature.SAME_TOWN)
        elif not found and names_place(row.address, Locality(in_county)):
            found.append(Feature.SAME_COUNTY)
        words = [word for word in fold(street).split() if word not in _STREET_WORDS]
        if words and f" {' '.join(words)} " in f" {fold(row.address)} ":
            found.append(Feature.SAME_STREET)
    return found


def says_place(row: MatchRow) -> bool:
    """Whether a row says in which county or town its company is."""
    return bool(_county_of(row.county) or read_locality(row.locality).name)


def without_place(typed: CompanyName, own: CompanyName, company: CompanySummary) -> CompanyName:
    """``DEDEMAN BACAU`` is ``DEDEMAN``, if it is in Bacău and its ``own`` name does not say so.

    The form may stand before the place: ``DEDEMAN SA BACAU``.
    """
    if set(typed.words) <= set(own.words):
        return typed
    words, form = _trimmed(typed.words, own, company), typed.form
    if words == typed.words:
        return typed
    if not form and len(words) > 1 and words[-1] in _FORMS and words[-1] not in own.words:
        words, form = words[:-1], words[-1]
    return CompanyName(words, form)


def _trimmed(words: tuple[str, ...], own: CompanyName, company: CompanySummary) -> tuple[str, ...]:
    place, county = read_locality(company.locality), read_county(company.county)
    in_county = fold(county.name) if county else ""
    while len(words) > 1:
        for length in range(min(_LONGEST_PLACE, len(words) - 1), 0, -1):
            last = words[-length:]
            if last[0] not in _KINDS and not _KINDS.isdisjoint(last):
                continue
            text = " ".join(last)
            said = read_locality(text)
            is_there = is_same_place(said, place, in_county) or (
                county is not None and not said.sector and county_named(text) is county
            )
            if is_there and not set(last) <= set(own.words):
                words = words[:-length]
                # Mun. Bacău, jud. Bacău
                while len(words) > 1 and words[-1] in _KINDS:
                    words = words[:-1]
                break
        else:
            break
    return words


def _county_of(text: str) -> County | None:
    return read_county(text) if text.strip() else None
