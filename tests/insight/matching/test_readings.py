"""What surrounds a name in a list is read for what it is."""

from __future__ import annotations

import pytest

from tui_app.contract.matching import MatchRow
from tui_app.insight.matching.readings import readable, readings


@pytest.mark.parametrize(
    ("text", "name", "county", "locality", "address"),
    [
        (
            "ANA SRL, Str. Probei nr. 3, Dej, jud. Cluj",
            "ana srl", "cluj", "dej", "str probei nr 3",
        ),
        ("ANA SRL STR. PROBEI NR. 3 DEJ", "ana srl", "", "dej", "str probei nr 3 dej"),
        ("ANA S.R.L. - Dr.Tr.Severin", "ana srl", "", "dr tr severin", ""),
        ("ANA SRL cu sediul in mun. Dej, str. Probei 3", "ana srl", "", "mun dej", "str probei 3"),
        ("ANA SA DEJ", "ana sa", "", "dej", ""),
        ("ANA, SRL, Dej", "ana srl", "", "dej", ""),
        ("ANA SA CLUJ", "ana sa", "cluj", "", ""),
        ("ANA SRL, Romania, Dej", "ana srl", "", "dej", ""),
        ("ANA SRL, Str. Probei 3", "ana srl", "", "", "str probei 3"),
        ("ANA SRL, Str. Probei 3 fosta 4", "ana srl", "", "", "str probei 3 fosta 4"),
        ("Furnizor: SC ANASRL, BACAU", "sc ana srl", "bacau", "", ""),
        ("ANA SRL - PUNCT DE LUCRU TURDA, Str. Morii 5", "ana srl", "", "", ""),
        ("SUCURSALA TURDA A ANA SRL", "ana srl", "", "", ""),
        ("ANA SRL (fosta MARIA SRL), Dej", "ana srl", "", "dej", ""),
        ("PROBA IPURL lichidator judiciar al debitoarei ANA SRL", "ana srl", "", "", ""),
        ("RADIATA - ANA SRL", "ana srl", "", "", ""),
        ("ANA SRL, în insolvență, in insolvency, Sector 3", "ana srl", "", "sector 3", ""),
    ],
)  # fmt: skip
def test_a_name_and_its_place(
    text: str, name: str, county: str, locality: str, address: str
) -> None:
    row = readable(MatchRow(name=text))
    assert (row.name, row.county, row.locality, row.address) == (name, county, locality, address)
    assert text in {each.row.name for each in readings(MatchRow(name=text))}


@pytest.mark.parametrize(
    "text",
    [
        "ALFA, BETA ȘI GAMA SRL",
        "IONESCU, POPESCU SI ASOCIATII",
        "LACTATE DIN ARDEAL",
        "ALFA - BETA",
        "ALFA SRL - BETA SRL",
        "ALFA SRL și BETA SA",
        "GULMUL IMOB. 1656",
        "TEL 2000 PROBA",
    ],
)
def test_words_that_may_be_of_the_name_stay(text: str) -> None:
    assert readable(MatchRow(name=text)).name == text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("ANA SRL RO49 AAAA 1B31 0075 9384 0000 BCR", ""),
        ("ANA SRL, cont IBAN RO49AAAA1B31007593840000", ""),
        ("ANA SRL tel. 0264/123.456", ""),
        ("ANA SRL office@proba.example", ""),
        ("ANA SRL, Nr. Reg. Com. J12/345/2010", "J12/345/2010"),
        ("ANA SRL (J2017015812405)", "J2017015812405"),
    ],
)
def test_numbers_beside_a_name(text: str, number: str) -> None:
    row = readable(MatchRow(name=text))
    assert row.name.split()[:2] in (["ana", "srl"], ["ANA", "SRL"])
    assert row.registry_number == number


def test_the_columns_of_a_row_come_first() -> None:
    row = readable(MatchRow(name="ANA SRL, Dej, jud. Cluj", county="AR", locality="Arad"))
    assert (row.county, row.locality) == ("AR", "Arad")


def test_what_may_be_a_code_is_read_nowhere() -> None:
    row = MatchRow(name="ANA SRL 1960523123457", address="Str. Probei 1960523123457")
    assert all("1960523" not in str(each) for each in readings(row))
