"""Runs an action for a key. If it cannot run, it says why; if it is costly, it waits for Enter."""

from __future__ import annotations

from textual.widgets import Input

from tui_app.client.live import WaitPrice
from tui_app.system.language import _
from tui_app.ui.actions.base import Explorer
from tui_app.ui.actions.moving import Escape, Open
from tui_app.ui.remote.price import as_text


class ActionRunner:
    """Runs the actions of a screen."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._early: list[str] = []
        """Actions whose keys came before the data of the last location that they need."""

    def press(self, name: str) -> None:
        """Handle a key: Enter also confirms a waiting action, and Esc drops it."""
        waiting = self._explorer.release()
        if waiting and name == Open.name:
            self.act(waiting, confirmed=True)
        elif not waiting or name != Escape.name:
            self.act(name, confirmed=name == Open.name)

    def act(self, name: str, *, confirmed: bool = False) -> None:
        """Run an action, or say why it can do nothing now.

        An action that costs more requests than are left to spend waits for Enter, unless
        ``confirmed``.
        """
        explorer = self._explorer
        action = explorer.keys.by_name[name]
        reason = action.reason(explorer)
        if explorer.is_restoring and (reason or name in explorer.detail.kinds):
            self._early.append(name)
            return
        if reason:
            here = explorer.still_here()
            explorer.say(
                reason, "warn", while_so=lambda: here() and action.reason(explorer) == reason
            )
            return
        price = action.price(explorer)
        if not confirmed and not self._affords(price):
            self._hold(name, price)
            return
        self._early.clear()
        action.run(explorer)
        explorer.update_hints()
        explorer.remember()

    def run_early(self) -> None:
        """Run what waited for the last location, if that is loaded now."""
        if self._early and not self._explorer.is_restoring:
            early, self._early = self._early, []
            for name in early:
                self.act(name)

    def _affords(self, price: int | None) -> bool:
        client = self._explorer.program.client
        return not price or client is None or client.allowance.affords(price)

    def _hold(self, name: str, price: int | None) -> None:
        explorer = self._explorer
        if isinstance(explorer.focused, Input):
            explorer.list.rows.focus()  # Enter must not go to the field
        label = explorer.keys.by_name[name].shown_label(explorer)
        what = label[:1].upper() + label[1:]
        keys = {each: explorer.keys.first_key(each) for each in (Open.name, Escape.name)}
        if isinstance(price, WaitPrice):
            text = _("{what}, {wait}: {open} confirms, {escape} cancels. {warning}")
            text = text.format(what=what, wait=price.text, warning=price.warning, **keys).rstrip()
        else:
            text = _("{what}: {price} · {open} confirms, {escape} cancels")
            text = text.format(what=what, price=as_text(price), **keys)
        explorer.hold(name, text)
