"""What a word that is typed in the palette may mean for a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Jump(NamedTuple):
    """What it would do, the price, and doing it."""

    title: str
    price: int
    run: Callable[[], object]
