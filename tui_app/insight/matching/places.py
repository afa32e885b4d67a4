"""Whether a row and a company are in the same county and town."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.vocabulary.counties import County, read_county, read_sector
from tui_app.contract.vocabulary.localities import (
    COUNTY_WORDS,
    KINDS,
    is_same_place,
    read_locality,
)

DESIGNATIONS: Final = KINDS | COUNTY_WORDS

_SECTORS: Final = frozenset({"sector", "sectorul", "sect"})


@lru_cache(maxsize=65_536)
def town(locality: str) -> frozenset[str]:
    """The words that identify a town: ``Mun. Bacău`` is ``bacau``; in the capital, the sector."""
    sector = read_sector(locality)
    if sector is not None:
        return frozenset({f"sector{sector}"})
    words = fold(locality.replace(".", " ")).split()
    return frozenset(word for word in words if word not in DESIGNATIONS)


def is_same_town(one: str, other: str, county: str = "") -> bool | None:
    """Whether two localities, of which the second is in a county, are the same.

    ``None`` if that is not known: the capital and one of its sectors may be the same place.
    """
    own = read_county(county)
    return is_same_place(read_locality(one), read_locality(other), fold(own.name) if own else "")


def county_of(text: str) -> County | None:
    """The county that a text names; ``None`` if it names none."""
    return read_county(text) if text.strip() else None


@lru_cache(maxsize=65_536)
def address_words(address: str) -> tuple[str, ...]:
    """The words of an address, folded."""
    return tuple(fold(address.replace(".", " ").replace(",", " ")).split())


def names_place(words: tuple[str, ...], place: frozenset[str]) -> bool:
    """Whether an address contains all the words of a place."""
    joined = {f"sector{word}" for word in words if word.isdecimal()} if "sector" in words else set()
    return bool(place) and place <= {*words, *joined}


def names_sector(words: tuple[str, ...]) -> bool:
    """Whether a name ends in a sector of the capital, as in ``ANA Sectorul 3``."""
    return len(words) > 2 and words[-2] in _SECTORS and words[-1] in {*"123456"}
