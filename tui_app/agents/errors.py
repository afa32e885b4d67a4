"""Errors of tools: each says what happened and what the agent can do next."""

from __future__ import annotations


class ToolError(Exception):
    """A call that cannot be answered; the text says why and what to do. Nothing was sent."""


class ConfirmationNeeded(Exception):
    """A call that costs more than the user allows without asking. Nothing was sent.

    ``price`` is in requests; ``handle`` confirms the same call once.
    """

    def __init__(self, price: int, handle: str) -> None:
        super().__init__(price, handle)
        self.price = price
        self.handle = handle

    @property
    def question(self) -> str:
        """The question to the user."""
        return f"This call costs {self.price} requests. Send them?"
