"""Streets and numbers are equal however they are written, and differ where they do."""

from __future__ import annotations

from itertools import combinations

import pytest

from tui_app.contract.vocabulary.streets import is_same_street, plain_street

EQUAL = (
    ("Strada Mihai Viteazu, nr. 1", "Str. Mihai Viteazul 1", "STR.MIHAI  VITEAZU NR.01",
     "Mihai Viteazu nr. 1"),
    ("Bulevardul Unirii", "Blv. Unirii", "Bd. Unirii", "B-dul Unirii", "B-DUL. UNIRII",
     "Bdul Unirii",
     "Blvd. Unirii", "Bld Unirii", "Bulevard Unirii", "Str. Bd. Unirii"),
    ("Piața Gării, nr. FN", "P-ța Gării, F.N.", "PIATA GARII, fără număr", "Pta. Gării nr. FN",
     "Piaţa Gãrii, nr. F. N.", "P-ţa Gării fara nr.", "Piața Gării"),
    ("Șoseaua Olteniței, nr. 12 A", "Șos. Olteniței nr. 12A", "SOS OLTENITEI 12-A",
     "Soseaua Oltenitei, nr. 12/A"),
    ("Aleea Teilor", "Al. Teilor", "Alee Teilor", "Str. Aleea Teilor"),
    ("Calea Victoriei", "Cal. Victoriei", "C-lea Victoriei", "CALEA VICTORIEI"),
    ("Intrarea Zorilor", "Intr. Zorilor"),
    ("Splaiul Independenței", "Spl. Independenței", "Splai Independentei"),
    ("Drumul Taberei", "Dr. Taberei", "Drum Taberei"),
    ("Fundătura Morii", "Fund. Morii", "Fdt. Morii"),
    ("Str. I.C. Brătianu", "Strada I. C. Brătianu", "Str. IC Bratianu"),
    ("Str. Dr. Victor Babeș", "Strada Doctor Victor Babeş"),
    ("Str. Gen. Gh. Magheru", "Strada General Gheorghe Magheru"),
    ("Str. Sf. Vineri", "Strada Sfânta Vineri"),
    ("Str. Vasile Pîrvan", "Str. Vasile Pârvan"),
    ("1 Decembrie 1918", "Str. 1 Dec. 1918"),
)  # fmt: skip
ALIKE = (
    ("Str. Vasile P?rvan, nr. 5", "Str. Vasile Pârvan, nr. 5"),
    ("Str. VASILE PIRVAN", "Str. Vasile Pârvan"),
    ("Str. M. Viteazu", "Str. Mihai Viteazu"),
    ("Pia?a Gării", "Piața Gării"),
)
OTHERS = (
    ("Strada Unirii", "Bulevardul Unirii"),
    ("Piața Unirii", "Aleea Unirii"),
    ("Strada Unirii, nr. 12", "Strada Unirii, nr. 12A"),
    ("Strada Unirii, nr. 1", "Strada Unirii, nr. 10"),
    ("Strada Unirii, nr. FN", "Strada Unirii, nr. 1"),
    ("Strada Unirii, nr. 12A", "Strada Unirii, nr. 12B"),
    ("Str. Dr. Taberei", "Drumul Taberei"),
    ("Str. Mihai Viteazu", "Str. Mihai Eminescu"),
    ("Str. Mihai V", "Str. Mihai Viteazu"),
    ("Str. Al. Vlahuță", "Aleea Vlahuță"),
    ("Strada Râului", "Strada Raiului"),
    ("Str. P?cii, nr. 1", "Str. Păcii, nr. 2"),
)


@pytest.mark.parametrize("spellings", EQUAL, ids=lambda some: some[0])
def test_one_street_has_one_key(spellings: tuple[str, ...]) -> None:
    assert len({plain_street(each) for each in spellings}) == 1, [*map(plain_street, spellings)]
    for one, other in combinations(spellings, 2):
        assert is_same_street(one, other)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_lost_letter_may_be_any(one: str, other: str) -> None:
    assert plain_street(one) != plain_street(other)
    assert is_same_street(one, other)
    assert is_same_street(other, one)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_two_streets_are_two(one: str, other: str) -> None:
    assert plain_street(one) != plain_street(other)
    assert not is_same_street(one, other)
    assert not is_same_street(other, one)
