"""What snapshots say of the time between two answers, and what a later or older one adds."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workspace.companies import cases, day, figures, people, profile, sightings
from tui_app.contract.past import RegisterChange
from tui_app.contract.resources import CourtCase, CourtCasePage
from tui_app.workspace.moments import from_stored, to_stored
from tui_app.workspace.register_changes import record_register_changes
from tui_app.workspace.snapshots import SectionAnswer, store_content
from tui_app.workspace.transfer import export_lines, import_lines
from tui_app.workspace.workspace import Workspace

NOW = day(28)


def heard(workspace: Workspace, number: int, status: str, source: str = "server") -> list[object]:
    """The new statuses that an answer of a day told."""
    seen = sightings(day(number), profile("1001", status=status))
    return [each.after for each in workspace.snapshots.record(source, "1001", seen, at=NOW)]


def spans(workspace: Workspace) -> list[tuple[int, int, str]]:
    """From which day to which one each status was seen."""
    return [
        (each.first_seen.day, each.last_seen.day, getattr(each.data, "status", ""))
        for each in workspace.snapshots.versions("1001")
    ]


@pytest.mark.parametrize("late", [1, 2, 4, 5])
@pytest.mark.parametrize("status", ["active", "bankrupt"])
def test_an_answer_from_within_or_before_a_span_changes_nothing(late: int, status: str) -> None:
    with Workspace(None) as workspace:
        for number in (2, 5):
            heard(workspace, number, "active")
        assert heard(workspace, late, status) == []
        assert spans(workspace) == [(2, 5, "active")]
        # Nothing was learnt of it: the next answer is compared with what was known.
        assert heard(workspace, 6, "active") == []
        assert heard(workspace, 7, "bankrupt") == ["bankrupt"]
        assert spans(workspace) == [(2, 6, "active"), (7, 7, "bankrupt")]


@given(st.lists(st.tuples(st.integers(1, 9), st.sampled_from("ab")), max_size=12))
def test_only_a_newer_answer_counts(answers: list[tuple[int, str]]) -> None:
    newest, known, told = 0, "", []
    with Workspace(None) as workspace:
        for number, status in answers:
            found = heard(workspace, number, status)
            if number > newest:
                told += [status] if known and status != known else []
                assert found == ([status] if known and status != known else [])
                newest, known = number, status
            else:
                assert found == []
        timeline = workspace.snapshots.timeline("1001")
    assert [each.after for each in reversed(timeline)] == told


def _page(number: int, total: int, first: int, *, seen_on: int | None = None) -> SectionAnswer:
    listed = tuple(CourtCase(case_number=f"{n}/3/2026") for n in range(first, first + 20))
    data = CourtCasePage(court_cases=listed, total_cases=total, total_pages=3, current_page=number)
    return SectionAnswer(
        operation="court_cases", data=data, seen_at=day(seen_on or number), page=number
    )


def test_pages_are_kept_beside_each_other_and_an_older_one_is_no_change() -> None:
    with Workspace(None) as workspace:
        record = workspace.snapshots.record
        for page in (_page(1, 60, 100), _page(2, 60, 120)):
            assert record("server", "1001", [page], at=NOW) == ()
        sections = [each.section for each in workspace.snapshots.versions("1001")]
        assert sections == ["court_cases", "court_cases/2"]
        more = _page(1, 61, 100, seen_on=10)
        assert [each.after for each in record("server", "1001", [more], at=NOW)] == [61]
        # A page of before that day, kept somewhere, sets the number of cases neither back nor on.
        assert record("server", "1001", [_page(3, 60, 140)], at=NOW) == ()
        again = _page(1, 61, 99, seen_on=11)
        assert record("server", "1001", [again], at=NOW) == ()
        # Two pages of one moment are as new as each other.
        [case] = record("server", "1001", [_page(2, 63, 50, seen_on=11)], at=NOW)
        assert (case.before, case.after) == (61, 63)
        [case] = record("server", "1001", [_page(1, 64, 98, seen_on=12)], at=NOW)
        assert (case.before, case.after) == (63, 64)
        # A first page may be older than a later page, too.
        [case] = record("server", "1001", [_page(2, 70, 40, seen_on=14)], at=NOW)
        assert (case.before, case.after) == (64, 70)
        assert record("server", "1001", [_page(1, 66, 97, seen_on=13)], at=NOW) == ()
        assert record("server", "1001", [_page(2, 70, 41, seen_on=15)], at=NOW) == ()


def test_the_newest_profile_and_the_first_day_of_each_source() -> None:
    with Workspace(None) as workspace:
        for number, status, source in (
            (4, "a", "server"), (6, "b", "server"), (8, "b", "server"), (9, "c", "registry"),
        ):  # fmt: skip
            heard(workspace, number, status, source)
        workspace.snapshots.record("server", "1002", sightings(day(1), profile("1002")), at=NOW)
        newest = workspace.snapshots.profile("server", "1001")
        assert newest is not None and newest.status == "b"
        assert workspace.snapshots.profile("sample", "1001") is None
        assert workspace.snapshots.profile("server", "1003") is None
        assert workspace.snapshots.first_seen("1001") == day(4)
        assert spans(workspace) == [(4, 4, "a"), (6, 8, "b"), (9, 9, "c")]


def test_answers_since_a_moment_are_those_last_seen_then_or_later() -> None:
    with Workspace(None) as workspace:
        for number in (2, 6):
            heard(workspace, number, "a")
        workspace.snapshots.record("server", "1002", sightings(day(4), people("Ana")), at=NOW)
        since = workspace.snapshots.seen_since
        both = {("1001", "profile"), ("1002", "administrators")}
        assert since("server", day(3), at=NOW) == both
        assert since("server", day(4), at=day(6)) == both
        assert since("server", day(5), at=NOW) == {("1001", "profile")}
        assert since("server", day(6), at=day(6)) == {("1001", "profile")}
        assert since("server", day(3), at=day(5)) == {("1002", "administrators")}
        assert since("server", day(7), at=NOW) == frozenset()


@pytest.mark.parametrize(
    ("said", "last"),
    [
        ([True, True, False], 2),
        ([True, None], 1),
        ([None, False], None),
        ([True, False, True, None], 3),
        ([True, False, False], 1),
        ([], None),
    ],
)
def test_the_last_day_on_which_a_profile_said_vat(said: list[bool | None], last: int) -> None:
    with Workspace(None) as workspace:
        for number, vat in enumerate(said, 1):
            seen = sightings(day(number), profile("1001", vat=vat))
            workspace.snapshots.record("server", "1001", seen, at=NOW)
        found = workspace.snapshots.vat_seen_on("server", "1001")
        assert (found.day if found else None) == last
        assert workspace.snapshots.vat_seen_on("registry", "1001") is None


def test_each_answer_of_several_tells_its_changes() -> None:
    with Workspace(None) as workspace:
        record = workspace.snapshots.record
        before = sightings(
            day(1), profile("1001"), figures("1001", 5), cases("1001", 1), people("Ana")
        )
        after = sightings(
            day(2), profile("1001", vat=False), figures("1001", 6), cases("1001", 2), people("Dan")
        )
        assert (
            record("server", "1001", before, at=NOW) == record("server", "1001", [], at=NOW) == ()
        )
        changes = record("server", "1001", after, at=NOW)
        assert {each.field for each in changes} == {"vat", "turnover", "cases", "administrators"}
        years = [each.year for each in changes if each.year]
        assert years == sorted(years, reverse=True)
        assert set(workspace.snapshots.timeline("1001")) == set(changes)
        assert workspace.snapshots.timeline("1002") == ()


@pytest.mark.parametrize(("backup", "here", "last"), [(3, 6, 6), (6, 3, 6), (4, 4, 4)])
def test_an_import_never_sets_back_when_a_content_was_last_seen(
    backup: int, here: int, last: int
) -> None:
    with Workspace(None) as theirs, Workspace(None) as ours:
        for workspace, until in ((theirs, backup), (ours, here)):
            for number in (2, until):
                heard(workspace, number, "active")
        import_lines(ours.database, list(export_lines(theirs.database)))
        assert spans(ours) == [(2, last, "active")]
        # The later span counts for what is older, too.
        assert heard(ours, last, "bankrupt") == []
        assert ours.snapshots.seen_since("server", day(last), at=NOW) == {("1001", "profile")}


def test_of_two_versions_in_a_backup_the_newest_decides_whether_it_is_newer() -> None:
    """An old version here, with a newer one beside it, does not make a backup newer."""
    with Workspace(None) as theirs, Workspace(None) as ours:
        heard(theirs, 4, "inactive")
        for number, status in ((2, "active"), (6, "bankrupt")):
            heard(ours, number, status)
        import_lines(ours.database, list(export_lines(theirs.database)))
        later = sightings(day(7), profile("1001", status="closed"))
        [change] = ours.snapshots.record("server", "1001", later, at=NOW)
        assert (change.before, change.after) == ("bankrupt", "closed")


def register_change(
    kind: str, before: str, after: str, until: str = "2026-06-01"
) -> RegisterChange:
    return RegisterChange(
        tax_id="1001", company_name="ANA SRL", kind=kind, before=before, after=after,
        not_before="2026-05-01", not_after=until,
    )  # fmt: skip


def test_a_change_of_the_register_is_stored_once_and_learnt_anew() -> None:
    with Workspace(None) as workspace:
        for source in ("registry", "server"):
            heard(workspace, 1, "active", source)
        found = [
            register_change("state", "active", "bankrupt"),
            register_change("seat", "Cluj", "Dej"),
            register_change("name", "ANA SRL", "ANA SA"),
            register_change("form", "SRL", "SA"),
            register_change("liquidator", "", "DAN"),
            register_change("gone", "active", ""),
            register_change("activity", "62", "47"),
        ]
        store = record_register_changes
        assert store(workspace.database, "registry", "1001", found) == 6
        assert store(workspace.database, "registry", "1001", found) == 0
        later = register_change("state", "active", "bankrupt", "2027-06-01")
        assert store(workspace.database, "registry", "1001", [later, found[1]]) == 1
        assert store(workspace.database, "registry", "1002", found[:1]) == 1
        told = {(e.field, e.before, e.after) for e in workspace.snapshots.timeline("1001")}
        assert told == {
            ("status", "active", "bankrupt"), ("address", "Cluj", "Dej"),
            ("name", "ANA SRL", "ANA SA"), ("form", "SRL", "SA"),
            ("liquidator", None, "DAN"), ("gone", "active", None),
        }  # fmt: skip
        days = {(e.not_before, e.not_after) for e in workspace.snapshots.timeline("1001")}
        assert days == {("2026-05-01", "2026-06-01"), ("2026-05-01", "2027-06-01")}
        # A check of the registry does not report it again; another source, and VAT, it still does.
        assert heard(workspace, 2, "bankrupt", "registry") == []
        assert heard(workspace, 2, "bankrupt", "server") == ["bankrupt"]
        vat = sightings(day(3), profile("1001", status="bankrupt", vat=False))
        [change] = workspace.snapshots.record("registry", "1001", vat, at=NOW)
        assert (change.field, change.after) == ("vat", False)


@given(st.integers(0, 2**42), st.integers(0, 999))
def test_a_stored_moment_is_whole_milliseconds_of_utc(number: int, rest: int) -> None:
    moment = from_stored(number)
    assert to_stored(moment + dt.timedelta(microseconds=rest)) == number
    assert to_stored(moment.astimezone(dt.timezone(dt.timedelta(hours=3)))) == number
    assert moment.utcoffset() == dt.timedelta()
    assert from_stored(0) == dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def test_no_two_contents_are_taken_for_one() -> None:
    with Workspace(None) as workspace:
        names = [f"FIRMA {number}" for number in range(300)]
        ids = workspace.database.write(lambda db: [store_content(db, n.encode()) for n in names])
    assert len(set(ids)) == len(names)
