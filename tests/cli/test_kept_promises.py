"""Small promises of commands: what is closed, what a server is called, what a day adds."""

from __future__ import annotations

import asyncio
import errno
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cli.running import run
from tests.cli.scripted import commands_at, people_read
from tests.cli.test_company_commands import company
from tests.scripted import ScriptedServer
from tui_app.cli import explore
from tui_app.cli.command_line import complete_line
from tui_app.cli.ending import FailedError, WrongUseError, report_full_output, resumable
from tui_app.cli.list_file import read_list
from tui_app.cli.main import main
from tui_app.cli.output import CommandResult, OutputOptions, show, source_of
from tui_app.cli.paging import PageRequests, rows_left, shown_total
from tui_app.cli.registry import changing_registry
from tui_app.cli.session import Session
from tui_app.config.loading import load_settings
from tui_app.config.settings import Settings, config_file
from tui_app.contract import operations as o
from tui_app.contract.screening.page import ScreeningPage, ScreeningRow
from tui_app.service.account_store import KeyStore
from tui_app.service.accounts import AccountsError
from tui_app.service.sqlite_accounts import SqliteAccounts
from tui_app.ui.terminal.capabilities import Terminal


@pytest.mark.parametrize(
    "line",
    ["completion bash", "keys create --label x", "keys rotate x", "manual", "ask profile 12",
     "workspace export", "search petro", "watch list", "config show", "cache info"],
)  # fmt: skip
def test_a_command_whose_output_is_closed_does_nothing(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = tmp_path / "accounts.db"
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(accounts))
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(WrongUseError, match="Standard output is closed: "):
        main.main(line.split(), standalone_mode=False)
    assert not accounts.exists()


def test_a_disk_that_is_full_at_the_last_byte_is_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    discarded: list[bool] = []
    monkeypatch.setattr("tui_app.cli.ending.discard_output", lambda: discarded.append(True))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(flush=full))
    with pytest.raises(FailedError, match="not complete: No space"), report_full_output():
        pass
    monkeypatch.setattr(sys, "stdout", None)
    with report_full_output():
        pass
    assert discarded == [True]


def test_the_doctor_names_the_registry_that_is_sound(tmp_path: Path) -> None:
    file, source = tmp_path / "r.db", tmp_path / "a.jsonl"
    source.write_text('{"profile": {"taxId": "990000013", "companyName": "A"}}\n')
    assert run("registry", "build", str(source), str(file)).exit_code == 0
    found = json.loads(run("--registry", str(file), "doctor", "-o", "json").stdout)
    [registry] = [each for each in found if each["name"] == "registry"]
    assert (registry["ok"], registry["text"], registry["fix"]) == (True, str(file), None)


def test_entities_name_the_server_that_they_are_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one without encryption, which a setting allowed."""
    run = commands_at(company(), monkeypatch)
    monkeypatch.setenv("FIRMETERM_BASE_URL", "http://companies.example/api")
    first, *_others = run("export", "1001", "-o", "ftm").stdout.splitlines()
    url = "http://companies.example/api/v1/companies/1001"
    assert json.loads(first)["properties"]["sourceUrl"] == [url]


def test_a_call_of_one_request_cannot_be_asked_about_above_one() -> None:
    for spend, above in (("1", "1"), ("1", "2"), ("3", "3")):
        done = run("mcp", "--spend", spend, "--ask-above", above)
        assert done.exit_code == 2 and "never asks" in done.stderr


def test_a_line_of_the_explorer_is_read_by_the_commands() -> None:
    assert explore._read_line(lambda: main, "show 12").name == "show"


@pytest.mark.parametrize(
    ("wanted", "total", "came", "left"),
    [(None, None, 5, None), (None, 9, 5, 4), (7, 9, 5, 2), (9, 7, 5, 2), (7, None, 5, 2),
     (None, 5, 5, None), (None, 4, 5, None), (7, 5, 5, 2), (7, 4, 5, 2)],
)  # fmt: skip
def test_rows_that_are_left_are_of_what_is_wanted_and_there(
    wanted: int | None, total: int | None, came: int, left: int | None
) -> None:
    assert rows_left(wanted, total, came) == left
    assert (shown_total(None), shown_total(1_234)) == ("?", "1,234")


@pytest.mark.parametrize(
    ("file", "terminal", "told"),
    [("-", True, True), ("-", False, False), ("list.txt", True, False)],
)
def test_a_list_that_is_typed_says_how_it_ends(
    file: str, terminal: bool, told: bool, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("list.txt").write_text("12\n")
    typed = SimpleNamespace(isatty=lambda: terminal, buffer=SimpleNamespace(read=lambda: b"12\n"))
    monkeypatch.setattr(sys, "stdin", typed)
    assert read_list(file, bytes.decode) == "12\n"
    assert ("end it with Ctrl+D" in capsys.readouterr().err) is told


def test_the_steps_of_live_services_are_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    listeners: list[object] = []
    live = SimpleNamespace(listen=listeners.append)

    @asynccontextmanager
    async def connected(_settings: object, _key: object) -> AsyncIterator[SimpleNamespace]:
        yield SimpleNamespace(live=live, stale_ok=False, pop_notices=lambda: ["a notice"])

    async def question(companies: object) -> int:
        assert len(listeners) == 1  # before anything is asked
        return 7

    monkeypatch.setattr("tui_app.sources.source.connect", connected)
    assert Session(Settings(source="public"), None, None, stale_ok=False).ask(question) == 7


@pytest.mark.parametrize(
    ("line", "opened"),
    [
        ("keys create --label x", [(True, False)]), ("keys list", [(False, False)]),
        ("keys revoke x", [(False, False)]), ("keys set x --quota 1", [(False, False)]),
        ("keys rotate x", [(False, False)]), ("keys prepare there.db", [(True, True)]),
        ("keys migrate here.db there.db", [(False, False), (True, False)]),
        ("serve --sample", [(True, False)]),
    ],
)  # fmt: skip
def test_a_place_for_keys_is_prepared_by_those_who_put_some_there(
    line: str, opened: list[tuple[bool, bool]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In PostgreSQL that makes tables; only ``keys prepare`` trusts a clock that is ahead."""
    seen: list[tuple[bool, bool]] = []

    def open_there(_where: str, *, prepares: bool, trusts_clock: bool) -> KeyStore:
        seen.append((prepares, trusts_clock))
        if len(seen) < len(opened):
            return SqliteAccounts(tmp_path / "here.db")
        raise AccountsError("enough")

    monkeypatch.chdir(tmp_path)
    Path("here.db").touch()
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "here.db"))
    monkeypatch.setattr("tui_app.cli.accounts.open_accounts", open_there)
    done = run(*line.split())
    assert (done.exit_code, done.stderr, seen) == (2, "Error: enough\n", opened)


