"""``search``, ``show`` and ``new``: formats, fields, exit codes, what goes to which stream."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tests.cli.running import COMMAND, data_of, on_terminal, piped, run
from tests.cli.scripted import people_read
from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer, faulty_process
from tui_app.cli.main import main
from tui_app.cli.sections import SectionChoice
from tui_app.client.companies import Companies
from tui_app.client.errors import ServerError
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, FinancialData
from tui_app.contract.views import TABS, ViewName
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord

SHOWPIECE = "990000013"
KEY = "ftk_marker_0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="module")
def faulty() -> Iterator[FaultyServer]:
    with faulty_process() as server:
        yield server


@pytest.fixture
def server(
    faulty: FaultyServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, ...]:
    """The flags that ask a server with a key, and an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "key").chmod(0o600)
    return ("--base-url", faulty.base_url(), "--api-key-file", str(tmp_path / "key"))


def test_json_has_the_interfaces_names_and_its_source() -> None:
    found = run("search", "petroterm")
    said = json.loads(found.stdout)
    assert said["companies"][0]["taxId"] == SHOWPIECE
    assert said["source"]["kind"] == "sample" and said["source"]["invented"] is True
    assert isinstance(said["source"]["remainingRequests"], int)
    assert found.stderr == ""
    profile = data_of("show", f"RO {SHOWPIECE}")
    assert profile["VAT"] is True and profile["companyName"] == "PETROTERM DEMO SRL"
    assert profile["source"]["requests"] == 1


def test_a_flag_of_a_source_overrides_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRMETERM_BASE_URL", "http://127.0.0.1:9")
    for sample in (("--sample",), ("--source", "sample"), ("--sample", "--source", "sample")):
        found = run("search", "petroterm", *sample)
        assert json.loads(found.stdout)["source"]["kind"] == "sample"
    missing = run("--registry", str(tmp_path / "none.db"), "search", "petroterm")
    assert missing.exit_code == 2 and "none.db" in missing.stderr
    monkeypatch.setenv("FIRMETERM_REGISTRY", str(tmp_path / "none.db"))
    monkeypatch.delenv("FIRMETERM_BASE_URL")
    refused = run("--base-url", "http://127.0.0.1:9", "search", "petroterm")
    assert refused.exit_code == 4 and "127.0.0.1" in refused.stderr


def test_a_section_is_what_the_interface_answers() -> None:
    financial = data_of("show", SHOWPIECE, "--section", "financial")
    assert financial["turnover"] == financial["financialData"][-1]["turnover"] > 0
    cases = data_of("show", SHOWPIECE, "--section", "court-cases", "--page", "2")
    assert cases["currentPage"] == 2 and cases["totalCases"] > len(cases["courtCases"]) > 0
    contacts = data_of("show", SHOWPIECE, "--section", "contact")
    assert contacts["primaryPhone"].startswith("+40")
    assert "@" in contacts["primaryEmail"] and contacts["websites"] and contacts["administrators"]
    assert contacts["source"]["requests"] == 5
    signals = data_of("show", SHOWPIECE, "--section", "signals")["signals"]
    assert {each["level"] for each in signals} <= {"serious", "warning", "unknown", "clear"}
    assert not any(each["notLoaded"] for each in signals)
    whole = data_of("show", SHOWPIECE, "--section", "all")
    assert {*whole} == {"profile", "financial", "courtCases", "contacts", "signals", "source"}
    assert [{"taxId": SHOWPIECE, "companyName": "PETROTERM DEMO SRL", **each}
            for each in whole["signals"]] == signals  # fmt: skip
    lines = csv.DictReader(
        io.StringIO(run("show", SHOWPIECE, "--section", "all", "-o", "csv").stdout)
    )
    values = {(each["section"], each["field"]): each["value"] for each in lines}
    assert values["profile", "caen[3]"] == whole["profile"]["caen"][3]
    latest = financial["financialData"][-1]
    place = f"financialData[{len(financial['financialData']) - 1}]"
    assert values["financial", f"{place}.turnover"] == str(latest["turnover"])
    assert values["courtCases", "courtCases[0].caseNumber"] and "{" not in "".join(values.values())


