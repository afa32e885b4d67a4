"""How far replicas are behind: what all of them say together."""

from __future__ import annotations

import itertools

import pytest

from tui_app.service.readiness import State


@pytest.mark.parametrize(
    ("lags", "behind"),
    [
        ([], 0.0),
        ([0.0], 0.0),
        ([3.5], 3.5),
        ([1.0, 5.0, 2.0], 5.0),
        ([0.0, 0.0], 0.0),
        ([None], None),
        ([None, 5.0, 1.0], None),
    ],
)
def test_the_slowest_replica_counts_and_a_silent_one_is_not_known(
    lags: list[float | None], behind: float | None
) -> None:
    for order in itertools.permutations(lags):
        state = State(lags={f"replica {at}": lag for at, lag in enumerate(order)})
        assert state.lag == behind
