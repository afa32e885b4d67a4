"""Round numbers for the value axis."""

from __future__ import annotations

from typing import Final

_ROUND: Final = (1, 2, 3, 4, 5)


def ticks(lowest: int, highest: int, at_most: int) -> tuple[int, ...]:
    """Evenly spaced round whole numbers within ``lowest`` to ``highest``, zero among them.

    ``lowest`` is not above zero and ``highest`` not below: a bar's length means nothing on
    an axis without zero. As many as fit into ``at_most``; at 2 that may be zero alone.
    """
    if lowest == highest:
        return (0, 1)
    power = 1
    while True:
        for digit in _ROUND:
            step = digit * power
            below, above = -lowest // step, highest // step
            if below + 1 + above <= at_most:
                return tuple(number * step for number in range(-below, above + 1))
        power *= 10
