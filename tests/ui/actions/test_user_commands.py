"""Commands of the user's own: offered, asked about once, run beside the screen by no shell."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.sample import landmarks
from tests.ui.user import User, explore, program
from tests.waiting import until
from tui_app.config.file import key_lines
from tui_app.config.loading import load_settings
from tui_app.config.settings import Settings, SettingsError, config_file, state_folder
from tui_app.config.user_command import CannotRunError, UserCommand, fault_of, invocation_of
from tui_app.ui.actions.registry import ActionTable

NASTY = {"tax_id": "990000013", "name": "$(touch x) `y` \"; rm -rf ~ #' SRL", "locality": "--help"}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Where the recording program writes the arguments it was called with."""
    return tmp_path / "arguments.json"


def recording(written: Path, *arguments: str, status: int = 0, **more: object) -> UserCommand:
    script = written.with_name("record.py")
    script.write_text(
        "import json, sys\n"
        f"open({str(written)!r}, 'a').write(json.dumps(sys.argv[1:]) + '\\n')\n"
        f"print('first line\\nthe last \\x1b[31mwords', file=sys.stderr); sys.exit({status})\n"
    )
    run = f"{sys.executable} {script} {' '.join(arguments)}"
    return UserCommand(name="Record it", run=run, key="f6", **more)  # type: ignore[arg-type]


def lines_of(written: Path) -> list[list[str]]:
    if not written.exists():
        return []
    return [json.loads(line) for line in written.read_text().splitlines()]


async def _opened(user: User) -> None:
    await user.search(landmarks.SHOWPIECE)
    await user.press("enter")


async def test_it_asks_once_and_runs_for_the_company_shown(written: Path) -> None:
    command = recording(written, "{tax_id}", "{name}", "https://x.example/?q={name}")
    settings = Settings(command=(command,))
    async with explore(program(settings)) as user:
        await _opened(user)
        assert "F6 Record it" in user.screen
        await user.press("f6")
        assert "First run of “Record it”" in user.screen
        await user.press("escape")
        assert not written.exists()
        await user.press("f6", "r")
        await user.until("Done: Record it")
    asked = [["990000013", "PETROTERM DEMO SRL", "https://x.example/?q=PETROTERM%20DEMO%20SRL"]]
    assert lines_of(written) == asked
    assert (state_folder() / "approved-commands.json").stat().st_mode & 0o077 == 0
    changed = replace(recording(written, "{tax_id}", "more"), key="f7")
    async with explore(program(Settings(command=(command, changed)))) as user:
        await _opened(user)
        await user.press("f6")
        await user.until("Done: Record it")
        assert lines_of(written) == asked * 2
        # Another line under the same name is another command.
        await user.press("f7")
        assert "First run of" in user.screen


async def test_marked_companies_and_the_palette_and_the_help(written: Path) -> None:
    command = recording(written, "{tax_id}", where="list")
    async with explore(program(Settings(command=(command,)))) as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "question_mark")
        assert "Record it: " in user.screen
        await user.press("escape", "ctrl+p")
        await user.paste("record it")
        await user.press("enter", "r")
        await user.until("Done: Record it")
        await user.when(lambda: len(lines_of(written)) == 2)
        await user.press("enter", "f6")
        assert "Only in the list" in user.screen
    assert sorted(lines_of(written)) != [["990000013"], ["990000013"]]


async def test_a_failure_is_told_with_its_last_words(written: Path) -> None:
    missing = UserCommand(name="Gone", run="/no/such/program {tax_id}", key="f7")
    failing = recording(written, "{tax_id}", status=3)
    async with explore(program(Settings(command=(failing, missing), private=True))) as user:
        await _opened(user)
        await user.press("f6", "r")
        await user.until("Record it failed (exit 3)")
        assert "words" in user.screen and "\x1b" not in user.screen
        await user.press("f7", "r")
        await user.until("Gone cannot be run: /no/such/program: No such file")
    assert not (state_folder() / "approved-commands.json").exists()


