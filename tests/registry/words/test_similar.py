"""Names found despite a typing error: they come last, and are marked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.registry.engines import opened
from tests.registry.oracle import first_ten
from tui_app.contract.resources import CompanyProfile
from tui_app.contract.search_notes import NearWord
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord

DICE = random.Random(11)
SYLLABLES = [a + b for a in "bcdlmnprst" for b in "aeiou"]
INVENTED = {"".join(DICE.choices(SYLLABLES, k=DICE.randint(3, 5))).upper() for _ in range(160)}
NAMES = [
    "ALFATERM SRL", "ALFATERN DEMO SRL", "DEMO ALFATERN SRL", "ALFATERM CONSTRUCT SRL",
    "Țesătoria Ana SA", "MIC SRL", *(f"{name} SRL" for name in sorted(INVENTED)),
]  # fmt: skip
RECORDS = [
    CompanyRecord(profile=CompanyProfile(tax_id=str(10 + n), company_name=name))
    for n, name in enumerate(NAMES)
]
PLACED = [
    ("BETACOM SRL", "Municipiul Bacău", "Bacău"),
    ("BETACOM SUD SRL", "Cluj-Napoca", "CLUJ"),
    ("BETACOM NORD SRL", "Sectorul 3", "Municipiul București"),
    ("GAMA INTERNATIONAL SRL", "Turda", "Cluj"),
    ("DOI FRATI SRL", "Iași", "Iași"),
    ("MARELE DOMENIU SA", "Iași", "Iași"),
]
RECORDS += [
    CompanyRecord(
        profile=CompanyProfile(
            tax_id=str(9000 + n), company_name=name, locality=locality, county=county,
            company_id=f"J05/88{n}/1992",
        ),
        websites=("http://www.altceva.example/pagina",) if name.startswith("MARELE") else (),
    )
    for n, (name, locality, county) in enumerate(PLACED)
]  # fmt: skip


@pytest.fixture(scope="module")
def registries(
    tmp_path_factory: pytest.TempPathFactory, postgres: str
) -> Iterator[list[SqlRegistry]]:
    """The same companies in a file and in PostgreSQL."""
    path: Path = tmp_path_factory.mktemp("similar") / "registry.db"
    build(RECORDS, path)
    with opened(path) as in_file, opened(path, postgres) as in_database:
        yield [in_file, in_database]


def names_of(registry: SqlRegistry, q: str) -> tuple[list[str], list[str]]:
    """The names that the text finds, and those that are marked as similar, in their order."""
    results = registry.search(q)
    assert results.is_complete
    marked = results.notes.similar
    exact = [c.company_name for c in results.companies if c.tax_id not in marked]
    similar = [c.company_name for c in results.companies if c.tax_id in marked]
    assert [c.company_name for c in results.companies] == exact + similar
    return exact, similar


@pytest.mark.parametrize(
    ("q", "exact", "similar"),
    [
        # Wrong, missing, extra, swapped; at the ends; with diacritics and a form.
        ("alfaterx construct", [], ["ALFATERM CONSTRUCT SRL"]),
        ("alfatrm construct", [], ["ALFATERM CONSTRUCT SRL"]),
        ("allfaterm construct", [], ["ALFATERM CONSTRUCT SRL"]),
        ("aflaterm construct", [], ["ALFATERM CONSTRUCT SRL"]),
        ("SC Țesărtoria Ana SA", [], ["Țesătoria Ana SA"]),
        # Two words, one error each; not two in one, and none in a short one.
        ("alfatem constuct", [], ["ALFATERM CONSTRUCT SRL"]),
        ("alfaem construct", [], []),
        ("tesatoria anb", [], []),
        ("mix", [], []),
        # Matches of the text come first, the equal name before the others.
        ("alfaterm", ["ALFATERM SRL", "ALFATERM CONSTRUCT SRL"],
         ["ALFATERN DEMO SRL", "DEMO ALFATERN SRL"]),
        ("alfatermm", [], ["ALFATERM SRL", "ALFATERM CONSTRUCT SRL"]),
        ("demo alfatren", [], ["DEMO ALFATERN SRL", "ALFATERN DEMO SRL"]),
        # While the last word is typed.
        ("alfaterm consru", [], ["ALFATERM CONSTRUCT SRL"]),
        ("tesatr", [], ["Țesătoria Ana SA"]),
    ],
)  # fmt: skip
def test_one_error_a_word_is_forgiven(
    registries: list[SqlRegistry], q: str, exact: list[str], similar: list[str]
) -> None:
    for registry in registries:
        assert names_of(registry, q) == (exact, similar), q


def test_names_with_any_single_error_are_found_first(registries: list[SqlRegistry]) -> None:
    for place, registry in enumerate(registries):
        first = 0
        names = sorted(INVENTED)[:: 1 + 7 * place]
        for name in names:
            at = DICE.randrange(len(name) - 1)
            wrong = DICE.choice(
                [
                    name[:at] + "X" + name[at + 1 :],
                    name[:at] + name[at + 1 :],
                    name[:at] + "X" + name[at:],
                    name[:at] + name[at + 1] + name[at] + name[at + 2 :],
                ]
            )
            exact, similar = names_of(registry, wrong)
            assert f"{name} SRL" in exact + similar, wrong
            assert exact == [NAMES[int(t) - 10] for t in first_ten(RECORDS, wrong)]
            first += (exact + similar)[0] == f"{name} SRL"
        assert first >= 0.9 * len(names)


@pytest.mark.parametrize(
    ("q", "found"),
    [
        # A town, a county or a sector, wherever it stands.
        ("betacom bacau", "BETACOM SRL"),
        ("bacău betacom", "BETACOM SRL"),
        ("betacom cluj", "BETACOM SUD SRL"),
        ("betacom mun. Bacău", "BETACOM SRL"),
        ("S.C.GAMA INTERNATIONAL S.R.L.", "GAMA INTERNATIONAL SRL"),
        ("gama international în faliment", "GAMA INTERNATIONAL SRL"),
        ("betacom cluj napoca srl", "BETACOM SUD SRL"),
        ("beta sector 3", "BETACOM NORD SRL"),
        ("betacom bucuresti sectorul 3", "BETACOM NORD SRL"),
        ("betacom bucuresti", "BETACOM NORD SRL"),
        ("gama turda", "GAMA INTERNATIONAL SRL"),
        ("gama cj", "GAMA INTERNATIONAL SRL"),
        # Abbreviations, numbers as words, words beside the name.
        ("gama intl", "GAMA INTERNATIONAL SRL"),
        ("2 frati", "DOI FRATI SRL"),
        ("firma gama", "GAMA INTERNATIONAL SRL"),
        ("GAMA ROMANIA", "GAMA INTERNATIONAL SRL"),
        # Numbers and addresses.
        ("J05/881/92", "BETACOM SUD SRL"),
        ("Betacom J05/880/1992", "BETACOM SRL"),
        ("altceva.example", "MARELE DOMENIU SA"),
        ("office@altceva.example", "MARELE DOMENIU SA"),
        ("https://gama-international.ro/", "GAMA INTERNATIONAL SRL"),
    ],
)
def test_a_text_is_read_in_another_way(registries: list[SqlRegistry], q: str, found: str) -> None:
    for registry in registries:
        results = registry.search(q)
        assert [c.company_name for c in results.companies] == [found], q
        assert results.notes.otherwise == (results.companies[0].tax_id,)
        assert results.notes.similar == ()


def test_a_place_narrows_names_with_an_error_too(registries: list[SqlRegistry]) -> None:
    for registry in registries:
        assert names_of(registry, "betacmo bacau") == ([], ["BETACOM SRL"])
        assert names_of(registry, "betacom valea mare") == ([], [])
        assert names_of(registry, "firma betacmo bacau") == ([], ["BETACOM SRL"])


def test_words_of_no_name_are_told_with_what_may_be_meant(registries: list[SqlRegistry]) -> None:
    for registry in registries:
        notes = registry.search("alfatern constuct nobody").notes
        assert notes.near == (NearWord("constuct", ("construct",)),)
        assert registry.search("alfaterm").notes.near == ()
        # A word that is being typed, by its beginning.
        assert registry.search("alfatm").notes.near == (NearWord("alfatm", ("alfaterm",)),)


def test_a_file_without_the_index_of_words_forgives_nothing(
    registries: list[SqlRegistry], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = registries[0]
    assert "similar" in getattr(file, "extensions", ())
    inner = getattr(file, "_file")  # noqa: B009 (the file that the registry follows)
    monkeypatch.setattr(inner.content, "has_words", False)
    assert file.search("alfatermm").companies == ()
