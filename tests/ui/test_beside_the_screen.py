"""Tasks beside the screen neither block it nor end it."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.hostile import told
from tests.ui.user import explore, program
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.sources import source
from tui_app.ui.actions.website import website_menu
from tui_app.ui.explorer import resuming
from tui_app.ui.widgets.row_list import RowList
from tui_app.workspace.saved_location import SavedLocation, load_location, save_location
from tui_app.workspace.workspace import Workspace

ROOT = Path(__file__).parents[2]
UI = ROOT / "tui_app" / "ui"


def test_one_function_starts_workers() -> None:
    """Textual's own ends the program for a failure, or swallows it."""
    callers = [path.name for path in UI.rglob("*.py") if ".run_worker(" in path.read_text()]
    assert callers == ["value.py"]


def test_one_module_reads_what_the_environment_says_of_ssh() -> None:
    readers = [path.name for path in UI.rglob("*.py") if re.search(r"SSH_[A-Z]", path.read_text())]
    assert readers == ["capabilities.py"]


async def test_a_chart_that_fails_is_told_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_what: object) -> object:
        raise RuntimeError("no chart today")

    monkeypatch.setattr("tui_app.ui.sections.figures.figures_text._draw", broken)
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "2")
        assert "firmeterm made a mistake (RuntimeError)" in user.screen
        await user.press("t", "t")
        assert "2025" in user.screen


async def test_a_mistake_of_ours_in_a_write_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def broken(_workspace: Workspace) -> None:
        raise RuntimeError("no such table")

    async with explore() as user:
        user.app.workspace_thread.do(broken)
        await user.idle()
    assert "RuntimeError: no such table" in caplog.text


async def test_a_clipboard_helper_that_hangs_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = tmp_path / "released"
    helper = tmp_path / "wl-copy"
    helper.write_text(
        f"#!/bin/sh\ncat >/dev/null\nwhile [ ! -e {released} ]; do sleep 0.05; done\n"
    )
    helper.chmod(0o755)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr("tui_app.ui.terminal.clipboard._HELPER_TIMEOUT", 60.0)
    async with explore() as user:
        await user.search("petro")
        await user.press("escape")
        await user.pilot.press("y", "t")
        # The helper has not answered; keys are.
        await user.pilot.press("down", "down")
        assert user.app.explorer.list.rows.cursor == 2
        assert "copied" not in told(user)
        released.touch()
        await user.idle()
        assert "wl-copy" in told(user)


async def test_a_slow_disk_holds_no_key_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "place.json"
    loop_thread, writers = set[int](), set[int]()

    def save(path: Path, place: SavedLocation) -> None:
        writers.add(threading.get_ident())
        save_location(path, place)

    monkeypatch.setattr(resuming, "save_location", save)
    async with explore(program(location_file=file)) as user:
        loop_thread.add(threading.get_ident())
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "3")
        await user.pilot.press("2")
    assert writers and not writers & loop_thread
    # The last one is saved though the program ended at once.
    assert load_location(file).location.tab == "finance"


async def test_whoever_asks_while_the_server_changes_asks_the_new_one() -> None:
    def connect(settings: Settings) -> Companies:
        client = source.connect(Settings())
        client.asked_for = settings.base_url  # type: ignore[attr-defined]
        return client

    app = program(connect=connect)
    async with explore(app) as user:
        before = app.client
        assert before is not None
        closing, close = asyncio.Event(), before.aclose

        async def slow() -> None:
            await closing.wait()
            await close()

        before.aclose = slow  # type: ignore[method-assign]
        app.switch_source(base_url="https://other.example")
        await user.pilot.pause()
        asked = await app.companies()
        assert asked is not before
        assert asked.asked_for == "https://other.example"  # type: ignore[attr-defined]
        closing.set()
        await user.idle()
        assert app.client is asked


async def test_every_website_can_be_chosen(copied: list[str]) -> None:
    addresses = tuple(f"https://demo{number}.invalid" for number in range(14))
    async with explore() as user:
        await user.press("escape")
        user.app.explorer.open_menu(website_menu(user.app.explorer, addresses))
        await user.idle()
        rows = user.app.screen.query_one(RowList)
        assert len(rows.rows) == 14
        await user.press("end")
        rows.move_to("13")
        await user.press("enter")
        # Nobody has a browser here, so it is copied.
        assert copied == [addresses[13]]
        assert "Sent the address to the clipboard" in user.screen


def test_without_a_terminal_of_unix_a_sentence_says_so() -> None:
    code = (
        "import sys; sys.modules['termios'] = sys.modules['fcntl'] = None\n"
        "sys.argv = ['firmeterm']\n"
        "from tui_app.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "WSL" in done.stderr
    assert "Traceback" not in done.stderr
