"""Public contracts in an export: every row with its file and line, at the agreed price."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli.running import data_of, run
from tests.export.test_follow_the_money import check
from tests.opendata.procurement.files import (
    BUYERS,
    WINNERS,
    Deal,
    deals,
    eight_files,
    nature,
    register_files,
    table_rows,
    write_csv,
)
from tests.service.running import Running, new_key, running

WINNER, BUYER = str(next(iter(WINNERS))), str(next(iter(BUYERS)))


class ImportedContracts(NamedTuple):
    """A registry, and what its files have."""

    path: Path
    deals: list[Deal]


def _imported(folder: Path, made: list[Deal]) -> ImportedContracts:
    path = folder / "registry.db"
    files, register = str(folder / "files"), str(register_files(folder / "register"))
    done = run("data", "import", files, register, "--registry", str(path))
    assert done.exit_code == 0, done.output
    return ImportedContracts(path, made)


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> ImportedContracts:
    """Contracts of every kind."""
    folder = tmp_path_factory.mktemp("contracts")
    return _imported(folder, eight_files(folder / "files"))


MANY = 2_100


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> ImportedContracts:
    """Of these, the winner has more contracts than two pages hold."""
    folder = tmp_path_factory.mktemp("many")
    made = eight_files(folder / "files")
    more = [
        deal._replace(winner=int(WINNER), winner_name=WINNERS[int(WINNER)]) if at % 20 else deal
        for at, deal in enumerate(deals("contracts", 2020, 1, MANY))
    ]
    write_csv(folder / "files" / "i.csv", table_rows(more, "new", "%d.%m.%Y"), ";", "utf-8")
    return _imported(folder, [*made, *more])


@pytest.fixture(scope="module")
def service(many: ImportedContracts, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    home = tmp_path_factory.mktemp("home")
    with running(home, "--registry", str(many.path)) as server:
        yield server


def whole(value: Decimal) -> int:
    """Whole RON, as a person rounds."""
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))


def contracts_in(exported: dict[str, Any]) -> dict[str, Any]:
    """The section of contracts of an export."""
    sections: list[dict[str, Any]] = exported["sections"]
    (section,) = (each for each in sections if each["operation"] == "contracts")
    return section


def test_every_row_is_written_with_its_file_and_line(many: ImportedContracts) -> None:
    section = contracts_in(data_of("--registry", str(many.path), "export", WINNER, "-o", "json"))
    rows = section["found"]["contracts"]
    won = [deal for deal in many.deals if str(deal.winner) == WINNER]
    in_full = [deal for deal in won if nature(deal) != "purchase"]
    assert sum(row["nature"] != "purchase" for row in rows) == len(in_full) > 2_000
    kept = sum(row["nature"] == "purchase" for row in rows)
    bought = len(won) - len(in_full)
    assert f"{kept} of {bought} direct purchases are listed" in " ".join(section["notes"])
    numbers = {(deal.number, str(deal.buyer), whole(deal.value)) for deal in won}
    assert {(r["number"], r["buyerTaxId"], r["value"]) for r in rows} <= numbers
    places = {(row["source"], row["line"]) for row in rows}
    assert len(places) == len(rows)
    # A header stands above the rows; the new file's rows are in the order in which it was made.
    sold = [deal.winner for deal in many.deals[-MANY:]]
    in_new = {line for source, line in places if source == "i.csv"}
    assert in_new == {at for at, winner in enumerate(sold, 2) if str(winner) == WINNER}
    assert section["notFound"] == []


def test_a_report_has_the_sums_and_the_rows(imported: ImportedContracts) -> None:
    told = run(
        "--registry", str(imported.path), "export", WINNER, "--lang", "en", "-o", "md"
    ).stdout
    money = told.partition("## Public money")[2]
    assert "not paid" in money
    assert re.search(r"^\| 2018 \| 42 \| 135,287,379 \| – \| 0 \| 0 \| 14 \| – \|$", money, re.M)
    assert re.search(r"^\| 2025-\S+ \| without notice \| .* \| g.csv \| \d+ \|$", money, re.M)
    assert re.search(r"^\| \S+ \| framework \| .* \(a ceiling\) .*\|$", money, re.M)
    lines = run("--registry", str(imported.path), "export", WINNER, "-o", "csv").stdout
    fields = {row["field"]: row["value"] for row in csv.DictReader(io.StringIO(lines))}
    assert fields["contracts[0].source"] == "g.csv"
    assert fields["years[1].frameworks.count"] == "14"


def test_an_authority_is_exported_with_what_it_bought(imported: ImportedContracts) -> None:
    section = contracts_in(data_of("--registry", str(imported.path), "export", BUYER, "-o", "json"))
    bought = [deal for deal in imported.deals if str(deal.buyer) == BUYER]
    rows = section["found"]["contracts"]
    in_full = [deal for deal in bought if nature(deal) != "purchase"]
    assert sum(row["nature"] != "purchase" for row in rows) == len(in_full)
    assert section["found"]["totalContracts"] == len(rows)
    assert {row["buyerTaxId"] for row in rows} == {BUYER}


def test_contracts_are_entities(imported: ImportedContracts) -> None:
    said = run("--registry", str(imported.path), "export", WINNER, "-o", "ftm").stdout
    found = [json.loads(line) for line in said.splitlines()]
    check(found)
    awards = [each for each in found if each["schema"] == "ContractAward"]
    by_id = {each["id"]: each["properties"] for each in found}
    assert {each["properties"]["supplier"][0] for each in awards} == {f"ro-cui-{WINNER}"}
    buyers = {by_id[each["properties"]["contract"][0]]["authority"][0] for each in awards}
    assert buyers == {f"ro-cui-{buyer}" for buyer in BUYERS}
    frameworks = [each for each in found if each["properties"].get("type") == ["framework"]]
    assert frameworks
    assert not any("amount" in each["properties"] for each in frameworks)
    again = run("--registry", str(imported.path), "export", WINNER, "-o", "ftm").stdout
    assert [json.loads(line)["id"] for line in again.splitlines()] == [*by_id]


def test_at_a_server_the_first_page_comes_and_the_others_on_wish(
    service: Running, tmp_path: Path
) -> None:
    key = new_key(service.log_file.parent, 20)
    (tmp_path / "key").write_text(key)
    (tmp_path / "key").chmod(0o600)
    server = ("--base-url", service.url, "--api-key-file", str(tmp_path / "key"))
    first = run(*server, "export", WINNER, "-o", "json")
    rows = contracts_in(json.loads(first.stdout))["found"]
    assert len(rows["contracts"]) == 1_000
    assert f"1000 of {rows['totalContracts']} public contracts are listed" in first.stderr
    refused = run(*server, "export", WINNER, "--all-contracts")
    assert refused.exit_code == 2
    assert "Pass --yes" in refused.output

    def left() -> int:
        with service.client(key) as client:
            answer = client.get(f"/v1/companies/{WINNER}")
            return int(answer.json()["remainingRequests"])

    before = left()
    whole = run(*server, "export", WINNER, "-o", "json", "--all-contracts", "--yes")
    pages = -(-rows["totalContracts"] // 1_000) - 1
    assert f"Public contracts: {pages} more requests to" in whole.stderr
    assert (
        len(contracts_in(json.loads(whole.stdout))["found"]["contracts"])
        == (rows["totalContracts"])
    )
    # Everything else is cached; one request is that of the test itself.
    assert before - left() == pages + 1
