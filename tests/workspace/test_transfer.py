"""A workspace moves to another machine whole, and nothing harmful comes in with a file."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from tests.workspace.companies import cases, day, figures, people, profile, sightings
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.changes import Change
from tui_app.workspace.transfer import TransferError, export_lines, import_lines
from tui_app.workspace.workspace import Workspace

HEAD = b'{"kind":"workspace","format":1}'
TABLES = ("company", "look", "search", "watch", "note", "known")


def filled(path: Path | None) -> Workspace:
    workspace = Workspace(path)
    workspace.watch_list.add(["990000013", "990000021"], at=day(1))
    for number, status in ((2, "functiune"), (3, "functiune"), (4, "faliment")):
        answers = (
            profile("990000013", status=status),
            figures("990000013", 100),
            cases("990000013", 30),
            people("Popescu Ana"),
        )
        workspace.snapshots.record("server", "990000013", sightings(day(number), *answers))
    summary = CompanySummary(tax_id="990000013", company_name="ȘTEFAN DEMO SRL")
    workspace.history.look(summary, invented=True, at=day(2))
    workspace.history.searched("ștefan demo", at=day(2))
    workspace.notes.save("990000013", "call\nback", base="")
    return workspace


def content(workspace: Workspace) -> dict[str, list[Any]]:
    read = workspace.database.read
    tables: dict[str, list[Any]] = {name: sorted(read(f"SELECT * FROM {name}")) for name in TABLES}
    tables["change"] = sorted(read("SELECT tax_id, source, seen_at, body FROM change"))
    tables["version"] = list(workspace.snapshots.versions("990000013"))
    return tables


def test_everything_moves_and_twice_is_as_once() -> None:
    with filled(None) as old, Workspace(None) as new:
        lines = list(export_lines(old.database))
        assert all(b"\n" not in line for line in lines)
        assert import_lines(new.database, lines) == len(lines)
        assert content(new) == content(old)
        import_lines(new.database, lines)
        assert content(new) == content(old)
        assert sorted(export_lines(new.database)) == sorted(lines)


def test_what_is_there_stays_and_notes_are_merged() -> None:
    with filled(None) as old, Workspace(None) as new:
        new.watch_list.add(["77"], at=day(5))
        new.notes.save("990000013", "mine", base="")
        lines = list(export_lines(old.database))
        for _time in range(2):
            import_lines(new.database, lines)
            assert set(new.watch_list.tax_ids()) == {"77", "990000013", "990000021"}
            # The newest note first, both whole.
            assert new.notes.text("990000013") == "mine\n\ncall\nback"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "the file is empty"),
        ([b"tax id,name"], "Line 1"),
        ([b'{"kind":"note","taxId":"1001","text":"x","changedAt":"2026-05-01T00:00:00Z"}'],
         "not an export"),
        ([b'{"kind":"workspace","format":2}'], "newer firmeterm"),
        ([HEAD, HEAD], "Line 3"),
        ([HEAD, b'{"kind":"novelty"}'], "Line 3"),
        ([HEAD, b'{"kind":"look","taxId":"1001","lookedAt":"yesterday"}'], "Line 3"),
        ([HEAD, b'{"kind":"look","taxId":"1900101123456","lookedAt":"2026-05-01T00:00:00Z"}'],
         "no tax id"),
        ([HEAD, b'{"kind":"watch","taxId":"../x","addedAt":"2026-05-01T00:00:00Z",'
                b'"seenAt":"2026-05-01T00:00:00Z","reportedAt":"2026-05-01T00:00:00Z"}'],
         "no tax id"),
        ([HEAD, b'{"kind":"version","taxId":"1001","source":"s","section":"secrets","data":{},'
                b'"firstSeen":"2026-05-01T00:00:00Z","lastSeen":"2026-05-01T00:00:00Z"}'],
         "Line 3"),
        ([HEAD, b'{"kind":"look","taxId":"1001","lookedAt":"2026-05-01T00:00:00"}'], "no moment"),
        ([HEAD, b'{"kind":"look","taxId":"1001","lookedAt":"0001-01-01T00:00:00Z"}'], "no moment"),
        ([HEAD, b'{"kind":"change","taxId":"1001","source":"s","change":{"field":"vat",'
                b'"before":true,"after":false,"firstSeen":"9999-12-31T00:00:00Z"}}'], "no moment"),
        ([HEAD, b'{"kind":"known","taxId":"1001","source":"s","field":"cases","value":5}'],
         "Line 3"),
        ([HEAD, b'{"kind":"known","taxId":"1001","source":"s","field":"x","value":5}'], "Line 3"),
        ([HEAD, b"[" * 100_000], "Line 3"),
        ([b"\n"], "Line 1"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_changes_nothing(lines: list[bytes], said: str) -> None:
    good = b'{"kind":"look","taxId":"1001","lookedAt":"2026-05-01T00:00:00Z"}'
    with filled(None) as workspace:
        before = content(workspace)
        with pytest.raises(TransferError, match=said) as refused:
            import_lines(workspace.database, [*lines[:1], good, *lines[1:]] if lines[1:] else lines)
        assert "1900101123456" not in str(refused.value)
        assert content(workspace) == before


def test_texts_from_a_file_are_harmless() -> None:
    note = {
        "kind": "note", "taxId": "1001", "text": "a\x1b[2J\nb 1900101123456",
        "changedAt": "2026-05-01T00:00:00Z",
    }  # fmt: skip
    company = {
        "kind": "company", "invented": False,
        "summary": {"taxId": "1001", "companyName": "A\x1b[2J\n\u202eB"},
    }  # fmt: skip
    search = {
        "kind": "search", "text": "1900101123456", "searchedAt": "2026-05-01T00:00:00Z"
    }  # fmt: skip
    with Workspace(None) as workspace:
        lines = [HEAD, *(json.dumps(each).encode() for each in (note, company, search))]
        import_lines(workspace.database, lines)
        assert workspace.notes.text("1001") == "a[2J\nb █████████████"
        assert workspace.companies.summary("1001").company_name == "A[2JB"
        assert workspace.history.searches() == ()


def test_what_was_known_later_counts_after_merging() -> None:
    def seen(workspace: Workspace, status: str, day: int) -> tuple[Change, ...]:
        moment = dt.datetime(2026, 5, day, tzinfo=dt.UTC)
        answer = sightings(moment, profile("990000013", status=status))
        return workspace.snapshots.record("server", "990000013", answer)

    with Workspace(None) as here, Workspace(None) as there:
        for workspace in (here, there):
            seen(workspace, "functiune", 1)
        seen(there, "insolventa", 2)
        import_lines(here.database, list(export_lines(there.database)))
        import_lines(there.database, list(export_lines(here.database)))
        for workspace in (here, there):
            assert seen(workspace, "insolventa", 3) == ()
            [change] = seen(workspace, "faliment", 4)
            assert (change.before, change.after) == ("insolventa", "faliment")
            assert len(workspace.snapshots.timeline("990000013")) == 2


def test_an_old_backup_takes_nothing_back() -> None:
    def seen(workspace: Workspace, status: str, number: int) -> tuple[Change, ...]:
        answer = sightings(day(number), profile("990000013", status=status))
        return workspace.snapshots.record("server", "990000013", answer)

    with Workspace(None) as workspace:
        seen(workspace, "functiune", 1)
        backup = list(export_lines(workspace.database))
        seen(workspace, "insolventa", 2)
        import_lines(workspace.database, backup)
        assert seen(workspace, "insolventa", 3) == ()
        [change] = seen(workspace, "faliment", 4)
        assert (change.before, change.after) == ("insolventa", "faliment")


def _heard(workspace: Workspace, number: int, status: str, total: int) -> tuple[Change, ...]:
    answers = sightings(day(number), profile("1001", status=status), cases("1001", total))
    return workspace.snapshots.record("server", "1001", answers)


def test_an_old_backup_overwrites_nothing_newer_and_a_newer_one_does() -> None:
    with Workspace(None) as here:
        _heard(here, 2, "functiune", 1)
        old = list(export_lines(here.database))
        _heard(here, 4, "faliment", 3)
        new = list(export_lines(here.database))
        import_lines(here.database, old)
        assert _heard(here, 5, "faliment", 3) == ()
    with Workspace(None) as other:
        _heard(other, 2, "functiune", 1)
        import_lines(other.database, new)
        assert _heard(other, 5, "faliment", 3) == ()


def test_of_a_backup_only_the_sections_are_taken_that_are_newer() -> None:
    with Workspace(None) as here, Workspace(None) as other:
        _heard(other, 2, "functiune", 1)
        other.snapshots.record("server", "1001", sightings(day(6), cases("1001", 4)))
        _heard(here, 4, "faliment", 3)
        import_lines(here.database, list(export_lines(other.database)))
        # The cases are known from there, the status from here.
        later = sightings(day(7), profile("1001", status="faliment", vat=False), cases("1001", 4))
        assert [each.field for each in here.snapshots.record("server", "1001", later)] == ["vat"]