@pytest.mark.parametrize("fields", [(), ("a",)])
def test_json_names_the_files_of_its_rows_and_no_other_format_does(
    fields: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    notes = source_of(Session(Settings(source="sample"), None, None, stale_ok=False), ())
    for items in ("rows", ""):
        for sources in ([{"section": "x", "file": "a.csv"}], []):
            result = CommandResult(title="x", columns=("a",), rows=({"a": 1},), items=items,
                                   sources=sources)  # fmt: skip
            show(result, notes, OutputOptions("json", fields))
            assert json.loads(capsys.readouterr().out).get("sources", []) == sources
            show(result, notes, OutputOptions("csv", fields))
            assert "a.csv" not in capsys.readouterr().out


def test_a_list_that_the_program_may_read_is_read_whatever_its_rights_look_like(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list.txt").write_text("PETROTERM DEMO SRL\n")
    monkeypatch.setattr("click.types.os.access", lambda *_given: False)
    for name in ("check", "match"):
        assert run(name, str(tmp_path / "list.txt")).exit_code == 0


def test_an_import_that_waits_for_another_says_for_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def one_at_a_time(_registry: Path, waiting: Callable[[], None]) -> Iterator[None]:
        waiting()
        yield

    monkeypatch.setattr("tui_app.registry.sqlite.atomic_build.one_at_a_time", one_at_a_time)
    file = tmp_path / "new" / "r.db"
    with changing_registry(file):
        assert file.parent.is_dir()
    assert capsys.readouterr().err == (
        f"Waiting for another import into {file} to end. Ctrl+C stops.\n"
    )
    with pytest.raises(SystemExit) as ended, changing_registry(file):
        raise KeyboardInterrupt
    assert ended.value.code == 130
    assert capsys.readouterr().err.endswith("what lies beside it are as they were before.\n")


def test_a_note_on_a_page_stands_on_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ScreeningRow(tax_id="12")
    page = ScreeningPage(
        (row,), total_companies=7, total_is_exact=False, next_cursor="c", missing_statements=("x",)
    )
    server = ScriptedServer({o.SCREEN.path: page}, extensions="screen")
    run = commands_at(server, monkeypatch)
    people_read(monkeypatch)
    lines = run("screen", "--limit", "2", "--yes").stderr.split("\n")
    late = "The service ran out of time: more may match."
    assert (lines[0], lines[2:5]) == (late, ["\r1 of 7", late, "\r2 of 7"])
    assert lines[1].startswith("Without statements that were not imported (x): ")


@pytest.mark.parametrize(
    ("text", "are_read"),
    [('[keys]\nmark = "x"\n', True), ("", False),
     ('[[command]]\nkey = "f6"\nrun = "true"\nname = "x"\n', True)],
)  # fmt: skip
def test_the_explorer_reads_lines_of_keys_where_some_were_changed(
    text: str, are_read: bool
) -> None:
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text(text)
    context = explore._context(
        load_settings({}), Terminal(term="xterm"), lambda: None, None, lambda: main
    )
    assert (context.key_lines is explore._key_lines) is are_read


def test_a_key_of_the_environment_is_the_key_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert explore._key_of_run(None) is None
    monkeypatch.setenv("FIRMETERM_API_KEY", "ftk_marker_0123456789abcdef")
    found = explore._key_of_run(None)
    assert found is not None and found.key.reveal() == "ftk_marker_0123456789abcdef"


async def test_a_look_for_ctrl_c_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []

    async def sleep(given: float) -> None:
        seconds.append(given)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    await PageRequests(Settings(source="sample"), yes=False).check_interrupt()
    assert seconds == [0]


def test_a_flag_without_dashes_is_completed_as_the_first_word_alone() -> None:
    assert "theme" in dict(complete_line(main, "them"))
    assert "theme" not in dict(complete_line(main, "search them"))


@pytest.mark.parametrize(
    ("private", "told"),
    [(False, "\nStopped. The same command continues from here.\n"), (True, "\nStopped.\n")],
)
def test_a_list_that_ctrl_c_stops_says_whether_it_goes_on(
    private: bool, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended, resumable(private=private):
        raise KeyboardInterrupt
    assert (ended.value.code, capsys.readouterr().err) == (130, told)
