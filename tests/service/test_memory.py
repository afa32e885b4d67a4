"""What is kept ready to send is what the registry would answer, and no more of it than fits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.operations import AUTOCOMPLETE, PROFILE
from tui_app.service.memory import Memory
from tui_app.service.questions import Question
from tui_app.service.replies import Payload

ROOM = 40


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
    assert sum(len(found.data) for found in kept if found) <= ROOM


def test_what_is_cut_short_or_large_is_looked_up_again() -> None:
    memory = Memory()
    memory.keep(question(0), "one", Payload(b"part", b"mark", is_complete=False))
    memory.keep(question(1), "one", Payload(b"x" * 100_000, b"mark"))
    assert memory.find(question(0), "one") is None
    assert memory.find(question(1), "one") is None
