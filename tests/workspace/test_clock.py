"""A clock that was ahead once: what is true later is recorded, and told."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workspace.companies import day, people, profile, sightings
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.transfer import export_lines, import_lines
from tui_app.workspace.workspace import Workspace

ANA = CompanySummary(tax_id="1001", company_name="ANA DEMO SRL")
DAN = CompanySummary(tax_id="1002", company_name="DAN DEMO SRL")


@pytest.mark.parametrize("is_reported", [False, True])
def test_a_change_after_the_clock_was_set_right_is_told(is_reported: bool) -> None:
    with Workspace(None) as workspace:
        record, watched = workspace.snapshots.record, workspace.watch_list
        watched.add(["1001"], at=day(1))
        record("server", "1001", sightings(day(1), profile("1001")), at=day(1))
        # Two days ahead, a change is seen, reported and looked at.
        inactive = sightings(day(20), profile("1001", status="inactiva"))
        record("server", "1001", inactive, at=day(20))
        if is_reported:
            watched.reported(["1001"], at=day(20))
            watched.mark_seen("1001", at=day(20))
        bankrupt = sightings(day(3), profile("1001", status="faliment"))
        [change] = record("server", "1001", bankrupt, at=day(3))
        assert (change.before, change.after) == ("inactiva", "faliment")
        told = [each.after for each in watched.unreported()["1001"]]
        assert told == (["faliment"] if is_reported else ["faliment", "inactiva"])
        [entry] = watched.entries()
        assert entry.news == len(told)
        assert entry.newest is not None and entry.newest.after == "faliment"
        assert all(each.first_seen <= day(3) for each in workspace.snapshots.timeline("1001"))
        versions = workspace.snapshots.versions("1001")
        assert [getattr(each.data, "status", "") for each in versions] == [
            "functiune", "inactiva", "faliment",
        ]  # fmt: skip
        assert versions[-1].last_seen == day(3)


def test_what_was_corrected_comes_once_from_a_backup() -> None:
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001"], at=day(1))
        for number, status in ((1, "functiune"), (20, "inactiva")):
            seen = sightings(day(number), profile("1001", status=status))
            workspace.snapshots.record("server", "1001", seen, at=day(number))
        workspace.snapshots.record("server", "1001", sightings(day(3), people("Ana")), at=day(3))
        before = workspace.snapshots.timeline("1001")
        import_lines(workspace.database, list(export_lines(workspace.database)))
        assert workspace.snapshots.timeline("1001") == before and len(before) == 1


def test_of_several_answers_the_oldest_one_is_still_newer_than_what_was_corrected() -> None:
    with Workspace(None) as workspace:
        record = workspace.snapshots.record
        record("server", "1001", sightings(day(20), profile("1001")), at=day(20))
        changed = sightings(day(2), profile("1001", status="faliment"))
        [change] = record(
            "server", "1001", [*sightings(day(3), people("Ana")), *changed], at=day(3)
        )
        assert change.after == "faliment"


def test_an_answer_that_says_to_come_from_the_future_is_of_now() -> None:
    with Workspace(None) as workspace:
        workspace.snapshots.record("server", "1001", sightings(day(20), profile("1001")), at=day(2))
        [version] = workspace.snapshots.versions("1001")
        assert version.last_seen == day(2)


@given(st.lists(st.tuples(st.integers(1, 28), st.sampled_from("abc")), min_size=2, max_size=8))
def test_the_last_answer_is_the_newest_however_the_clock_went(heard: list[tuple[int, str]]) -> None:
    with Workspace(None) as workspace:
        workspace.watch_list.add(["1001"], at=day(1))
        said: list[str] = []
        for number, status in heard:
            # A millisecond later each time, so that a clock that stands still is none.
            moment = day(number) + dt.timedelta(milliseconds=len(said) + 1)
            seen = sightings(moment, profile("1001", status=status))
            workspace.snapshots.record("server", "1001", seen, at=moment)
            news = [change.after for change in workspace.watch_list.unreported()["1001"]]
            assert news == ([status] if said and said[-1] != status else [])
            said.append(status)
            workspace.watch_list.reported(["1001"], at=moment)
        changes = workspace.snapshots.timeline("1001")
        moments = [each.first_seen for each in changes]
        assert all(later >= earlier for later, earlier in pairwise(moments))


def test_the_history_is_led_by_the_last_look_and_search() -> None:
    with Workspace(None) as workspace:
        workspace.history.look(ANA, invented=True, at=day(20))
        workspace.history.searched("ana", at=day(20))
        workspace.history.look(DAN, invented=True, at=day(2))
        workspace.history.searched("dan", at=day(2))
        assert [each.summary for each in workspace.history.companies()] == [DAN, ANA]
        assert workspace.history.searches() == ("dan", "ana")
