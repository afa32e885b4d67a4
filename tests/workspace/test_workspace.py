"""What a workspace keeps, whoever writes it and however the program ends."""

from __future__ import annotations

import datetime as dt
import stat
from functools import partial
from pathlib import Path

import pytest

from tests.workspace.companies import ANA, DAN, day, people, profile, sightings
from tui_app.contract.resources import CompanyProfile, CompanySummary
from tui_app.workspace.errors import WorkspaceError
from tui_app.workspace.workspace import Workspace


def test_only_its_owner_can_read_the_file_and_its_logs(path: Path) -> None:
    with Workspace(path) as workspace:
        workspace.notes.save("990000013", "call back", base="")
        files = list(path.parent.iterdir())
        assert path in files
        assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)


def test_history_is_the_last_company_first_and_is_searched_folded(path: Path) -> None:
    with Workspace(path) as workspace:
        workspace.history.look(ANA, invented=True, at=day(1))
        workspace.history.look(DAN, invented=False, at=day(2))
        workspace.history.look(ANA, invented=True, at=day(3))
    with Workspace(path) as workspace:
        found = workspace.history.companies()
        assert [(each.summary, each.looks, each.looked_at) for each in found] == [
            (ANA, 2, day(3)),
            (DAN, 1, day(2)),
        ]
        assert [each.invented for each in found] == [True, False]
        for text in ("stefan", "DAN ștefan", "j40/99123", "990000021", "dan sa"):
            assert [each.summary for each in workspace.history.companies(text)] == [DAN]
        assert workspace.history.companies("nobody") == ()


def test_a_look_a_moment_later_is_the_same_look(path: Path) -> None:
    with Workspace(path) as workspace:
        for seconds in (0, 1, 59, 61, 120):  # each is told from the last one that counted
            moment = day(1) + dt.timedelta(seconds=seconds)
            workspace.history.look(ANA, invented=False, at=moment)
        [only] = workspace.history.companies()
        assert only.looks == 2


def test_searches_are_the_last_first_each_once_and_never_a_personal_code(path: Path) -> None:
    with Workspace(path) as workspace:
        for number, text in enumerate(["agro", "Petro  demo", "AGRO", "  "]):
            workspace.history.searched(text, at=day(number + 1))
        for code in ("1900101123456", "1900101 123456", "1 900101-123456", "x 1900101123456"):
            workspace.history.searched(code)
        assert workspace.history.searches() == ("AGRO", "Petro demo")


def test_what_is_left_empty_does_not_undo_what_was_known(path: Path) -> None:
    with Workspace(path) as workspace:
        workspace.companies.remember(ANA, invented=True)
        workspace.companies.remember(CompanySummary(tax_id=ANA.tax_id, status="x"), invented=True)
        kept = workspace.companies.summary(ANA.tax_id)
        assert (kept.company_name, kept.county, kept.status) == ("ANA DEMO SRL", "Cluj", "x")
        assert workspace.companies.summary("12") == CompanySummary(tax_id="12")


def test_watching_and_the_newest_change_first(path: Path) -> None:
    with Workspace(path) as workspace:
        assert workspace.watch_list.add(["1001", "1002", "1003"], at=day(1)) == 3
        assert workspace.watch_list.add(["1002"], at=day(2)) == 0
        record = workspace.snapshots.record
        for tax_id, later in (("1001", 5), ("1002", 7)):
            record("server", tax_id, sightings(day(2), profile(tax_id)))
            record("server", tax_id, sightings(day(later), profile(tax_id, status="faliment")))
        workspace.companies.remember(ANA, invented=False)
        first, second, third = workspace.watch_list.entries()
        assert [e.summary.tax_id for e in (first, second, third)] == ["1002", "1001", "1003"]
        assert first.newest is not None and first.newest.after == "faliment"
        assert (first.newest.first_seen, first.news, third.newest) == (day(7), 1, None)
        workspace.watch_list.mark_seen("1002", at=day(8))
        assert [entry.news for entry in workspace.watch_list.entries()] == [0, 1, 0]
        assert workspace.watch_list.remove(["1001", "9"]) == 1
        assert workspace.watch_list.tax_ids() == ("1002", "1003")


def test_a_change_is_reported_once(path: Path) -> None:
    with Workspace(path) as workspace:
        workspace.watch_list.add(["1001"], at=day(1))
        workspace.snapshots.record("server", "1001", sightings(day(1), profile("1001")))
        assert workspace.watch_list.unreported() == {"1001": ()}
        changed = profile("1001", status="faliment")
        workspace.snapshots.record("server", "1001", sightings(day(3), changed))
        [change] = workspace.watch_list.unreported()["1001"]
        assert change.after == "faliment"
        workspace.watch_list.reported(["1001"], at=day(3))
        assert workspace.watch_list.unreported() == {"1001": ()}


