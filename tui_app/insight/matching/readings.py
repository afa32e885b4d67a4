"""Reads a row as people write it: the name, and what surrounds it, in its own fields.

``Furnizor: ANA SRL, în insolvență, Str. Probei 3, Dej, jud. Cluj`` is the name ``ANA SRL`` with an
address. What is a number is treated as one, and what may be a person's code is removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tui_app.contract import identifier_spelling as spelling
from tui_app.contract.folding import fold
from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id, whole_tax_id
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.matching import LONGEST_TEXT, MatchRow
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.search_text import registry_number_in_cell
from tui_app.contract.vocabulary import surroundings
from tui_app.contract.vocabulary.counties import county_named, read_county
from tui_app.contract.vocabulary.legal_forms import (
    ANYWHERE_IN_NAMES,
    AT_END_OF_NAMES,
    with_short_forms,
)
from tui_app.contract.vocabulary.localities import KINDS, is_town, read_locality
from tui_app.contract.vocabulary.lost_letters import restored
from tui_app.contract.vocabulary.states import is_state, without_state

_TAX_ID: Final = lazy_pattern(
    r"[\s,;(/-]*\b(?:c\.?u\.?i\.?|c\.?i\.?f\.?|cod fiscal|ro)[\s:.]*"
    r"((?:ro\s?)?[0-9]{4,10})\b\)?",
    re.IGNORECASE,
)
_REGISTER: Final = lazy_pattern(
    r"[\s,;(-]*(?:(?:nr|numar|reg|com|ordine|registrul|comertului|onrc|orc|la|in)\b[\s.:]*)*$",
    re.IGNORECASE,
)
"""Words before a registry number."""

_CONTACTS: Final = lazy_pattern(
    r"[\s,;(-]*(?:"
    r"(?:(?:cont|iban)\b[\s.:]*)*\bRO\s?[0-9]{2}(?:\s?[A-Z0-9]{4}){5}\b\)?"
    r"|(?:e-?mail\s*:?\s*)?\S+@\S+|(?:https?://|www\.)\S+"
    r"|\b(?:tel|telefon|fax|mobil|mob)\b[\s.:/]*\+?[0-9](?:[ ./-]*[0-9]){5,}"
    r"|(?<![\w/])(?:\+4)?0[237](?:[ ./-]?[0-9]){8})",
    re.IGNORECASE,
)
"""Accounts, addresses of mail and web, and phone numbers."""

_ABBREVIATED: Final = lazy_pattern(
    r"(?<=[^\W\d_])\.(?=[0-9]|[^\W\d_]{3,})|(?<=[^\W\d_]{2})\.(?=[^\W_])"
)
"""A dot before a word or a number: ``Dr.Tr.Severin nr.3``, but not ``S.R.L.``."""

_BETWEEN: Final = lazy_pattern(
    r"[,;|*•·\[\](){}\n\t]+|\s+/\s+|\s+[-–—]+\s*|\s*[-–—]+\s+|:\s*(?![0-9])"
)
_FORMS: Final = frozenset(AT_END_OF_NAMES.split("|"))
_UNSURE_FORMS: Final = frozenset({"sa", "ra"})
"""Forms that are also words: within a text only a place behind shows what they are."""

_SHORTEST_GLUED: Final = 6
_COUNTRY: Final = frozenset({"ro", "romania"})
_COUNTY: Final = lazy_pattern(r"\bjud(?:et|etul)? ([^\W\d_]+(?: (?:nasaud|severin|mare|napoca))?)")


class RowReading(Struct, frozen=True):
    """A row, and whether something beside the name was set aside to read it so."""

    row: MatchRow
    is_reduced: bool = False


@lru_cache(maxsize=64)
def readings(row: MatchRow) -> tuple[RowReading, ...]:
    """The ways to read a row, the likeliest first: without what surrounds the name, as it is, …"""
    whole = _with_numbers(_plain(row))
    found = [*_reduced(whole), RowReading(whole)]
    first = found[0].row
    for name in _unglued(first.name):
        other = replace(first, name=name)
        found += [replace(each, is_reduced=True) for each in (*_reduced(other), RowReading(other))]
    return tuple(dict.fromkeys(found))


def readable(row: MatchRow) -> MatchRow:
    """The row in its likeliest reading."""
    return readings(row)[0].row


def _plain(row: MatchRow) -> MatchRow:
    """The row without anything that may be a person's code, and with values of limited length."""
    values = {name: getattr(row, name)[:LONGEST_TEXT].strip() for name in row.__struct_fields__}
    plain = {name: "" if may_be_personal_code(text) else text for name, text in values.items()}
    return MatchRow(**plain)


