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


class SharedLookup:
    """A question that is being answered; whoever looks it up sets ``found``."""

    def __init__(self) -> None:
        self.found: Found = None
        self.done = asyncio.get_running_loop().create_future()


class SharedLookups:
    """The questions that are being answered, for one loop."""

    def __init__(self) -> None:
        self._shared: dict[Question, SharedLookup] = {}

    async def found_by_another(self, question: Question) -> Found:
        """The data another caller finds for the question; ``None``: this caller must find them."""
        while (lookup := self._shared.get(question)) is not None:
            await asyncio.wait([lookup.done])
            if lookup.found is not None:
                return lookup.found
        return None

    @contextmanager
    def leading(self, question: Question) -> Iterator[SharedLookup]:
        """Look a question up in the block, also for others who ask it meanwhile."""
        lookup = self._shared[question] = SharedLookup()
        try:
            yield lookup
        finally:
            del self._shared[question]
            lookup.done.set_result(None)
