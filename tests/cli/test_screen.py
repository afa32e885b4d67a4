"""``firmeterm screen``: formats, fields, order, limits, exit codes, and its end by Ctrl+C."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from tests.cli.running import COMMAND, PATIENCE, data_of, on_terminal, piped, run
from tests.faulty.process import FaultyServer, faulty_process
from tests.sample.tax_ids import with_control_digit
from tui_app.cli.main import main
from tui_app.contract.resources import CompanyProfile
from tui_app.contract.screening.page import ORDERS
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord

MANY = 2_500


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More companies than two pages hold."""
    path = tmp_path_factory.mktemp("screen") / "registry.db"
    build(
        (
            CompanyRecord(
                profile=CompanyProfile(
                    tax_id=with_control_digit(f"99{number:06}"),
                    company_name=f"FIRMA {number} SRL",
                    status="functiune",
                )
            )
            for number in range(MANY)
        ),
        path,
        invented=True,
    )
    return path


@pytest.fixture(scope="module")
def stranger() -> Iterator[FaultyServer]:
    with faulty_process() as server:
        yield server


def test_json_has_the_companies_their_number_and_the_source() -> None:
    said = data_of("screen", "county:B", "turnover:>1K", "--limit", "3")
    assert len(said["companies"]) == 3 < said["totalCompanies"]
    assert said["totalIsExact"] is True
    amounts = [company["turnover"] for company in said["companies"]]
    assert amounts == sorted(amounts, reverse=True)
    assert said["source"]["kind"] == "sample" and said["source"]["requests"] == 1


def test_one_argument_or_several_say_the_same() -> None:
    together = data_of("screen", "county:B form:SRL active")
    apart = data_of("screen", "county:B", "form:SRL", "active")
    assert together["companies"] == apart["companies"]


def test_csv_has_the_interfaces_names_and_jsonl_the_same_companies() -> None:
    told = run("screen", "phone", "--all", "-o", "csv")
    assert told.exit_code == 0 and told.stderr == ""
    head, *rows = csv.reader(io.StringIO(told.stdout))
    assert head == list(ORDERS)
    lines = run("screen", "phone", "--all", "-o", "jsonl").stdout.splitlines()
    assert [json.loads(line)["taxId"] for line in lines] == [row[0] for row in rows]
    assert {row[head.index("hasPhone")] for row in rows} == {"true"}


def test_fields_choose_what_is_told_and_in_which_order() -> None:
    told = run("screen", "--fields", "margin,taxId", "-o", "csv", "--limit", "2")
    assert told.stdout.splitlines()[0] == "margin,taxId"
    said = data_of("screen", "--fields", "VAT,taxId", "--limit", "1")
    assert list(said["companies"][0]) == ["VAT", "taxId"]
    table = run("screen", "--limit", "1", "-o", "md", "--fields", "taxId")
    assert "| taxId |" in table.stdout


def test_any_field_sorts_both_ways() -> None:
    names = [
        [c["companyName"] for c in data_of("screen", "--sort", sort, "--limit", "5")["companies"]]
        for sort in ("companyName", "-companyName")
    ]
    assert names[0] == sorted(names[0]) and names[1] == sorted(names[1], reverse=True)
    wrong = run("screen", "--sort", "turnovr")
    assert wrong.exit_code == 2 and "Did you mean turnover?" in wrong.stderr


def test_all_and_a_large_limit_go_through_the_pages(registry: Path) -> None:
    where = ("--registry", str(registry), "screen", "active")
    everybody = run(*where, "--all", "-o", "jsonl").stdout.splitlines()
    assert len({json.loads(line)["taxId"] for line in everybody}) == len(everybody) == MANY
    some = json.loads(run(*where, "--limit", "1500", "-o", "json").stdout)
    assert len(some["companies"]) == 1500 and some["totalCompanies"] == MANY
    assert some["source"]["requests"] == 2
    both = run(*where, "--limit", "5", "--all")
    assert both.exit_code == 2 and "exclude each other" in both.stderr


