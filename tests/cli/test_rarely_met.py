"""What a command rarely meets: an editor, a damaged journal, a terminal for its progress."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from tests.cli.running import run
from tests.cli.scripted import ADDRESS, answers_questions, commands_at
from tests.cli.test_company_commands import company
from tests.cli.test_pages import DAY, of_day
from tests.scripted import ScriptedServer, client_of
from tests.tables.sheets import xlsx
from tui_app import __version__
from tui_app.cli import (
    changes,
    command_line,
    completion,
    config,
    explore,
    import_report,
    login,
)
from tui_app.cli.data import _is_chosen
from tui_app.cli.ending import (
    WrongUseError,
    report_file_errors,
    require_output,
    standard_input,
)
from tui_app.cli.list_check import COLUMNS, Journal, ListCheck, check_lines
from tui_app.cli.list_file import CompanyList
from tui_app.cli.main import main
from tui_app.cli.paging import PageRequests
from tui_app.cli.source_flags import _keep
from tui_app.cli.watched_news import report_watched_changes
from tui_app.client.cache import FILE_NAME
from tui_app.config.settings import Settings, cache_folder, config_file, state_folder
from tui_app.contract import operations as o
from tui_app.contract.resources import CompanyProfile, CompanySummary, CourtCase, CourtCasePage
from tui_app.registry.registry_location import described
from tui_app.system.language import _
from tui_app.workspace.match_file import MatchFile
from tui_app.workspace.workspace import workspace_file


@pytest.fixture
def edited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that an editor was opened with; it changes nothing."""
    files: list[str] = []
    monkeypatch.setattr(click, "edit", lambda *, filename: files.append(filename))
    return files


@pytest.mark.parametrize(
    ("terminal", "variable", "is_opened"),
    [(True, None, True), (False, "VISUAL", True), (False, "EDITOR", True), (False, None, False)],
)
def test_an_editor_is_opened_where_there_is_a_terminal_or_one_is_named(
    terminal: bool, variable: str | None, is_opened: bool,
    edited: list[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, "an-editor")
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _self: terminal)
    done = run("config", "edit")
    assert (done.exit_code, edited) == ((0, [str(config_file())]) if is_opened else (2, []))
    assert "# " in config_file().read_text()  # a new file explains every setting
    assert ("There is no terminal for an editor. The file is " in done.stderr) is not is_opened


def test_what_was_edited_is_read_and_its_mistake_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "an-editor")
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text("")  # it can be read until the editor damaged it
    monkeypatch.setattr(click, "edit", lambda *, filename: Path(filename).write_text("theme = 7\n"))
    done = run("config", "edit")
    assert done.exit_code == 2 and "theme" in done.stderr


def test_a_setting_of_a_named_server_says_its_line() -> None:
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text(
        'use_server = "work"\n[server.work]\nbase_url = "https://w.example"\n'
        '[server.home]\nbase_url = "https://h.example"\n'
    )
    rows = {row["name"]: row for row in json.loads(run("config", "show", "-o", "json").stdout)}
    assert rows["base_url"]["value"] == "https://w.example"
    assert rows["base_url"]["from"] == f"{config_file()}, line 3"
    assert rows["use_server"]["from"] == f"{config_file()}, line 1"
    assert rows["server.home.base_url"]["value"] == "https://h.example"
    assert [*config._values("keys", {"a": "b", "c d": "e"})] == [
        ("keys.a", "b"), ('keys."c d"', "e"),
    ]  # fmt: skip


def test_a_journal_is_read_but_for_its_damaged_lines(tmp_path: Path) -> None:
    whole = dict.fromkeys(COLUMNS) | {"line": 2, "input": "12"}
    other = whole | {"line": 3}
    damaged: tuple[Any, ...] = (
        [1, 2], "a text", 7, None, other | {"more": 1},
        {name: value for name, value in other.items() if name != "year"},
        other | {"line": "3"}, other | {"line": None}, other | {"input": 12},
    )  # fmt: skip
    journal = tmp_path / "check-x.jsonl"
    journal.write_text("".join(f"{json.dumps(each)}\n" for each in (*damaged, whole)))
    assert Journal(journal).done == {(2, "12"): whole}


