"""The workspace of several programs at once, and its file when it is damaged."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workspace.companies import ANA, DAN
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.errors import WorkspaceError
from tui_app.workspace.workspace import Workspace


def test_two_explorers_at_once_lose_nothing_and_see_each_other(path: Path) -> None:
    with Workspace(path) as one, Workspace(path) as two:
        before = two.database.version()
        one.watch_list.add(["1001"])
        one.notes.save("1001", "from one", base="")
        assert two.database.version() != before
        assert two.watch_list.tax_ids() == ("1001",)
        assert two.notes.save("1001", "from two", base="") == "from one\nfrom two"
        assert one.notes.text("1001") == "from one\nfrom two"


def write(path: Path, name: str) -> None:
    """Add to the lists and to one note, again and again."""
    note = ""
    with Workspace(path) as workspace:
        for number in range(40):
            tax_id = f"{name}{number:03}"
            workspace.watch_list.add([tax_id])
            workspace.history.look(CompanySummary(tax_id=tax_id, company_name=name), invented=False)
            note = workspace.notes.save("77", f"{note}\n{tax_id}", base=note)


def test_programs_that_write_at_once_lose_nothing(path: Path) -> None:
    fork = multiprocessing.get_context("fork")
    writers = [fork.Process(target=write, args=(path, name)) for name in "123"]
    for each in writers:
        each.start()
    for each in writers:
        each.join(60)
    assert [each.exitcode for each in writers] == [0, 0, 0]
    expected = {f"{name}{number:03}" for name in "123" for number in range(40)}
    with Workspace(path) as workspace:
        assert set(workspace.watch_list.tax_ids()) == expected
        assert {each.summary.tax_id for each in workspace.history.companies()} == expected
        assert expected <= set(workspace.notes.text("77").split("\n"))


TYPIST = """
import sys
from pathlib import Path
from tui_app.workspace.workspace import Workspace

workspace = Workspace(Path(sys.argv[1]))
note = ""
for number in range(1_000_000):
    note = workspace.notes.save("1001", note + "x", base=note)
    print(len(note), flush=True)