def test_parquet_holds_the_same_as_csv(registry: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    ended = subprocess.run(
        [*COMMAND, "--registry", str(registry), "screen", "--all", "-o", "parquet"],
        capture_output=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    table = parquet.read_table(io.BytesIO(ended.stdout))
    assert table.column_names == list(ORDERS) and table.num_rows == MANY
    assert str(table.schema.field("turnover").type) == "int64"
    assert str(table.schema.field("VAT").type) == "bool"
    assert str(table.schema.field("registrationDate").type) == "date32[day]"


def test_parquet_without_its_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_app.export.formats.is_installed", lambda _extra: False)
    ended = run("screen", "-o", "parquet")
    assert ended.exit_code == 2 and ended.stdout == ""
    assert "parquet needs packages that are not installed: " in ended.stderr
    assert "install 'pyarrow>=18'" in ended.stderr


def test_a_wrong_word_is_marked() -> None:
    wrong = run("screen", "active", "county:Cluc")
    assert wrong.exit_code == 2 and wrong.stdout == ""
    mark = " " * len("  active county:") + "^^^^"
    assert (
        wrong.stderr
        == f"Error: Unknown county: Cluc. Did you mean Cluj?\n  active county:Cluc\n{mark}\n"
    )


def test_nothing_found_is_1_and_a_persons_code_is_not_asked() -> None:
    nothing = run("screen", "name:nimeni")
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    assert nothing.stderr.startswith("Error: Nothing found. The sample has invented companies")
    for line in ("name:1960101123456", "1960101123456", "county:1960101123456"):
        code = run("screen", line)
        assert code.exit_code == 2 and "1960101123456" not in code.output


def test_a_server_that_did_not_announce_it_is_not_asked(stranger: FaultyServer) -> None:
    refused = run("--base-url", stranger.base_url(), "screen", "active")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "does not offer screening. Nothing was requested." in refused.stderr
    assert not any("screen" in str(line) for line in stranger.log())


def test_offline_is_not_taken_for_a_source_that_cannot_screen() -> None:
    assert run("--offline", "screen", "active").exit_code == 0  # the sample is on this machine
    ended = run("--base-url", "http://127.0.0.1:9", "--offline", "screen", "active")
    assert (ended.exit_code, ended.stdout) == (4, "")
    assert ended.stderr == "Error: Offline, and there is no cached answer. Nothing was sent.\n"


def test_a_terminal_shows_a_table_and_the_progress(registry: Path) -> None:
    asked = ("screen", "--limit", "1200", "--fields", "companyName")
    status, shown = on_terminal("--registry", str(registry), *asked)
    assert status == 0 and "FIRMA" in shown and f"1,200 of {MANY:,}" in shown
    status, shown = on_terminal("--sample", "screen", "growth:>0", "--sort", "equity")
    assert "nextCursor" not in shown and "totalIsExact" not in shown
    header = next(line for line in shown.splitlines() if line.startswith("taxId"))
    assert header.split()[:4] == ["taxId", "companyName", "equity", "growth"]


def test_ctrl_c_ends_it_after_whole_lines(registry: Path) -> None:
    command = [*COMMAND, "--registry", str(registry), "screen", "--all", "-o", "jsonl"]
    pipe = subprocess.PIPE
    running = subprocess.Popen(command, bufsize=0, stdout=pipe, stderr=pipe)
    assert running.stdout is not None
    first = running.stdout.readline()
    running.send_signal(signal.SIGINT)  # it waits for the pipe to be read
    rest, told = running.communicate(timeout=PATIENCE)
    lines = (first + rest).splitlines()
    assert running.returncode == 130
    assert all(json.loads(line)["taxId"] for line in lines) and len(lines) < MANY
    assert f"Ended early: {len(lines):,} of {MANY:,} companies are written." in told.decode()


@pytest.mark.parametrize(
    ("command", "reader", "lines"),
    [(("screen", "--all", "-o", "csv"), "head -2", 2), (("manual", "keys"), ":", 0)],
)
def test_who_reads_only_the_beginning_ends_it_quietly(
    registry: Path, command: tuple[str, ...], reader: str, lines: int
) -> None:
    source = ("--registry", str(registry)) if command[0] == "screen" else ()
    status, shown, said = piped((*command, *source), reader)
    assert (status, len(shown.splitlines()), said) == (0, lines, "")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("coun", "county:"), ("county:Cl", "county:Cluj"), ("act", "active"), ("form:sn", "form:SNC")],
)
def test_a_shell_completes_criteria(typed: str, expected: str) -> None:
    completed = ShellComplete(main, {}, "firmeterm", "_FIRMETERM_COMPLETE")
    assert expected in [item.value for item in completed.get_completions(["screen"], typed)]


def test_a_cursor_of_another_list_is_wrong_use() -> None:
    cursor = json.loads(run("screen", "--limit", "2", "-o", "json").stdout)["nextCursor"]
    assert run("screen", "--limit", "2", "--cursor", cursor).exit_code == 0
    for words in (("active", "--cursor", cursor), ("--cursor", "x"), ("--cursor", "")):
        refused = run("screen", *words)
        assert refused.exit_code == 2 and "cursor" in refused.stderr and refused.stdout == ""