def test_an_import_shows_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("tui_app.cli.import_report.time.monotonic", lambda: 100.0)
    shown = []
    for steps in (
        (("reading", "folder/a.csv"), ("advanced", 5, 0)),
        (("reading", "folder/a.csv"), ("advanced", 5, 3)),
        (("working", "merging", 0),),
        (("working", "indexing", 2),),
    ):
        with import_report.progress_listener(10) as progress:
            for name, *given in steps:
                getattr(progress, name)(*given)
        shown.append(capsys.readouterr().err)
    first, second, third, fourth = shown
    assert "a.csv" in first and "folder" not in first and "━" in first and "rows/s" not in first
    assert "3000 rows/s" in second
    assert "merging by registry number and tax id" in third and "compan" not in third
    assert "writing the search index" in fourth and "2 companies" in fourth


@pytest.mark.parametrize("terminal", [True, False])
def test_ctrl_c_at_a_question_stops_and_no_answer_is_none(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def aborted() -> str:
        raise click.Abort

    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: terminal))
    if terminal:
        with pytest.raises(click.Abort):
            login._ask(aborted)
    else:
        assert login._ask(aborted) is None
    assert login._ask(lambda: "an answer") == "an answer"


def test_pages_of_cases_that_nobody_counted_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for total in (None, 0, 1):
        cases = CourtCasePage((CourtCase(case_number="1/3/2026"),), total_pages=total)
        server = company(court_cases=cases)
        run = commands_at(server, monkeypatch)
        done = run("export", "1001", "-o", "json", "--all-cases", "--yes")
        assert (done.exit_code, done.stderr) == (0, ""), done.output
        assert len([each for each in server.asked if o.COURT_CASES.url_path("1001") in each]) == 1
        shown = run("show", "1001", "--section", "events", "-o", "json")
        assert json.loads(shown.stdout)["source"]["notes"] == []


def test_each_extension_is_listed_with_a_brief_line() -> None:
    _, _, listed = run("ask", "-h").stdout.partition("Commands:")
    lines = [" ".join(line.split()) for line in listed.splitlines() if line.startswith("  ")]
    for operation in (each for each in o.EXTENSIONS if each.names_company):
        name = operation.name.replace("_", "-")
        [line] = [line for line in lines if line.startswith(f"{name} ")]
        brief = line.removeprefix(f"{name} ")
        assert brief.endswith(".") and operation.summary.startswith(brief[:-1]), line
        assert "," not in brief and "(ext" not in brief and len(brief) > 10, line


def test_a_total_of_changes_that_is_not_known_is_no_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = {"changes": [{"taxId": "12", "kind": "name"}], "days": [], "nextCursor": "c"}
    server = ScriptedServer({o.CHANGES.path: page}, extensions="changes")
    answers_questions(monkeypatch, yes=False)
    run = commands_at(server, monkeypatch)
    for words, left in (((), "999 more changes"), (("--limit", "2"), "1 more change")):
        done = run("changes", *words, "-o", "csv")
        told = f"\n{left}: 1 request to 127.0.0.1:9 ({server.remaining} left).\n"
        assert (done.exit_code, done.stderr) == (130, told)
    assert changes._since((), None) == ()


def test_a_line_that_is_only_read_changes_no_language() -> None:
    context = click.Context(click.Command("x"))
    lang, theme = (cast("Any", SimpleNamespace(name=name)) for name in ("lang", "theme"))
    _keep(context, lang, "ro")  # a line that is only read: the screen keeps its language
    assert _("yes") == "yes"
    assert context.find_root().params["lang"] == "ro"
    _keep(context, theme, "ro")
    assert _("yes") == "yes"


def test_a_check_that_ends_before_its_first_row_prints_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = commands_at(company(profile=401), monkeypatch)
    for name in ("json", "csv", "table"):
        done = run("check", "--yes", "-o", name, typed="1001\n")
        assert (done.exit_code, done.stdout) == (3, ""), done.output
        assert "Not finished. The same command continues from here.\n" in done.stderr


def test_companies_of_a_damaged_workspace_are_not_completed() -> None:
    workspace_file().parent.mkdir(parents=True, exist_ok=True)
    workspace_file().write_bytes(b"no database")
    assert completion._in_workspace("") == [] == completion.known_companies("")


