"""What a list shows beside its rows, in place of a company."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

from tui_app.language import _

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class SidePane:
    """By default nothing: a company is shown beside the list."""

    @property
    def wants_all_room(self) -> bool:
        """Whether the list takes the full width and no company is shown."""
        return False

    @property
    def side_pane(self) -> Widget | None:
        """The widget of the list beside its rows."""
        return None

    def make_space(self) -> None:
        """A company is about to be shown beside the list."""

    def focus_side_pane(self) -> None:
        """Focus the widget beside the rows."""

    def price_of_side_pane(self, companies: Companies) -> int:
        """The price of Enter there."""
        return 0

    def label_of_side_pane(self) -> str:
        """The label of Enter there."""
        return _("open")
