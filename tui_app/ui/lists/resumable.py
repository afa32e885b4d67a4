"""What was asked in a list, to be asked again in the next session."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class Resumable:
    """Most lists ask nothing, so there is nothing to ask again."""

    @property
    def saved_state(self) -> tuple[str, int]:
        """What was asked here, as a text and a page, to be asked again in the next session."""
        return "", 1

    def restore(self, text: str, page: int) -> None:
        """Show what was asked, without asking it: there may be no client yet."""

    def price_of_restoring(self, companies: Companies, text: str, page: int) -> int:
        """What ``ask_restored`` would send."""
        return 0

    def ask_restored(self, text: str, page: int, wanted: str) -> None:
        """Ask what was asked; the cursor goes to the company ``wanted``."""
