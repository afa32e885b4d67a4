"""What the main screen shows its user and asks: messages, dialogs, the filter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen

from tui_app.ui.explorer.footer import Footer
from tui_app.ui.explorer.two_panes import TwoPaneScreen
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.menu import Checklist, Menu

R = TypeVar("R")


class MessageScreen(TwoPaneScreen):
    """Two panes with a footer for messages, and dialogs over them."""

    foot: Footer

    def remember(self) -> None:
        """Save the user's location."""

    def spend(self, what: str, price: int | None, run: Callable[[], object]) -> None:
        """Run something at once, or once Enter confirms it where it costs too much."""

    def say(
        self,
        text: str,
        style: str = "text",
        *,
        also: bool = False,
        shown_while: Callable[[], bool] = lambda: True,
    ) -> None:
        """Show a message, only as long as ``shown_while()`` holds; ``also``: append it."""
        self.foot.say(text, style, also=also, shown_while=shown_while)

    def hold(self, run: Callable[[], object], text: str) -> None:
        """Say that something waits for Enter, until the user moves elsewhere."""
        self.foot.hold(run, text, self.still_here())

    def still_here(self) -> Callable[[], bool]:
        """A check for later: whether company, cursor and focused pane are still the same."""

        def position() -> tuple[object, ...]:
            company, under = self.detail.entry, self.list.current
            return (
                self.list.tab,
                under.tax_id if under else "",
                company.tax_id if company else "",
                self.detail.section.tab,
            )

        before = position()
        return lambda: position() == before

    def release(self) -> Callable[[], object] | None:
        """Stop waiting for Enter; return what waited, or ``None``."""
        return self.foot.release()

    def open_dialog(
        self, dialog: Screen[R], then: Callable[[R | None], None] | None = None
    ) -> None:
        """Put a dialog over the screen; ``then`` gets its result."""
        self.app.push_screen(dialog, then)

    def open_menu(self, menu: Menu | Checklist) -> None:
        """Open a menu or a checklist."""
        if isinstance(menu, Checklist):
            self._open_checklist(menu)
            return
        from tui_app.ui.dialogs.choice import ChoiceScreen

        def picked(name: str | None) -> None:
            choice = next((each for each in menu.choices if each.name == name), None)
            if choice is not None:
                self.spend(choice.label, choice.price, lambda: menu.pick(choice.name))

        self.app.push_screen(ChoiceScreen(menu.title, menu.choices), picked)

    def _open_checklist(self, checklist: Checklist) -> None:
        from tui_app.ui.dialogs.checklist import ChecklistScreen

        def picked(names: tuple[str, ...] | None) -> None:
            if names is not None:
                checklist.pick(names)
                self.remember()

        self.app.push_screen(ChecklistScreen(checklist), picked)

    def open_filter(self, pane: DataPane) -> None:
        """Open the filter field for a pane."""
        self.foot.open_filter(pane)
