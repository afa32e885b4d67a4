"""``match``: the company of each row, the columns that were found, and hostile lists."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer, faulty_process
from tests.service.running import new_key, running
from tui_app.export.match_rows import COLUMNS

SHOWPIECE = "990000013"
CNP = "1960101410015"
TABLE = f"""Nr;Furnizor;Judet;Suma
1;Petroterm Demo SRL;Bucuresti;100
2;SC PETROTERM DEMO;B;=1+1
3;Nimic de Nimic SRL;Cluj;@SUM(A1)
4;{CNP};Cluj;-2+3
5;;Cluj;
"""


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_columns_are_found_and_said_and_the_users_come_first(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(TABLE)
    matched = run("match", str(tmp_path / "list.csv"), "-o", "csv")
    assert matched.exit_code == 0, matched.output
    assert "Columns: name = Furnizor, county = Judet." in matched.stderr
    assert "2 of 5 rows matched, 0 match several companies, 3 match none." in matched.stderr
    rows = rows_of(matched.stdout)
    own = ["Nr", "Furnizor", "Judet", "Suma"]
    assert [*rows[0]] == [*own, *(name for name in COLUMNS if name != "input")]
    assert [row["decision"] for row in rows] == ["matched", "matched", "none", "none", "none"]
    assert rows[0]["taxId"] == rows[1]["taxId"] == SHOWPIECE and rows[2]["taxId"] == ""
    assert rows[0]["because"] == "same name, same legal form, same county; 1 of 1"
    assert CNP not in matched.output
    assert [row["Suma"] for row in rows][1:4] == ["'=1+1", "'@SUM(A1)", "'-2+3"]


def test_columns_of_the_list_may_be_chosen_beside_ours(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(TABLE)
    for command, chosen in (("match", "Suma,decision,Nr"), ("check", "Suma,status,Nr")):
        file = [command, str(tmp_path / "list.csv")]
        found = run(*file, "--fields", chosen, "-o", "csv")
        first, *rows = found.stdout.splitlines()
        assert first == chosen and len(rows) == 5, found.output
        assert rows[0].startswith("100,") and rows[0].endswith(",1")
        wrong = run(*file, "--fields", "Sume", "-o", "csv")
        assert wrong.exit_code == 2 and "no field 'Sume' here: Nr, Furnizor" in wrong.stderr
        assert "Did you mean Suma?" in wrong.stderr and wrong.stdout == ""


def test_every_format_has_the_rows(tmp_path: Path) -> None:
    arguments = ("match", "-")
    [first, *_] = json.loads(run(*arguments, typed="petroterm demo\n").stdout)["rows"]
    assert first["input"] == "petroterm demo" and first["taxId"] == SHOWPIECE
    [candidate] = first["candidates"]
    assert candidate["companyName"] == "PETROTERM DEMO SRL" and candidate["confidence"] == 0.95
    file = tmp_path / "matched.xlsx"
    (tmp_path / "list.csv").write_text(TABLE)
    written = run("match", str(tmp_path / "list.csv"), "--output", str(file))
    assert written.exit_code == 0, written.output
    from python_calamine import CalamineWorkbook

    header, one, two, *_ = CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()
    assert header[:4] == ["Nr", "Furnizor", "Judet", "Suma"] and two[3] == "=1+1"
    assert one[header.index("taxId")] == SHOWPIECE


@pytest.mark.parametrize(
    ("arguments", "typed", "said"),
    [
        (["match", "-"], "\n \n", "no row to match"),
        (["match", "no/such/file"], "", "cannot be read"),
        (["match", "-"], "a;b\n1;2\n3;4\n", "Choose one with --name COLUMN"),
        (["match", "-", "--name", "Firme"], TABLE, "there is no column 'Firme'"),
        (["--base-url", "http://127.0.0.1:9", "match", "-"], "ana srl\n", "Pass --yes"),
    ],
)
def test_a_list_that_cannot_be_matched(arguments: list[str], typed: str, said: str) -> None:
    ended = run(*arguments, typed=typed)
    assert ended.exit_code == 2 and said in ended.stderr, ended.output
    assert not ended.stdout


def test_a_list_without_a_match_is_nothing_found() -> None:
    assert run("match", "-", typed="nimic de nimic srl\n").exit_code == 1


def test_a_named_column_decides_and_a_number_says_more_than_a_name() -> None:
    table = f"Client,Partener,Cod\nPetroterm Demo,x srl,{SHOWPIECE}\nNimeni,y srl,\n"
    matched = run("match", "-", "--name", "Client", "--tax-id", "Cod", "-o", "csv", typed=table)
    rows = rows_of(matched.stdout)
    assert rows[0]["because"].startswith("same tax id") and rows[0]["confidence"] == "1.0"
    assert "name = Client, tax id = Cod" in matched.stderr


def test_hostile_lists_end_no_program(tmp_path: Path) -> None:
    wide = [f"c{n}" for n in range(298)]
    header = ";".join(["Furnizor", *wide, "Judet"])
    cells = ";".join(["Petroterm Demo SRL", *["=HYPERLINK(1)"] * 298, "B"])
    (tmp_path / "wide.csv").write_text(f"{header}\n{cells}\n")
    matched = run("match", str(tmp_path / "wide.csv"), "-o", "csv")
    [row] = rows_of(matched.stdout)
    assert row["taxId"] == SHOWPIECE and row["c5"] == "'=HYPERLINK(1)"
    long = "x" * 300_000
    typed = f"Furnizor;Judet\n{long};B\npetro\x1bterm\u200b demo\u202e;B\nPetroterm {CNP};B\n"
    (tmp_path / "long.csv").write_text(typed)
    matched = run("match", str(tmp_path / "long.csv"), "--fields", "taxId,decision", "-o", "csv")
    assert matched.exit_code == 0, matched.stderr
    assert [row["taxId"] for row in rows_of(matched.stdout)] == ["", SHOWPIECE, ""]
    assert CNP not in matched.output


def test_a_server_with_the_extension_gets_a_hundred_rows_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(new_key(tmp_path))
    (tmp_path / "key").chmod(0o600)
    names = ["petroterm demo", *(f"nimeni nicaieri {n}" for n in range(149)), "petroterm demo"]
    with running(tmp_path) as service:
        arguments = ("--base-url", service.url, "--api-key-file", str(tmp_path / "key"))
        matched = run(*arguments, "match", "-", "--yes", typed="\n".join(names))
        assert matched.exit_code == 0, matched.output
        found = json.loads(matched.stdout)
        assert len(found["rows"]) == 151 and found["rows"][150]["taxId"] == SHOWPIECE
        assert found["source"]["requests"] == 150
        # The answers were paid for: the same list costs nothing.
        again = json.loads(run(*arguments, "match", "-", "--yes", typed="\n".join(names)).stdout)
        assert again["rows"] == found["rows"] and again["source"]["requests"] == 0
        service.stop()
    assert [e.operation for e in service.log()].count("match") == 2


@pytest.fixture(scope="module")
def stranger() -> object:
    with faulty_process() as server:
        server.misbehave("none")
        yield server


def test_a_server_without_it_is_searched_once_for_each_row(stranger: FaultyServer) -> None:
    typed = f"{FIRST.company_name}\n{FIRST.company_name}\n{CNP}\n"
    arguments = ("--base-url", stranger.base_url(), "match", "-")
    refused = run(*arguments, typed=typed)
    assert refused.exit_code == 2 and "at most 1 request" in refused.stderr
    before = len(stranger.log())
    matched = run(*arguments, "--yes", typed=typed)
    rows = json.loads(matched.stdout)["rows"]
    assert rows[0]["taxId"] == rows[1]["taxId"] == FIRST.tax_id
    assert rows[2]["decision"] == "none"
    sent = stranger.log()[before:]
    assert len(sent) == 1 and CNP not in str(sent)
