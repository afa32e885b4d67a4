"""One answer made of several says the worst of them."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from tui_app.client.answer import Answer, joined
from tui_app.client.errors import ServerError
from tui_app.contract.live import SourceNote
from tui_app.contract.provenance import DataSource

NOON = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)
FAILURE = ServerError("It failed.")
NOTE, OTHER_NOTE = SourceNote("slow"), SourceNote("late", "vat")
FILE, OTHER_FILE = (DataSource(source=name) for name in ("onrc", "bilant"))

ANSWERS = (
    Answer(data=1, fetched_at=NOON, remaining=7, requests=1, notes=(NOTE,), sources=(FILE,),
           newest_year=2023),
    Answer(data=2, fetched_at=NOON - dt.timedelta(days=1), from_cache=True, requests=0,
           stale=True, failure=FAILURE, notes=(OTHER_NOTE,), sources=(OTHER_FILE, FILE)),
    Answer(data=3, fetched_at=NOON + dt.timedelta(hours=1), remaining=5, requests=3,
           faults=("turnover: not a number",), partial=True, invented=True, newest_year=2024,
           notes=(NOTE,)),
)  # fmt: skip


@pytest.mark.parametrize("order", list(itertools.permutations(ANSWERS)))
def test_of_several_answers_in_any_order_the_worst_is_said(order: tuple[Answer[int], ...]) -> None:
    whole = joined(order, "all")
    assert whole.data == "all"
    assert whole.fetched_at == NOON - dt.timedelta(days=1)
    assert (whole.remaining, whole.requests, whole.newest_year) == (5, 4, 2024)
    assert not whole.from_cache
    assert whole.stale and whole.partial and whole.invented
    assert (whole.failure, whole.faults) == (FAILURE, ("turnover: not a number",))
    assert set(whole.notes) == {NOTE, OTHER_NOTE} and len(whole.notes) == 2
    assert set(whole.sources) == {FILE, OTHER_FILE} and len(whole.sources) == 2


@pytest.mark.parametrize("answer", ANSWERS)
def test_one_answer_stays_as_it_is(answer: Answer[int]) -> None:
    assert joined([answer], answer.data) == answer
    assert joined([answer, answer], answer.data).from_cache is answer.from_cache
