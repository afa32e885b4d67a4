"""Criteria on public money: buyers and CPV codes, by number or by words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from pyroaring import FrozenBitMap

from tui_app.contract.cpv import DIVISIONS
from tui_app.contract.folding import fold, words
from tui_app.contract.identifiers import whole_tax_id
from tui_app.contract.screening.criteria import Criterion
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import FacetValue
from tui_app.registry.screening.bitmap_index import BitmapIndex

_MAX_VALUES: Final = 20
_NAMES: Final = "SELECT number, name FROM {s}money_party WHERE suppliers > 0"
_SOME_NAMES: Final = "SELECT number, name FROM {s}money_party WHERE number IN"


def with_buyer(index: BitmapIndex, text: str) -> FrozenBitMap:
    """The companies that won something from an authority: its tax id, or words of its name."""
    if tax_id := whole_tax_id(text):
        return index.members("buyer", tax_id)
    by_word = _buyers_by_word(index)
    found: set[str] | None = None
    for word in words(fold(text)):
        having = {b for known, some in by_word.items() if known.startswith(word) for b in some}
        found = having if found is None else found & having
    return index.any_of("buyer", sorted(found or ()))


def with_cpv(index: BitmapIndex, text: str) -> FrozenBitMap:
    """The companies that won something under codes with this start, or in a division so named."""
    digits = text.partition("-")[0].replace(".", "").strip()
    if digits.isdecimal():
        if len(digits) == 2:
            return index.members("cpv_division", digits)
        start = digits[:8]
        return index.any_of("cpv", [code for code in index.values("cpv") if code.startswith(start)])
    sought = words(fold(text))
    divisions = [
        division
        for division, name in DIVISIONS.items()
        if all(any(w.startswith(s) for w in words(fold(name))) for s in sought)
    ]
    return index.any_of("cpv_division", divisions)


def _buyers_by_word(index: BitmapIndex) -> dict[str, set[str]]:
    def make() -> tuple[dict[str, set[str]], int]:
        found: dict[str, set[str]] = defaultdict(set)
        for number, name in index.read(_NAMES, ()):
            for word in words(fold(name)):
                found[word].add(str(number))
        return found, 200 * len(found)

    return index.cache.find(("buyers by word",), make)


def buyers(index: BitmapIndex, found: FrozenBitMap) -> tuple[FacetValue, ...]:
    """The authorities from which most of the companies won something."""
    counts = dict(_frequent(index, found, "buyer"))
    names = dict(index.rows(_SOME_NAMES, [int(each) for each in counts]))
    return tuple(
        FacetValue(
            value=value,
            label=names.get(int(value)),
            criterion=_criterion("buyer", value) if int(value) > 0 else None,
            companies=count,
        )
        for value, count in counts.items()
    )


def divisions(index: BitmapIndex, found: FrozenBitMap) -> tuple[FacetValue, ...]:
    """The CPV divisions under which most of the companies won something."""
    return tuple(
        FacetValue(
            value=value,
            label=DIVISIONS.get(value),
            criterion=_criterion("cpv", value),
            companies=count,
        )
        for value, count in _frequent(index, found, "cpv_division")
    )


def _frequent(index: BitmapIndex, found: FrozenBitMap, field: str) -> Iterator[tuple[str, int]]:
    """The values that most companies have. A value with fewer companies in total is not counted."""
    counted: list[tuple[int, str]] = []
    for value, companies in sorted(index.values(field).items(), key=lambda each: -each[1]):
        if len(counted) >= _MAX_VALUES and companies <= counted[_MAX_VALUES - 1][0]:
            break
        if count := found.intersection_cardinality(index.members(field, value)):
            counted.append((count, value))
            counted.sort(key=lambda each: (-each[0], each[1]))
            del counted[_MAX_VALUES:]
    return ((value, count) for count, value in counted)


def _criterion(field: str, value: str) -> str:
    return write((Criterion(field, (value,)),))
