"""The direction of imports, and what is not imported before it is needed."""

from __future__ import annotations

import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests.service.running import environment, running

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


def _modules_after(code: str) -> set[str]:
    script = f"{code}\nimport sys\nprint('\\n'.join(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("part", ["contract", "client.companies", "registry.sqlite.registry_file"])
def test_what_lies_below_the_screen_imports_no_textual(part: str) -> None:
    assert "textual" not in _modules_after(f"import tui_app.{part}")


PLAIN_COMMANDS = [
    "--version", "--help", "manual", "manual hosting", "manual --search proxy", "config",
    "config path", "config get reserve", "keys --help", "keys list", "keys create --label team",
    "accounts --help", "serve --help", "serve --sample --port -1", "mcp --help", "completion bash",
]  # fmt: skip


@pytest.mark.parametrize("command", PLAIN_COMMANDS)
def test_a_command_without_a_screen_imports_no_textual(command: str, tmp_path: Path) -> None:
    code = f"""
import sys
sys.argv = ["firmeterm", *{command.split()!r}]
from tui_app.__main__ import main
try:
    main()
except SystemExit:
    pass
"""
    script = f"{code}\nprint('imported', [m for m in sys.modules if m.split('.')[0] == 'textual'])"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment(tmp_path),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.endswith("imported []\n"), done.stderr


def test_the_service_imports_no_textual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    with running(tmp_path, "--mcp", "--reconcile") as service:
        with service.client() as client:
            assert client.get("/readyz").status_code == 200
        service.stop()
    imported = service.log_file.read_text()
    assert re.search(r"\|\s+starlette\b", imported)
    assert not re.search(r"\|\s+textual\b", imported)


@pytest.mark.parametrize("part", ["contract.ranking", "contract.openapi", "insight.growth"])
def test_pure_parts_import_no_io(part: str) -> None:
    assert not {"httpx", "sqlite3", "starlette"} & _modules_after(f"import tui_app.{part}")


def test_the_first_frame_needs_nothing_heavy() -> None:
    # The client is held back as it is in the program: it is made after the first frame.
    code = """
import asyncio, threading
import tui_app.__main__, tui_app.cli.explore
from tui_app.sources import source
from tui_app.config.settings import Settings
from tui_app.ui.app import FirmetermApp
from tui_app.ui.app_context import AppContext
from tui_app.ui.session import Source
from tui_app.ui.terminal.capabilities import detect

held = threading.Event()

def connect(settings):
    held.wait()
    raise SystemExit

def workspace():
    held.wait()
    raise SystemExit

def describe(settings):
    return Source(name=source.name_of(settings), welcome="", embedded=True)

async def first_frame():
    app = FirmetermApp(AppContext(
        connect=connect, describe=describe, settings=Settings(), terminal=detect(),
        open_workspace=workspace))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("p", "e")
        assert app.explorer.list.rows.region.height
        import sys
        print("\\n".join(sorted(sys.modules)), flush=True)
        held.set()
        import os
        os._exit(0)

asyncio.run(first_frame())
"""
    heavy = {"httpx", "plotext", "sqlite3", "starlette", "granian", "babel", "click", "tomllib"}
    assert not heavy & _modules_after(code)


def test_the_contracts_of_imports_hold() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as l; l()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_no_files_import_each_other() -> None:
    """Not for types either."""
    graph = grimp.build_graph("tui_app", cache_dir=None)
    imports = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


def test_a_start_imports_these_and_nothing_else() -> None:
    """From the first frame to a field that takes keys, before a request opens the sample."""
    code = """
import asyncio, sys
import tui_app.__main__, tui_app.cli.explore
from tui_app.sources import source
from tui_app.config.settings import Settings
from tui_app.ui.app import FirmetermApp
from tui_app.ui.app_context import AppContext
from tui_app.ui.session import Source
from tui_app.ui.terminal.capabilities import detect
from tui_app.workspace.workspace import Workspace

def describe(settings):
    return Source(name=source.name_of(settings), welcome="", embedded=True)

async def start():
    app = FirmetermApp(AppContext(
        connect=source.connect, describe=describe, settings=Settings(), terminal=detect(),
        open_workspace=lambda: Workspace(None, private=True)))
    async with app.run_test(size=(120, 40)) as pilot:
        while app.client is None:
            await pilot.pause(0.01)
        await pilot.press("p", "e")
        print("\\n".join(sorted(sys.modules)), flush=True)
        import os
        os._exit(0)

asyncio.run(start())
"""
    imported = _modules_after(code)
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
