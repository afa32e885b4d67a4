"""Runs an action for a key. If it cannot run, it says why; if it is costly, it waits for Enter."""

from __future__ import annotations

from collections.abc import Callable

from textual.widgets import Input

from tui_app.ui.actions.moving import ESCAPE, OPEN
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.explorer.footer import Footer
from tui_app.ui.panes.action import Action
from tui_app.ui.remote.price import confirmation, is_affordable
from tui_app.ui.two_panes.screen import TwoPaneScreen


class ActionRunner:
    """Runs the actions of a screen."""

    def __init__(self, explorer: TwoPaneScreen, keys: ActionTable, foot: Footer) -> None:
        self._explorer = explorer
        self._keys = keys
        self._foot = foot
        self._early: list[str] = []
        """Actions whose keys were pressed before the data of the last location arrived."""

    def press(self, name: str) -> None:
        """Handle a key: Enter also confirms a waiting action, and Esc drops it."""
        waiting = self._foot.release()
        if waiting is not None and name == OPEN.name:
            waiting()
        elif waiting is None or name != ESCAPE.name:
            self.act(name, confirmed=name == OPEN.name)

    def act(self, name: str, *, confirmed: bool = False) -> None:
        """Run an action, or say why it can do nothing now.

        An action that costs more requests than are left to spend waits for Enter, unless
        ``confirmed``.
        """
        explorer = self._explorer
        action = self._keys.by_name[name]
        reason = action.reason(explorer)
        if explorer.is_restoring and (reason or name in explorer.detail.kinds):
            self._early.append(name)
            return
        if reason:
            here = explorer.still_here()
            explorer.say(
                reason, "warn", shown_while=lambda: here() and action.reason(explorer) == reason
            )
            return
        price = None if confirmed else action.price(explorer)
        if confirmed or is_affordable(price, explorer.session.client):
            self._run(action)
        else:
            self._hold(action.shown_label(explorer), price, lambda: self._run_confirmed(name))

    def spend(self, what: str, price: int | None, run: Callable[[], object]) -> None:
        """Run something that is not an action, at once or after Enter confirms its price."""
        if is_affordable(price, self._explorer.session.client):
            run()
        else:
            self._hold(what, price, run)

    def _run_confirmed(self, name: str) -> None:
        self.act(name, confirmed=True)

    def _run(self, action: Action) -> None:
        self._early.clear()
        action.run(self._explorer)
        self._explorer.update_hints()
        self._explorer.remember()

    def run_early(self) -> None:
        """Run the actions that waited for the last location, if it is loaded now."""
        if self._early and not self._explorer.is_restoring:
            early, self._early = self._early, []
            for name in early:
                self.act(name)

    def _hold(self, what: str, price: int | None, run: Callable[[], object]) -> None:
        explorer = self._explorer
        if isinstance(explorer.focused, Input):
            explorer.list.rows.focus()  # Enter must not go to the field
        keys = {each: self._keys.first_key(each) for each in (OPEN.name, ESCAPE.name)}
        self._foot.hold(run, confirmation(what, price, **keys), explorer.still_here())
