"""Counties as people and files write them, against the names of another package."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.ro.cnp import _COUNTIES as OTHERS

from tui_app.contract.counties import COUNTIES, read_county


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
    ],
)
def test_spellings(text: str, name: str | None) -> None:
    found = read_county(text)
    assert (found.name if found else None) == name


@given(st.text(max_size=30) | st.text("?.sector1bB \ufffd", max_size=12))
def test_no_text_is_too_odd(text: str) -> None:
    read_county(text)