async def test_the_screen_goes_on_while_it_runs(tmp_path: Path) -> None:
    end = tmp_path / "end"
    wait = f"while [ ! -e {end} ]; do sleep 0.05; done"
    command = UserCommand(name="Slow", run=wait, shell=True, key="f6")
    async with explore(program(Settings(command=(command,)))) as user:
        await _opened(user)
        await user.press("f6")
        await user.pilot.press("r")
        await user.until("Running: Slow")
        await user.pilot.press("2")
        await user.until("Annual figures")
        # The screen shown at its end reports it.
        before = user.app.explorer
        await user.pilot.press("L", "L")
        await user.when(lambda: user.app.explorer is not before)
        end.touch()
        await user.until("Done: Slow")


async def test_a_program_outlives_its_starter_and_the_explorer(tmp_path: Path) -> None:
    end, ended = tmp_path / "end", tmp_path / "ended"
    wait = f"while [ ! -e {end} ]; do sleep 0.05; done"
    starter = UserCommand(name="Starter", run=f"({wait}) &", shell=True, key="f6")
    lasting = UserCommand(
        name="Lasting", run=f"{wait}; echo a >&2; touch {ended}", shell=True, key="f7"
    )
    async with explore(program(Settings(command=(starter, lasting)))) as user:
        await _opened(user)
        await user.pilot.press("f6", "r")
        await user.until("Done: Starter")
        await user.pilot.press("f7", "r")
        await user.until("Running: Lasting")
    gc.collect()
    end.touch()
    until(ended.exists, 20)


def test_values_are_arguments_and_never_read_by_a_shell(tmp_path: Path) -> None:
    plain = UserCommand(name="a", run="show --name {name} {tax_id}.txt")
    arguments = invocation_of(plain, NASTY).arguments
    assert arguments == ["show", "--name", NASTY["name"], "990000013.txt"]
    run = """printf %s "$COMPANY_NAME" | cat; printf %s '"{{}}' "${{COMPANY_NAME}}" """
    for command in (
        UserCommand(name="a", run=run, shell=True),
        UserCommand(name="a", run="sh -c 'printf %s \"$1\"' sh {name}"),
        UserCommand(name="a", run="sh -c 'printf %s \"$COMPANY_NAME\"'"),
    ):
        line = invocation_of(command, NASTY)
        said = subprocess.run(
            line.arguments, env=os.environ | line.environment, capture_output=True, text=True,
            cwd=tmp_path, check=True,
        )  # fmt: skip
        twice = f'{NASTY["name"]}"{{}}{NASTY["name"]}'
        assert said.stdout == (twice if command.shell else NASTY["name"])
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("run", "shell", "instead"),
    [
        ('echo "{name}"', True, 'echo "$COMPANY_NAME"'),
        ("echo {name} | wall", True, 'echo "$COMPANY_NAME" | wall'),
        ("echo '{name}'", True, 'echo "$COMPANY_NAME"'),
        ("echo 'to {name}!' {tax_id}", True,
         """echo 'to '"$COMPANY_NAME"'!' "$COMPANY_TAX_ID\""""),
        ("""awk '{{print}}' {company_id}.txt""", True, """awk '{{print}}' "$COMPANY_ID".txt"""),
        ("sh -c 'echo {name}'", False, """sh -c 'echo "$COMPANY_NAME"'"""),
        ("env X=1 /bin/bash -lc 'echo {name}'", False,
         """env X=1 /bin/bash -lc 'echo "$COMPANY_NAME"'"""),
    ],
)  # fmt: skip
def test_a_value_within_a_shells_text_is_refused_with_the_line_to_write(
    run: str, shell: bool, instead: str
) -> None:
    fault = fault_of(run, shell=shell)
    assert "could run as a command; write: run = " in fault
    written = tomllib.loads(fault.partition("write: ")[2])["run"]
    assert written == instead
    assert fault_of(written, shell=shell) == ""
    with pytest.raises(ValueError, match="could run as a command"):
        UserCommand(name="a", run=run, shell=shell)


