"""Keeps the hints of the screen up to date: footer, tabs and header line."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from textual.timer import Timer

from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.explorer.footer import Footer
from tui_app.ui.frame.headline import headline
from tui_app.ui.remote.price import shown_prices
from tui_app.ui.widgets.status_lines import StatusLine
from tui_app.ui.widgets.tab_strip import Tab

if TYPE_CHECKING:
    from tui_app.contract.resources import CompanyProfile
    from tui_app.ui.two_panes.screen import TwoPaneScreen


class Hints:
    """Updates the hints of a screen. What did not change since the last frame is left as it is."""

    def __init__(
        self, explorer: TwoPaneScreen, keys: ActionTable, head: StatusLine, foot: Footer
    ) -> None:
        self._explorer = explorer
        self._keys = keys
        self._head = head
        self._foot = foot
        self._timer: Timer | None = None
        self._until: dt.datetime | None = None
        """When the timer fires: the saver mode may end then."""
        self._labels: dict[str, str] = {}
        """The key and the title of each tab."""
        self._connection: tuple[bool, bool] | None = None
        """Whether there was a client, and whether its connection was lost."""
        self._drawn_tabs: tuple[object, ...] = ()
        """What the tabs were drawn from."""

    def show(self) -> None:
        """Show which actions can run now and their prices, the source and its state."""
        explorer, session = self._explorer, self._explorer.session
        client = session.client
        lost = client is not None and client.connection_lost
        self._foot.update_hints()
        has_prices = explorer.detail.entry is not None and client is not None
        notes = shown_prices(explorer.detail.prices() if has_prices else {}, client)
        profile = explorer.detail.profile.answer
        if (notes, profile) != self._drawn_tabs:
            self._drawn_tabs = (notes, profile)
            known = profile.data if profile is not None else None
            explorer.detail.tabs.relabel(
                tuple(self._tab(name, known, notes.get(name)) for name in explorer.detail.kinds)
            )
        before, self._connection = self._connection, (client is not None, lost)
        if self._connection != before:
            self._head.show(*headline(session))
            # Prices are known now, or earlier answers are no longer fresh.
            for pane in explorer.lists_made.values() if before is not None else ():
                pane.redraw_status()
        allowance = client.allowance if client and client.allowance.saver_mode else None
        self._show_again((allowance.retry_at or allowance.resets_at) if allowance else None)

    def _show_again(self, until: dt.datetime | None) -> None:
        if until == self._until:
            return
        self._until = until
        if self._timer is not None:
            self._timer.stop()
        if until is not None:
            seconds = (until - dt.datetime.now(dt.UTC)).total_seconds()
            self._timer = self._explorer.set_timer(max(0.0, seconds) + 0.1, self.show)

    def _tab(self, name: str, profile: CompanyProfile | None, notes: tuple[str, str] | None) -> Tab:
        """A tab's key and label, and the price of looking at it for the first time.

        A tab that needs only the profile shows that price on its page.
        """
        kind = self._explorer.detail.kinds[name]
        if name not in self._labels:
            key = self._keys.first_key(name)
            self._labels[name] = f"{key} {kind.label()}"
        signs = kind.signs(profile) if profile is not None else ""
        return Tab(name, self._labels[name], signs, *((f"({notes[0]})", notes[1]) if notes else ()))
