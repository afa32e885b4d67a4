"""The known allowance when concurrent requests are answered in any order."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.client.conftest import KEY, PATIENT, ask, client_of
from tests.faulty.process import FaultyServer
from tui_app.client.allowance import Allowance, AllowanceReport
from tui_app.client.cache import Cache
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.errors import AllowanceError, ServerError, TooFastError
from tui_app.client.login_check import check_login
from tui_app.client.secret import Secret

SOON = dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)


def test_the_answer_to_an_older_request_does_not_take_a_refusal_back() -> None:
    allowance = Allowance()
    older = allowance.next_number()
    allowance.next_number()
    allowance.refuse(TooFastError("", retry_at=SOON))
    allowance.accept(older, 50)
    assert not allowance.affords(1)
    assert allowance.retry_at == SOON
    newer = allowance.next_number()
    allowance.accept(newer, 49)
    assert allowance.affords(1)
    assert allowance.remaining == 49


def test_what_was_counted_before_it_was_used_up_is_no_longer_so() -> None:
    allowance = Allowance()
    older = allowance.next_number()
    allowance.next_number()
    allowance.refuse(AllowanceError(""))
    allowance.accept(older, 50)
    assert allowance.remaining == 0
    assert allowance.saver_mode


@given(st.permutations(range(8)), st.integers(0, 7))
def test_in_any_order_of_arrival_a_refusal_stands(order: list[int], refused: int) -> None:
    """Eight requests at once, one of them refused: in any order, nothing more is sent."""
    allowance = Allowance()
    numbers = [allowance.next_number() for _ in order]
    for each in order:
        if each == refused:
            allowance.refuse(TooFastError("", retry_at=SOON))
        else:
            allowance.accept(numbers[each], 100 - each)
    assert allowance.saver_mode


async def test_what_the_server_told_is_known_with_its_time_after_a_restart(
    faulty: FaultyServer, tmp_path: Path
) -> None:
    file = tmp_path / "answers.db"
    async with client_of(faulty.base_url(), cache=Cache(file)) as companies:
        answer = await ask(companies, "profile")
        reported = companies.allowance.status
        assert (reported.remaining, reported.reported_at is not None) == (answer.remaining, True)
    async with client_of(faulty.base_url(), cache=Cache(file)) as companies:
        await companies.load()
        recalled = companies.allowance.recalled
        assert recalled.remaining == reported.remaining
        assert reported.reported_at and recalled.reported_at
        assert abs(reported.reported_at - recalled.reported_at) < dt.timedelta(milliseconds=1)
        # It is shown, but not relied on: somebody else may have used the key meanwhile.
        assert companies.allowance.remaining is None
    async with client_of(faulty.base_url("gzip"), cache=Cache(file)) as another:
        await another.load()
        assert another.allowance.recalled == AllowanceReport()


async def test_a_login_check_leaves_the_allowance_for_the_session_that_follows(
    faulty: FaultyServer, tmp_path: Path
) -> None:
    file = tmp_path / "answers.db"
    connection = Connection(base_url=faulty.base_url(), key=Secret(KEY))
    remaining = await check_login(connection, Cache(file))
    async with Companies(connection, Cache(file)) as companies:
        assert companies.allowance.recalled.remaining == remaining is not None
    # A cached answer says nothing about the key.
    assert await check_login(connection, Cache(file)) is not None
    assert len(faulty.log()) == 2


@pytest.mark.parametrize("left", [5, 0])
async def test_in_saver_mode_a_failed_attempt_is_not_repeated_unasked(
    left: int, faulty: FaultyServer
) -> None:
    """The one request that was confirmed is all that is sent, whatever its failure cost."""
    async with client_of(faulty.base_url(), deadlines=PATIENT, reserve=left) as companies:
        companies.allowance.accept(companies.allowance.next_number(), left)
        faulty.misbehave("503-text")
        with pytest.raises(ServerError):
            await ask(companies, "profile", confirm=True)
        assert (len(faulty.log()), companies.allowance.session_requests) == (1, 1)


async def test_a_repetition_must_be_affordable_with_the_attempt_before_it(
    faulty: FaultyServer,
) -> None:
    """Seven left and five kept back: two attempts, though each alone would leave the reserve."""
    async with client_of(faulty.base_url(), deadlines=PATIENT, reserve=5) as companies:
        companies.allowance.accept(companies.allowance.next_number(), 7)
        faulty.misbehave("503-text")
        with pytest.raises(ServerError):
            await ask(companies, "profile")
        assert len(faulty.log()) == 2


async def test_what_costs_nothing_has_no_saver_mode() -> None:
    free = Allowance(100, metered=False)
    free.accept(free.next_number(), 3)
    assert (free.saver_mode, free.remaining) == (False, None)
    free.refuse(TooFastError("", retry_at=SOON))
    assert free.saver_mode


@pytest.mark.parametrize(
    ("first", "reserve"), [(0, 0), (9, 0), (10, 1), (40, 4), (999, 99), (1000, 100), (50_000, 100)]
)
def test_the_reserve_is_a_tenth_of_the_first_count_and_at_most_a_hundred(
    first: int, reserve: int
) -> None:
    allowance = Allowance(None)
    assert allowance.affords(1)  # before the first count nothing is held back
    for count in (first, 20_000):
        allowance.accept(allowance.next_number(), count)
        assert allowance.affords(count - reserve)
        assert not allowance.affords(count - reserve + 1)


@pytest.mark.parametrize("reserve", [0, 1, 5])
def test_the_last_request_above_the_reserve_may_be_sent_and_no_other(reserve: int) -> None:
    allowance = Allowance(reserve)
    assert allowance.affords(1) is (reserve == 0)
    allowance.accept(allowance.next_number(), reserve + 1)
    assert (allowance.affords(0), allowance.affords(1), allowance.affords(2)) == (True, True, False)
    allowance.check(in_flight=0)
    assert not allowance.saver_mode
    with pytest.raises(AllowanceError) as caught:
        allowance.check(in_flight=1)
    told = str(caught.value)
    assert told.startswith(f"{reserve + 1} requests are left" if reserve else "No requests are")
    allowance.accept(allowance.next_number(), reserve)
    assert (allowance.affords(0), allowance.affords(1), allowance.saver_mode) == (True, False, True)
    allowance.accept(allowance.next_number(), 0)
    with pytest.raises(AllowanceError, match="No requests are left"):
        allowance.check(in_flight=0)
    allowance.accept(allowance.next_number(), reserve)
    are_left = {0: "No requests are left.", 1: "1 request is left, and the reserve is 1."}
    with pytest.raises(AllowanceError) as kept:
        allowance.check(in_flight=0)
    assert str(kept.value).startswith(are_left.get(reserve, f"{reserve} requests are left"))


@given(st.data())
def test_of_concurrent_answers_the_lowest_count_stands(data: st.DataObject) -> None:
    """Counts fall with each request the server takes, in any order; so do their answers come."""
    allowance = Allowance()
    left = 100
    for _batch in range(3):
        numbers = [allowance.next_number() for _ in range(data.draw(st.integers(1, 5)))]
        counts = data.draw(st.permutations([left - 1 - place for place in range(len(numbers))]))
        for place in data.draw(st.permutations(range(len(numbers)))):
            allowance.accept(numbers[place], counts[place])
        assert allowance.remaining == min(counts)
        # Somebody bought more, which only a request sent afterwards can tell.
        left = min(counts) + data.draw(st.integers(0, 20))


def test_a_count_that_is_not_told_changes_nothing_and_a_restart_is_remembered() -> None:
    allowance = Allowance()
    allowance.accept(allowance.next_number(), 50, SOON)
    allowance.accept(allowance.next_number(), None)
    assert (allowance.remaining, allowance.resets_at) == (50, SOON)
    allowance.accept(allowance.next_number(), 49)
    assert (allowance.remaining, allowance.resets_at) == (49, SOON)
    later = SOON + dt.timedelta(days=30)
    allowance.accept(allowance.next_number(), 48, later)
    assert allowance.resets_at == later
    allowance.refuse(AllowanceError(""))
    assert (allowance.remaining, allowance.resets_at) == (0, later)


def test_a_refusal_ends_at_its_time_and_another_failure_is_none() -> None:
    allowance = Allowance()
    allowance.accept(allowance.next_number(), 50)
    allowance.next_number()
    allowance.refuse(ServerError("", retry_at=SOON))
    assert allowance.affords(1) and allowance.remaining == 50
    allowance.refuse(TooFastError("", retry_at=dt.datetime.now(dt.UTC) - dt.timedelta(seconds=1)))
    assert allowance.affords(1) and allowance.retry_at is None
    allowance.refuse(TooFastError("", retry_at=SOON))
    assert not allowance.affords(0) and allowance.remaining == 50
    with pytest.raises(AllowanceError, match="asked to wait") as caught:
        allowance.check(in_flight=0)
    assert caught.value.retry_at == SOON


def test_a_live_source_confirms_each_request_and_never_saves() -> None:
    live = Allowance(100, metered=False, confirms=True)
    assert (live.affords(0), live.affords(1), live.saver_mode) == (True, False, False)


def test_before_the_first_count_only_a_chosen_reserve_holds_requests_back() -> None:
    for reserve, affords in ((None, True), (0, True), (5, False)):
        assert Allowance(reserve).affords(1) is affords
    assert Allowance().affords(1) and not Allowance(1).affords(1)
    # Nor does one that was chosen from a count that is over.
    chosen = Allowance(None)
    chosen.accept(1, 500, dt.datetime(2020, 1, 2, tzinfo=dt.UTC))
    assert chosen.remaining is None and chosen.affords(1)