def _with_numbers(row: MatchRow) -> MatchRow:
    """``DEDEMAN SRL CUI 2816464`` is a name and a tax id; a number alone is not a name."""
    if not row.tax_id and (tax_id := whole_tax_id(row.name)):
        return replace(row, name="", tax_id=tax_id)
    if not row.registry_number and (whole := registry_number_in_cell(row.name)):
        return replace(row, name="", registry_number=whole)
    if not any(character.isdecimal() or character == "@" for character in row.name):
        return row
    name, tax_id = _CONTACTS().sub(" ", row.name), ""
    if found := _TAX_ID().search(name):
        tax_id = read_tax_id(found[1]) or ""
        if tax_id and has_valid_control_digit(tax_id):
            name = f"{name[: found.start()]} {name[found.end() :]}"
        else:
            tax_id = ""
    number = spelling.OLD_IN_TEXT().search(name) or spelling.NEW_IN_TEXT().search(name)
    if number is not None:
        before = _REGISTER().sub("", name[: number.start()])
        name = f"{before} {name[number.end() :].lstrip(')')}"
    if name == row.name:
        return row
    return replace(
        row,
        name=" ".join(name.split()).strip(" ,;-/"),
        tax_id=row.tax_id or tax_id,
        registry_number=row.registry_number or (number[0] if number else ""),
    )


def _unglued(name: str) -> Iterator[str]:
    """A name with a blank before or after its form: ``ANAMARIASA``, ``SCANAMARIA SRL``."""
    words = fold(name).split()
    if words and words[0].startswith("sc") and len(words[0]) > _SHORTEST_GLUED:
        yield " ".join([words[0].removeprefix("sc"), *words[1:]])
    for at, word in enumerate(words):
        if word.endswith("sa") and len(word) >= _SHORTEST_GLUED and _form_at(words) is None:
            yield " ".join([*words[:at], word.removesuffix("sa"), "sa", *words[at + 1 :]])


def _reduced(row: MatchRow) -> Iterator[RowReading]:
    """The row without what surrounds its name, if anything does and nothing of it is unclear."""
    text = _ABBREVIATED().sub(". ", restored(row.name))
    if meant := surroundings.REPRESENTATIVE_OF().search(text.lower()):
        text = text[meant.start(1) :]
    pieces = [folded for part in _BETWEEN().split(text) if (folded := with_short_forms(fold(part)))]
    kept = list(pieces)
    while len(kept) > 1 and _is_before_name(kept[0]):
        del kept[0]
    if not kept:
        return
    first = _without_labels(kept[0])
    name, tail = _cut(first)
    if len(kept) > 1 and not tail and kept[1] in {*_FORMS, "d"}:
        # ANA, SRL
        name = f"{name} {kept.pop(1)}".removesuffix(" d")
    after = _AfterName([tail, *kept[1:]])
    has_form = _form_at(name.split()) is not None
    if name == with_short_forms(fold(row.name)) or not after.is_clear(has_form=has_form):
        return
    yield RowReading(
        replace(
            row,
            name=name,
            county=row.county or after.county,
            locality=row.locality or after.locality,
            address=", ".join(filter(None, (row.address, *after.address))),
        ),
        is_reduced=after.is_reduced or len(kept) < len(pieces) or first != kept[0],
    )


def _is_before_name(piece: str) -> bool:
    """Whether a piece before others is a label, a state, or a unit of the company."""
    words = piece.split()
    if all(word in surroundings.LABELS or word.isdecimal() for word in words) or is_state(piece):
        return True
    return surroundings.UNIT().match(piece) is not None and _form_at(words) is None


