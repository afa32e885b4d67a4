"""What a list itself may show beside its rows, in the place of a company."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

from tui_app.language import _

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class Beside:
    """Most lists show nothing there: a company stands beside them."""

    @property
    def wants_all_room(self) -> bool:
        """Whether no company is to be shown beside the list."""
        return False

    @property
    def beside(self) -> Widget | None:
        """What of the list itself stands beside its rows."""
        return None

    def make_way(self) -> None:
        """A company is to be shown beside the list."""

    def focus_beside(self) -> None:
        """The keys go to what stands beside the rows."""

    def price_of_beside(self, companies: Companies) -> int:
        """What Enter there would send."""
        return 0

    def label_of_beside(self) -> str:
        """What Enter there does."""
        return _("open")