def test_a_setting_that_was_written_is_told_with_its_file() -> None:
    done = run("config", "set", "mouse", "false")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"{config_file()}: mouse = false\n"
    assert run("config", "path").stdout == f"{config_file()}\n"


def test_what_is_closed_takes_no_output(monkeypatch: pytest.MonkeyPatch) -> None:
    require_output("nothing was done")
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(WrongUseError, match=r"Standard output is closed: nothing was done\."):
        require_output("nothing was done")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(WrongUseError, match=r"Standard input is closed: name a file\."):
        standard_input()


@pytest.mark.parametrize(
    ("name", "letters"), [("csv", "?tefan"), ("json", "\\u0218tefan"), ("ftm", "\\u0218tefan")]
)
def test_an_export_has_the_letters_that_its_output_takes(
    name: str, letters: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = CompanyProfile(tax_id="1001", company_name="Ștefan SRL")
    run = commands_at(company(profile=profile), monkeypatch)
    shown = run("export", "1001", "-o", name).stdout
    assert "Ștefan" in shown and letters not in shown
    ascii_only = CliRunner(charset="ascii").invoke(main, ["export", "1001", "-o", name])
    assert letters in ascii_only.stdout and "Ștefan" not in ascii_only.stdout


def test_a_folder_is_no_backup_and_a_registry_needs_its_folder(tmp_path: Path) -> None:
    for words in (("backup", str(tmp_path)), ("restore", str(tmp_path))):
        done = run("keys", *words)
        assert done.exit_code == 2 and "is a directory" in done.stderr
    (tmp_path / "a.jsonl").write_text('{"profile": {"taxId": "990000013", "companyName": "A"}}\n')
    built = run("registry", "build", str(tmp_path / "a.jsonl"), str(tmp_path / "no" / "a.db"))
    assert built.exit_code == 2 and not (tmp_path / "no").exists()


def test_a_key_is_printed_alone_and_told_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "accounts.db"))
    made = run("keys", "create", "--label", "a team")
    [row] = json.loads(run("keys", "list", "-o", "json").stdout)
    name = row["id"]
    assert made.stderr == f"Key {name} for 'a team': keep it, it is shown only now.\n"
    changed = run("keys", "rotate", name, "--overlap", "2")
    assert changed.stderr == f"Key {name}: the old one works for 2 days more.\n"
    assert len(made.stdout.split()) == len(changed.stdout.split()) == 1
    assert made.stdout != changed.stdout
    assert run("keys", "set", name, "--quota", "9").output == f"Key {name} is changed.\n"
    assert run("keys", "revoke", name).output == f"Key {name} is revoked.\n"


async def test_lines_of_a_list_are_prepared_together_and_counted_one_by_one() -> None:
    prepared: list[list[str]] = []

    async def prepare(tax_ids: list[str]) -> None:
        prepared.append(tax_ids)

    companies = cast("Any", SimpleNamespace(live=None, prepare=prepare))
    checking = ListCheck(companies)
    await checking._prepare(CompanyList.read(b"1001\n1002\n").lines)
    await checking._prepare(())
    assert prepared == [["1001", "1002"]]
    server = company("1001")
    server.answers |= company("1002", profile=404).answers
    steps: list[None] = []
    async with client_of(server) as client:
        lines = CompanyList.read(b"1001\n1002\n1003\n").lines
        rows = await check_lines(
            ListCheck(client), lines, Journal(None), lambda: steps.append(None)
        )
    assert (len(rows), len(steps)) == (3, 3)


async def test_ctrl_c_waits_for_the_page_that_was_paid_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    requests = PageRequests(Settings(source="sample"), yes=False)
    arrived = asyncio.Event()

    async def page() -> str:
        await arrived.wait()
        return "a page"

    waiting = asyncio.ensure_future(requests.wait_for(page()))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    assert capsys.readouterr().err == ("\nWaiting for the last page. Ctrl+C again ends at once.\n")
    arrived.set()
    assert await waiting == "a page" and requests.interrupted and requests.ended_early
    with pytest.raises(SystemExit) as ended:
        requests.end_early()
    assert ended.value.code == 130
    other = PageRequests(Settings(source="sample"), yes=False)
    checking = asyncio.ensure_future(other.check_interrupt())
    await asyncio.sleep(0)
    checking.cancel()
    await checking
    assert other.interrupted