def test_each_format_has_the_same_rows() -> None:
    data = data_of("search", "petro")["companies"]
    names = "taxId,companyName"
    wanted = [[each["taxId"], each["companyName"]] for each in data]
    lines = run("search", "petro", "-o", "jsonl").stdout.splitlines()
    assert [json.loads(line)["taxId"] for line in lines] == [each["taxId"] for each in data]
    assert all(json.loads(line)["source"]["invented"] for line in lines)
    as_csv = list(csv.reader(io.StringIO(run("search", "petro", "-o", "csv").stdout)))
    assert as_csv[0] == [*data[0]]
    assert as_csv[1] == [*data[0].values()]
    chosen = run("search", "petro", "-o", "csv", "--fields", names).stdout
    assert list(csv.reader(io.StringIO(chosen))) == [names.split(","), *wanted]
    markdown = run("search", "petro", "-o", "md", "--fields", names).stdout
    assert f"| {SHOWPIECE} | PETROTERM DEMO SRL |" in markdown
    table = run("search", "petro", "-o", "table", "--fields", names).stdout.splitlines()
    assert table[0].split() == names.split(",")
    assert [line.split(maxsplit=1) for line in table[2:]] == wanted
    fields = data_of("show", SHOWPIECE, "--fields", "companyName,taxId,splitVAT")
    assert [*fields] == ["companyName", "taxId", "splitVAT", "source"]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["show", "990000014"], 1, "knows no company with the tax id 990000014"),
        (["show", "12"], 1, "knows no company with the tax id 12"),
        (["show", "99000001 4", "--section", "contact"], 1, "knows no company"),
        (["show", "990000014", "--section", "court-cases"], 1, "knows no company"),
        (["show", SHOWPIECE, "--section", "court-cases", "--page", "99"], 1, "on page 99"),
        (["show", "petroterm"], 2, "'petroterm' is not a tax id"),
        (["show", "1960101410015"], 2, "A long number is not a tax id"),
        (["search", "zzzzqqq"], 1, "Nothing found, even with a wrong letter"),
        (["search", "petoterm zzzzqqq"], 1, "petoterm: did you mean petroterm?"),
        (["search", "1999-01-02"], 1, "firmeterm new 1999-01-02 lists the companies"),
        (["search", "J40/98765/202"], 1, "is a digit missing?"),
        (["search", "R 990099996"], 1, "is a letter of RO or CUI missing?"),
        (["search", "990000014"], 1, "check digit"),
        (["search", "pe"], 2, "at least 3"),
        (["search", "1960101410015"], 2, "a person's code"),
        (["new", "1999-01-02"], 1, "No companies registered on 1999-01-02"),
        (["new", "2026-02-30"], 2, "A day is written"),
        (["new", "today", "--page", "2", "--all"], 2, "exclude each other"),
        (["search", "petro", "-o", "jsno"], 2, "Did you mean json?"),
        (["search", "petro", "--fields", "taxid"], 2, "Did you mean taxId?"),
        (["show", SHOWPIECE, "--section", "finanec"], 2, "finance"),
        (["--server", "nowhere", "search", "petro"], 2, "No server is called nowhere"),
        (["--base-url", "http://127.0.0.1:9", "search", "petro"], 4, "Connection refused"),
    ],
)
def test_nothing_found_wrong_use_and_failure(arguments: list[str], status: int, said: str) -> None:
    ended = run(*arguments)
    assert ended.exit_code == status, ended.output
    assert ended.stdout == ""
    assert said in ended.stderr
    assert "1960101410015" not in ended.stderr


@pytest.mark.parametrize(
    ("fault", "status"), [("401", 3), ("403", 3), ("500-nothing", 4), ("429-quota", 5)]
)
def test_what_a_server_says_is_an_exit_code(
    faulty: FaultyServer, server: tuple[str, ...], fault: str, status: int
) -> None:
    faulty.misbehave(fault)
    ended = run(*server, "show", FIRST.tax_id)
    assert ended.exit_code == status, ended.output
    assert ended.stdout == "" and ended.stderr.startswith("Error: ")
    assert KEY not in ended.output


