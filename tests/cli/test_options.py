"""Options stand before or after a command's name, and are refused where they do nothing."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import click
import pytest

from tests.cli.running import on_terminal, run
from tui_app.cli.main import main
from tui_app.cli.source_flags import run_flags

SHOWPIECE = "990000013"


def every_command(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    context = click.Context(group, **group.context_settings)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        found.append((*path, name))
        if isinstance(command, click.Group):
            found += every_command(command, (*path, name))
    return found


COMMANDS = every_command(main)


SHARED = run_flags(all_in_help=True)
VALUES = {
    "--source": "sample", "--lang": "en", "--theme": "firmeterm-light", "--server": "a",
    "--base-url": "https://a.invalid", "--api-key-file": "x", "--registry": "x.db",
}  # fmt: skip
SERVER = {"--server", "--base-url", "--api-key-file", "--allow-http"}
SOURCE = SERVER | {"--source", "--sample", "--registry", "--offline", "--private"}
SCREEN = {"--theme", "--no-mouse", "--animations", "--screen-reader", "--no-resume"}
ACTING: dict[str, set[str]] = {
    "": SOURCE | SCREEN,
    "ask": SOURCE,
    "cache": set(),
    "changes": SOURCE,
    "check": SOURCE,
    "compare": SOURCE,
    "completion": set(),
    "config": set(),
    "config get": SOURCE | SCREEN,
    "config show": SOURCE | SCREEN,
    "contracts": SOURCE,
    "data": {"--registry"},
    "data download": set(),
    "doctor": SOURCE - {"--private"} | {"--theme"},
    "export": SOURCE,
    "help": set(),
    "keys": set(),
    "login": SERVER,
    "manual": set(),
    "match": SOURCE | SCREEN,
    "mcp": SOURCE,
    "new": SOURCE,
    "open": SOURCE | SCREEN,
    "registry": set(),
    "screen": SOURCE,
    "search": SOURCE,
    "serve": {"--source", "--sample", "--registry"},
    "show": SOURCE,
    "version": set(),
    "watch": set(),
    "watch check": SOURCE,
    "watch list": {"--private"},
    "workspace": set(),
    "workspace export": {"--private"},
}
"""The flags of a run that act on a command and on those below it, beside --lang."""


def acting(path: tuple[str, ...]) -> set[str]:
    """The flags that act on a command."""
    longest = next(at for at in range(len(path), -1, -1) if " ".join(path[:at]) in ACTING)
    assert longest, f"which flags act on {' '.join(path)}, in ACTING"
    return ACTING[" ".join(path[:longest])] | {"--lang"}


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_flag_of_a_run_is_taken_where_it_acts_before_a_name_and_behind_it(
    path: tuple[str, ...],
) -> None:
    plain = run(*path, "-h")
    assert plain.exit_code == 0 and plain.stdout.startswith("Usage: firmeterm ")
    usage, _, described = plain.stdout.partition("\n")
    assert "...\n" not in described, f"{usage}: a line of the list is cut"
    is_group = "COMMAND [ARGS]" in usage
    acts: list[str] = []
    for flag in SHARED:
        [name] = flag.opts
        words = (name,) if flag.is_flag else (name, VALUES[name])
        if name in acting(path):
            acts += words
            continue
        assert name not in described
        turn = COMMANDS.index(path) + SHARED.index(flag)
        if " ".join(path) not in ACTING and turn % 3:
            continue  # of a command that takes what its group takes, some
        # A flag before one command, behind the next.
        is_before = not is_group and turn % 2
        done = run(*words, *path, "-h") if is_before else run(*path, *words, "-h")
        assert (done.exit_code, done.stdout) == (2, ""), words
        assert "has no effect on firmeterm" in done.stderr.replace("\n", " "), words
    for place in [(*path, *acts)] if is_group else [(*path, *acts), (*acts, *path)]:
        assert run(*place, "-h").stdout == plain.stdout, place


def test_a_flag_of_a_run_acts_on_the_explorer() -> None:
    for flag in SHARED:
        words = flag.opts if flag.is_flag else [*flag.opts, VALUES[flag.opts[0]]]
        assert run(*words, "-h").exit_code == 0
        assert flag.opts[0] in acting(("open",))


def test_two_flags_that_contradict_each_other_are_refused() -> None:
    goes_with = {
        "--sample": {"sample"}, "--registry": {"registry", "public"},
        **{name: {"server"} for name in SERVER},
    }  # fmt: skip
    choices = [("--source", word) for word in ("sample", "registry", "server", "public")]
    typed = [(name, VALUES[name]) if name in VALUES else (name,) for name in goes_with]
    for at, one in enumerate((*choices, *typed)):
        for before, other in enumerate(typed, at):
            words = (*one, *other)
            both = goes_with.get(one[0], {one[-1]}) & goes_with[other[0]]
            is_wrong = not both or {one[0], other[0]} == {"--base-url", "--server"}
            command = ("search", "petroterm", "--offline")
            done = run(*words, *command) if before % 2 else run(*command, *words)
            told = " ".join(done.stderr.split())
            assert ("contradict each other: leave one out" in told) is is_wrong, (words, told)
            if is_wrong:
                assert done.exit_code == 2 and one[0] in told and other[0] in told


def test_an_option_that_cannot_act_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("Nume\nANA SRL\n")
    match, server = f"match {tmp_path / 'list.csv'}", "--base-url http://127.0.0.1:9 --allow-http"
    for words, told in (
        ("search petroterm --stale-ok", "--stale-ok needs --fresh"),
        ("ask profile 990000013 --stale-ok", "--stale-ok needs --fresh"),
        (f"show 990000013 --fresh --offline {server}", "leave one out"),
        ("export 990000013 -o csv --with-people", "-o ftm"),
        ("data download --dry-run --history --years 2", "--years counts statements"),
        ("data download --dry-run --only firms --years 2", "without --only firms"),
        ("data check --live --registry x.db", "--registry has no effect with --live"),
        ("login --status --store file", "leave --store out"),
        ("search petro -o ftm --fields taxId", "--fields has no effect with -o ftm"),
        ("config show -o toml --fields name", "--fields has no effect with -o toml"),
        ("contracts 12 -o ocds --fields date", "--fields has no effect with -o ocds"),
        ("manual keys --search tmux", "keys has no effect with --search"),
        (f"{match} --theme firmeterm-light", "--theme is for the screen: add --review"),
        (f"{match} --review -o csv", "-o has no effect with --review"),
        (f"{match} --review --fields taxId", "--fields has no effect with --review"),
        (f"{match} --review --yes", "--yes has no effect with --review"),
        (f"{match} --review --output {tmp_path / 'x.csv'}", "--output has no effect"),
        ("doctor --try-key", "--try-key is for a server"),
        (f"doctor --try-key --offline {server}", "leave one out"),
        ("serve --sample --public-url https://a.example", "add --reconcile"),
        ("serve --sample --with-people", "add --mcp"),
        ("serve --sample --ask-above 10", "add --mcp"),
        ("mcp --sample --spend 3 --ask-above 3", "never asks"),
        ("mcp --registry x.db --spend 3", "--spend has no effect with a registry"),
        ("mcp --registry x.db --ask-above 3", "--ask-above has no effect with a registry"),
        ("serve --sample --pool 7", "--pool goes with a registry or accounts in PostgreSQL"),
        ("serve --source server", "not from a server"),
    ):
        refused = run(*words.split())
        assert refused.exit_code == 2 and not refused.stdout, (words, refused.output)
        assert told in " ".join(refused.stderr.split()), refused.stderr
    assert not (tmp_path / "x.csv").exists()


BOUNDS = (
    ("changes --limit", 1, None), ("contracts 12 --limit", 1, None),
    ("data download --history --since", 2015, 2100), ("data import x --year", 2000, 2049),
    ("keys create --label x --quota", 0, 2**53), ("keys rotate x --overlap", 0, 366),
    ("keys set x --quota", 0, 2**53), ("mcp --spend", 0, None), ("mcp --ask-above", 0, None),
    ("new today --page", 1, 100), ("open petro --page", 1, 100), ("screen --limit", 1, None),
    ("search petro --limit", 1, 10), ("serve --port", 0, 65_535), ("serve --workers", 1, 64),
    ("serve --pool", 4, 64), ("serve --metrics-port", 1, 65_535), ("serve --ask-above", 0, None),
    ("show 12 --page", 1, 100),
)  # fmt: skip


def test_a_number_beyond_its_bounds_is_refused_with_them() -> None:
    for words, least, most in BOUNDS:
        for wrong in (least - 1, *([] if most is None else [most + 1])):
            done = run(*words.split(), str(wrong))
            told = " ".join(done.stderr.split())
            bounds = f"x>={least}" if most is None else f"{least}<=x<={most}"
            assert f" is not in the range {bounds}." in told, (words, told)
            assert (done.exit_code, done.stdout) == (2, "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("-o", "csv", "search", "petroterm"), ("search", "petroterm", "-o", "csv")),
        (("--limit", "2", "--fields=taxId", "screen"),
         ("screen", "--limit=2", "--fields", "taxId")),
        (("--section", "signals", "show", SHOWPIECE), ("show", SHOWPIECE, "--section", "signals")),
        (("-o", "json", "watch", "list"), ("watch", "list", "-o", "json")),
        (("--lang", "en", "cache", "-o", "json", "info"), ("cache", "info", "-o", "json")),
        (("--source", "sample", "ask", "--offline", "profile", SHOWPIECE),
         ("ask", "profile", SHOWPIECE, "--offline", "--sample")),
        (("--page", "2", "ask", "court-cases", SHOWPIECE),
         ("ask", "court-cases", SHOWPIECE, "--page", "2")),
    ],
)  # fmt: skip
def test_an_option_of_a_command_may_stand_before_its_name(
    before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    one, other = run(*before), run(*after)
    assert one.exit_code == other.exit_code == 0, one.output

    def data(text: str) -> object:
        if not text.startswith("{"):
            return text
        return {name: value for name, value in json.loads(text).items() if name != "source"}

    assert data(one.stdout) == data(other.stdout)


def test_what_no_command_takes_is_refused_as_before() -> None:
    for words in (("--nonsense", "search", "petro"), ("search", "petro", "--nonsense")):
        refused = run(*words)
        assert refused.exit_code == 2 and "No such option" in refused.stderr
    assert "Did you mean search?" in run("--sample", "serach", "x").stderr


def test_the_help_lists_every_command_in_a_group_with_one_line() -> None:
    shown = run("--help").stdout
    listed = shown[shown.index("Find companies:") :]
    names = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
    assert sorted(names) == sorted({path[0] for path in COMMANDS})
    assert "..." not in listed and max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    "option", ["--base-url", "--registry", "--server", "--api-key-file", "--lang", "--theme"]
)
def test_an_empty_value_is_an_error_and_never_the_sample(option: str) -> None:
    for words in ((option, "", "config", "show"), ("config", "show", f"{option}=")):
        refused = run(*words)
        assert refused.exit_code == 2 and refused.stdout == ""
        why = "'' is not one of 'en', 'ro'." if option == "--lang" else "The value is empty."
        assert refused.stderr.endswith(f"Error: Invalid value for '{option}': {why}\n")


@pytest.mark.parametrize(
    "words",
    [
        ("show", SHOWPIECE, "--section", "financial"),
        ("show", SHOWPIECE, "--section", "court-cases"), ("show", SHOWPIECE, "--section", "all"),
        ("show", SHOWPIECE, "--section", "signals"), ("show", SHOWPIECE, "--section", "contact"),
        ("watch", "list"), ("keys", "list"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_no_example_prints_is_printed_in_every_format_and_into_a_file(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    """Sections and lists; ``test_formats`` tries the example of each command."""
    if words[0] == "watch":
        run("watch", "add", SHOWPIECE)
    if words[0] == "keys":
        run("keys", "create", "--label", "x")
    for name in ("table", "json", "csv", ("jsonl", "md")[words[-1] < "d"]):
        shown = run(*words, "-o", name)
        assert shown.exit_code == 0 and shown.stdout, (name, shown.output)
        if name != ("json", "csv")[words[-1] < "d"]:  # one writer writes every kind of file
            continue
        file = tmp_path / f"rows.{name}"
        written = run(*words, "--output", str(file))
        assert written.exit_code == 0 and written.stdout == "", written.output
        text = file.read_bytes().decode()
        if name == "json":
            assert json.loads(text)
        else:
            header, *rows = csv.reader(text.splitlines())
            assert rows and all(len(row) == len(header) for row in rows)
    assert [path.name for path in tmp_path.glob(".rows*")] == []


@pytest.mark.parametrize("section", ["financial", "court-cases", "signals", "contact", "all"])
def test_every_row_names_its_company(section: str) -> None:
    shown = run("show", SHOWPIECE, "--section", section, "-o", "csv")
    rows = list(csv.DictReader(shown.stdout.splitlines()))
    assert {(row["taxId"], row["companyName"]) for row in rows} == {
        (SHOWPIECE, "PETROTERM DEMO SRL")
    }


def test_fields_without_a_name_lists_them_and_does_nothing_else() -> None:
    for words, first, last in (
        (("search",), "taxId", "similar"),
        (("show", SHOWPIECE, "--section", "financial"), "taxId", "netProfit"),
    ):
        done = run(*words, "--fields")
        names = done.stdout.splitlines()
        assert (done.exit_code, done.stderr, names[0], names[-1]) == (0, "", first, last)
        assert names[2] in {"companyName", "year"} and len(names) == len(set(names))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("as it was")
    for words in (("show", "990000014"), ("search", "zzzzzz"), ("screen", "nonsense:1")):
        assert run(*words, "--output", str(file)).exit_code != 0
        assert file.read_text() == "as it was" and not list(tmp_path.glob(".rows*"))
    nowhere = run("search", "petroterm", "--output", str(tmp_path / "no" / "x.csv"))
    assert nowhere.exit_code == 2 and "cannot be written" in nowhere.stderr
    assert "is a format: -o csv" in run("search", "petroterm", "--output", "csv").stderr


def test_a_pipe_is_written_to_as_it_is_and_a_folder_is_refused_first(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert run("search", "petroterm", "-o", "csv", "--output", str(pipe)).exit_code == 0
    assert SHOWPIECE in os.read(reader, 65_536).decode() and pipe.is_fifo()
    os.close(reader)
    words = ("--base-url", "http://127.0.0.1:9", "search", "petroterm", "--output", str(tmp_path))
    refused = run(*words)
    assert refused.exit_code == 2 and "Is a directory" in refused.stderr


def test_search_shows_as_many_as_wanted_and_says_that_there_are_more() -> None:
    three = run("search", "petro", "--limit", "3")
    assert len(json.loads(three.stdout)["companies"]) == 3
    assert "3 of 10 shown" in three.stderr
    assert "more may match" in run("search", "petro").stderr
    assert run("search", "petroterm").stderr == ""


def test_a_narrow_terminal_shows_fewer_columns_and_says_which() -> None:
    status, shown = on_terminal("search", "petro", COLUMNS="40")
    assert status == 0 and "Not shown because the terminal is too narrow: " in shown
    assert SHOWPIECE in shown and max(map(len, shown.splitlines())) <= 120