def _without_labels(piece: str) -> str:
    """A piece without a label or a unit before a name that has a form: ``Client ANA SRL``."""
    words = piece.split()
    if _form_at(words) is None:
        return piece
    while len(words) > 2 and words[0] in surroundings.LABELS:
        del words[0]
    text = " ".join(words)
    unit = surroundings.UNIT_OF().match(text)
    return text[unit.end() :] if unit else text


def _form_at(words: Sequence[str]) -> int | None:
    """The index of the form that ends a name, after its first word."""
    for at, word in enumerate(words[1:], 1):
        if word in ANYWHERE_IN_NAMES or (word in _FORMS and at == len(words) - 1):
            return at
    return None


def _cut(piece: str) -> tuple[str, str]:
    """A name, and what follows it in the same piece."""
    text = without_state(piece)
    words, state = text.split(), piece[len(text) :]
    at = _form_at(words)
    if at is None:
        at = next((each for each in range(1, len(words) - 1) if _is_form(words, each)), None)
    if at is not None:
        end = len(" ".join(words[: at + 1]))
    else:
        found = surroundings.UNIT().search(text), surroundings.SEAT().search(text)
        ends = [each.start() for each in found if each]
        ends += [
            text.index(f" {word} ") for word in surroundings.ADDRESS_WORDS if f" {word} " in text
        ]
        end = min((each for each in ends if each > 0), default=len(text))
    return text[:end].strip(), f"{text[end:]}{state}".strip()


def _is_form(words: Sequence[str], at: int) -> bool:
    """Whether ``sa`` is a form, because a place or a unit follows: ``ANA SA DEJ``."""
    if words[at] not in _UNSURE_FORMS:
        return False
    after = " ".join(words[at + 1 :])
    is_place = words[at + 1] in KINDS | surroundings.ADDRESS_WORDS or is_town(read_locality(after))
    is_unit = surroundings.UNIT_AFTER_FORM().match(after) is not None
    return is_place or is_unit or county_named(after) is not None


class _AfterName:
    """What follows a name, in folded pieces: its place, and whether anything was set aside."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.county = self.locality = ""
        self.address: list[str] = []
        self.is_reduced = False
        self._has_unknown = self._has_another_name = False
        for piece in pieces:
            if not piece or piece in _COUNTRY or is_state(piece):
                continue
            if surroundings.FORMER().match(piece):
                self.is_reduced = True
            elif surroundings.UNIT_AFTER_FORM().match(piece):
                # The place of a branch says nothing about the seat.
                self.is_reduced = True
                break
            else:
                self._take(surroundings.BEFORE_PLACES().sub("", piece).strip())

    def is_clear(self, *, has_form: bool) -> bool:
        """Whether all of it surrounds a name; without a form, unknown words may be of the name."""
        return not self._has_another_name and (has_form or not self._has_unknown)

    def _take(self, piece: str) -> None:
        """A county, a town, a part of an address, or unknown words."""
        text = without_state(piece)
        if (county := _COUNTY().search(text)) and read_county(county[1]):
            self.county = self.county or county[1]
            text = f"{text[: county.start()]} {text[county.end() :]}".strip()
        if not text:
            return
        has_number = any(map(str.isdecimal, text))
        place = read_locality(text)
        if text.split(" ", 1)[0] not in KINDS and not place.sector and county_named(text):
            # BACAU may be the county or the town.
            self.county = self.county or text
        elif place.sector or (not has_number and (is_town(place) or text.split()[0] in KINDS)):
            self.locality = self.locality or text
        else:
            self.address.append(text)
            is_street = has_number or not surroundings.ADDRESS_WORDS.isdisjoint(text.split())
            self._has_unknown |= not is_street
            self.is_reduced |= not is_street
            self._has_another_name |= _form_at(text.split()) is not None
            # str probei nr 3 dej
            after = re.split(r"[0-9]+[a-z]?\b", text)[-1].strip() if has_number else ""
            if after and is_town(read_locality(after)):
                self.locality = self.locality or after