def test_answers_about_a_list_are_stored_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[int, bool]] = []
    add = MatchFile.add

    def counted(self: MatchFile, answers: Any, *, stored: bool = True) -> None:
        sizes.append((len(answers), stored))
        add(self, answers, stored=stored)

    monkeypatch.setattr(MatchFile, "add", counted)
    monkeypatch.setattr("tui_app.cli.match.MAX_ROWS", 2)
    names = "".join(f"NUME {letter}\n" for letter in "ABCDE")
    assert run("match", typed=names).exit_code == 1
    assert sizes == [(2, False), (2, False), (1, False)]


def test_json_has_no_member_without_a_value_of_its_own() -> None:
    for words, members in (
        (("search", "petroterm"), {"companies", "source"}),
        (("compare", "990000013", "990000056"), {"companies", "source"}),
        (("new", "2020-05-14", "--all"), {"companies", "totalPages", "totalCompanies", "source"}),
        (("show", "990000013", "--section", "signals"), {"signals", "source"}),
        (("check",), {"rows", "source"}),
    ):
        done = run(*words, "-o", "json", typed="990000013\n")
        assert {*json.loads(done.stdout)} == members, words


def test_an_error_of_a_file_names_it_and_another_one_that_it_was_about() -> None:
    for named, told in ((None, "list.csv: so"), ("other.csv", "other.csv: so")):
        error = OSError(5, "so", named) if named else OSError(5, "so")
        with pytest.raises(WrongUseError) as wrong, report_file_errors("{file}: {why}", "list.csv"):
            raise error
        assert str(wrong.value) == told


def test_a_registry_opens_by_itself_where_the_settings_choose_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "r.db", tmp_path / "other.db"
    file.touch()
    other.touch()
    assert not _is_chosen(file)
    monkeypatch.setenv("FIRMETERM_REGISTRY", str(file))
    assert _is_chosen(file) and not _is_chosen(other)
    for name, value in (("SOURCE", "sample"), ("SOURCE", "public"), ("BASE_URL", ADDRESS)):
        with monkeypatch.context() as patch:
            patch.setenv(f"FIRMETERM_{name}", value)
            assert not _is_chosen(file), value


def test_a_service_names_the_registry_that_it_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, source = tmp_path / "r.db", tmp_path / "a.jsonl"
    source.write_text('{"profile": {"taxId": "990000013", "companyName": "A"}}\n')
    assert run("registry", "build", str(source), str(file)).exit_code == 0
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "accounts.db"))
    served = SimpleNamespace(getsockname=lambda: ("127.0.0.1", 81))
    monkeypatch.setattr("tui_app.cli.serve._listen", lambda *_given: [served])
    plans: list[Any] = []
    monkeypatch.setattr("tui_app.service.serving.run", lambda *given: plans.append(given))
    done = run("serve", "--registry", str(file), "--workers", "2")
    assert done.stdout == f"Serving {file}, 1 companies, on http://127.0.0.1:81\n"
    [(plan, listening, workers)] = plans
    assert (plan.registry, listening, workers) == (str(file), [served], 2)
    assert plan.accounts == str(tmp_path / "accounts.db")


def test_a_private_match_stores_nothing_and_a_list_names_its_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "list.xlsx"
    book.write_bytes(xlsx({"a": [["Nume"], ["ANA SRL"]], "b": [["x"], ["y"]]}))
    run = commands_at(ScriptedServer({o.AUTOCOMPLETE.path: []}), monkeypatch)
    for words in (("--private",), ()):
        done = run(*words, "match", str(book), "--yes")
        assert done.exit_code == 1 and "Sheet a is read; there are also b.\n" in done.stderr
        assert any(state_folder().rglob("match-*")) is not bool(words)
    assert "Sheet a is read; there are also b.\n" in run("check", str(book), "--yes").stderr


