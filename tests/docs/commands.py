"""The commands that the documentation shows, and how each is run as it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.cli.running import piped, run
from tests.docs.keys import README
from tests.opendata.past import INSOLVENT, Company, changed, write_new
from tests.opendata.procurement.files import eight_files
from tests.opendata.test_download import PAST, Portal
from tests.service.running import new_key, running
from tests.terminal.explorer import Start
from tui_app.cli.main import main
from tui_app.config.settings import imported_registry
from tui_app.manual.pages import FOLDER

PUBLIC_FILES = Path(__file__).parents[1] / "opendata" / "onrc-small"
ON_A_TERMINAL = re.compile(r"firmeterm( petroterm| 990000013 --tab| open| .*--review|$)")
SERVER = "http://127.0.0.1:8765"
INSTALLS = ("python3 -m venv", "pip install", "pipx install", "uv tool install")
# A database, a registry or a portal on other machines: that the line is understood has to do.
ELSEWHERE = ("postgresql://", "companies.db", "/var/lib/", "--procurement")

# The sample has neither older snapshots of the register nor contracts: a registry is imported.
OF_A_REGISTRY = re.compile("data history (add|info|rem)|changes|contracts|--as-of|money|-o ftm")
COMPANIES = (
    Company("990000013", "J12/100/2010", "ALFA SRL"),
    Company("990000030", "J12/101/2010", "BETA SRL"),
)


def _shown() -> Iterator[str]:
    for page in (README, *sorted(FOLDER.glob("*.md"))):
        for block in re.findall(r"(?s)```console\n(.*?)```", page.read_text(encoding="utf-8")):
            yield from re.findall(r"(?m)^\$ (.*?)(?:\s{2,}#.*)?$", block)


COMMANDS = tuple(dict.fromkeys(line.replace(".venv/bin/", "") for line in _shown()))


def understood(command: click.Command, arguments: list[str]) -> None:
    """Parse a command line without running it; raises ``click.UsageError``."""
    context = command.make_context(command.name, list(arguments))
    if isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        if not rest:
            return
        name, inner, left = command.resolve_command(context, rest)
        assert name is not None and inner is not None
        understood(inner, left)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the commands name, and no line to anywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIRMETERM_PORTAL_URL", "http://127.0.0.1:9")
    (tmp_path / "tests" / "docs").mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("suppliers.csv"), tmp_path / "tests" / "docs")
    (tmp_path / "suppliers.txt").write_text("990000013\npetroterm demo srl\n")
    (tmp_path / "suppliers.csv").write_text("990000013,one\n990000056,two\n")
    (tmp_path / "key.txt").write_text("ftk_marker_0123456789abcdef")
    (tmp_path / "key.txt").chmod(0o600)
    shutil.copytree(PUBLIC_FILES, tmp_path / "data-files")
    return tmp_path


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a registry, its history and contracts, and the files of the history."""
    folder = tmp_path_factory.mktemp("registry")
    alfa, beta = COMPANIES
    before = [changed(alfa, name="VECHEA FIRMA SRL"), changed(beta, codes=(INSOLVENT,))]
    write_new(folder / "firme-07-aprilie-2022", before)
    write_new(folder / "2023" / "firme-05-05-2023", before)
    write_new(folder / "firme-02-09-2026", COMPANIES)
    shutil.make_archive(str(folder / "OD_2023"), "zip", folder / "2023")
    eight_files(folder / "deals")
    place = ("--registry", str(folder / "registry.db"))
    past = (str(folder / "firme-07-aprilie-2022"), str(folder / "OD_2023.zip"))
    for words in (
        ("import", str(folder / "firme-02-09-2026"), str(folder / "deals")),
        ("history", "add", *past),
    ):
        assert run("data", *words, *place).exit_code == 0
    return folder


OURS = [line for line in COMMANDS if not line.startswith(INSTALLS)]
STARTED = re.compile("--tab finance|--review")
"""Of the lines that start the explorer, those of each kind; the others have to be understood."""

_IN_PROCESSES = re.compile(rf"{ON_A_TERMINAL.pattern}|.*({re.escape(SERVER)}|serve| [|>] )")
IN_PROCESSES = [line for line in OURS if _IN_PROCESSES.match(line)]
"""Lines for which processes are started; all others run in that of the test."""


def does_what_it_says(line: str, here: Path, start: Start, request: pytest.FixtureRequest) -> None:
    if any(place in line for place in ELSEWHERE):
        understood(main, shlex.split(line)[1:])
        return
    if ON_A_TERMINAL.match(line):
        with start(*shlex.split(line)[1:]) as tty:
            tty.wait_until(lambda: b"\x1b[?1049h" in tty.raw)
            tty.wait_quiet()
            assert "Error" not in tty.text()
            tty.type("\x1b\x11")  # out of a review, and ^q
            assert tty.exit_status() == 0
        return
    if SERVER in line:
        with running(here) as service:
            (here / "key.txt").write_text(new_key(here))
            result = run(
                "--api-key-file", "key.txt", *shlex.split(line.replace(SERVER, service.url))[1:]
            )
        assert result.exit_code == 0, result.output
        return
    if "data download" in line:
        served: Portal = request.getfixturevalue("portal")
        served.files |= PAST if "--history" in line else {}
    if OF_A_REGISTRY.search(line):
        shutil.copytree(request.getfixturevalue("registry"), here, dirs_exist_ok=True)
        shutil.copytree(here, imported_registry().parent, dirs_exist_ok=True)
    if "serve" in line:
        with running(here, *shlex.split(line)[2:]) as service, service.client() as client:
            assert client.get("/healthz").status_code == 200
        return
    if "import backup" in line:
        (here / "backup.jsonl").write_text(run("workspace", "export").stdout)
    if "watch check" in line or "watch remove" in line:
        run("watch", "add", "990000013", "990000056")
    if "data import" in line and "--help" not in line:
        line = re.sub(r"import (firmeterm-)?data", "import data-files", line)
    if " | " in line:
        _pipe_does_what_it_says(*line.split(" | "))
        return
    if " > " in line:
        shown, _, file = line.partition(" > ")
        command = [sys.executable, "-m", "tui_app", *shlex.split(shown)[1:]]
        with (here / file).open("wb") as written:
            ended = subprocess.run(
                command, stdout=written, stderr=subprocess.PIPE, text=True, check=False
            )
        assert ended.returncode == 0 and (here / file).stat().st_size, ended.stderr
        return
    result = run(*shlex.split(line)[1:])
    assert result.exit_code == 0, result.output


def _pipe_does_what_it_says(before: str, *after: str) -> None:
    """Ours is the first command, or the last of two."""
    if before.startswith("firmeterm "):
        status, shown, said = piped(shlex.split(before)[1:], *after)
    else:
        given = subprocess.run(["sh", "-c", before], capture_output=True, text=True, check=True)
        [ours] = after
        ended = run(*shlex.split(ours)[1:], typed=given.stdout)
        status, shown, said = ended.exit_code, ended.stdout, ended.stderr
    assert status == 0 and shown, said
