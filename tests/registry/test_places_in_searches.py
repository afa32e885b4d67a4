"""A town or county in a search text narrows it, however people write the place."""

from __future__ import annotations

import pytest

from tui_app.contract.resources import CompanyProfile
from tui_app.contract.screening.language import parse
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.registry_file import RegistryFile

PLACES = (
    ("Mureș", "Târgu Mureș"), ("Vâlcea", "Râmnicu Vâlcea"), ("Mehedinți", "Drobeta-Turnu Severin"),
    ("Covasna", "Sfântu Gheorghe"), ("Harghita", "Miercurea Ciuc"), ("București", "Sectorul 3"),
    ("București", "Sectorul 4"), ("Bistrița-Năsăud", "Năsăud"), ("Caraș-Severin", "Reșița"),
)  # fmt: skip


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> RegistryFile:
    path = tmp_path_factory.mktemp("places") / "registry.db"
    records = [
        CompanyRecord(
            profile=CompanyProfile(
                tax_id=str(990000100 + at), company_name="ZAMBILA SRL", county=county, locality=town
            )
        )
        for at, (county, town) in enumerate(PLACES)
    ]
    build(records, path, invented=True)
    return RegistryFile(path)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("zambila tg mures", 0), ("zambila Tg. Mureș", 0), ("zambila tîrgu-mureş", 0),
        ("ZAMBILA SRL, Mun. Târgu Mureș", 0), ("zambila rm valcea", 1), ("zambila Rm. Vîlcea", 1),
        ("zambila dr tr severin", 2), ("zambila sf gheorghe", 3), ("zambila m ciuc", 4),
        ("zambila bucuresti s3", 5), ("zambila sectorul 4", 6), ("zambila sect. 4 bucuresti", 6),
        ("zambila bistrita nasaud", 7), ("zambila caras severin", 8), ("zambila CS", 8),
    ],
)  # fmt: skip
def test_a_place_in_the_text_narrows(registry: RegistryFile, text: str, place: int) -> None:
    found = registry.search(text).companies
    assert [each.tax_id for each in found] == [str(990000100 + place)]


@pytest.mark.parametrize(
    ("spelling", "places"),
    [
        ("Bistrița", {7}), ("BISTRITA-NASAUD", {7}), ("RO-BN", {7}),
        ('"jud. Bistriţa-Năsăud"', {7}),
        ("Caras", {8}), ("Caras-Severin", {8}), ("Buc.", {5, 6}), ("Bucharest", {5, 6}),
        ("Mure?", {0}), ("VÎLCEA", {1}), ("Mehedin", {2}),
    ],
)  # fmt: skip
def test_every_spelling_of_a_county_finds_all_its_companies(
    registry: RegistryFile, spelling: str, places: set[int]
) -> None:
    found = registry.screen(parse(f"county:{spelling}"), "taxId", 20, "").companies
    assert {int(each.tax_id) - 990000100 for each in found} == places