def test_snapshots_say_from_when_to_when_a_content_was_seen(path: Path) -> None:
    with Workspace(path) as workspace:
        heard = [(1, "functiune"), (2, "functiune"), (3, "faliment"), (4, "functiune")]
        for number, status in heard:
            seen = sightings(day(number), profile("1001", status=status))
            workspace.snapshots.record("server", "1001", seen)
        versions = workspace.snapshots.versions("1001")
        spans = [(v.first_seen, v.last_seen, getattr(v.data, "status", "")) for v in versions]
        assert spans == [
            (day(1), day(2), "functiune"),
            (day(3), day(3), "faliment"),
            (day(4), day(4), "functiune"),
        ]
        [[contents]] = workspace.database.read("SELECT COUNT(*) FROM content")
        assert contents == 2  # the third is stored once with the first
        timeline = workspace.snapshots.timeline("1001")
        assert [(c.first_seen, c.after) for c in timeline] == [
            (day(4), "functiune"),
            (day(3), "faliment"),
        ]
        assert workspace.snapshots.first_seen("1001") == day(1)
        assert workspace.snapshots.first_seen("1002") is None


def test_an_older_answer_is_no_news_and_sources_are_not_compared(path: Path) -> None:
    with Workspace(path) as workspace:
        record = workspace.snapshots.record
        record("server", "1001", sightings(day(5), profile("1001", status="faliment")))
        older = sightings(day(4), profile("1001", status="functiune"))
        assert record("server", "1001", older) == ()
        other = sightings(day(6), profile("1001", status="functiune"))
        assert record("registry", "1001", other) == ()
        assert workspace.snapshots.timeline("1001") == ()


def test_the_last_day_of_vat(path: Path) -> None:
    with Workspace(path) as workspace:
        assert workspace.snapshots.vat_seen_on("server", "1001") is None
        for number, vat in ((1, True), (2, True), (3, False)):
            seen = sightings(day(number), profile("1001", vat=vat))
            workspace.snapshots.record("server", "1001", seen)
        assert workspace.snapshots.vat_seen_on("server", "1001") == day(2).date()
        assert workspace.snapshots.vat_seen_on("registry", "1001") is None


def test_an_interrupted_check_goes_on_for_half_a_day(path: Path) -> None:
    with Workspace(path) as workspace:
        begin, hours = workspace.checks.begin, dt.timedelta(hours=1)
        assert begin("server", at=day(1)) == day(1)
        assert begin("server", at=day(1) + hours) == day(1)
        assert begin("registry", at=day(1) + hours) == day(1) + hours
        # A check a day is late or early by minutes.
        assert begin("server", at=day(1) + 12 * hours) == day(1) + 12 * hours
        assert begin("server", at=day(2)) == day(2)
        workspace.checks.finish("server", at=day(2))
        assert begin("server", at=day(2) + hours) == day(2) + hours
        seen = sightings(day(3), profile("1001"), people("Ana"))
        workspace.snapshots.record("server", "1001", seen)
        since = partial(workspace.snapshots.seen_since, at=day(5))
        assert since("server", day(3)) == {("1001", "profile"), ("1001", "administrators")}
        assert since("server", day(4)) == since("registry", day(1)) == frozenset()
        # The clock was ahead when they were asked: they do not stand for a check of today.
        assert since("server", day(1), at=day(2)) == frozenset()


def test_a_note_is_kept_without_what_must_not_be(path: Path) -> None:
    with Workspace(path) as workspace:
        kept = workspace.notes.save("1001", "owner 1900101123456\n\x1b[31mred", base="")
        assert kept == "owner █████████████\n[31mred"
        assert workspace.notes.text("1001") == kept
        assert workspace.notes.noted() == {"1001"}
        assert workspace.notes.save("1001", " \n", base=kept) == " \n"
        assert workspace.notes.noted() == frozenset()
        long = "line of a long note\n" * 10_000
        assert workspace.notes.save("1002", long, base="") == workspace.notes.text("1002") == long
    assert b"1900101123456" not in path.read_bytes()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(WorkspaceError, match="cannot be used"):
        Workspace(tmp_path / "file" / "workspace.db")


def test_private_reads_what_is_there_and_keeps_nothing(path: Path) -> None:
    with Workspace(path, private=True) as private:
        private.notes.save("1001", "secret", base="")
        assert private.notes.text("1001") == "secret"
    assert not path.exists()
    with Workspace(path) as workspace:
        workspace.notes.save("1001", "kept", base="")
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    with Workspace(path, private=True) as private:
        assert private.notes.text("1001") == "kept"
        private.notes.save("1001", "changed", base="kept")
        private.history.look(ANA, invented=False)
        private.snapshots.record("server", "1001", sightings(day(1), profile("1001")))
        assert private.history.companies()
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before
    with Workspace(path) as workspace, Workspace(path, private=True) as private:
        workspace.notes.save("1001", "newer", base="kept")
        # A copy of what was there when it was opened.
        assert private.notes.text("1001") == "kept"
        with Workspace(path, private=True) as later:
            assert later.notes.text("1001") == "newer"


def test_without_a_path_it_lasts_as_long_as_the_program() -> None:
    with Workspace(None) as workspace:
        workspace.notes.save("1001", "here", base="")
        assert workspace.notes.text("1001") == "here"


def test_an_empty_profile_is_kept_and_changes_nothing(path: Path) -> None:
    with Workspace(path) as workspace:
        seen = sightings(day(1), CompanyProfile(tax_id="1001"))
        assert workspace.snapshots.record("server", "1001", seen) == ()
        assert len(workspace.snapshots.versions("1001")) == 1


def test_what_did_not_change_is_stored_once(path: Path) -> None:
    from tests.benchmarks import research

    # The bar is 60 MB for 2,000 companies; an empty file has its own size.
    size = research.keep(path, companies=40)
    assert size < research.LARGEST * 40 / research.COMPANIES
