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
        old.notes.save("990000021", "a long note, of many words", base="")
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
        ([], "Line 1 cannot be read: the file is empty"),
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


def test_each_thing_of_a_backup_is_added_where_it_is_missing_and_else_stays() -> None:
    with Workspace(None) as here, Workspace(None) as there:
        for workspace, number, name in ((here, 2, "OURS SRL"), (there, 4, "THEIRS SRL")):
            summary = CompanySummary(tax_id="1001", company_name=name, county="Cluj")
            workspace.history.look(summary, invented=name == "OURS SRL", at=day(number))
            workspace.history.searched("agro", at=day(number))
            workspace.watch_list.add(["1001"], at=day(number))
            workspace.watch_list.reported(["1001"], at=day(number + 1))
            workspace.watch_list.mark_seen("1001", at=day(number + 2))
        there.history.look(CompanySummary(tax_id="1002"), invented=True, at=day(5))
        there.watch_list.add(["1002"], at=day(1))
        there.watch_list.reported(["1002"], at=day(5))
        there.watch_list.mark_seen("1002", at=day(7))
        ours = here.database.read("SELECT * FROM watch")
        theirs = there.database.read("SELECT * FROM watch WHERE tax_id = '1002'")
        import_lines(here.database, list(export_lines(there.database)))
        assert here.database.read("SELECT * FROM watch ORDER BY tax_id") == ours + theirs
        found = [(e.summary.company_name, e.looks, e.invented) for e in here.history.companies()]
        assert found == [("", 1, True), ("OURS SRL", 2, True)]
        assert [each.looked_at for each in here.history.companies()] == [day(5), day(4)]


@pytest.mark.parametrize(
    ("older", "newer", "merged"),
    [("one", "two", "two\n\none"), ("one", "one", "one"), ("one\n\ntwo", "two", "one\n\ntwo")],
)
@pytest.mark.parametrize("is_ours_newer", [False, True])
def test_a_note_of_both_is_whole_with_the_newest_first(
    older: str, newer: str, merged: str, is_ours_newer: bool
) -> None:
    line = {"kind": "note", "taxId": "1001", "changedAt": "2026-05-02T00:00:00Z"}
    with Workspace(None) as workspace:
        for text, at in ((older, 1), (newer, 3))[:: -1 if is_ours_newer else 1]:
            moment = f"2026-05-0{at}T00:00:00Z"
            note = json.dumps({**line, "text": text, "changedAt": moment}).encode()
            import_lines(workspace.database, [HEAD, note])
        assert workspace.notes.text("1001") == merged


def test_the_first_and_the_last_year_of_a_moment_and_blank_lines() -> None:
    def look(moment: str) -> bytes:
        return b'{"kind":"look","taxId":"1001","lookedAt":"%s"}' % moment.encode()

    with Workspace(None) as workspace:
        good = [look("1970-01-01T00:00:00Z"), b"", look("9998-12-31T23:59:59Z"), b"  \n"]
        assert import_lines(workspace.database, [HEAD, *good]) == 5
        assert workspace.database.read("SELECT COUNT(*) FROM look") == [(2,)]
        for bad in ("1969-12-31T23:59:59Z", "9999-01-01T00:00:00Z", "2026-05-01T00:00:00"):
            with pytest.raises(TransferError, match=r"Line 3 .*no moment"):
                import_lines(workspace.database, [HEAD, look("2026-05-01T00:00:00Z"), look(bad)])
        assert workspace.database.read("SELECT COUNT(*) FROM look") == [(2,)]
        with pytest.raises(TransferError, match="no tax id"):
            import_lines(workspace.database, [HEAD, look("2026-05-01T00:00:00Z").replace(
                b'"1001"', b'"RO 1001"')])  # fmt: skip
