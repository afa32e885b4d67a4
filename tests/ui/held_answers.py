"""Answers that arrive when a test lets them, in any order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tui_app.client.answer import Answer
from tui_app.client.companies import Companies


class HeldAnswer:
    """A request that waits: ``what`` names its operation and its parameters."""

    def __init__(self, what: str, gate: Gate) -> None:
        self.what = what
        self.gate = gate
        self._released = asyncio.Event()

    def release(self) -> None:
        """Let the answer come."""
        self._released.set()

    @property
    def is_held(self) -> bool:
        """Whether it was not released yet."""
        return not self._released.is_set()

    async def wait(self) -> None:
        """Wait until it is released; a question that nobody asks any more still waits."""
        while self.is_held:
            with contextlib.suppress(asyncio.CancelledError):
                await self._released.wait()


class Gate:
    """Holds every request from now on."""

    def __init__(self) -> None:
        self.held: list[HeldAnswer] = []

    def of(self, text: str) -> HeldAnswer:
        """The newest request whose operation or parameters contain a text."""
        return next(each for each in reversed(self.held) if text in each.what)

    def has(self, text: str) -> Callable[[], bool]:
        """Whether there is such a request."""
        return lambda: any(text in each.what for each in self.held)


@contextlib.contextmanager
def holding(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Inside the block no answer comes unless it is released; afterwards all do."""
    ask, gate, is_over = Companies.ask, Gate(), False

    # Any: whatever is asked.
    async def late(
        companies: Companies, operation: Any, tax_id: str = "", raw: Any = None, **how: Any
    ) -> Answer[Any]:
        if not is_over:
            held = HeldAnswer(f"{operation.name} {tax_id} {dict(raw or {})}", gate)
            gate.held.append(held)
            await held.wait()
        return await ask(companies, operation, tax_id, raw, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Companies, "ask", late)
        try:
            yield gate
        finally:
            is_over = True
            for each in gate.held:
                each.release()
