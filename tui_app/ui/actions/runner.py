"""From a key to an act: what cannot be done says why, what costs too much waits for Enter."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from textual.timer import Timer
from textual.widgets import Input

from tui_app.language import _
from tui_app.ui.actions.base import key_of
from tui_app.ui.actions.moving import Escape, Open
from tui_app.ui.actions.registry import BY_NAME
from tui_app.ui.explorer.detail import SECTIONS
from tui_app.ui.remote import prices
from tui_app.ui.remote.price import in_short, in_words
from tui_app.ui.sections.profile import ProfileSection
from tui_app.ui.widgets.tab_strip import Tab

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class ActionRunner:
    """Runs the actions of a screen and keeps what it says of them true."""

    def __init__(self, explorer: ExplorerScreen) -> None:
        self._explorer = explorer
        self._timer: Timer | None = None
        self._was_lost = False

    def press(self, name: str) -> None:
        """A key was pressed: Enter is also the yes to what waits for one, Esc the no."""
        held = self._explorer.foot.release()
        if held and name == Open.name:
            self.act(held, confirmed=True)
        elif not held or name != Escape.name:
            self.act(name, confirmed=name == Open.name)

    def act(self, name: str, *, confirmed: bool = False) -> None:
        """Run an action, or say why it can do nothing now.

        One that costs more than there is to spend waits for Enter, unless that was pressed
        for it already: ``confirmed``.
        """
        explorer = self._explorer
        action = BY_NAME[name]
        if reason := action.reason(explorer):
            explorer.foot.say(reason, "warn")
            return
        price = action.price(explorer)
        if not confirmed and not self._affords(price):
            self._hold(name, price)
            return
        action.run(explorer)
        explorer.renew()
        explorer.remember()

    def _affords(self, price: int | None) -> bool:
        client = self._explorer.program.client
        return not price or client is None or client.allowance.affords(price)

    def _hold(self, name: str, price: int | None) -> None:
        if isinstance(self._explorer.focused, Input):
            self._explorer.list.rows.focus()  # Enter is not to go to the field
        text = _("{what} costs {price}: Enter asks, Esc leaves it")
        what = BY_NAME[name].shown_label(self._explorer)
        self._explorer.foot.hold(name, text.format(what=what, price=in_words(price)))

    def tell(self) -> None:
        """Say what can be done now, and what it costs."""
        explorer = self._explorer
        explorer.foot.renew()
        explorer.detail.tabs.relabel(tuple(_label(explorer, s.tab, s.label()) for s in SECTIONS))

    def renew_all(self) -> None:
        """What the client knows of the line and the allowance may have changed too."""
        explorer = self._explorer
        explorer.head.show(*explorer.program.headline())
        explorer.renew()
        client = explorer.program.client
        lost = client is not None and client.connection_lost
        if lost != self._was_lost:
            self._was_lost = lost
            for pane in explorer.lists.values():
                pane.say()  # what was fetched is not fresh any more
        allowance = client.allowance if client and client.allowance.saver_mode else None
        until = (allowance.retry_at or allowance.resets_at) if allowance else None
        if self._timer is not None:
            self._timer.stop()
        if until is not None:
            seconds = (until - dt.datetime.now(dt.UTC)).total_seconds()
            self._timer = explorer.set_timer(max(0.0, seconds) + 0.1, self.renew_all)


def _label(explorer: ExplorerScreen, tab: str, label: str) -> Tab:
    """A tab's key and label and what looking at it would cost, where it was not looked at."""
    named = f"{key_of(explorer, tab)} {label}"
    section = explorer.detail.sections.get(tab)
    # The profile's own page says what asking for it costs.
    known = tab == ProfileSection.tab or explorer.program.client is None
    if explorer.detail.entry is None or known:
        return Tab(tab, named)
    price = prices.of_tab(explorer, tab)
    if not price and section is not None and section.looked_at:
        return Tab(tab, named)
    return Tab(tab, named, f"({in_words(price)})", in_short(price))
