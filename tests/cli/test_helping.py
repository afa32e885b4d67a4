"""``completion``, ``doctor``, ``export``, and the hints after a misspelt command."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete

from tests.cli.running import COMMAND, run
from tests.faulty.healthy import COMPANIES
from tests.faulty.process import faulty_process
from tests.service.running import new_key, running
from tui_app.cli.completion import known_companies
from tui_app.cli.doctor import _cache, _key, _key_check, _terminal, _workspace
from tui_app.cli.examples import EXAMPLES
from tui_app.cli.main import main
from tui_app.client.cache import FILE_NAME
from tui_app.client.cache_file import CachedAnswer, CacheFile
from tui_app.client.errors import AllowanceError
from tui_app.config.settings import Settings, cache_folder
from tui_app.contract.operations import COMPANY_OPERATIONS
from tui_app.contract.resources import CompanySummary
from tui_app.service.sqlite_accounts import SqliteAccounts
from tui_app.system.nearest import one_letter_off
from tui_app.ui.terminal.capabilities import Terminal as Screen
from tui_app.workspace.workspace import Workspace, workspace_file

SHOWPIECE = "990000013"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("serch", "search"), ("serach", "search"), ("sshow", "show"), ("shop", "show"),
     ("show", None), ("sh", None), ("petroterm", None)],
)  # fmt: skip
def test_one_letter_off(typed: str, meant: str | None) -> None:
    assert one_letter_off(typed, ("search", "show")) == meant


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["serach", "petroterm"], "Did you mean search?"),
        (["config", "shw"], "Did you mean show?"),
        (["show", SHOWPIECE, "--sectoin", "all"], "--section"),
        (["show", SHOWPIECE, "--section", "finanse"], "Did you mean finance?"),
        (["--source", "pubic", "show", SHOWPIECE], "Did you mean public?"),
        (["open", "petro", "--tab", "finnance"], "Did you mean finance?"),
        (["data", "download", "--only", "firm"], "Did you mean firms?"),
        (["--server", "wrok", "show", SHOWPIECE], "No server is called wrok."),
        (["1960101410015"], "may be a person's code"),
        (["open", "ab"], "3 to 100 characters"),
    ],
)
def test_wrong_use_names_the_nearest_right_word(arguments: list[str], said: str) -> None:
    ended = run(*arguments)
    assert ended.exit_code == 2 and ended.stdout == ""
    assert said in ended.stderr and "1960101410015" not in ended.output


@pytest.mark.parametrize(
    "line",
    ["--lang {}", "--{}", "search petro --fields {}", "manual {}", "show 990000013 --section {}",
     "show 990000013 --page {}", "new {}", "check {}", "manual --search {}"],
)  # fmt: skip
def test_no_error_repeats_a_persons_code(line: str) -> None:
    ended = run(*line.format("1960101410015").split())
    assert ended.exit_code == (1 if "--search" in line else 2) and "Error: " in ended.stderr
    assert "1960101410015" not in ended.output
    assert "410015" not in run(*line.format("1960101–410015").split()).output


def test_every_command_explains_itself() -> None:
    for name in main.list_commands(main.make_context("firmeterm", ["keys"])):
        helped = run(name, "--help")
        assert helped.exit_code == 0 and f"Usage: firmeterm {name}" in helped.stdout
        assert "Examples: " in helped.stdout
        command = main.get_command(main.make_context("firmeterm", ["keys"]), name)
        for inner in command.commands.values() if isinstance(command, click.Group) else ():
            missing = f"an example of {name} {inner.name} in cli/spoken_help.py"
            assert "Examples: " in (inner.epilog or ""), missing


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_command_line(example: str) -> None:
    context, rest = main.make_context("firmeterm", shlex.split(example)), shlex.split(example)
    command: click.Command = main
    while isinstance(command, click.Group):
        name, found, rest = command.resolve_command(context, rest)
        assert found is not None
        command, context = found, found.make_context(name, list(rest), parent=context)


def test_the_examples_of_the_help_find_something_on_the_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reports").mkdir()
    looking = {"search", "screen", "new", "show", "compare", "export", "ask"}
    not_in_sample = {"history", "public-money", "contracts"}
    ran = set()
    for name in looking:
        command = main.get_command(main.make_context("firmeterm", ["keys"]), name)
        assert command is not None
        inner = command.commands.values() if isinstance(command, click.Group) else ()
        for epilog in (each.epilog or "" for each in (command, *inner)):
            for example in epilog.partition("Examples: ")[2].split(" · "):
                words = shlex.split(example.partition(" > ")[0])[1:]
                if words and words[0] in looking and words[1] not in not_in_sample:
                    found = run(*words)
                    assert found.exit_code == 0, (example, found.output)
                    ran.add(example)
    assert len(ran) > 2 * len(looking)


def test_the_shells_complete_commands_and_companies_seen_before() -> None:
    for shell in ("bash", "zsh", "fish"):
        script = run("completion", shell)
        assert script.exit_code == 0 and "_FIRMETERM_COMPLETE" in script.stdout
    with Workspace(workspace_file()) as workspace:
        summary = CompanySummary(tax_id=SHOWPIECE, company_name="PETROTERM DEMO SRL")
        workspace.history.look(summary, invented=True)
        workspace.watch_list.add(["18547290"])

    def completed(*words: str) -> str:
        variables = {
            "_FIRMETERM_COMPLETE": "bash_complete",
            "COMP_LINE": " ".join(("firmeterm", *words)),
            "COMP_WORD": words[-1],
        }
        environment = os.environ | variables
        return subprocess.run(
            COMMAND, env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert completed("sho") == "plain,show\n"
    assert f"plain,{SHOWPIECE}\n" in completed("9900")
    completion = ShellComplete(main, {}, "firmeterm", "_FIRMETERM_COMPLETE")
    for words, typed, value in (
        (["show"], "9900", SHOWPIECE),
        (["search"], "petro", "PETROTERM DEMO SRL"),
        (["watch", "add"], "9900", SHOWPIECE),
        (["ask", "profile"], "9900", SHOWPIECE),
        (["show"], "RO9900", f"RO{SHOWPIECE}"),
    ):
        found = completion.get_completions(words, typed)
        values = [item.value for item in found if item.type == "plain"]
        assert value in values and "18547290" not in values, words


def test_no_more_is_completed_than_a_shell_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [(str(10_000 + number), f"PETRO {number}") for number in range(60)]
    monkeypatch.setattr("tui_app.cli.completion.known_companies", lambda _typed: many)
    completion = ShellComplete(main, {}, "firmeterm", "_FIRMETERM_COMPLETE")
    for words, typed in ((["show"], "1"), (["search"], "petro")):
        assert len(completion.get_completions(words, typed)) == 50


def test_what_a_command_has_cached_is_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with faulty_process() as server:
        for asked in (("show", COMPANIES[0].tax_id), ("search", COMPANIES[1].company_name)):
            assert run("--base-url", server.base_url(), *asked).exit_code == 0
    for company in COMPANIES[:2]:
        assert (company.tax_id, company.company_name) in known_companies(company.tax_id)


def test_the_doctor_looks_at_everything_and_shows_no_key(tmp_path: Path) -> None:
    well = run("doctor", "-o", "json")
    assert well.exit_code == 0, well.output
    findings = {each["name"]: each for each in json.loads(well.stdout)}
    assert {*findings} == {
        "versions", "terminal", "clipboard", "settings", "source", "connection", "key",
        "registry", "cache", "workspace", "state",
    }  # fmt: skip
    assert "textual 8" in findings["versions"]["text"]
    (tmp_path / "key").write_text("ftk_marker_0123456789abcdef")
    (tmp_path / "key").chmod(0o600)
    server = ("--base-url", "http://127.0.0.1:9", "--api-key-file", str(tmp_path / "key"))
    ill = run(*server, "doctor", "-o", "table")
    assert ill.exit_code == 1
    [wrong] = [line for line in ill.stdout.splitlines() if line.startswith("WRONG")]
    assert "Connection refused" in wrong and wrong.endswith("→ firmeterm login")
    assert "marker" not in ill.output
    missing = run("--registry", str(tmp_path / "none.db"), "doctor", "-o", "table")
    assert missing.exit_code == 1 and "→ firmeterm data import PATH" in missing.stdout


def test_the_doctor_says_which_folder_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def may(path: Path, mode: int) -> bool:
        return mode != os.W_OK or "cache" not in str(path)

    monkeypatch.setattr("tui_app.cli.doctor.os.access", may)
    ill = run("doctor", "-o", "table")
    assert ill.exit_code == 1
    [wrong] = [line for line in ill.stdout.splitlines() if line.startswith("WRONG")]
    assert "cannot be written" in wrong and wrong.endswith("→ export XDG_CACHE_HOME=FOLDER")


def test_all_that_is_on_record_is_exported(tmp_path: Path) -> None:
    report = run("export", SHOWPIECE, "-o", "md")
    assert report.exit_code == 0 and report.stdout.startswith("# PETROTERM DEMO SRL\n")
    assert "**Invented data" in report.stdout and "+40700000001" in report.stdout
    written = run("export", SHOWPIECE, "-o", "json", "--to", str(tmp_path))
    file = Path(written.stdout.strip())
    assert file.parent == tmp_path and file.name == f"petroterm-demo-srl-{SHOWPIECE}.json"
    bundle = json.loads(file.read_text(encoding="utf-8"))
    assert [each["state"] for each in bundle["sections"]] == ["loaded"] * len(COMPANY_OPERATIONS)
    assert bundle["signals"] and bundle["ratios"] and bundle["invented"] is True
    entities = Path(run("export", SHOWPIECE, "-o", "ftm", "--to", str(tmp_path)).stdout.strip())
    assert entities.name == f"petroterm-demo-srl-{SHOWPIECE}.ftm.jsonl"
    found = map(json.loads, entities.read_text(encoding="utf-8").splitlines())
    assert all(each["properties"]["retrievedAt"] for each in found)
    assert run("export", SHOWPIECE, "--to", str(tmp_path / "none")).exit_code == 2
    unknown = run("export", "990000014")
    assert unknown.exit_code == 1 and unknown.stdout == ""


def test_the_doctor_tries_the_key_only_when_told_to(tmp_path: Path) -> None:
    key = new_key(tmp_path)
    files = {"good": key, "bad": "ftk_marker_0123456789abcdef"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o600)
    with running(tmp_path) as service:

        def said(name: str, *more: str) -> dict[str, Any]:
            flags = ("--base-url", service.url, "--api-key-file", str(tmp_path / name))
            done = run(*flags, "doctor", "-o", "json", *more)
            assert files[name] not in done.output
            found = {each["name"]: each for each in json.loads(done.stdout)}
            # It answers, if only that it wants a key.
            assert found["connection"]["ok"] and found["connection"]["text"].endswith("answers")
            return dict(found["key"])

        assert said("good")["text"].endswith("not tried, --try-key does")
        good, bad = said("good", "--try-key"), said("bad", "--try-key")
    assert good["ok"] and good["text"].endswith("; accepted")
    assert not bad["ok"] and bad["text"].endswith("; rejected")
    used_up = _key_check("set", AllowanceError("used up"))
    assert used_up.ok and "accepted" in used_up.text
    assert bad["fix"] == "firmeterm login"
    with closing(SqliteAccounts(tmp_path / "accounts.db")) as accounts:
        assert [account.used for account in accounts.with_keys()] == [0]


def test_the_doctor_finds_a_damaged_cache_and_no_fault_in_a_sound_one() -> None:
    file = cache_folder() / FILE_NAME
    store = CacheFile(file)
    store.put("server", "a", CachedAnswer(1.0, b"{}"))
    store.close()
    assert _cache().ok and _cache().text.startswith("1 answer in ")
    with Workspace(workspace_file()) as workspace:
        workspace.watch_list.add([SHOWPIECE])
    assert _workspace().ok and _workspace().text.startswith("1 watched, in ")
    file.write_bytes(b"no database")
    workspace_file().write_bytes(b"no database")
    fixes = {"firmeterm cache clear", "firmeterm workspace import FILE"}
    found = (_cache(), _workspace())
    assert {each.fix for each in found} == fixes and not any(each.ok for each in found)


def test_the_doctor_refuses_a_key_over_http_and_a_terminal_that_is_too_low(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not _key(Settings(base_url="http://companies.example"), None, try_key=False).ok
    monkeypatch.setattr("tui_app.ui.terminal.capabilities.detect", lambda: Screen(term="xterm"))
    for lines, is_enough in ((5, False), (24, True)):
        size = os.terminal_size((200, lines))
        monkeypatch.setattr("tui_app.cli.doctor.shutil.get_terminal_size", lambda size=size: size)
        assert _terminal().ok is is_enough


def test_the_doctor_sends_nothing_offline(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("ftk_marker_0123456789abcdef")
    with faulty_process() as server:
        flags = ("--base-url", server.base_url(), "--api-key-file", str(tmp_path / "key"))
        given = json.loads(run(*flags, "--offline", "doctor", "-o", "json").stdout)
        [key] = [each for each in given if each["name"] == "key"]
        assert key["ok"] and key["text"].endswith("not tried: offline")
        missing = run("--base-url", server.base_url(), "--offline", "doctor", "-o", "table")
        assert missing.exit_code == 1 and "none is set → firmeterm login" in missing.stdout
        offline = run("--base-url", server.base_url(), "--offline", "doctor")
        assert "not tried: offline" in offline.stdout
        assert server.log() == []


@pytest.mark.parametrize("raised", [KeyboardInterrupt, click.Abort])
def test_ctrl_c_is_not_taken_for_nothing_found(
    raised: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        raise raised

    monkeypatch.setattr("tui_app.config.settings.config_file", interrupted)
    stopped = run("config", "path")
    assert (stopped.exit_code, stopped.stderr) == (130, "Stopped.\n")
