"""What people type out of habit: help, version, days, settings, and words that are completed."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from tests.cli.running import on_terminal, run
from tests.cli.scripted import ADDRESS
from tests.scripted import ScriptedServer
from tui_app import __version__
from tui_app.cli.command_line import read_line
from tui_app.cli.main import main
from tui_app.client.connection import Connection
from tui_app.config.settings import config_file
from tui_app.contract.operations import AUTOCOMPLETE
from tui_app.ui.session import LineError


def completed(words: str, typed: str) -> list[str]:
    completion = ShellComplete(main, {}, "firmeterm", "_FIRMETERM_COMPLETE")
    return [item.value for item in completion.get_completions(words.split(), typed)]


def test_help_and_version_as_words_do_what_the_options_do() -> None:
    assert run("help").stdout == run("--help").stdout
    for words in ("check", "watch check", "data history add"):
        assert run("help", *words.split()).stdout == run(*words.split(), "--help").stdout
    refused = run("help", "chek")
    assert refused.exit_code == 2 and "Did you mean check?" in refused.stderr
    for words in ("version", "-V", "--version"):
        assert run(words).stdout == f"firmeterm {__version__}\n"


@pytest.mark.parametrize("command", [("new",), ("ask", "registered"), ("ask", "new")])
def test_a_day_is_written_alike_in_every_command(command: tuple[str, ...]) -> None:
    written = [run(*command, day) for day in ("2020-05-14", "14.05.2020")]
    assert written[0].exit_code == 0 and "990000013" in written[0].stdout
    assert written[0].stdout.partition("source")[0] == written[1].stdout.partition("source")[0]
    one, other = run(*command, "-3d"), run(*command, "--", "-3d")
    assert "Error: No" in one.stderr and "Error: No" in other.stderr
    assert one.exit_code == other.exit_code == 1 == run(*command, "yesterday").exit_code
    refused = run(*command, "soon")
    assert refused.exit_code == 2 and "A day is written" in refused.stderr
    assert " DAY\n" in run(*command, "--help").stdout


def test_today_is_the_day_where_it_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    with monkeypatch.context() as patch:
        for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):  # 26 hours apart: never the same day
            patch.setenv("TZ", zone)
            time.tzset()
            told.append(run("new", "today").stderr)
    time.tzset()
    assert told[0] != told[1]


def test_a_setting_is_read_and_written_and_comments_stay() -> None:
    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('# mine\nlang = "en"  # of the screen\n\n[keys]\n# letters\nsearch = "f"\n')
    assert run("config", "set", "theme", "firmeterm-light").exit_code == 0
    assert run("config", "set", "mouse", "false").exit_code == 0
    assert run("config", "set", "keys.quit", "F10").exit_code == 0
    assert run("config", "get", "theme").stdout == "firmeterm-light\n"
    assert run("config", "get", "mouse").stdout == "false\n"
    assert run("config", "get", "keys.quit").stdout == "F10\n"
    assert run("config", "get", "base_url").exit_code == 1
    text = file.read_text()
    assert "# mine\n" in text and "# letters\n" in text and 'search = "f"' in text
    for key, value, said in (
        ("lang", "de", "lang takes"), ("mouse", "maybe", "true or false"), ("teme", "x", "theme"),
        ("server", "x", "table"), ("api_key", "ftk_x", "firmeterm login"),
    ):  # fmt: skip
        refused = run("config", "set", key, value)
        assert refused.exit_code == 2 and said in refused.stderr, refused.output
        assert file.read_text() == text
    assert "Did you mean theme?" in run("config", "get", "teme").stderr


def test_what_may_follow_is_completed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert completed("manual", "sear") == ["search"]
    assert "search" not in completed("manual search", "")
    assert completed("search petro --fields", "taxId,co") == [
        "taxId,companyId", "taxId,companyName", "taxId,companyType", "taxId,county",
    ]  # fmt: skip
    assert completed("search petro --fields", "taxId,tax") == []
    assert completed("screen --sort", "turn") == ["turnover"]
    assert capsys.readouterr().out == ""  # the shell would take it for a completion
    assert "excel-csv" in completed("check -o", "ex")
    (tmp_path / "list.csv").write_text("Furnizor,CUI\nA,990000013\n")
    assert completed(f"check {tmp_path / 'list.csv'} --column", "cu") == ["CUI"]
    assert completed("help watch", "ch") == ["check"]


def test_who_gives_no_file_on_a_terminal_is_told_where_the_list_is_read_from() -> None:
    for command in ("check", "match"):
        _status, shown = on_terminal(
            command, FIRMETERM_LANG="en", PYTHONUNBUFFERED="1", ends="\x04"
        )
        assert "standard input" in shown and "Ctrl+D" in shown


def test_help_and_errors_are_in_romanian_where_the_run_is() -> None:
    for words in (("--lang", "ro", "--help"), ("--lang", "ro", "help"), ("help", "--lang", "ro")):
        shown = run(*words).stdout
        assert shown.startswith("Utilizare: firmeterm") and "Caută firme:" in shown
        assert "search      Caută firme după nume, CUI sau Nr. Reg. Com." in shown
    inner = run("check", "--lang", "ro", "--help").stdout
    assert "Opțiuni:" in inner and "Exemple: " in inner and "de unde vin datele" in inner.lower()
    wrong = run("--lang", "ro", "show", "990000013", "--nope")
    assert "Eroare: Nu există opțiunea '--nope'." in wrong.stderr and wrong.exit_code == 2
    assert run("--lang", "ro", "show", "12").stderr.startswith("Eroare: ")
    assert run("--lang", "en", "--help").stdout.startswith("Usage: ")


@pytest.mark.parametrize(
    ("answer", "said"), [("\n", "PETROTERM DEMO SRL"), ("da\n", "PETROTERM"), ("n\n", "explorer")]
)
def test_on_a_terminal_a_misspelt_command_is_asked_about(
    answer: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explorer(*_arguments: object) -> None:
        raise SystemExit("explorer")

    monkeypatch.setattr("tui_app.cli.main.is_somebody_there", lambda: True)
    monkeypatch.setattr("tui_app.cli.open.explore_as_asked", explorer)
    asked = run("--sample", "serach", "petroterm", typed=answer)
    assert "Did you mean search? [Y/n]" in asked.stderr
    assert said in asked.output if answer != "n\n" else "PETROTERM" not in asked.stdout


def test_the_line_of_the_screen_asks_nothing_on_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui_app.cli.main.is_somebody_there", lambda: True)
    with pytest.raises(LineError, match="Did you mean search"):
        read_line(main, "serach petroterm")


def test_the_line_of_the_screen_takes_the_flags_of_a_run_and_a_tab_in_any_spelling() -> None:
    line = read_line(main, "--lang ro open petroterm --tab Court_Cases")
    assert line.values["tab"] == "cases"
    assert line.options == {"lang": "--lang", "tab": "--tab"}


def test_login_without_a_terminal_asks_nothing_before_it_says_so() -> None:
    assert run("login", typed="").stderr.startswith("Error: No terminal to ask on.")


def test_login_says_also_that_no_request_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    server = ScriptedServer({AUTOCOMPLETE.url_path(): ()}, remaining=1)

    def connection(base: str, *_given: object) -> Connection:
        return Connection(base_url=base, open_transport=lambda: server)

    monkeypatch.setattr("tui_app.cli.login.connection_to", connection)
    done = run("--base-url", ADDRESS, "login", "--store", "file", typed="ftk_marker_0123456789")
    assert "\n0 requests left.\n" in done.stderr, done.output


@pytest.mark.parametrize("command", [("config", "show"), ("search", "petro"), ()])
def test_a_folder_that_may_not_be_read_ends_in_a_sentence(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, exists = config_file(), Path.exists

    def refuse(path: Path) -> bool:
        if path == closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return exists(path)

    monkeypatch.setattr(Path, "exists", refuse)
    done = run(*command)
    assert done.exit_code == 2
    assert done.stderr == f"Error: {closed} cannot be used: Permission denied.\n"