@pytest.mark.parametrize(
    ("run", "is_refused"),
    [
        ("python3 -c 'print(\"{name}\")'", True),
        ("ssh host notify {name}", True),
        ("ssh host notify {tax_id}", False),
        ("sudo su - ana -c 'notify {name}'", True),
        ("bash -c -- 'echo {name}'", True),
        ("perl -e'print q({name})'", True),
        ("fish --command='echo {name}'", True),
        ("nix-shell --run 'echo {name}'", True),
        ("flock /tmp/lock -c 'echo {name}'", True),
        ("vim '+!echo {name}'", True),
        ("pwsh -File notify.ps1 {name}", True),
        ("vim {tax_id}.md", False),
        ("bash -c 'notify \"$1\"' notify {name}", False),
        ("notify -c {name}", False),
        ("python3 notify.py -c {name}", True),  # is ambiguous; --name={name} is not
        ("xdg-open https://maps.example/?q={locality}", False),
    ],
)
def test_programs_that_run_a_text_take_no_value_in_it(run: str, is_refused: bool) -> None:
    assert bool(fault_of(run)) is is_refused


def test_a_tax_id_that_is_no_number_is_not_run() -> None:
    command = UserCommand(name="a", run="ssh host notify {tax_id}")
    with pytest.raises(CannotRunError, match="tax_id"):
        invocation_of(command, NASTY | {"tax_id": "1; reboot"})


@pytest.mark.parametrize("value", ["locality", "county"])
def test_a_value_that_is_missing_or_an_option_is_refused(value: str) -> None:
    command = UserCommand(name="a", run=f"show {{{value}}}")
    in_shell = UserCommand(name="a", run=f"show $COMPANY_{value.upper()}", shell=True)
    for each in (command, in_shell):
        with pytest.raises(CannotRunError, match=value):
            invocation_of(each, NASTY)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['run = "x"'], 'line 2: the table [[command]] needs name = "…"'),
        (['name = "x"'], 'line 2: the table [[command]] needs run = "…"'),
        (['name = "x"', 'run = "a {cui}"'], "line 4: run knows no {cui}; known are tax_id, name"),
        (['name = "x"', 'run = "a \'b"'], "line 4: run cannot be read: No closing quotation"),
        (['name = "x"', 'run = "a {"'], "line 4: run cannot be read"),
        (['name = "x"', 'run = "a {name:d}"'], "line 4: run cannot be read: Unknown format code"),
        (['name = "x"', 'run = "a {name:{cui}}"'], "line 4: run knows no {cui}; known are tax_id"),
        (
            ['name = "x"', "run = 'echo \"{name}\"'", "shell = true"],
            "line 4: a value within the text of a shell could run as a command;"
            " write: run = 'echo \"$COMPANY_NAME\"'",
        ),
        (['name = "x"', 'run = "a"', 'where = "here"'], 'line 5: where takes "anywhere" or'),
        (['name = "x"', 'run = "a"', 'kye = "b"'], "line 5: there is no setting kye, did you mean"),
        (['name = "x"', 'run = "a"', 'shell = "maybe"'], "line 5: shell takes true or false"),
    ],
)
def test_a_wrong_one_is_an_error_with_file_and_line(lines: list[str], said: str) -> None:
    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(['theme = "textual-dark"', "[[command]]", *lines]))
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert f"{file}, {said}" in str(caught.value)


def test_a_key_that_is_taken_stays_and_is_told_with_its_line() -> None:
    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        '[[command]]\nname = "one"\nrun = "true"\nkey = "f6"\n'
        '[[command]]\nname = "two"\nrun = "true"\nkey = "q, f6"\n'
    )
    own = load_settings().settings.command
    assert [each.name for each in own] == ["one", "two"]
    table = ActionTable(lines=key_lines(), own=own)
    assert table.keymap["command-0"] == ("f6",)
    assert table.keymap["command-1"] == ()
    assert "q" in table.keymap["quit"]
    assert table.complaints()[0] == 'config.toml:8: key = "q, f6": q already does “quit”'
