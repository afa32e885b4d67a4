"""Equal questions that are being answered: each is looked up once.

Searches and screens only, which cost most. The answer that is shared is what was read: each
caller's key is checked, and charged, all the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tui_app.contract import operations as op
from tui_app.service.handlers import Found

SHARED: Final = frozenset({op.AUTOCOMPLETE.name, op.SCREEN.name, op.SCREEN_FACETS.name})

Question = tuple[str, bytes]
"""The name of an operation and its query string."""


class Flight:
    """A question that is being answered; ``found`` is set by whoever looks it up."""

    def __init__(self) -> None:
        self.found: Found = None
        self.landed = asyncio.get_running_loop().create_future()


class Flights:
    """The questions that are being answered, for one loop."""

    def __init__(self) -> None:
        self._flights: dict[Question, Flight] = {}

    async def found_by_another(self, question: Question) -> Found:
        """What another caller finds for the question; ``None`` where this one must look it up."""
        while (flight := self._flights.get(question)) is not None:
            await asyncio.wait([flight.landed])
            if flight.found is not None:
                return flight.found
        return None

    @contextmanager
    def leading(self, question: Question) -> Iterator[Flight]:
        """Look a question up in the block, for others who ask it meanwhile, too."""
        flight = self._flights[question] = Flight()
        try:
            yield flight
        finally:
            del self._flights[question]
            flight.landed.set_result(None)
