"""Towns and villages in the spellings of lists, offices and old files."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.vocabulary.localities import is_same_place, read_locality

SAME = (
    (
        "Târgu Mureș",
        "Tg. Mureș",
        "Tîrgu Mureş",
        "TG.MURES",
        "Mun. Târgu-Mureș",
        "TARGU MURES jud MS",
    ),
    (
        "Râmnicu Vâlcea",
        "Rm. Vâlcea",
        "Rm.Valcea",
        "RIMNICU VILCEA",
        "Mun. Râmnicu Vâlcea",
        "R. Vâlcea",
    ),
    ("Drobeta-Turnu Severin", "Dr. Tr. Severin", "Drobeta Tr. Severin", "Turnu Severin"),
    ("Sfântu Gheorghe", "Sf. Gheorghe", "Sfintu Gheorghe", "MUN. SF.GHEORGHE", "Sf Gh."),
    ("Miercurea Ciuc", "M. Ciuc", "MIERCUREA-CIUC", "M.Ciuc"),
    ("Piatra Neamț", "P. Neamț", "PiatraNeamt", "Piatra-Neam?"),
    ("Câmpulung Moldovenesc", "Câmpulung Mold.", "Cimpulung Moldovenesc"),
    ("Cluj-Napoca", "CLUJ NAPOCA", "Cluj", "Cluj-Napoca, jud. Cluj", "Mun Cluj-Napoca (CJ)"),
    ("Odorheiu Secuiesc", "Odorheiul Secuiesc", "Odorhei"),
    ("Probota", "Sat Probota Comuna Probota", "Sat Probota, Com. Probota", "Com. Probota"),
    ("Câmpina", "Cîmpina", "CIMPINA", "C?mpina", "Mun. Câmpina"),
    ("Constanța", "C-ța", "C-TA", "CONSTAN", "Mun. Constanta"),
    ("Galați", "GALA", "Gala?i", "Galaþi", "Municipiul Galaţi"),
    ("Pitești", "PITE", "PITEŞTI", "mun. Pitesti"),
    ("Hârșova", "Hîrşova", "Hirsova", "Oraş Hârşova", "or. Harsova"),
    ("Sectorul 3", "Bucuresti S3", "Sector 3 Mun. Bucureşti", "București, str. Probei 1, sector 3"),
    ("Vârfu Câmpului", "Vf. Câmpului", "Com. Virfu Cimpului"),
)
OTHERS = (
    ("Dej", "Turda"),
    ("Câmpulung", "Câmpulung Moldovenesc"),
    ("Baia", "Baia Mare"),
    ("Târgu Mureș", "Târgu Jiu"),
    ("Sectorul 3", "Sectorul 4"),
    ("Sectorul 3", "Cluj-Napoca"),
    ("Sat Valea Comuna Lunca", "Sat Lunca Comuna Valea"),
    ("Sat Valea Comuna Lunca", "Sat Valea Comuna Dealu"),
    ("Ocna Mureș", "Ocna Sibiului"),
    ("Otopeni", "București"),
)


@pytest.mark.parametrize("spellings", SAME, ids=lambda each: each[0])
def test_one_place(spellings: tuple[str, ...]) -> None:
    for one, other in itertools.permutations(map(read_locality, spellings), 2):
        assert is_same_place(one, other) is True, (one, other)


def test_no_two_of_these_are_one() -> None:
    groups = [read_locality(spellings[0]) for spellings in SAME]
    for one, other in itertools.combinations(groups, 2):
        assert is_same_place(one, other) is False, (one, other)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_two_places(one: str, other: str) -> None:
    assert is_same_place(read_locality(one), read_locality(other)) is False
    assert read_locality(one).key != read_locality(other).key


@pytest.mark.parametrize(
    ("one", "other"), [("București", "Sectorul 3"), ("", "Dej"), ("Jud. Cluj", "Dej"), ("-", "Dej")]
)
def test_a_place_that_is_not_told(one: str, other: str) -> None:
    assert is_same_place(read_locality(one), read_locality(other)) is None


def test_the_county_may_follow() -> None:
    dej, with_county = read_locality("Dej"), read_locality("Dej Cluj")
    assert is_same_place(with_county, dej, "cluj") is True
    assert is_same_place(with_county, dej, "arad") is False


def test_a_commune_and_its_village_may_be_the_same() -> None:
    village, commune = read_locality("Sat Valea, Com. Lunca"), read_locality("Comuna Lunca")
    assert is_same_place(village, commune) is True


@given(st.text(max_size=40) | st.text("sat com. mun.,ortgâîșț? 3", max_size=25))
def test_no_text_is_too_odd(text: str) -> None:
    place = read_locality(text)
    assert is_same_place(place, place) is (True if place.name else None)
