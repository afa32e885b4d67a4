"""Notes on companies, typed into a dialog and saved as they are typed."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from textual.widgets import TextArea

from tests.sample import landmarks
from tests.ui.hostile import told
from tests.ui.user import User, explore, program
from tui_app.ui.dialogs import note
from tui_app.workspace import database
from tui_app.workspace.workspace import Workspace

SHOWPIECE = landmarks.SHOWPIECE


@pytest.fixture(autouse=True)
def _saves_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note, "_REST", 0.05)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "data" / "workspace.db"


async def opened(user: User, tax_id: str, *keys: str) -> None:
    await user.search(tax_id)
    await user.press("enter", *keys)


async def until_noted(user: User, path: Path, text: str) -> None:
    """Wait until a note is in the file while the editor is still open."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with Workspace(path) as other:
            if other.notes.text(SHOWPIECE) == text:
                return
        await user.pilot.pause(0.05)
    raise AssertionError(f"never saved: {text!r}")


async def test_a_note_is_saved_as_it_is_typed(kept: Path) -> None:
    async with explore(program(workspace=kept)) as user:
        await opened(user, SHOWPIECE, "m")
        await user.type("call back")
        await user.press("enter")
        await user.type("on monday")
        await until_noted(user, kept, "call back\non monday")
        with Workspace(kept) as other:
            other.notes.save(SHOWPIECE, "call back\non monday\ntheirs", base="call back\non monday")
        await user.type(", mine")
        await user.press("escape")
        assert "✎ note" in user.screen
        with Workspace(kept) as other:
            lines = other.notes.text(SHOWPIECE).split("\n")
            assert "theirs" in lines and "on monday, mine" in lines
        await user.press("m")
        assert "theirs" in user.screen


async def test_what_another_explorer_wrote_while_one_types_on_is_kept(kept: Path) -> None:
    with Workspace(kept) as other:
        other.notes.save(SHOWPIECE, "one", base="")
    async with explore(program(workspace=kept)) as user:
        await opened(user, SHOWPIECE, "m", "A")
        with Workspace(kept) as other:
            other.notes.save(SHOWPIECE, "one\ntheirs", base="one")
        slow_disk = threading.Event()
        user.app.workspace_thread.do(lambda _workspace: slow_disk.wait(20))
        await user.pilot.press("B")
        await user.when(lambda: any(w.description == "save a note" for w in user.app.workers))
        await user.pilot.press("C")
        slow_disk.set()
        await user.press("escape")
    with Workspace(kept) as other:
        assert other.notes.text(SHOWPIECE) == "oneABC\ntheirs"


async def test_a_note_that_cannot_be_saved_is_not_called_saved(kept: Path) -> None:
    async with explore(program(workspace=kept)) as user:
        await opened(user, SHOWPIECE, "m", "A")
        await until_noted(user, kept, "A")
        with contextlib.closing(sqlite3.connect(kept)) as db:
            db.execute(
                "CREATE TRIGGER full BEFORE INSERT ON note BEGIN SELECT raise(FAIL, 'full'); END"
            )
        await user.press("B")
        await user.until("Not saved")
        await user.press("escape")
        assert "Not saved · Esc again closes" in user.screen
        await user.press("escape")
        assert len(user.app.screen_stack) == 1
        with contextlib.closing(sqlite3.connect(kept)) as db:
            db.execute("DROP TRIGGER full")
        await user.press("m")  # soon after which it is saved again
        assert "AB" in user.screen
        await until_noted(user, kept, "AB")
        await user.press("escape")
        assert len(user.app.screen_stack) == 1


async def test_a_note_is_kept_though_the_folder_vanished(kept: Path) -> None:
    async with explore(program(workspace=kept)) as user:
        await opened(user, SHOWPIECE, "m", "A")
        await until_noted(user, kept, "A")
        shutil.rmtree(kept.parent)
        kept.parent.touch()
        await user.press("B")
        await user.until("Not saved")
        await user.press("escape")
        assert len(user.app.screen_stack) == 2
        assert "AB" in user.screen
        kept.parent.unlink()
        await user.press("escape")
        assert len(user.app.screen_stack) == 1
    with Workspace(kept) as other:
        assert other.notes.text(SHOWPIECE) == "AB"
        assert [each.summary.tax_id for each in other.history.companies()] == [SHOWPIECE]


async def test_a_note_that_no_file_took_is_printed_at_the_end(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with explore(program(workspace=kept)) as user:
        await opened(user, SHOWPIECE, "m", "A")
        await until_noted(user, kept, "A")
        shutil.rmtree(kept.parent)
        kept.parent.touch()
        await user.press("B", "escape", "escape")
        assert len(user.app.screen_stack) == 1
    assert f"This note on {SHOWPIECE} could not be saved:\nAB\n" in capsys.readouterr().err


async def test_where_nothing_can_be_kept_a_note_is_not_called_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "workspace.db"
    async with explore(program(workspace=folder)) as user:
        await opened(user, SHOWPIECE)
        assert f"{folder} (File exists). Anything you write now is lost" in told(user)
        await user.press("m", "A")
        await user.until("Cannot be saved · printed when you quit")
    assert f"This note on {SHOWPIECE} could not be saved:\nA\n" in capsys.readouterr().err


@pytest.mark.parametrize("is_free_at_the_end", [True, False])
async def test_a_note_outlasts_a_locked_file(
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_free_at_the_end: bool,
) -> None:
    """Beside the text in the file, which could not be read."""
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.05)
    with Workspace(kept) as other:
        other.notes.save(SHOWPIECE, "theirs", base="")
    with contextlib.closing(sqlite3.connect(kept)) as db:
        db.executescript("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;")
        async with explore(program(workspace=kept)) as user:
            await opened(user, SHOWPIECE, "m", "A")
            await user.until("printed when you quit")
            await user.press("escape", "m")
            await user.until("A")
            await user.press("escape")
            if is_free_at_the_end:
                db.close()
    printed = "could not be saved:\nA\n" in capsys.readouterr().err
    with Workspace(kept) as other:
        assert printed != ("A" in other.notes.text(SHOWPIECE)) == is_free_at_the_end
        assert "theirs" in other.notes.text(SHOWPIECE)


async def test_a_long_note_is_kept_in_full(kept: Path) -> None:
    text = "\n".join(f"line {number} of a long note" for number in range(1_000))
    async with explore(program(workspace=kept)) as user:
        await opened(user, SHOWPIECE, "m")
        user.app.screen.query_one(TextArea).text = text
        await user.press("escape")
        with Workspace(kept) as other:
            assert other.notes.text(SHOWPIECE) == text
        await user.press("m")
        assert user.app.screen.query_one(TextArea).text == text
