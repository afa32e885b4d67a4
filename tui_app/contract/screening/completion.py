"""Completion for a line of criteria: names of fields, and known values."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui_app.contract.counties import COUNTIES
from tui_app.contract.folding import fold
from tui_app.contract.screening.fields import FIELDS, STATUSES, CriterionField, FieldKind

_MOST: Final = 20
_PLATES: Final = {county.plain_name: county.plate for county in COUNTIES.values()}


class Completion(Struct, frozen=True):
    """``text`` replaces what is between ``start`` and ``end``; ``about`` describes it."""

    text: str
    start: int
    end: int
    about: str = ""


def complete(line: str, cursor: int) -> tuple[Completion, ...]:
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
        return _names(fold(name), start, cursor)[:_MOST]
    field = FIELDS.get(fold(name))
    if field is None:
        return ()
    last = values.rpartition(",")[2]
    return _values(field, fold(last), cursor - len(last), cursor)[:_MOST]


def _names(typed: str, start: int, end: int) -> tuple[Completion, ...]:
    fields = [
        Completion(f.name if f.kind is FieldKind.FLAG else f"{f.name}:", start, end, f.about)
        for f in FIELDS.values()
        if f.name.startswith(typed)
    ]
    statuses = [
        Completion(status, start, end, "class of the status")
        for status in STATUSES
        if typed and status.startswith(typed)
    ]
    negation = [Completion("not ", start, end, "what must not hold")]
    return (*fields, *statuses, *(negation if "not".startswith(typed) else ()))


def _values(field: CriterionField, typed: str, start: int, end: int) -> tuple[Completion, ...]:
    codes = _PLATES if field.name == "county" else {}
    return tuple(
        Completion(f'"{value}"' if " " in value else value, start, end, codes.get(value, ""))
        for value in field.values
        if fold(value).startswith(typed) or fold(codes.get(value, "")) == typed
    )
