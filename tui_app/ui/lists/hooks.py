"""What only some lists have; by default a list has none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from textual.widget import Widget

from tui_app.system.language import _
from tui_app.ui.panes.entry import CompanyEntry

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class Jump(NamedTuple):
    """What a text typed in the palette may mean: its label, its price, the function to run."""

    title: str
    price: int
    run: Callable[[], object]


class ListHooks:
    """A field that asks, a request to repeat in the next session, a widget beside the rows."""

    @property
    def recent(self) -> tuple[CompanyEntry, ...]:
        """The companies looked at last, newest first; most lists do not know them."""
        return ()

    @property
    def tab_mark(self) -> str:
        """What stands beside the list's name in the tabs."""
        return ""

    def jumps(self, text: str) -> Iterable[Jump]:
        """What a text typed in the palette may mean here."""
        return ()

    def why_no_export(self) -> str:
        """Why what is shown must not be exported; empty where it may."""
        return ""

    @property
    def highlight(self) -> str:
        """The text that was searched for, highlighted in the rows."""
        return ""

    @property
    def field_asks(self) -> bool:
        """Whether Enter in the list's field sends a request, rather than opening a company."""
        return False

    def price_of_field(self, companies: Companies) -> int:
        """The price of Enter in the list's field."""
        return 0

    def field_label(self) -> str:
        """The label of Enter in the list's field."""
        return _("search")

    @property
    def saved_state(self) -> tuple[str, int]:
        """The current request as a text and a page."""
        return "", 1

    def restore(self, text: str, page: int) -> None:
        """Show the saved request without sending it: there may be no client yet."""

    def price_of_restoring(self, companies: Companies, text: str, page: int) -> int:
        """The price of ``ask_restored``."""
        return 0

    def ask_restored(self, text: str, page: int, tax_id: str) -> None:
        """Send the saved request; the cursor then goes to the company ``tax_id``."""

    def hold_restored(self) -> None:
        """The saved request costs and is not sent by itself."""

    @property
    def wants_full_width(self) -> bool:
        """Whether the list takes the full width and no company is shown."""
        return False

    @property
    def side_pane(self) -> Widget | None:
        """The widget of the list beside its rows, in place of a company."""
        return None

    @property
    def field_behind(self) -> Widget | None:
        """The field that Esc leads to from the rows; most lists end at their rows."""
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
