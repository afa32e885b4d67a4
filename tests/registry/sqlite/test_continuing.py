"""What stayed in a month's source, from the hashes of its rows."""

from __future__ import annotations

import pytest

from tests.seeds import chance_of, seeds
from tui_app.registry.sqlite.continuing import HASH_SIZE, READ_AGAIN, stayed_rows


def hashed(*rows: int) -> bytes:
    return b"".join(row.to_bytes(HASH_SIZE, "big") for row in rows)


@pytest.mark.parametrize("seed", seeds(20))
def test_few_other_rows_leave_nearly_all_that_stayed(seed: int | None) -> None:
    """Also where a new row has the same text as one further down, at any distance."""
    dice = chance_of(seed)
    before = list(range(1, 4_001))
    now: list[int] = []
    other = iter(range(10_000, 20_000))
    for at, row in enumerate(before):
        if at % 50 == 1:
            now.append(next(other))  # changed
        elif at % 50 != 2 or dice.random() < 0.5:  # or gone
            now.append(row)
        if at % 50 == 3:
            ahead = at + dice.randrange(2, 600)
            now.append(before[min(ahead, len(before) - 1)])
    old, new = hashed(*before), hashed(*now)
    kept, last = 0, (0, 0)
    for there, here, count in stayed_rows(old, new):
        assert (there, here) >= last
        assert before[there : there + count] == now[here : here + count]
        kept, last = kept + count, (there + count, here + count)
    assert kept > len(before) * 0.9


def test_a_row_that_is_always_read_never_stayed() -> None:
    rows = hashed(1, 2) + READ_AGAIN + hashed(3, 4)
    assert list(stayed_rows(rows, rows)) == [(0, 0, 2), (3, 3, 2)]
