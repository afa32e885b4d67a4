"""What is kept ready to send is what the registry would answer, and no more of it than fits."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.operations import AUTOCOMPLETE, PROFILE
from tui_app.service.memory import Memory
from tui_app.service.questions import Question
from tui_app.service.replies import Payload

ROOM = 1_600
"""Three short answers and what keeping them takes."""


def question(number: int) -> Question:
    operation = PROFILE if number % 2 else AUTOCOMPLETE
    return Question(operation, str(number // 4), b"q=%d" % (number % 4), None, b"")


steps = st.lists(
    st.tuples(st.integers(0, 7), st.sampled_from(["one", "two"]), st.none() | st.binary(max_size=9))
)


@given(steps)
def test_only_what_was_kept_is_found_and_it_is_bounded(
    taken: list[tuple[int, str, bytes | None]],
) -> None:
    memory = Memory(most_bytes=ROOM)
    last: dict[tuple[int, str], bytes] = {}
    for number, version, data in taken:
        if data is None:
            found = memory.find(question(number), version)
            assert found is None or found.data == last[number, version]
        else:
            memory.keep(question(number), version, Payload(data, b"mark"))
            last[number, version] = data
            assert memory.find(question(number), version) is not None
    kept = [memory.find(question(n), v) for n in range(8) for v in ("one", "two")]
    assert sum(500 + len(found.data) for found in kept if found) <= ROOM


def test_what_is_cut_short_or_large_is_looked_up_again() -> None:
    memory = Memory()
    memory.keep(question(0), "one", Payload(b"part", b"mark", is_complete=False))
    memory.keep(question(1), "one", Payload(b"x" * 100_000, b"mark"))
    assert memory.find(question(0), "one") is None
    assert memory.find(question(1), "one") is None


def test_a_long_query_string_is_not_kept() -> None:
    memory = Memory()
    for length, is_kept in ((1_000, True), (1_001, False)):
        asked = Question(PROFILE, "1", b"x" * length, None, b"")
        memory.keep(asked, "one", Payload(b"data", b"mark"))
        assert (memory.find(asked, "one") is not None) is is_kept


@pytest.mark.parametrize("query", [b"%d", b"q=" + b"x" * 900 + b"%06d"], ids=["short", "long"])
def test_all_that_is_held_is_bounded(query: bytes) -> None:
    tracemalloc.start()
    try:
        memory = Memory(most_bytes=1_000_000)
        for number in range(10_000):
            asked = Question(PROFILE, str(990_000_000 + number), query % number, None, b"")
            memory.keep(asked, "one", Payload(b"%d" % number, b'W/"%024d"' % number))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1_200_000