def test_a_kept_answer_needs_no_request_and_no_http_client(
    faulty: FaultyServer, server: tuple[str, ...]
) -> None:
    faulty.misbehave("none")
    first = data_of(*server, "show", FIRST.tax_id)
    asked = len(faulty.log())
    program = (
        "import sys; sys.argv = sys.argv[:1] + sys.argv[1:]\n"
        "from tui_app.cli.main import main\n"
        "try: main(sys.argv[1:])\n"
        "finally: print(sorted({'httpx', 'textual', 'rich', 'starlette'} & {*sys.modules}),"
        " file=sys.stderr)"
    )
    again = subprocess.run(
        [COMMAND[0], "-c", program, *server, "show", FIRST.tax_id],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert again.stderr == "[]\n"
    kept = json.loads(again.stdout)
    assert kept.pop("source")["cached"] is True
    first.pop("source")
    assert kept == first
    assert len(faulty.log()) == asked
    faulty.misbehave("500-nothing")
    lost = run(*server, "show", FIRST.tax_id, "--fresh")
    assert (lost.exit_code, lost.stdout) == (4, "")
    lost = run(*server, "show", FIRST.tax_id, "--fresh", "--stale-ok")
    assert lost.exit_code == 0
    assert json.loads(lost.stdout)["source"]["stale"] is True
    assert "failed with status 500" in lost.stderr


def test_a_day_is_listed_by_page_or_whole() -> None:
    day = data_of("show", SHOWPIECE)["registrationDate"][:10]
    page = data_of("new", day)
    assert SHOWPIECE in [each["taxId"] for each in page["companies"]]
    assert page["currentPage"] == 1
    turned = ".".join(reversed(day.split("-")))
    whole = data_of("new", turned, "--all")
    assert len(whole["companies"]) == whole["totalCompanies"]
    assert whole["source"]["requests"] == whole["totalPages"]
    assert run("new", "-0d").exit_code in (0, 1)


def test_a_cell_is_no_formula(faulty: FaultyServer, server: tuple[str, ...]) -> None:
    faulty.misbehave("fuzz-texts")
    rows = run(*server, "search", "demo", "-o", "csv").stdout
    for row in list(csv.reader(io.StringIO(rows)))[1:]:
        assert not any(cell.lstrip().startswith(("=", "@")) for cell in row)


def test_on_a_terminal_there_is_a_table_and_a_note() -> None:
    status, shown = on_terminal("search", "petroterm", NO_COLOR="1")
    assert status == 0
    assert "PETROTERM DEMO SRL" in shown and "companyName" in shown
    assert "From sample data (invented companies)" in shown and "requests left" in shown
    assert "\x1b" not in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    status, shown = on_terminal("show", SHOWPIECE)
    assert status == 0 and "companyName       PETROTERM DEMO SRL" in shown


def test_a_damaged_cache_is_told_also_where_nothing_is_found(
    faulty: FaultyServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "firmeterm").mkdir()
    (tmp_path / "firmeterm" / "answers.db").write_bytes(b"no database" * 500)
    ended = run("--base-url", faulty.base_url("404"), "show", SHOWPIECE)
    assert ended.exit_code == 1 and ".damaged-" in ended.stderr


def test_figures_without_years_are_shown(tmp_path: Path) -> None:
    registry = tmp_path / "registry.db"
    financial = FinancialData(turnover=7_000, turnover_prev_year=6_000)
    build([CompanyRecord(profile=CompanyProfile(tax_id=SHOWPIECE), financial=financial)], registry)
    said = data_of("--registry", str(registry), "show", SHOWPIECE, "--section", "financial")
    assert (said["turnover"], said["financialData"]) == (7_000, [])


def test_a_key_file_in_the_folder_of_an_unknown_user_is_told() -> None:
    ended = run("--api-key-file", "~nobody-of-this-name/key", "search", "petro")
    assert ended.exit_code == 3 and "The key file ~nobody-of-this-name/key" in ended.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        ("login",),
        ("workspace", "import", "-"),
        ("--api-key-file", "-", "search", "petro"),
    ],
)
def test_a_closed_standard_input_is_told(arguments: tuple[str, ...]) -> None:
    done = subprocess.run(
        ("sh", "-c", 'exec "$0" "$@" <&-', *COMMAND, *arguments),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (2, 3)
    assert done.stderr.startswith("Error: ") and "Traceback" not in done.stderr


@pytest.mark.parametrize("stream", [1, 2])
def test_a_closed_output_stream_changes_no_result(stream: int, tmp_path: Path) -> None:
    record = {"profile": {"taxId": SHOWPIECE, "companyName": "ANA SRL"}}
    (tmp_path / "one.jsonl").write_text(json.dumps(record))
    registry = ("--registry", str(tmp_path / "registry.db"))
    for arguments, status in (
        (("data", "import", str(tmp_path / "one.jsonl"), *registry, "-o", "json"), 0),
        ((*registry, "check", "-", "--yes", "-o", "csv"), 0 if stream == 2 else 2),
    ):
        done = subprocess.run(
            ("sh", "-c", f'exec "$0" "$@" {stream}>&-', *COMMAND, *arguments),
            input=SHOWPIECE, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == status and "Traceback" not in done.stderr, done.stderr
        assert stream == 1 or "ANA SRL" in done.stdout or '"companies": 1' in done.stdout


def test_whoever_reads_only_the_first_lines_gets_them() -> None:
    status, shown, said = piped(("show", SHOWPIECE, "--section", "all"), "head -1")
    assert (status, shown) == (0, "{\n")
    assert "Traceback" not in said and "Broken" not in said


def test_a_locale_without_utf8_is_served(tmp_path: Path) -> None:
    listed = tmp_path / "list.csv"
    listed.write_text(f"CUI,Furnizor\n{SHOWPIECE},ȘTEFAN SRL\n", encoding="utf-8")
    for how, name in (("csv", b"?TEFAN"), ("tsv", b"?TEFAN"), ("json", b"\\u0218TEFAN"),
                      ("excel-csv", "ȘTEFAN".encode()), ("table", b"PETROTERM")):  # fmt: skip
        done = CliRunner(charset="ascii").invoke(main, ["check", str(listed), "-o", how])
        assert done.exit_code == 0 and name in done.stdout_bytes, (how, done.exception)


def test_a_part_that_fails_is_told_by_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Companies.ask

    # Any: operations of any result.
    async def failing(
        self: Companies, operation: ops.Operation[Any], *rest: Any, **more: Any
    ) -> Any:
        if operation is ops.PHONES:
            raise ServerError("The server failed.")
        return await ask(self, operation, *rest, **more)

    monkeypatch.setattr(Companies, "ask", failing)
    for section in ("contact", "all"):
        shown = run("show", SHOWPIECE, "--section", section, "-o", "json")
        assert shown.exit_code == 4 and "The server failed." in shown.stderr
        assert json.loads(shown.stdout)["source"]["problems"] == ["Phones: The server failed."]


def test_a_similar_name_is_found_and_said_to_be_similar() -> None:
    found = run("search", "petoterm")
    assert json.loads(found.stdout)["companies"][0]["taxId"] == SHOWPIECE
    assert f"Similar, not as typed: {SHOWPIECE}. petoterm: did you mean petroterm?" in found.stderr
    (row,) = data_of("search", "petoterm")["companies"]
    assert row["similar"] is True
    assert "similar" not in data_of("search", "petroterm")["companies"][0]
    fields = run("search", "petoterm", "--fields", "taxId,similar", "-o", "csv")
    assert fields.stdout.splitlines() == ["taxId,similar", f"{SHOWPIECE},true"]
    assert "Similar" not in run("search", "petroterm").stderr


def test_a_similar_company_beyond_the_limit_is_not_named() -> None:
    first, second = (row["taxId"] for row in data_of("search", "transprt")["companies"])
    limited = run("search", "transprt", "--limit", "1")
    assert f"Similar, not as typed: {first}. " in limited.stderr
    assert second not in limited.output


@pytest.mark.parametrize("section", ["all", "events"])
def test_more_court_cases_than_are_shown_are_announced(section: str) -> None:
    shown = run("--sample", "show", SHOWPIECE, "--section", section)
    said = f"Court cases: 20 of 27, page 1 of 2. Others: firmeterm show {SHOWPIECE} --section cases"
    assert f"{said} --page 2" in shown.stderr
    assert said in json.loads(shown.stdout)["source"]["notes"][0]
    last = run("--sample", "show", SHOWPIECE, "--section", "cases", "--page", "2")
    assert len(json.loads(last.stdout)["courtCases"]) == 7
    assert "Court cases:" not in run("--sample", "show", "990000056", "--section", section).output


def test_a_tab_without_rows_is_no_section(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_app.cli.sections.TABS", (*TABS, ViewName("land", "Land")))
    with pytest.raises(click.BadParameter, match="'land' is not one of"):
        SectionChoice().convert("land", None, None)
    assert SectionChoice().convert("financial", None, None) == "finance"


HEADERS = {
    "search petroterm": "taxId companyName status locality county",
    "screen --limit 1": "taxId companyName turnover county statusClass caen netProfit employee",
    "new 2020-05-14": "taxId companyName companyType hasPhone",
    f"compare {SHOWPIECE} 990000056":
        "taxId companyName status year turnover netProfit employee",
    f"show {SHOWPIECE} --section finance": "year turnover netProfit employee debts equity",
    f"show {SHOWPIECE} --section cases":
        "caseNumber date partyStatus caseCategory proceduralStage",
    f"show {SHOWPIECE} --section signals": "level title figures",
    f"show {SHOWPIECE} --section links": "taxId companyName status link through",
    f"show {SHOWPIECE} --section events": "date kind event",
    f"show {SHOWPIECE} --section all": "taxId companyName section field value",
    "check list.csv": "taxId companyName status VAT turnover signals problem",
    "match list.csv": "taxId companyName confidence because decision",
}  # fmt: skip


def test_a_table_for_people_has_the_columns_that_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people_read(monkeypatch)
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.chdir(tmp_path)
    Path("list.csv").write_text(f"CUI,Furnizor\n{SHOWPIECE},PETROTERM DEMO SRL\n")
    for words, columns in HEADERS.items():
        lines = run(*words.split()).stdout.splitlines()
        under = next(at for at, line in enumerate(lines) if line.startswith("──"))
        assert lines[under - 1].split() == columns.split(), words


SCREENED = (
    "taxId, companyName, companyId, companyType, status, statusClass, county, locality, caen,"
    " registrationDate, foundingYear, statementYear, turnover, netProfit, employee, equity, margin,"
    " growth, lossYears, won, publicShare, buyers, VAT, hasPhone, hasEmail, hasWebsite,"
    " hasCourtCases."
)


@pytest.mark.parametrize(
    ("words", "choices"),
    [
        ("screen --sort x", f"There is no field 'x' here: {SCREENED}"),
        ("screen --sort -turnovr", f"'-turnovr' here: {SCREENED} Did you mean turnover?"),
        ("search petro --fields x", "There is no field 'x' here: taxId, companyId, companyName,"
         " companyType, status, locality, county, formerly, similar."),
        ("contracts 12 --fields share", "line. Did you mean sharedWith?"),
        ("contracts 12 --partners --fields value", "There is no field 'value' here: taxId, name,"
         " count, sum, share, frameworks."),
        ("contracts 12 --side x", "'x' is not one of 'supplier', 'authority'."),
        ("show 12 --section x", "'x' is not one of 'overview', 'finance', 'cases', 'contact',"
         " 'signals', 'events', 'links', 'money', 'all'."),
        ("search petro -o x", "'x' is not one of 'table', 'csv', 'excel-csv', 'tsv', 'json',"
         " 'jsonl', 'md', 'xlsx', 'parquet', 'ftm'."),
        ("search petro --source x", "'x' is not one of 'sample', 'registry', 'server', 'public'."),
        ("data import x --county ZZ", "No county is called ZZ: write CJ or Cluj."),
    ],
)  # fmt: skip
def test_a_wrong_choice_is_answered_with_the_right_ones(words: str, choices: str) -> None:
    done = run(*words.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert " ".join(done.stderr.split()).endswith(choices)
