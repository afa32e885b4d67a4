"""The direction of imports, and what is not imported before it is needed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.service.running import environment, running
from tui_app.ui.lists import LISTS
from tui_app.ui.sections import SECTIONS

ROOT = Path(__file__).parents[2]
_AT_START = {
    "tui_app",
    "textual",
    "rich",
    "msgspec",
    "platformdirs",
    "typing_extensions",
    "pygments",
}
"""The packages, beside Python's own, that a start may import: each costs time and memory."""


def _printed(script: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=os.environ | environment,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


PLAIN_COMMANDS = [
    "--version", "--help", "manual", "manual hosting", "manual --search proxy", "config",
    "config path", "config get reserve", "keys --help", "keys list", "keys create --label team",
    "accounts --help", "serve --help", "serve --sample --port -1", "mcp --help", "completion bash",
]  # fmt: skip


def test_commands_without_a_screen_import_no_textual(tmp_path: Path) -> None:
    """In one process: the first that imports it is named."""
    script = f"""
import contextlib, io, sys
from tui_app.__main__ import main
for command in {PLAIN_COMMANDS!r}:
    sys.argv = ["firmeterm", *command.split()]
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        main()
    found = any(name.split(".")[0] == "textual" for name in sys.modules)
    print("after:", command, found, sep="|", flush=True)
"""
    said = _printed(script, **environment(tmp_path))
    lines = [line.split("|")[1:] for line in said.splitlines() if line.startswith("after:|")]
    assert [command for command, _found in lines] == PLAIN_COMMANDS
    assert [command for command, found in lines if found != "False"] == []


def test_the_service_imports_no_textual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    with running(tmp_path, "--reconcile") as service:
        with service.client() as client:
            assert client.get("/readyz").status_code == 200
        service.stop()
    imported = service.log_file.read_text()
    assert re.search(r"\|\s+starlette\b", imported)
    assert not re.search(r"\|\s+textual\b", imported)


def test_pure_parts_import_no_io_and_what_lies_below_the_screen_no_textual() -> None:
    lines = ["import sys"]
    for parts in (
        ("contract.ranking", "contract.openapi", "insight.growth"),
        ("contract", "client.companies", "registry.sqlite.registry_file"),
    ):
        lines += [*(f"import tui_app.{part}" for part in parts), "print(*sys.modules)"]
    pure, below = (set(said.split()) for said in _printed("\n".join(lines)).splitlines())
    assert not {"httpx", "sqlite3", "starlette"} & pure
    assert "tui_app.registry.sqlite.registry_file" in below and "textual" not in below


@pytest.fixture(scope="module")
def of_a_start(tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[str], str]:
    """What is imported at the first frame, and when a field takes keys.

    The client and what the first frame does not show are held back as they are in the program: they
    come after it. Then no request has opened the sample yet. A key of a tab that was not shown
    says before where it works: the line between the two.
    """
    script = """
import asyncio, os, pathlib, sys, threading
import tui_app.__main__, tui_app.cli.explore
from tui_app.sources import source
from tui_app.config.settings import Settings
from tui_app.ui.app import FirmetermApp
from tui_app.ui.app_context import AppContext
from tui_app.ui.explorer.screen import ExplorerScreen
from tui_app.ui.session import Source
from tui_app.ui.terminal.capabilities import detect

held, said = threading.Event(), [""]
last = pathlib.Path(os.environ["LAST_LOCATION"])
last.write_text('{"focus":"field"}')  # as an earlier start leaves it
mount_deferred = ExplorerScreen.mount_deferred

async def mount_later(screen):
    while not held.is_set():
        await asyncio.sleep(0.005)
    await mount_deferred(screen)

ExplorerScreen.mount_deferred = mount_later

def connect(settings):
    held.wait()
    return source.connect(settings)

def workspace():
    held.wait()
    from tui_app.workspace.workspace import Workspace
    return Workspace(None, private=True)

def describe(settings):
    return Source(name=source.name_of(settings), welcome="", embedded=True)

async def start():
    app = FirmetermApp(AppContext(
        connect=connect, describe=describe, settings=Settings(), terminal=detect(),
        open_workspace=workspace, location_file=lambda _settings: last))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("p", "e")
        assert app.explorer.list.rows.region.height
        print(*sorted(sys.modules))
        app.explorer.foot.notice.say = lambda text, *_args, **_kwargs: said.append(text)
        await pilot.press("escape", "X")
        print(said[-1])
        held.set()
        while app.client is None:
            await pilot.pause(0.01)
        await pilot.press("backspace")
        print(*sorted(sys.modules), flush=True)
        os._exit(0)

asyncio.run(start())
"""
    last = tmp_path_factory.mktemp("start") / "location.json"
    first, told, later = _printed(script, LAST_LOCATION=str(last)).splitlines()
    return set(first.split()), set(later.split()), told


def test_the_first_frame_needs_nothing_heavy(of_a_start: tuple[set[str], set[str], str]) -> None:
    heavy = {"httpx", "plotext", "sqlite3", "starlette", "granian", "babel", "click", "tomllib"}
    assert not heavy & of_a_start[0]


def test_the_first_frame_loads_one_list_and_one_tab(
    of_a_start: tuple[set[str], set[str], str],
) -> None:
    at_first, later, told = of_a_start
    others = {kind.place.partition(":")[0] for kind in (*LISTS[1:], *SECTIONS[1:])}
    assert not others & at_first
    # Nor what is said of a company that is not open yet.
    assert not {"tui_app.insight.rules", "tui_app.workspace.changes"} & at_first
    assert others <= later
    assert told == "Only in Events (6)."


def test_the_contracts_of_imports_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    # Its own logging would silence that of all later tests in this process.
    monkeypatch.setattr("logging.config.dictConfig", lambda _config: None)
    # Silence: where one is broken, ``lint-imports`` says which.
    assert lint_imports() == EXIT_STATUS_SUCCESS


def test_no_files_import_each_other() -> None:
    """Not for types either."""
    graph = grimp.build_graph("tui_app", cache_dir=None)
    imports = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


def test_a_start_imports_these_and_nothing_else(of_a_start: tuple[set[str], set[str], str]) -> None:
    """From the first frame to a field that takes keys, before a request opens the sample."""
    imported = of_a_start[1]
    roots = {name.partition(".")[0] for name in imported}
    # Modules of the environment itself begin with an underscore, such as those of setuptools.
    ours = {name for name in roots - sys.stdlib_module_names if not name.startswith("_")}
    assert ours - {"sitecustomize", "usercustomize"} <= _AT_START
    rooms = {name.split(".")[1] for name in imported if name.startswith("tui_app.")}
    assert not rooms & {"agents", "export", "manual", "opendata", "public", "tables"}
    unneeded = {
        "email",
        "hashlib",
        "html",
        "importlib.metadata",
        "tui_app.contract.screening.language",
        "tui_app.registry.sqlite.registry_file",
        "tui_app.ui.screening.facets",
    }
    assert not imported & unneeded
