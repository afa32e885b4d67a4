"""What is known of the allowance while questions overtake one another."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from tui_app.client.allowance import Allowance
from tui_app.client.errors import AllowanceError, TooFastError

SOON = dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)


def test_the_answer_to_an_older_question_does_not_take_a_refusal_back() -> None:
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
    """Eight at once, one of them refused: whatever comes first and last, nothing is sent."""
    allowance = Allowance()
    numbers = [allowance.next_number() for _ in order]
    for each in order:
        if each == refused:
            allowance.refuse(TooFastError("", retry_at=SOON))
        else:
            allowance.accept(numbers[each], 100 - each)
    assert allowance.saver_mode
