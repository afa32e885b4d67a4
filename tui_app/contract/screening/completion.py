"""Completion for a line of criteria: names of fields, and known values."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.screening.fields import FIELDS, STATUSES, CriterionField, FieldKind
from tui_app.contract.screening.vocabulary import ENGLISH, Vocabulary, field_named
from tui_app.contract.vocabulary.counties import COUNTIES
from tui_app.system.language import N_

_MAX_COMPLETIONS: Final = 20
_COUNTY_CODES: Final = {county.plain_name: county.plate for county in COUNTIES.values()}


class Completion(Struct, frozen=True):
    """``text`` replaces the part between ``start`` and ``end``; ``about`` describes it."""

    text: str
    start: int
    end: int
    about: str = ""


def complete(line: str, cursor: int, vocabulary: Vocabulary = ENGLISH) -> tuple[Completion, ...]:
    """The completions for the word before the cursor, at most twenty, best first."""
    start = cursor
    while start > 0 and not line[start - 1].isspace():
        start -= 1
    word = line[start:cursor]
    if '"' in line[:cursor] and line[:cursor].count('"') % 2:
        return ()
    name, colon, values = word.lstrip("-").partition(":")
    start += len(word) - len(word.lstrip("-"))
    if not colon:
        return _names(fold(name), start, cursor, vocabulary)[:_MAX_COMPLETIONS]
    field = field_named(name)
    if field is None:
        return ()
    last = values.rpartition(",")[2]
    return _values(field, fold(last), cursor - len(last), cursor, vocabulary)[:_MAX_COMPLETIONS]


def _names(typed: str, start: int, end: int, words: Vocabulary) -> tuple[Completion, ...]:
    fields = [
        Completion(word if f.kind is FieldKind.FLAG else f"{word}:", start, end, f.about)
        for f in FIELDS.values()
        if fold(word := words.fields[f.name]).startswith(typed)
    ]
    statuses = [
        Completion(words.statuses[status], start, end, "class of the status")
        for status in STATUSES
        if typed and words.statuses[status].startswith(typed)
    ]
    negation = [Completion(f"{words.negation} ", start, end, N_("excludes the next criterion"))]
    return (*fields, *statuses, *(negation if words.negation.startswith(typed) else ()))


def _values(
    field: CriterionField, typed: str, start: int, end: int, words: Vocabulary
) -> tuple[Completion, ...]:
    codes = _COUNTY_CODES if field.name == "county" else {}
    said = words.values_of(field.name)
    known = [said.get(value, value) for value in field.values]
    if field.kind is FieldKind.FLAG:
        known = [words.yes, words.no]
    return tuple(
        Completion(f'"{value}"' if " " in value else value, start, end, codes.get(value, ""))
        for value in known
        if fold(value).startswith(typed) or fold(codes.get(value, "")) == typed
    )
