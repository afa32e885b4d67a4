"""Public money on the command line, with imported data."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.cli.running import data_of, run
from tests.opendata.procurement.files import (
    BUYERS,
    WINNERS,
    Deal,
    eight_files,
    nature,
    register_files,
)

WINNER, BUYER = str(next(iter(WINNERS))), str(next(iter(BUYERS)))
OCDS = Path(__file__).parent / "ocds"
"""The standard's own schemata."""
COLUMNS = "nature,date,buyerTaxId,buyerName,value,valueAfterChanges,cpv,title,number,source"


@pytest.fixture(scope="module")
def money(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Deal]]:
    folder = tmp_path_factory.mktemp("money")
    made = eight_files(folder / "files")
    registry = str(folder / "r.db")
    files, register = str(folder / "files"), str(register_files(folder / "register"))
    done = run("data", "import", files, register, "--all-purchases", "--registry", registry)
    assert done.exit_code == 0, done.output
    return registry, made


def test_contracts_are_rows_with_their_file(money: tuple[str, list[Deal]]) -> None:
    registry, made = money
    told = run("--registry", registry, "contracts", WINNER, "-o", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(told)))
    assert told.splitlines()[0] == COLUMNS
    mine = [deal for deal in made if str(deal.winner) == WINNER]
    assert len(rows) == len(mine)
    assert {row["nature"] for row in rows} == {nature(deal) for deal in mine}
    assert {row["source"] for row in rows} == {
        "a.csv", "b.csv", "c.csv", "d.csv", "e.csv", "f.xlsx", "g.csv", "h.xlsx",
    }  # fmt: skip
    assert (
        len(data_of("--registry", registry, "contracts", WINNER, "--limit", "7")["contracts"]) == 7
    )


def complaints_about(package: object) -> list[str]:
    """Errors in the package according to the standard's schemata."""

    def retrieve(uri: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((OCDS / uri.rpartition("/")[2]).read_text("utf-8"))
        return found

    schema = retrieve("release-package-schema.json")
    validator = jsonschema_rs.Draft4Validator(schema, validate_formats=True, retriever=retrieve)
    return [str(error) for error in validator.iter_errors(package)]


def fields_of(schema: dict[str, Any]) -> set[str]:
    """Every field that a schema and its definitions name."""
    parts = [schema, *schema["definitions"].values()]
    return {name for part in parts for name in part.get("properties", {})}


def fields_in(value: object) -> set[str]:
    """Every field of JSON, at any depth."""
    if isinstance(value, list):
        return {name for each in value for name in fields_in(each)}
    if isinstance(value, dict):
        return set(value) | {name for each in value.values() for name in fields_in(each)}
    return set()


def test_releases_are_accepted_by_the_schema(money: tuple[str, list[Deal]]) -> None:
    package = data_of("--registry", money[0], "contracts", WINNER, "-o", "ocds")
    assert complaints_about(package) == []
    releases = package["releases"]
    assert complaints_about(package | {"releases": [releases[0] | {"tag": []}]})
    known = fields_of(json.loads((OCDS / "release-schema.json").read_text("utf-8")))
    assert fields_in(releases) <= known, "the schema takes unknown fields, and we write none"
    assert len({each["ocid"] for each in releases}) == len(releases)
    assert {"direct", "limited"} == {
        each["tender"]["procurementMethod"] for each in releases if "tender" in each
    }


def test_the_suppliers_of_an_authority(money: tuple[str, list[Deal]]) -> None:
    registry, made = money
    found = data_of("--registry", registry, "contracts", BUYER, "--side", "authority", "--partners")
    expected = {str(d.winner) for d in made if str(d.buyer) == BUYER}
    assert {each["taxId"] for each in found["suppliers"]} == expected
    assert found["name"] == BUYERS[int(BUYER)]
    assert sum(each["share"] for each in found["suppliers"]) == pytest.approx(1)


def test_the_section_of_a_company(money: tuple[str, list[Deal]]) -> None:
    found = data_of("--registry", money[0], "show", WINNER, "--section", "public-money")
    (year,) = (each for each in found["years"] if each["year"] == 2021)
    assert set(year["contracts"]) == {"count", "sum"} == set(year["purchases"])
    assert set(year["frameworks"]) == {"count"}
    assert {"taxId", "name", "count", "sum", "share"} <= set(found["buyers"][0])
    assert found["setApart"] == {"count": 0, "reasons": []}
    lines = run("--registry", money[0], "show", WINNER, "--section", "public-money", "-o", "csv")
    assert lines.stdout.startswith("taxId,companyName,year,contractCount,contractSum,")


def test_a_source_without_contracts_says_how_to_get_them(tmp_path: Path) -> None:
    registry = str(tmp_path / "r.db")
    run("data", "import", str(register_files(tmp_path / "register")), "--registry", registry)
    for command in (
        ("contracts", WINNER),
        ("contracts", BUYER, "--side", "authority", "--partners"),
    ):
        done = run("--registry", registry, *command)
        assert done.exit_code == 2
        assert "firmeterm data download --procurement" in done.output


def test_a_quarter_is_named_and_taken_away(tmp_path: Path) -> None:
    registry = str(tmp_path / "r.db")
    eight_files(tmp_path / "files")
    register = str(register_files(tmp_path / "register"))
    run("data", "import", str(tmp_path / "files"), register, "--registry", registry)
    told = run("data", "info", "--registry", registry, "-o", "table").stdout
    assert "contracts 2023-T2: f.xlsx" in told
    assert "direct purchases 2026-T1: h.xlsx" in told
    done = run("data", "remove", "contracts", "2023-T2", "--registry", registry)
    assert done.exit_code == 0, done.output
    left = data_of("--registry", registry, "show", WINNER, "--section", "public-money")
    assert 2023 not in {year["year"] for year in left["years"]}
    assert 2021 in {year["year"] for year in left["years"]}
