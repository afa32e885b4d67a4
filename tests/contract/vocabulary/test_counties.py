"""Counties as people and files write them, against the names of another package."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.ro.cnp import _COUNTIES as OTHERS

from tui_app.contract.vocabulary.counties import (
    CAPITAL,
    COUNTIES,
    County,
    county_named,
    read_county,
    read_sector,
)


# From 47 on there are two sectors that were abolished, and no counties.
@pytest.mark.parametrize(
    ("number", "name"), [i for i in OTHERS.items() if not "46" < i[0] < "51" and i[0] < "53"]
)
def test_every_county_of_another_table_is_one(number: str, name: str) -> None:
    county = read_county(name)
    assert county is not None
    known = COUNTIES.get(int(number))
    # That table has a number for each sector of the capital, and one for abroad.
    assert county == (known or COUNTIES[40])
    assert read_county(county.plate) == county
    assert read_county(county.plain_name.upper()) == county
    for before in ("Jud. ", "jud.", "JUDEȚUL ", "Judeţul ", "judet "):
        assert read_county(before + county.name) == county


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dîmboviţa", "Dâmbovița"),
        ("JUDEŢUL VÎLCEA", "Vâlcea"),
        ("Jud. Cluj", "Cluj"),
        ("Mun. Bucuresti", "București"),
        ("Bucureşti Sector 1", "București"),
        ("BUCUREŞTI SECTORUL 6", "București"),
        ("Municipiul București, Sectorul 3", "București"),
        ("sector 2", "București"),
        ("Bistriţa Năsăud", "Bistrița-Năsăud"),
        ("Caras - Severin", "Caraș-Severin"),
        ("Boto?ani", "Botoșani"),
        ("D\ufffdmbovi\ufffda", "Dâmbovița"),
        ("Bucure?ti Sectorul 1", "București"),
        # Bacău, Buzău
        ("B???u", None),
        ("?", None),
        ("sector 7", None),
        ("Cluj sector 1", None),
        ("Judeţul", None),
        ("", None),
        ("Cluj-Napoca", None),
        ("Bavaria", None),
        ("RO-CJ", "Cluj"),
        ("RO-B", "București"),
        ("ro_cj", "Cluj"),
        ("CJ - Cluj", "Cluj"),
        ("Cluj (CJ)", "Cluj"),
        ("CJ Argeș", None),
        ("Bistrița", "Bistrița-Năsăud"),
        ("Caras", "Caraș-Severin"),
        ("Const.", "Constanța"),
        ("Con", None),
        ("Maram.", "Maramureș"),
        ("Buc.", "București"),
        ("C-ța", "Constanța"),
        ("Bucuresti S3", "București"),
        ("Sector 3 Mun. Bucureşti", "București"),
        # Servers that know no comma below cut before it, or leave it out.
        ("GALA", "Galați"),
        ("CONSTAN", "Constanța"),
        ("ARGE", "Argeș"),
        ("IA", "Iași"),
        ("BRA", "Brașov"),
        ("BISTRI", "Bistrița-Năsăud"),
        ("Constana", "Constanța"),
        ("Dmbovia", "Dâmbovița"),
        # Central European letters read as Western European ones.
        ("Timiº", "Timiș"),
        ("CONSTANÞA", "Constanța"),
        ("Sectorul Agricol Ilfov", "Ilfov"),
        ("S", None),
        ("SI", None),
    ],
)
def test_spellings(text: str, name: str | None) -> None:
    found = read_county(text)
    assert (found.name if found else None) == name


@pytest.mark.parametrize("county", COUNTIES.values(), ids=lambda each: each.plate)
def test_every_county_in_every_shape(county: County) -> None:
    shapes = [f"RO-{county.plate}", county.plate.lower(), f"Jud. {county.plain_name}"]
    for lost in "șțȘȚ":
        if lost in county.name:
            shapes += [county.name.replace(lost, "?"), county.name.split(lost)[0].upper()]
    shapes += [each.upper() for each in shapes] + [county.name.replace("â", "î")]
    assert {shape: read_county(shape) for shape in shapes} == dict.fromkeys(shapes, county)


@pytest.mark.parametrize(
    "text",
    [
        "Sectorul {} București", "Bucuresti S{}", "Sector {} Mun. Bucureşti", "Sect. {}",
        "București, Sectorul {}", "Bucuresti (sector 0{})", "Mun. București Sec.{}", "SECTOR{}",
        "Bucureşti Sectorul {}", "Municipiul Bucuresti, Sector {}", "BUCURE?TI SECTORUL {}",
        "Buc. {}", "sectorul {}",
    ],
)  # fmt: skip
def test_a_sector_in_every_shape(text: str) -> None:
    for sector in range(1, 7):
        written = text.format(sector)
        assert (written, read_sector(written)) == (written, sector)
        assert read_county(written) == CAPITAL
    assert read_sector(text.format(7)) is None
    assert read_sector("Sectorul III") == 3


@pytest.mark.parametrize("text", ["Mara", "Gala", "Cara", "Alb", "Sector", "Bucov"])
def test_a_word_of_a_name_is_no_county(text: str) -> None:
    assert county_named(text) is None


@given(st.text(max_size=30) | st.text("?.sector1bB \ufffd", max_size=12))
def test_no_text_is_too_odd(text: str) -> None:
    read_county(text)
