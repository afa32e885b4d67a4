"""Every command that prints, in every format: on a terminal, into a pipe and into a file.

The commands and the formats are found by walking the command line, so that a new one is tested
as soon as its help has an example.
"""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tests.tables.sheets import xlsx
from tui_app.cli.main import main
from tui_app.export.formats import TABLES
from tui_app.export.row_writers import WRITERS

SUPPLIERS = "CUI,Furnizor\n990000013,PETROTERM DEMO SRL\n990000056,\n"
BINARY = {"xlsx": b"PK", "parquet": b"PAR1"}
EVERYTHING = ("search",)
"""One command writes every format into a pipe and a file. The others share its writers: of each
family of formats they write one, each a next one, and a text or a binary file."""
FAMILIES = (
    ("table", "md"), ("csv", "excel-csv", "tsv"), ("json", "jsonl"), ("xlsx", "parquet"),
)  # fmt: skip


def _printing(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group, **group.context_settings)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _printing(command, (*path, name))
        elif command and any(param.name == "format_name" for param in command.params):
            yield (*path, name)


COMMANDS = dict.fromkeys(_printing(main))


def _example(path: tuple[str, ...]) -> list[str]:
    """The first example of a command's help, without its output options."""
    command: click.Command | None = main
    context = click.Context(main)
    for name in path:
        assert isinstance(command, click.Group)
        command = command.get_command(context, name)
    assert command is not None
    shown = (command.epilog or "").partition("Examples: ")[2].split(" · ")[0].partition(" > ")[0]
    words = shlex.split(shown)[1:]
    for option in ("-o", "--output", "--to", "--fields"):
        while option in words:
            at = words.index(option)
            del words[at : at + 2]
    return [word for word in words if word != "--review"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the examples."""
    monkeypatch.chdir(tmp_path)
    rows = [row.split(",") for row in SUPPLIERS.splitlines()]
    (tmp_path / "suppliers.csv").write_text(SUPPLIERS)
    (tmp_path / "list.csv").write_text(SUPPLIERS)
    (tmp_path / "suppliers.xlsx").write_bytes(xlsx({"Suppliers": rows}))
    return tmp_path


@pytest.fixture
def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _self: True)


def _is_csv(data: bytes, delimiter: str = ",") -> bool:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=delimiter))
    return all(len(row) == len(rows[0]) for row in rows)


CHECKS: dict[str, Callable[[bytes], bool]] = {
    "table": lambda data: b"{" not in data[:1],
    "csv": _is_csv,
    "excel-csv": lambda data: data.startswith(b"\xef\xbb\xbf") and _is_csv(data),
    "tsv": lambda data: len({line.count("\t") for line in data.decode().splitlines()}) == 1,
    "json": lambda data: json.loads(data) is not None,
    "jsonl": lambda data: all(json.loads(line) for line in data.decode().splitlines()),
    "md": lambda data: data.startswith((b"#", b"|")),
    "xlsx": lambda data: data.startswith(BINARY["xlsx"]),
    "parquet": lambda data: data.startswith(BINARY["parquet"]) and data.endswith(BINARY["parquet"]),
}


def test_each_format_has_its_check_here() -> None:
    unchecked = {each.name for each in TABLES} - set(CHECKS)
    assert not unchecked, "a check in CHECKS, above"
    assert set(BINARY) == {each.name for each in TABLES if each.is_binary}
    unwritten = {each.name for each in TABLES} - set(WRITERS)
    assert not unwritten, "a writer in WRITERS, in export/row_writers.py"
    assert len(COMMANDS) >= 16 and ("watch", "list") in COMMANDS


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_pipe_and_a_file_get_the_chosen_format(path: tuple[str, ...]) -> None:
    words = _example(path)
    plain = run(*words)
    assert plain.exit_code in (0, 1, 2), plain.output
    if plain.exit_code == 2:  # the sample lacks these data, in whatever format
        assert "Usage:" not in plain.stderr, plain.stderr
    elif plain.stdout:
        assert json.loads(plain.stdout) is not None
    turn = list(COMMANDS).index(path)
    chosen = {family[turn % len(family)] for family in FAMILIES} | {"parquet"}
    file_format = ("csv", "xlsx")[turn % 2]
    for each in TABLES:
        if path != EVERYTHING and each.name not in {*chosen, file_format}:
            continue
        piped = run(*words, "-o", each.name)
        assert (piped.exit_code, piped.exception is None or piped.exit_code) == (
            plain.exit_code,
            plain.exit_code or True,
        ), (each.name, piped.output, piped.exception)
        if piped.stdout_bytes and plain.exit_code != 2:
            assert CHECKS[each.name](piped.stdout_bytes), (each.name, piped.stdout_bytes[:200])
        for ending in each.endings if path == EVERYTHING or each.name == file_format else ():
            written = run(*words, "--output", f"out{ending}", "--force")
            if "ran out of time" in written.stderr:  # a screen on a busy machine
                continue
            assert written.exit_code == plain.exit_code and not written.stdout, written.output
            file = Path(f"out{ending}")
            if file.exists():
                assert CHECKS[each.name](file.read_bytes()), (each.name, file.read_bytes()[:200])
                assert bool(piped.stdout_bytes)


@pytest.mark.usefixtures("on_a_terminal")
@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_terminal_gets_text_and_never_a_binary_format(path: tuple[str, ...]) -> None:
    words = _example(path)
    shown = run(*words)
    assert shown.exit_code in (0, 1, 2) and "Traceback" not in shown.output
    assert not shown.stdout.startswith(("{", "["))
    for name in BINARY:
        refused = run(*words, "-o", name)
        assert refused.exit_code == 2 and not refused.stdout and "--output NAME" in refused.stderr


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_what_cannot_be_written_is_refused_before_anything_is_done(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    def never(*_arguments: object) -> None:
        raise AssertionError("asked")

    monkeypatch.setattr("tui_app.sources.source.connect", never)
    monkeypatch.setattr("tui_app.export.formats.is_installed", lambda _extra: False)
    words = _example(path)
    (here / "there.csv").write_text("as it was")
    for refused, said in (
        (("--output", "out.pdf"), "No format has the ending of out.pdf: use .txt, .csv, .tsv"),
        (("--output", "m.xls"), ".xlsx"),
        (("--output", "out"), "choose one with -o"),
        (("-o", "out.csv"), "--output out.csv"),
        (("-o", "csv", "--output", "out.json"), "contradict"),
        (("--output", "out.xlsx"), "install"),
        (("-o", "parquet"), "install"),
        (("--output", "there.csv"), "--force"),
        (("--output", "no/out.csv"), "cannot be written"),
        (("--force",), "--output FILE"),
    ):
        done = run(*words, *refused)
        assert done.exit_code == 2 and said in done.stderr, (refused, done.output, done.exception)
        assert not done.stdout
    assert (here / "there.csv").read_text() == "as it was"
    assert {file.name for file in here.iterdir()} == {
        "suppliers.csv", "list.csv", "suppliers.xlsx", "there.csv"
    }  # fmt: skip


def test_no_command_overwrites_what_it_reads() -> None:
    for words in (("check", "suppliers.csv"), ("match", "list.csv")):
        for spelling in (words[1], f"./{words[1]}"):
            done = run(*words, "--output", spelling, "--force")
            assert done.exit_code == 2 and "is read by this command" in done.stderr
    assert Path("suppliers.csv").read_text() == Path("list.csv").read_text() == SUPPLIERS


def test_a_dash_is_standard_output() -> None:
    assert run("search", "petroterm", "--output", "-").stdout.startswith("{")
    shown = run("search", "petroterm", "-o", "csv", "--output", "-").stdout
    assert shown.startswith("taxId,") and not Path("-").exists()


def test_excel_opens_a_list_with_a_double_click() -> None:
    romanian = run("--lang", "ro", "check", "suppliers.csv", "-o", "excel-csv")
    assert romanian.stdout_bytes.decode("utf-8-sig").splitlines()[0] == (
        "CUI;Furnizor;line;taxId;companyName;status;VAT;year;turnover;signals;problem"
    )
    assert romanian.stdout_bytes.startswith(b"\xef\xbb\xbf")
    shown = run("--lang", "ro", "screen", "--limit", "3", "-o", "excel-csv", "--fields", "margin")
    assert all("," in line for line in shown.stdout.splitlines()[1:] if line)
    assert "excel-csv" in run("check", "--help").stdout


def test_parquet_keeps_the_kinds_of_values(here: Path) -> None:
    from pyarrow import parquet

    assert run("compare", "990000013", "990000056", "--output", "two.parquet").exit_code == 0
    table = parquet.read_table(here / "two.parquet")
    kinds = {field.name: str(field.type) for field in table.schema}
    assert (kinds["taxId"], kinds["turnover"], kinds["VAT"]) == ("string", "int64", "bool")
    assert kinds["debts"] == "int64"  # no column of a screen: the kind of its values
    assert table.column("taxId").to_pylist() == ["990000013", "990000056"]


@pytest.mark.parametrize(
    ("words", "present"),
    [
        ("buyer 4305857", "contracts TAX_ID --side authority --partners"),
        ("accounts backup x.db", "keys backup"),
        ("registry info x.db", "data info --registry FILE"),
        ("watch list --json", "-o json"),
        ("--json doctor", "-o json"),
    ],
)
def test_a_former_spelling_is_answered_with_the_present_one(words: str, present: str) -> None:
    refused = run(*words.split())
    assert refused.exit_code == 2 and present in refused.stderr and not refused.stdout
