"""Real counties and localities, written as servers of this kind write them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tests.sample.dice import Dice
from tui_app.contract.folding import fold


class Place(Struct, frozen=True):
    """A county with its trade-registry code, the first digits of its postal codes, localities."""

    county: str
    code: int
    postal: int
    localities: tuple[str, ...]


_TABLE: Final = """
Alba 1 510 Alba Iulia,Sebes,Aiud
Arad 2 310 Arad,Ineu,Pecica
Arges 3 110 Pitesti,Campulung,Mioveni
Bacau 4 600 Bacau,Onesti,Moinesti
Bihor 5 410 Oradea,Beius,Salonta
Bistrita-Nasaud 6 420 Bistrita,Nasaud,Beclean
Botosani 7 710 Botosani,Dorohoi,Saveni
Brasov 8 500 Brasov,Fagaras,Sacele
Braila 9 810 Braila,Ianca,Faurei
Buzau 10 120 Buzau,Ramnicu Sarat,Nehoiu
Caras-Severin 11 320 Resita,Caransebes,Oravita
Cluj 12 400 Cluj-Napoca,Turda,Dej,Floresti
Constanta 13 900 Constanta,Mangalia,Medgidia
Covasna 14 520 Sfantu Gheorghe,Targu Secuiesc,Covasna
Dambovita 15 130 Targoviste,Moreni,Pucioasa
Dolj 16 200 Craiova,Calafat,Bailesti
Galati 17 800 Galati,Tecuci,Beresti
Gorj 18 210 Targu Jiu,Motru,Rovinari
Harghita 19 530 Miercurea Ciuc,Odorheiu Secuiesc,Gheorgheni
Hunedoara 20 330 Deva,Hunedoara,Petrosani
Ialomita 21 920 Slobozia,Urziceni,Fetesti
Iasi 22 700 Iasi,Pascani,Harlau
Ilfov 23 77 Voluntari,Otopeni,Popesti Leordeni
Maramures 24 430 Baia Mare,Sighetu Marmatiei,Borsa
Mehedinti 25 220 Drobeta-Turnu Severin,Orsova,Strehaia
Mures 26 540 Targu Mures,Sighisoara,Reghin
Neamt 27 610 Piatra Neamt,Roman,Targu Neamt
Olt 28 230 Slatina,Caracal,Corabia
Prahova 29 100 Ploiesti,Campina,Sinaia
Satu Mare 30 440 Satu Mare,Carei,Negresti-Oas
Salaj 31 450 Zalau,Jibou,Simleu Silvaniei
Sibiu 32 550 Sibiu,Medias,Cisnadie
Suceava 33 720 Suceava,Falticeni,Dolhasca Dolhasca
Teleorman 34 140 Alexandria,Rosiori de Vede,Turnu Magurele
Timis 35 300 Timisoara,Lugoj,Dumbravita
Tulcea 36 820 Tulcea,Macin,Sulina
Vaslui 37 730 Vaslui,Barlad,Husi
Valcea 38 240 Ramnicu Valcea,Dragasani,Horezu
Vrancea 39 620 Focsani,Adjud,Panciu
Municipiul Bucuresti 40 0 Sectorul 1,Sectorul 2,Sectorul 3,Sectorul 4,Sectorul 5,Sectorul 6
Calarasi 51 910 Calarasi,Oltenita,Lehliu Gara
Giurgiu 52 80 Giurgiu,Bolintin-Vale,Mihailesti
"""
STREETS: Final = (
    "Str. Exemplului", "Str. Probei", "Calea Modelului", "Bd. Inventiei", "Str. Fictiunii",
    "Aleea Demonstratiei", "Sos. Incercarii", "Str. Salcamilor", "Str. Morii", "Str. Garii",
    "Str. Teiului", "Calea Inchipuirii", "Str. Atelierului", "Piata Machetei",
)  # fmt: skip


class Address(Struct, frozen=True):
    """A registered office."""

    county: str
    code: int
    locality: str
    street: str
    number: str
    postal_code: int
    full: str


def _places() -> tuple[Place, ...]:
    places = []
    for line in _TABLE.strip().splitlines():
        head, _, rest = line.partition(next(w for w in line.split() if w.isdigit()))
        code = int(line[len(head) : len(line) - len(rest)])
        postal, _, localities = rest.strip().partition(" ")
        places.append(Place(head.strip(), code, int(postal), tuple(localities.split(","))))
    return tuple(places)


PLACES: Final = _places()
CAPITAL: Final = next(place for place in PLACES if place.code == 40)


def county_code(county: str) -> int | None:
    """The trade register's code of a county, however it is written."""
    folded = fold(county).removeprefix("municipiul ")
    codes = (p.code for p in PLACES if fold(p.county).removeprefix("municipiul ") == folded)
    return next(codes, None)


def invent_address(dice: Dice) -> Address:
    """An address on an invented street; one of four in the capital."""
    place = CAPITAL if dice.chance(0.25) else dice.pick(PLACES)
    locality = dice.pick(place.localities)
    street, number = dice.pick(STREETS), f"{dice.between(1, 190)}{dice.pick(('', '', '', 'A'))}"
    if place is CAPITAL:
        sector = int(locality[-1])
        floor = f", Et.{dice.between(1, 9)}" if dice.chance(0.4) else ""
        full = f"{place.county}, Sector {sector}, {street}, Nr.{number}{floor}"
        postal = sector * 10_000 + dice.between(11, 999)
    else:
        commune = dice.chance(0.08)
        town = f"Sat {locality} Com. {locality}," if commune else f"Mun. {locality}, {street}"
        full = f"Jud. {place.county}, {town}, Nr.{number}"
        postal = place.postal * 1000 + dice.between(1, 999)
    return Address(place.county, place.code, locality, street, number, postal, full)
