"""Screens under a name: saved, found again, renamed, deleted; two explorers lose nothing."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tui_app.workspace.saved_screenings import LONGEST_NAME
from tui_app.workspace.transfer import TransferError, export_lines, import_lines
from tui_app.workspace.workspace import Workspace

HEAD = b'{"kind":"workspace","format":1}'
CLUJ, IASI = "county:Cluj caen:62", "county:Iasi"


def kept(workspace: Workspace) -> dict[str, str]:
    return {screen.name: screen.line for screen in workspace.screenings.all()}


def test_a_screen_is_found_again_by_any_spelling_of_its_name(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    with Workspace(file) as workspace:
        assert workspace.screenings.save("  Țintă   nouă ", CLUJ) == "Țintă nouă"
    with Workspace(file) as workspace:
        assert workspace.screenings.line("tinta NOUA") == CLUJ
        assert workspace.screenings.line("other") == ""
        assert kept(workspace) == {"Țintă nouă": CLUJ}


def test_screens_stand_in_the_order_of_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    with Workspace(None) as workspace:
        for day, name in enumerate(("b", "Ă", "c", "a b"), 1):
            moment = dt.datetime(2026, 1, day, tzinfo=dt.UTC)
            monkeypatch.setattr("tui_app.workspace.saved_screenings.now", lambda m=moment: m)
            workspace.screenings.save(name, CLUJ)
        assert [screen.name for screen in workspace.screenings.all()] == ["Ă", "a b", "b", "c"]


def test_saving_over_what_was_seen_replaces_it() -> None:
    with Workspace(None) as workspace:
        workspace.screenings.save("mine", CLUJ)
        assert workspace.screenings.save("Mine", IASI, base=CLUJ) == "Mine"
        assert kept(workspace) == {"Mine": IASI}
        assert workspace.screenings.save("mine", IASI) == "mine"
        assert kept(workspace) == {"Mine": IASI}


def test_two_explorers_that_save_under_one_name_both_keep_their_screen(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    with Workspace(file) as one, Workspace(file) as two:
        one.screenings.save("mine", CLUJ)
        # The first changes it, the second still knows the line before.
        assert one.screenings.save("mine", IASI, base=CLUJ) == "mine"
        assert two.screenings.save("mine", "caen:47", base=CLUJ) == "mine (2)"
        assert two.screenings.save("mine", "caen:01") == "mine (3)"
        expected = {"mine": IASI, "mine (2)": "caen:47", "mine (3)": "caen:01"}
        assert kept(one) == kept(two) == expected


def test_a_rename_takes_no_other_screens_name_from_it() -> None:
    with Workspace(None) as workspace:
        workspace.screenings.save("one", CLUJ)
        workspace.screenings.save("two", IASI)
        assert workspace.screenings.rename("one", "Two") == "Two (2)"
        assert kept(workspace) == {"two": IASI, "Two (2)": CLUJ}
        assert workspace.screenings.rename("two", "TWO") == "TWO"
        assert kept(workspace) == {"TWO": IASI, "Two (2)": CLUJ}
        assert workspace.screenings.rename("gone", "x") == ""
        assert workspace.screenings.rename("TWO", " ‑ ") == ""
        assert kept(workspace) == {"TWO": IASI, "Two (2)": CLUJ}


def test_only_what_was_seen_is_deleted() -> None:
    with Workspace(None) as workspace:
        workspace.screenings.save("one", CLUJ)
        assert not workspace.screenings.delete("one", line=IASI)
        assert kept(workspace) == {"one": CLUJ}
        assert workspace.screenings.delete("ONE", line=CLUJ)
        assert kept(workspace) == {}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("", CLUJ),
        (" .-, ", CLUJ),
        ("one", ""),
        ("one", "   "),
        ("1900101123456", CLUJ),
        ("one", "name:1900101123456"),
        ("one", "name:190.01.01.123456"),
    ],
)
def test_what_has_no_name_or_holds_a_personal_code_is_not_kept(name: str, line: str) -> None:
    with Workspace(None) as workspace:
        assert workspace.screenings.save(name, line) == ""
        assert kept(workspace) == {}


def test_nothing_that_a_terminal_would_obey_is_kept_and_a_name_ends_somewhere() -> None:
    with Workspace(None) as workspace:
        name = workspace.screenings.save("\x1b[31mred" + "x" * 200, "county:Cluj\x07")
        assert name.startswith("[31mredx")
        assert len(name) == LONGEST_NAME
        assert kept(workspace) == {name: CLUJ.split(maxsplit=1)[0]}
        # A name that is cut after a word is one that a backup may bring in again.
        word = "x" * (LONGEST_NAME - 1)
        assert workspace.screenings.save(f"{word} y", IASI) == word
        import_lines(workspace.database, list(export_lines(workspace.database)))
        assert kept(workspace)[word] == IASI


def test_a_private_session_keeps_none(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    with Workspace(file) as workspace:
        workspace.screenings.save("one", CLUJ)
    with Workspace(file, private=True) as private:
        private.screenings.save("two", IASI)
        assert kept(private) == {"one": CLUJ, "two": IASI}
    with Workspace(file) as workspace:
        assert kept(workspace) == {"one": CLUJ}


def test_a_file_of_the_version_before_gets_its_table(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    with Workspace(file) as workspace:
        workspace.notes.save("1001", "kept", base="")
        workspace.database.write(lambda db: db.execute("DROP TABLE screen"))
        workspace.database.write(lambda db: db.execute("PRAGMA user_version = 1"))
    with Workspace(file) as workspace:
        assert workspace.notes.text("1001") == "kept"
        assert workspace.screenings.save("one", CLUJ) == "one"


def test_screens_move_with_the_workspace_and_twice_is_as_once() -> None:
    with Workspace(None) as old, Workspace(None) as new:
        old.screenings.save("one", CLUJ)
        old.screenings.save("two", IASI)
        new.screenings.save("ONE", "caen:47")
        lines = list(export_lines(old.database))
        for _time in range(2):
            import_lines(new.database, lines)
            assert kept(new) == {"ONE": "caen:47", "one (2)": CLUJ, "two": IASI}
        moments = {screen.changed_at for screen in old.screenings.all()}
        assert {s.changed_at for s in new.screenings.all() if s.name != "ONE"} == moments


@pytest.mark.parametrize(
    "screen",
    [
        b'{"kind":"screen","name":"","line":"caen:62","changedAt":"2026-05-01T00:00:00Z"}',
        b'{"kind":"screen","name":"a","line":"","changedAt":"2026-05-01T00:00:00Z"}',
        b'{"kind":"screen","name":" a","line":"caen:62","changedAt":"2026-05-01T00:00:00Z"}',
        b'{"kind":"screen","name":"a","line":" caen:62","changedAt":"2026-05-01T00:00:00Z"}',
        b'{"kind":"screen","name":"a","line":"name:1900101123456",'
        b'"changedAt":"2026-05-01T00:00:00Z"}',
        b'{"kind":"screen","name":"a","line":"caen:62","changedAt":"yesterday"}',
    ],
)
def test_a_file_brings_in_no_screen_that_would_not_be_saved(screen: bytes) -> None:
    with Workspace(None) as workspace:
        with pytest.raises(TransferError, match="Line 2"):
            import_lines(workspace.database, [HEAD, screen])
        assert kept(workspace) == {}


def test_only_the_line_that_was_seen_under_the_name_is_replaced() -> None:
    with Workspace(None) as workspace:
        save = workspace.screenings.save
        assert save("mine", CLUJ) == "mine"
        assert save("mine", IASI) == "mine (2)"
        # What was seen under the numbered name stands there; the name itself has another line.
        assert save("mine", "caen:47", base=IASI) == "mine (3)"
        assert save("MINE", "caen:01", base=CLUJ) == "MINE"
        assert save("mine", "caen:47") == "mine (3)"
        expected = {"MINE": "caen:01", "mine (2)": IASI, "mine (3)": "caen:47"}
        assert kept(workspace) == expected
        assert not workspace.screenings.delete("mine (2)", line=CLUJ)
        assert not workspace.screenings.delete("mine (4)", line=IASI)
        assert kept(workspace) == expected
