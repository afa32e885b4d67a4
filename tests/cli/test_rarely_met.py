"""What a command rarely meets: an editor, a damaged journal, a terminal for its progress."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest

from tests.cli.running import run
from tests.cli.scripted import answers_questions, commands_at
from tests.cli.test_company_commands import company
from tests.scripted import ScriptedServer
from tui_app.cli import changes, config, import_report, login
from tui_app.cli.list_check import COLUMNS, Journal
from tui_app.cli.source_flags import _keep
from tui_app.config.settings import config_file
from tui_app.contract import operations as o
from tui_app.contract.resources import CourtCase, CourtCasePage
from tui_app.system.language import _


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
