"""Counties and addresses as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.personal_codes import without_codes_within

# By the county code in registry numbers (source: python-stdnum, stdnum/ro/onrc.py).
COUNTIES: Final = {
    1: ("AB", "Alba"), 2: ("AR", "Arad"), 3: ("AG", "Argeș"), 4: ("BC", "Bacău"),
    5: ("BH", "Bihor"), 6: ("BN", "Bistrița-Năsăud"), 7: ("BT", "Botoșani"),
    8: ("BV", "Brașov"), 9: ("BR", "Brăila"), 10: ("BZ", "Buzău"), 11: ("CS", "Caraș-Severin"),
    12: ("CJ", "Cluj"), 13: ("CT", "Constanța"), 14: ("CV", "Covasna"), 15: ("DB", "Dâmbovița"),
    16: ("DJ", "Dolj"), 17: ("GL", "Galați"), 18: ("GJ", "Gorj"), 19: ("HR", "Harghita"),
    20: ("HD", "Hunedoara"), 21: ("IL", "Ialomița"), 22: ("IS", "Iași"), 23: ("IF", "Ilfov"),
    24: ("MM", "Maramureș"), 25: ("MH", "Mehedinți"), 26: ("MS", "Mureș"), 27: ("NT", "Neamț"),
    28: ("OT", "Olt"), 29: ("PH", "Prahova"), 30: ("SM", "Satu Mare"), 31: ("SJ", "Sălaj"),
    32: ("SB", "Sibiu"), 33: ("SV", "Suceava"), 34: ("TR", "Teleorman"), 35: ("TM", "Timiș"),
    36: ("TL", "Tulcea"), 37: ("VS", "Vaslui"), 38: ("VL", "Vâlcea"), 39: ("VN", "Vrancea"),
    40: ("B", "București"), 51: ("CL", "Călărași"), 52: ("GR", "Giurgiu"),
}  # fmt: skip
"""County code to plate code and name."""

CAPITAL: Final = "București"
_BEFORE: Final = ("", "Nr.", "Bl.", "Sc.", "Et.", "Ap.", "")
_MODERN: Final = tuple(zip("şţŞŢ\xa0", "șțȘȚ ", strict=True))


def _plain(text: str) -> str:
    words = re.sub(r"[^a-z0-9]+", " ", fold(text)).split()
    return " ".join(word for word in words if word not in {"judetul", "jud", "municipiul", "mun"})


_BY_NAME: Final = {
    _plain(name): county for county in COUNTIES.values() for name in (county[1], county[0])
}


@lru_cache(maxsize=4096)
def county_name(text: str) -> str | None:
    """The county's name in today's spelling, from its name or plate code; other texts unchanged."""
    return read_county(text) or tidy(text)


def read_county(text: str) -> str | None:
    """The county for a name or a plate code, or ``None``."""
    found = _BY_NAME.get(_plain(text))
    return found[1] if found else None


@lru_cache(maxsize=65_536)
def locality_name(text: str) -> str | None:
    """A locality; for ``Bucureşti Sectorul 3`` the sector, as servers write it."""
    clean = tidy(text)
    if clean is None:
        return None
    sector = re.fullmatch(
        r"(?:mun(?:icipiul|\.)? ?)?bucuresti,? (sector(?:ul)?) ([1-6])", fold(clean)
    )
    return f"Sectorul {sector[2]}" if sector else clean


def tidy(text: str) -> str | None:
    """One line without control characters, with today's ș and ț; ``None`` when empty.

    Personal codes are taken out, wherever they were written.
    """
    if not text:
        return None
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c.isspace() else " " for c in text)
    if not text.isascii():
        # Five quick checks: translating goes through every letter.
        for old, new in _MODERN:
            text = text.replace(old, new)
    if text[0] == " " or text[-1] == " " or "  " in text or "\t" in text:
        text = " ".join(text.split())
    return without_codes_within(text) or None


def compose_address(
    county: str | None, locality: str | None, sector: str, parts: Iterable[str], country: str
) -> str | None:
    """The address as one text in the usual order, from the county to the complement.

    ``parts`` are street, number, block, staircase, floor, flat and complement as in the file.
    """
    address = [
        *_area(county, locality, sector),
        *[f"{b}{part}" for b, raw in zip(_BEFORE, parts, strict=True) if (part := tidy(raw))],
    ]
    if address and country and (abroad := _abroad(country)):
        address.append(abroad)
    return ", ".join(address) or None


@lru_cache(maxsize=65_536)
def _area(county: str | None, locality: str | None, sector: str) -> tuple[str, ...]:
    if county != CAPITAL:
        return tuple(part for part in (county and f"Jud. {county}", locality) if part)
    if sector.isdecimal():
        return (f"Municipiul {CAPITAL}", f"Sector {int(sector)}")
    if locality and locality != CAPITAL:
        return (f"Municipiul {CAPITAL}", locality.replace("Sectorul", "Sector"))
    return (f"Municipiul {CAPITAL}",)


@lru_cache(maxsize=1024)
def _abroad(country: str) -> str | None:
    """A country that is not Romania."""
    name = tidy(country)
    return name if name and fold(name) not in {"romania", "ro"} else None