"""


def test_a_killed_program_loses_nothing_that_was_saved(path: Path) -> None:
    typist = subprocess.Popen([sys.executable, "-c", TYPIST, str(path)], stdout=subprocess.PIPE)
    assert typist.stdout is not None
    for _number in range(50):
        saved = int(typist.stdout.readline())
    os.kill(typist.pid, signal.SIGKILL)
    rest = typist.stdout.read().split()
    typist.communicate()
    with Workspace(path) as workspace:
        assert len(workspace.notes.text("1001")) >= int(rest[-1] if rest else saved)
        assert workspace.database.notices == []


@pytest.mark.parametrize("damage", ["other", "cut", "middle", "foreign"])
def test_a_damaged_file_is_set_aside_with_a_message(path: Path, damage: str) -> None:
    with Workspace(path) as workspace:
        workspace.watch_list.add(f"{number:07}" for number in range(5_000))
    whole = path.read_bytes()
    if damage == "foreign":
        path.unlink()
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE theirs (x)")
        other.close()
    else:
        broken = {
            "other": b"no database" * 1_000,
            "cut": whole[: len(whole) // 2],
            "middle": whole[:20_000] + b"\xff" * 60_000 + whole[80_000:],
        }
        path.write_bytes(broken[damage])
    with Workspace(path) as workspace:
        workspace.watch_list.tax_ids()
        assert workspace.watch_list.tax_ids() == ()
        workspace.notes.save("1001", "new", base="")
        [notice] = workspace.database.pop_notices()
        assert workspace.database.pop_notices() == ()
    [aside] = path.parent.glob("workspace.db.damaged-*[0-9]")
    assert str(aside) in notice
    assert aside.stat().st_size
    with Workspace(path) as workspace:
        assert workspace.notes.text("1001") == "new"


def test_a_file_that_another_program_locks_stays_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_app.workspace.database._BUSY_SECONDS", 0)
    with Workspace(path) as workspace:
        workspace.watch_list.add(["1001"])
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(WorkspaceError, match="cannot be used"):
            Workspace(path)
    with Workspace(path) as workspace:
        assert workspace.watch_list.tax_ids() == ("1001",)
    assert not list(path.parent.glob("*damaged*"))


def test_who_finds_the_damage_second_leaves_the_new_file_alone(path: Path) -> None:
    with Workspace(path) as one, Workspace(path) as two:
        with Workspace(path) as third:
            third.watch_list.add(f"{number:07}" for number in range(5_000))
            third.database.read("PRAGMA wal_checkpoint(TRUNCATE)")
        # The file goes bad under both, who have not read it yet.
        path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 200_000)
        assert one.watch_list.tax_ids() == ()
        one.notes.save("1001", "new", base="")
        assert two.watch_list.tax_ids() == ()
        assert two.notes.text("1001") == "new"
        assert two.database.notices == []
    assert len(list(path.parent.glob("workspace.db.damaged-*[0-9]"))) == 1


def test_a_file_that_another_program_holds_is_no_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_app.workspace.database._BUSY_SECONDS", 0)
    with Workspace(path) as workspace:
        workspace.notes.save("1001", "kept", base="")
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(WorkspaceError, match="locked"):
                workspace.notes.save("1001", "more", base="kept")
            other.execute("ROLLBACK")
        # The next change is stored, and nothing was set aside.
        assert workspace.notes.save("1001", "more", base="kept") == "more"
        assert workspace.database.notices == []
    assert not list(path.parent.glob("*.damaged-*"))


def test_a_newer_file_is_left_as_it_is(path: Path) -> None:
    with Workspace(path) as workspace:
        workspace.notes.save("1001", "kept", base="")
        workspace.database.write(lambda db: db.execute("PRAGMA user_version = 99"))
    before = path.read_bytes()
    with pytest.raises(WorkspaceError, match="newer firmeterm"):
        Workspace(path)
    assert path.read_bytes() == before


def test_a_file_whose_folder_vanished_is_written_anew_with_all_that_was_in_it(path: Path) -> None:
    with Workspace(path) as workspace:
        workspace.notes.save(ANA.tax_id, "one", base="")
        shutil.rmtree(path.parent)
        workspace.notes.save(DAN.tax_id, "two", base="")
        with Workspace(path) as other:
            assert (other.notes.text(ANA.tax_id), other.notes.text(DAN.tax_id)) == ("one", "two")
        workspace.notes.save(ANA.tax_id, "three", base="one")
    with Workspace(path) as other:
        assert other.notes.text(ANA.tax_id) == "three"


def test_a_change_goes_into_the_file_that_took_the_place(path: Path) -> None:
    with Workspace(path) as workspace:
        workspace.notes.save(ANA.tax_id, "one", base="")
        shutil.rmtree(path.parent)
        with Workspace(path) as other:
            other.notes.save(ANA.tax_id, "restored", base="")
        workspace.notes.save(DAN.tax_id, "two", base="")
        assert workspace.notes.text(ANA.tax_id) == "restored"
    with Workspace(path) as other:
        assert (other.notes.text(ANA.tax_id), other.notes.text(DAN.tax_id)) == ("restored", "two")


def test_a_change_that_finds_no_file_is_refused_and_goes_with_the_next(path: Path) -> None:
    with Workspace(path) as workspace:
        workspace.notes.save(ANA.tax_id, "one", base="")
        shutil.rmtree(path.parent)
        path.parent.touch()
        with pytest.raises(WorkspaceError):
            workspace.notes.save(DAN.tax_id, "two", base="")
        path.parent.unlink()
        workspace.history.searched("anything")
    with Workspace(path) as other:
        assert (other.notes.text(ANA.tax_id), other.notes.text(DAN.tax_id)) == ("one", "two")


@pytest.mark.parametrize("is_newer", [False, True])
def test_changes_are_refused_as_long_as_the_name_belongs_to_a_file_that_takes_none(
    path: Path, is_newer: bool
) -> None:
    with Workspace(path) as workspace:
        workspace.history.searched("one")
        shutil.rmtree(path.parent)
        with Workspace(path) as other:
            other.database.write(lambda db: db.execute("PRAGMA user_version = 99"))
        if not is_newer:
            path.write_bytes(b"of another program" * 99)
        for text in ("two", "three"):
            with pytest.raises(WorkspaceError):
                workspace.history.searched(text)
        path.unlink()
        workspace.history.searched("four")
    with Workspace(path) as other:
        assert set(other.history.searches()) == {"one", "two", "three", "four"}
