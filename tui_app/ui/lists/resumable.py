"""Saving the request of a list, and repeating it in the next session."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class Resumable:
    """By default there is nothing to repeat."""

    @property
    def saved_state(self) -> tuple[str, int]:
        """The current request as a text and a page."""
        return "", 1

    def restore(self, text: str, page: int) -> None:
        """Show the saved request without sending it: there may be no client yet."""

    def price_of_restoring(self, companies: Companies, text: str, page: int) -> int:
        """The price of ``ask_restored``."""
        return 0

    def ask_restored(self, text: str, page: int, wanted: str) -> None:
        """Send the saved request; the cursor then goes to the company ``wanted``."""
