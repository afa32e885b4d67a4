"""Addresses as one text: each part in its place, and the country only where it says something."""

from __future__ import annotations

import pytest

from tui_app.opendata.places import compose_address, county_name, locality_name, tidy

PARTS = ("Str. Morii", "7", "B2", "A", "3", "12", "Parter")


@pytest.mark.parametrize(
    "country", ["RO", "ro", "Romania", "ROMÂNIA", "România", "  RO ", "", " ", "Rom\xe2nia"]
)
def test_the_own_country_stands_in_no_address(country: str) -> None:
    assert compose_address("Cluj", "Dej", "", ("Str. Morii", "7", *[""] * 5), country) == (
        "Jud. Cluj, Dej, Str. Morii, Nr.7"
    )


@pytest.mark.parametrize(("country", "end"), [("Italia", ", Italia"), (" GERMANIA ", ", GERMANIA"),
                                              ("ROM", ", ROM"), ("MD", ", MD")])  # fmt: skip
def test_another_country_ends_the_address(country: str, end: str) -> None:
    assert compose_address("Cluj", "Dej", "", ("", *[""] * 6), country) == f"Jud. Cluj, Dej{end}"
    assert compose_address(None, None, "", [""] * 7, country) is None


def test_the_parts_of_an_address_have_their_words_in_their_order() -> None:
    assert compose_address("Cluj", "Dej", "", PARTS, "RO") == (
        "Jud. Cluj, Dej, Str. Morii, Nr.7, Bl.B2, Sc.A, Et.3, Ap.12, Parter"
    )
    assert compose_address(None, "Dej", "", ("", "", "B2", "", "", "", ""), "") == "Dej, Bl.B2"
    assert compose_address("București", "București", "3", PARTS[:1] + ("",) * 6, "") == (
        "Municipiul București, Sector 3, Str. Morii"
    )
    assert compose_address("București", "Sectorul 4", "", ("",) * 7, "RO") == (
        "Municipiul București, Sector 4"
    )
    assert compose_address("București", "București", "", ("",) * 7, "RO") == "Municipiul București"
    assert compose_address("Cluj", None, "3", ("",) * 7, "") == "Jud. Cluj"


def test_places_are_written_as_today() -> None:
    assert county_name("cj") == "Cluj" and county_name(" Atlantida ") == "Atlantida"
    assert locality_name("Bucureşti Sectorul 3") == "Sectorul 3" and locality_name(" ") is None
    assert tidy(" Ploieşti\t 2 ") == "Ploiești 2" and tidy("") is None
    assert "1900101123456" not in (tidy("Str. 1900101123456") or "")
