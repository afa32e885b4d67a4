"""Counties and addresses as people write them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.pasted_text import without_entities
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.vocabulary.counties import CAPITAL, read_county, read_sector

_BEFORE: Final = ("", "Nr.", "Bl.", "Sc.", "Et.", "Ap.", "")
_MODERN: Final = tuple(zip("şţŞŢ\xa0", "șțȘȚ ", strict=True))


@lru_cache(maxsize=4096)
def county_name(text: str) -> str | None:
    """The county's name in today's spelling, from its name or plate code; other texts unchanged."""
    county = read_county(text)
    return county.name if county else tidy(text)


@lru_cache(maxsize=65_536)
def locality_name(text: str) -> str | None:
    """A locality; for ``Bucureşti Sectorul 3`` the sector, as servers write it."""
    clean = tidy(text)
    if clean is None:
        return None
    sector = read_sector(clean)
    return f"Sectorul {sector}" if sector else clean


@lru_cache(maxsize=65_536)
def seat_names(
    county_cell: str, locality_cell: str, sector_cell: str
) -> tuple[str | None, str | None]:
    """County and locality of a seat; the capital's sector may stand in any of the cells."""
    county, locality = county_name(county_cell), locality_name(locality_cell)
    if county == CAPITAL.name and read_sector(locality or "") is None:
        sector = sector_cell.strip().lstrip("0")
        by_column = int(sector) if sector in {*"123456"} else read_sector(sector_cell)
        if found := by_column or read_sector(county_cell):
            locality = f"Sectorul {found}"
    return county, locality


def tidy(text: str) -> str | None:
    """One line without control characters, with today's ș and ț; ``None`` if empty.

    Entities (``&amp;``) are decoded. Personal codes are removed, wherever they are written.
    """
    if not text:
        return None
    if text.isascii() and text.replace(" ", "").isalpha():  # as most names
        is_plain = text[0] != " " and text[-1] != " " and "  " not in text
        return text if is_plain else " ".join(text.split())
    if "&" in text:
        text = without_entities(text)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    if not text.isascii():
        # Five quick checks, because translating goes through every letter.
        for old, new in _MODERN:
            text = text.replace(old, new)
    if text[0] == " " or text[-1] == " " or "  " in text:
        text = " ".join(text.split())
    return without_personal_codes(text) or None


known_text: Final = lru_cache(maxsize=16_384)(tidy)
"""``tidy`` for texts that repeat: streets, and the numbers and letters of an address."""


def compose_address(
    county: str | None, locality: str | None, sector: str, parts: Iterable[str], country: str
) -> str | None:
    """The address as one text in the usual order, from the county to the complement.

    ``parts`` are street, number, block, staircase, floor, flat and complement as in the file.
    """
    address = [
        *_area(county, locality, sector),
        *[
            f"{b}{part}"
            for b, raw in zip(_BEFORE, parts, strict=True)
            if raw and (part := known_text(raw))
        ],
    ]
    if address and country and (abroad := _abroad(country)):
        address.append(abroad)
    return ", ".join(address) or None


def _area(county: str | None, locality: str | None, sector: str) -> tuple[str, ...]:
    if county != CAPITAL.name:
        return tuple(part for part in (county and f"Jud. {county}", locality) if part)
    if sector.isdecimal():
        return (f"Municipiul {CAPITAL.name}", f"Sector {int(sector)}")
    if locality and locality != CAPITAL.name:
        return (f"Municipiul {CAPITAL.name}", locality.replace("Sectorul", "Sector"))
    return (f"Municipiul {CAPITAL.name}",)


@lru_cache(maxsize=1024)
def _abroad(country: str) -> str | None:
    """The country, unless it is Romania."""
    name = tidy(country)
    return name if name and fold(name) not in {"romania", "ro"} else None
