"""The companies at a place as people name it: a town, a county or a sector."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from pyroaring import FrozenBitMap

from tui_app.contract.folding import fold
from tui_app.contract.vocabulary.counties import county_named, read_county, read_sector
from tui_app.contract.vocabulary.localities import KINDS, read_locality
from tui_app.registry.screening.bitmap_index import BitmapIndex, union

_BEFORE_TOWNS: Final = KINDS - {"com"}
"""What people write before a town; ``com`` is rather a word of the name before it."""
_LONGEST: Final = 3


def in_place(index: BitmapIndex, text: str) -> FrozenBitMap | None:
    """The companies in a county, in the towns that begin with a text, or in a sector.

    ``None`` if the text is not a place.
    """
    if sector := read_sector(text):
        names = [name for name in index.values("locality") if read_sector(name) == sector]
        return index.any_of("locality", names) if names else None
    folded = fold(text)
    first, _blank, rest = folded.partition(" ")
    place = read_locality(rest if first in _BEFORE_TOWNS else text)
    towns = _towns(index).get(place.name, []) if first not in KINDS - _BEFORE_TOWNS else []
    county = county_named(text) if len(text) > 1 else None
    counties = [name for name in index.values("county") if county and read_county(name) is county]
    if not (towns or counties):
        return None
    return union([index.any_of("locality", towns), index.any_of("county", counties)])


def _towns(index: BitmapIndex) -> dict[str, list[str]]:
    """The localities on record by each beginning of their names, in words."""

    def make() -> tuple[dict[str, list[str]], int]:
        found: dict[str, list[str]] = defaultdict(list)
        for locality in index.values("locality"):
            words = read_locality(locality).name.split(" ")
            for length in range(1, min(len(words), _LONGEST) + 1):
                found[" ".join(words[:length])].append(locality)
        return dict(found), 200 * len(found)

    return index.cache.find(("towns",), make)
