"""What a word typed in the palette may mean for a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Jump(NamedTuple):
    """Its label, its price, and the function to run."""

    title: str
    price: int
    run: Callable[[], object]
