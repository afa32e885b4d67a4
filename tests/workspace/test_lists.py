"""The lists of a workspace: watched and visited companies, searches, checks, the last place."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tests.waiting import until
from tests.workspace.companies import ANA, DAN, day, people, profile, sightings
from tui_app.contract.resources import CompanySummary
from tui_app.workspace import saved_location
from tui_app.workspace.checks import RESUMED_WITHIN
from tui_app.workspace.saved_location import SavedLocation, SavedQuery, load_location
from tui_app.workspace.workspace import Workspace

MINUTE = dt.timedelta(minutes=1)
INSTANT = dt.timedelta(milliseconds=1)


def changed(workspace: Workspace, tax_id: str, *days: int) -> None:
    """Let a watched company change on these days; the first is when it was first seen."""
    for number in days:
        seen = sightings(day(number), profile(tax_id, status=f"status {number}"))
        workspace.snapshots.record("server", tax_id, seen, at=day(28))


def test_watched_companies_stand_by_their_newest_change_then_by_the_day_they_were_added() -> None:
    with Workspace(None) as workspace:
        watched = workspace.watch_list
        for number, tax_id in enumerate(("1001", "1002", "1003", "1004"), 1):
            watched.add([tax_id], at=day(number))
        changed(workspace, "1002", 1, 9, 12)
        changed(workspace, "1001", 1, 10, 11)
        changed(workspace, "9999", 1, 20)  # is not watched
        found = [(each.summary.tax_id, each.news) for each in watched.entries()]
        assert found == [("1002", 2), ("1001", 2), ("1004", 0), ("1003", 0)]
        newest = [each.newest.after if each.newest else None for each in watched.entries()]
        assert newest == ["status 12", "status 11", None, None]
        assert [each.added_at for each in watched.entries()] == [day(2), day(1), day(4), day(3)]
        assert watched.tax_ids() == ("1001", "1002", "1003", "1004")
        for most, expected in ((1, ["1002"]), (2, ["1002", "1001"]), (4, ["1002", "1001"])):
            assert [each.summary.tax_id for each in watched.changed(most=most)] == expected


def test_a_look_and_a_report_are_remembered_apart_and_never_set_back() -> None:
    with Workspace(None) as workspace:
        watched = workspace.watch_list
        watched.add(["1001", "1002"], at=day(1))
        for tax_id in watched.tax_ids():
            changed(workspace, tax_id, 2, 4, 6)

        def news() -> dict[str, int]:
            return {each.summary.tax_id: each.news for each in watched.entries()}

        def told() -> dict[str, int]:
            return {tax_id: len(found) for tax_id, found in watched.unreported().items()}

        assert news() == told() == {"1001": 2, "1002": 2}
        watched.mark_seen("1001", at=day(4))
        assert (news()["1001"], news()["1002"]) == (1, 2) and told() == {"1001": 2, "1002": 2}
        watched.reported(["1002"], at=day(6))
        assert told() == {"1001": 2, "1002": 0} and news()["1002"] == 2
        # What was looked at is still the newest change of its company.
        watched.mark_seen("1002", at=day(6))
        assert {each.summary.tax_id for each in watched.changed(most=9)} == {"1001", "1002"}
        # An earlier moment, of another program, brings no news back.
        watched.mark_seen("1001", at=day(3))
        watched.reported(["1002"], at=day(4))
        assert news()["1001"] == 1 and told()["1002"] == 0
        order = [each.after for each in watched.unreported()["1001"]]
        assert order == ["status 6", "status 4"]
        # Who is watched again after a while is told of what comes then.
        watched.remove(["1001"])
        watched.add(["1001"], at=day(5))
        assert news()["1001"] == told()["1001"] == 1


def test_adding_counts_the_new_ones_and_keeps_the_order_and_the_first_day() -> None:
    with Workspace(None) as workspace:
        watched = workspace.watch_list
        assert watched.add(["1003", "1001", "1003"], at=day(3)) == 2
        assert watched.add(["1001", "1002"], at=day(1)) == 1
        assert watched.tax_ids() == ("1002", "1003", "1001")
        assert watched.contains("1001") and not watched.contains("100")
        assert watched.remove(["1001", "1001", "77"]) == 1
        assert not watched.contains("1001")


def test_without_a_moment_it_is_now(tmp_path: Path) -> None:
    with Workspace(tmp_path / "a" / "b" / "c" / "workspace.db") as workspace:
        watched = workspace.watch_list
        changed(workspace, "1001", 1, 2)
        watched.add(["1001"])
        until(lambda: dt.datetime.now(dt.UTC) > watched.entries()[0].added_at + INSTANT)
        later = dt.datetime.now(dt.UTC)
        seen = sightings(later, profile("1001", status="new"))
        workspace.snapshots.record("server", "1001", seen)
        assert len(watched.unreported()["1001"]) == 1 == watched.entries()[0].news
        watched.reported(["1001"])
        watched.mark_seen("1001")
        assert watched.unreported() == {"1001": ()} and watched.entries()[0].news == 0
        workspace.history.look(ANA, invented=False)
        [entry] = workspace.history.companies()
        assert later <= entry.looked_at + INSTANT
        assert workspace.checks.begin("server") >= later
        workspace.checks.finish("server")


def test_what_is_undone_is_as_it_was() -> None:
    with Workspace(None) as workspace:
        watched = workspace.watch_list
        watched.add(["1001", "1002"], at=day(1))
        changed(workspace, "1001", 1, 3)
        watched.mark_seen("1001", at=day(3))
        watched.reported(["1002"], at=day(4))
        before = workspace.database.read("SELECT * FROM watch ORDER BY tax_id")
        touched = ("1001", "1003")
        kept = watched.kept(touched)
        watched.remove(["1001"])
        watched.add(["1003"], at=day(5))
        watched.put_back(touched, kept)
        assert workspace.database.read("SELECT * FROM watch ORDER BY tax_id") == before


@pytest.mark.parametrize(("seconds", "looks"), [(0, 1), (59.999, 1), (60, 2), (3600, 2)])
def test_a_second_look_counts_after_a_minute(seconds: float, looks: int) -> None:
    with Workspace(None) as workspace:
        look = workspace.history.look
        look(ANA, invented=False, at=day(1))
        look(DAN, invented=False, at=day(1) + dt.timedelta(seconds=seconds / 2))
        look(ANA, invented=False, at=day(1) + dt.timedelta(seconds=seconds))
        found = {each.summary: each.looks for each in workspace.history.companies()}
        assert found == {ANA: looks, DAN: 1}


def test_visited_companies_are_those_last_looked_at_and_no_more_than_asked_for() -> None:
    with Workspace(None) as workspace:
        for number, company in ((1, ANA), (2, DAN), (3, DAN), (4, ANA), (5, DAN)):
            workspace.history.look(company, invented=False, at=day(number))
        found = [(e.summary, e.looks, e.looked_at) for e in workspace.history.companies()]
        assert found == [(DAN, 3, day(5)), (ANA, 2, day(4))]
        assert [e.summary for e in workspace.history.companies(most=1)] == [DAN]
        # Each of the words, in any order, in name or number; a blank text asks for all.
        for text, expected in (
            ("demo ana", [ANA]), ("ana dan", []), ("  ", [DAN, ANA]), ("srl", [ANA]),
            ("990000021 stefan", [DAN]), ("9900000", [DAN, ANA]),
        ):  # fmt: skip
            assert [e.summary for e in workspace.history.companies(text)] == expected


def test_a_search_again_is_the_newest_and_forgetting_leaves_the_rest() -> None:
    with Workspace(None) as workspace:
        for number, text in enumerate(("agro", "petro", "Agro", "mega"), 1):
            workspace.history.searched(text, at=day(number))
        assert workspace.history.searches() == ("mega", "Agro", "petro")
        assert workspace.history.searches(most=2) == ("mega", "Agro")
        workspace.history.look(ANA, invented=True, at=day(1))
        workspace.watch_list.add([ANA.tax_id])
        workspace.notes.save(ANA.tax_id, "call", base="")
        workspace.history.forget()
        assert not workspace.history.searches() and not workspace.history.companies()
        assert workspace.notes.noted() == {ANA.tax_id}
        [entry] = workspace.watch_list.entries()
        assert (entry.summary, entry.invented) == (ANA, True)


def test_a_known_company_gets_what_is_new_and_loses_nothing() -> None:
    later = CompanySummary(tax_id=ANA.tax_id, company_name="ANA NOUA SRL", status="radiata")
    with Workspace(None) as workspace:
        workspace.companies.remember(ANA, invented=True)
        workspace.companies.remember(later, invented=False)
        kept = workspace.companies.summary(ANA.tax_id)
        assert (kept.company_name, kept.county, kept.status) == ("ANA NOUA SRL", "Cluj", "radiata")
        workspace.history.look(later, invented=False, at=day(1))
        [entry] = workspace.history.companies("noua")
        assert not entry.invented
        assert workspace.history.companies("ana demo") == ()


def test_a_check_is_continued_only_within_half_a_day_at_its_source() -> None:
    with Workspace(None) as workspace:
        begin = workspace.checks.begin
        assert dt.timedelta(days=1) > RESUMED_WITHIN
        for source in ("server", "registry"):
            begin(source, at=day(1))
        assert begin("server", at=day(1) + RESUMED_WITHIN - INSTANT) == day(1)
        workspace.checks.finish("registry", at=day(1) + MINUTE)
        # It ended at the one source and goes on at the other.
        assert begin("registry", at=day(1) + 2 * MINUTE) == day(1) + 2 * MINUTE
        assert begin("server", at=day(1) + 2 * MINUTE) == day(1)
        # A clock that was set back: a check that began later than now is none to continue.
        assert begin("server", at=day(1) - MINUTE) == day(1) - MINUTE
        assert (
            begin("server", at=day(1) - MINUTE + RESUMED_WITHIN) == day(1) - MINUTE + RESUMED_WITHIN
        )


def test_a_note_of_any_length_is_stored_and_merged_in_full() -> None:
    with Workspace(None) as workspace:
        save = workspace.notes.save
        long = "\n".join(f"line {number}" for number in range(30_000))
        assert save("1001", long, base="") == long
        theirs, ours = f"theirs\n{long}", f"{long}\nours"
        assert save("1001", theirs, base=long) == theirs
        assert save("1001", ours, base=long) == f"theirs\n{long}\nours"
        assert save("1002", "one\ttab\nz\u0378", base="") == "one tab\nz"  # no character yet
        assert save("1002", "one tab\nz\nmine", base="") == "one tab\nz\nmine"
        assert workspace.notes.noted() == {"1001", "1002"}
        assert save("1002", "", base="one tab\nz\nmine") == ""
        assert workspace.notes.text("1002") == ""
        assert workspace.notes.noted() == {"1001"}
        [[rows]] = workspace.database.read("SELECT COUNT(*) FROM note")
        assert rows == 1


def test_a_place_is_there_after_saving_and_a_missing_or_unreadable_one_is_the_start(
    tmp_path: Path,
) -> None:
    file = tmp_path / "place.json"
    assert load_location(file) == (SavedLocation(), "")
    place = SavedLocation(
        list="watch", queries={"screen": SavedQuery("county:CJ", 2)}, tax_id="1001", page=7,
        focus="list", columns={"watch": ("county", "status")},
    )  # fmt: skip
    saved_location.save_location(file, place)
    assert load_location(file) == (place, "")
    (tmp_path / "folder").mkdir()
    loaded = load_location(tmp_path / "folder")
    assert loaded.location == SavedLocation() and "cannot be read" in loaded.notice
    assert (tmp_path / "folder").is_dir()
    saved_location.save_location(tmp_path / "folder" / "x" / ".." / "..", place)  # is no error


def test_what_the_check_stores_belongs_to_its_section() -> None:
    with Workspace(None) as workspace:
        seen = sightings(day(1), profile("1001"), people("Ana"))
        workspace.snapshots.record("server", "1001", seen, at=day(2))
        found = {each.section: each.data for each in workspace.snapshots.versions("1001")}
        assert found == {"profile": profile("1001"), "administrators": people("Ana")}