def test_a_damaged_cache_is_set_aside_and_that_is_told() -> None:
    file = cache_folder() / FILE_NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    for words, told in (
        (("info", "-o", "table"), ""), (("info", "-o", "json"), ""),
        (("clear",), "0 answers deleted.\n"),
    ):  # fmt: skip
        file.write_bytes(b"no database")
        done = run("cache", *words)
        assert done.exit_code == 0 and done.stderr.endswith(told)
        assert len(done.stderr.removesuffix(told).splitlines()) == 1, done.stderr
        assert file.name in done.stderr


def test_one_more_page_of_a_day_has_its_price(monkeypatch: pytest.MonkeyPatch) -> None:
    answers_questions(monkeypatch, yes=False)
    server = of_day([1, 1], 2)
    done = commands_at(server, monkeypatch)("new", DAY, "--all", "-o", "csv")
    assert done.exit_code == 130 and len(server.asked) == 1
    assert done.stderr.splitlines()[1:] == [
        f"1 more page: 1 request to 127.0.0.1:9 ({server.remaining} left).",
        "Ended early: 1 of 2 pages are written.", "The rest begins with --page 2.",
    ]  # fmt: skip
    alone = commands_at(of_day([1], 1), monkeypatch)("new", DAY, "--all", "-o", "csv")
    assert (alone.exit_code, alone.stderr) == (0, "")


def test_an_import_without_a_watch_list_or_a_history_changes_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = tmp_path / "r.db"
    monkeypatch.setenv("FIRMETERM_REGISTRY", str(registry))
    since = dt.date(2024, 1, 1)
    registry.touch()
    assert [*report_watched_changes(registry, since)] == [] and not workspace_file().exists()
    run("watch", "add", "12")
    assert [*report_watched_changes(registry, since)] == []  # there is no history beside it
    registry.unlink()
    assert [*report_watched_changes(registry, since)] == []


def test_a_spreadsheet_has_its_letters_where_the_output_takes_ascii_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = CompanySummary(tax_id="1001", company_name="Ștefan SRL")
    commands_at(ScriptedServer({o.AUTOCOMPLETE.path: (found,)}), monkeypatch)
    for name, shown in (("excel-csv", "Ștefan".encode()), ("csv", b"?tefan"), ("tsv", b"?tefan")):
        done = CliRunner(charset="ascii").invoke(main, ["search", "ana", "-o", name])
        assert shown in done.stdout_bytes and b"\r\r" not in done.stdout_bytes, name


def test_what_the_line_of_the_explorer_completes_and_what_it_only_shows() -> None:
    assert ("show", "") in [
        (name, "") for name, _help in explore._complete_line(lambda: main, "sho")
    ]
    for line in ("search x --fields", "show 12 --fields"):
        assert command_line.read_line(main, line).name in ("help", "show")
    assert command_line.read_line(main, "search x --fields").name == "help"


def test_companies_are_completed_where_a_command_may_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = [("12", "PETRO SRL"), ("13", "--lang SRL")]
    monkeypatch.setattr(completion, "known_companies", lambda _typed: known)
    shell = ShellComplete(main, {}, "firmeterm", "_FIRMETERM_COMPLETE")
    completed = {typed: [each.value for each in shell.get_completions([], typed)]
                 for typed in ("petro", "", "--lan")}  # fmt: skip
    assert completed["petro"] == ["PETRO SRL"] and completed["--lan"] == ["--lang"]
    assert "PETRO SRL" not in completed[""] and "search" in completed[""]


def test_the_version_is_printed_whatever_else_is_wrong() -> None:
    for words in (("--registry", "", "--version"), ("--version", "--registry", "")):
        done = run(*words)
        assert (done.exit_code, done.stdout) == (0, f"firmeterm {__version__}\n"), done.output


def test_a_database_is_shown_without_its_password() -> None:
    url = "postgresql://reader:secret@db.example/companies"
    rows = json.loads(run("config", "show", "--registry", url, "-o", "json").stdout)
    shown = {row["name"]: row["value"] for row in rows}
    assert shown["registry"] == described(url) and "secret" not in shown["registry"]
    values = dict(config._values("theme", "postgresql://reader:secret@db.example/x?password=y"))
    assert values == {"theme": "postgresql://…@db.example/x?password=y"}
