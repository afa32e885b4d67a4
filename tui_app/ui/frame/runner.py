"""Runs an action for a key. If it cannot run, it says why; if it is costly, it waits for Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from tui_app.ui.frame.notice import Notice
from tui_app.ui.panes.action import Action
from tui_app.ui.remote.price import confirmation, is_affordable

if TYPE_CHECKING:
    from tui_app.ui.remote.answers import Answers
    from tui_app.ui.session import ScreenSession

ENTER: Final = "open"
"""The action of Enter, which confirms what waits."""
ESCAPE: Final = "escape"
"""The action of Esc, which drops what waits."""


class ActingScreen(Protocol):
    """A screen that actions act on."""

    session: ScreenSession
    answers: Answers

    def still_here(self) -> Callable[[], bool]:
        """A check for later: whether the user is still at the same place."""


class ActionRunner:
    """Runs the actions of a screen, at once or after Enter."""

    def __init__(self, screen: ActingScreen, actions: Mapping[str, Action], notice: Notice) -> None:
        self._screen = screen
        self._actions = actions
        self._notice = notice

    def press(self, name: str) -> None:
        """Handle a key: Enter also confirms a waiting action, and Esc drops it."""
        waiting = self._notice.release()
        if waiting is not None and name == ENTER:
            waiting()
        elif waiting is None or name != ESCAPE:
            self.act(name, may_spend=name == ENTER)

    def act(self, name: str, *, may_spend: bool = False) -> None:
        """Run an action, or say why it can do nothing now.

        An action that costs more requests than are left to spend waits for Enter, unless
        ``may_spend``.
        """
        screen = self._screen
        action = self._actions[name]
        if reason := action.reason(screen):
            here = screen.still_here()
            self._notice.say(
                reason, "warn", shown_while=lambda: here() and action.reason(screen) == reason
            )
            return
        price = None if may_spend else action.price(screen)
        if may_spend or is_affordable(price, screen.session.client):
            action.run(screen)
        else:
            self.hold(action.shown_label(screen), price, partial(self.act, name, may_spend=True))

    def spend(
        self,
        what: str,
        price: int | None,
        run: Callable[[], object],
        *,
        is_in_sight: bool = True,
    ) -> None:
        """Run something that is not an action, at once or after Enter confirms its price.

        ``is_in_sight``: the price was shown before; else more than one request waits for Enter.
        """
        is_small = is_in_sight or not price or price == 1
        if is_small and is_affordable(price, self._screen.session.client):
            run()
        else:
            self.hold(what, price, run)

    def hold(self, what: str, price: int | None, run: Callable[[], object]) -> None:
        """Let something wait for Enter."""
        first_key = self._screen.session.first_key
        keys = {each: first_key(each) for each in (ENTER, ESCAPE)}
        self._notice.hold(run, confirmation(what, price, **keys), self._screen.still_here())
