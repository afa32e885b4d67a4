"""Shares the lookup of equal questions that are asked at the same time.

Only for searches and screens, which cost most. Callers share the data; each caller's key is still
checked and charged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tui_app.contract import operations as op
from tui_app.service.reading import Found

SHARED: Final = frozenset({op.AUTOCOMPLETE.name, op.SCREEN.name, op.SCREEN_FACETS.name})

Question = tuple[str, bytes]
"""The name of an operation and its query string."""


class Flight:
    """A question that is being answered; whoever looks it up sets ``found``."""

    def __init__(self) -> None:
        self.found: Found = None
        self.landed = asyncio.get_running_loop().create_future()


class Flights:
    """The questions that are being answered, for one loop."""

    def __init__(self) -> None:
        self._flights: dict[Question, Flight] = {}

    async def found_by_another(self, question: Question) -> Found:
        """The data another caller finds for the question; ``None``: this caller must find them."""
        while (flight := self._flights.get(question)) is not None:
            await asyncio.wait([flight.landed])
            if flight.found is not None:
                return flight.found
        return None

    @contextmanager
    def leading(self, question: Question) -> Iterator[Flight]:
        """Look a question up in the block, also for others who ask it meanwhile."""
        flight = self._flights[question] = Flight()
        try:
            yield flight
        finally:
            del self._flights[question]
            flight.landed.set_result(None)
