"""What every whole screen has: head line, messages, hints, and the one way to run an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import methodcaller
from typing import Final, Protocol

from textual.content import Content
from textual.timer import Timer

from tui_app import __version__
from tui_app.system.language import N_, _
from tui_app.ui.panes.action import Action
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import confirmation, is_affordable
from tui_app.ui.session import ScreenSession
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import styled
from tui_app.ui.timings import NOTICE, READING
from tui_app.ui.widgets.text_pane import TextPane


class Notice(TextPane):
    """A message ends after a while, with the next message, or when its condition ends."""

    DEFAULT_CSS = """
    Notice { height: auto; max-height: 6; background: $panel; color: $text; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="notice")
        self.display = False
        self._message: tuple[str, str] | None = None
        self.shown_while: Callable[[], bool] = lambda: True
        """The condition of the message that is shown."""
        self._timer: Timer | None = None
        self._waiting: Callable[[], object] | None = None

    def say(
        self,
        text: str,
        style: str = "text",
        *,
        also: bool = False,
        shown_while: Callable[[], bool] = lambda: True,
    ) -> None:
        """Show a message for a while, but only as long as ``shown_while()`` holds.

        ``also``: append it to a message of the same style.
        """
        if also and self._message and self._message[1] == style and not self._waiting:
            text = f"{self._message[0]} {text}"
        self._show((text, style), shown_while)
        message = self._message
        lasts = max(NOTICE, len(text) * READING)
        self._timer = self.set_timer(lasts, lambda: self._expire(message))

    def hold(self, run: Callable[[], object], text: str, shown_while: Callable[[], bool]) -> None:
        """Say that Enter runs something, until ``release`` or while ``shown_while()`` holds."""
        self._show((text, "warn"), shown_while)
        self._waiting = run

    @property
    def waits(self) -> bool:
        """Whether something waits for Enter."""
        return self._waiting is not None

    def release(self) -> Callable[[], object] | None:
        """Stop waiting for Enter; return what waited, or ``None``."""
        waiting = self._waiting
        if waiting is not None:
            self.clear()
        return waiting

    def _show(
        self, message: tuple[str, str] | None, shown_while: Callable[[], bool] = lambda: True
    ) -> None:
        self._message, self._waiting, self.shown_while = message, None, shown_while
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if message is not None:
            super().say(*message)
        if self.display != (message is not None):
            self.display = message is not None

    def _expire(self, message: tuple[str, str] | None) -> None:
        # A stopped timer may still fire when another message is shown.
        if self._message is message:
            self.clear()

    def clear(self) -> None:
        """Show no message any more."""
        self._show(None)


HELP: Final = Action(
    name="help",
    keys="question_mark",
    label=N_("help"),
    help=N_("Show every key, what it costs and why it cannot be used now"),
    footer=90,
    do=methodcaller("open_help"),
)

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
        self, what: str, price: int | None, run: Callable[[], object], *, is_in_sight: bool = True
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


def headline(session: ScreenSession) -> tuple[Content, Content, Content]:
    """The header line: program and source on the left; ``user@host`` over SSH on the right.

    Last comes the left side for a narrow terminal: without the program's name, and what is
    unusual about the answers before their source.
    """
    name = styled("firmeterm", "strong") + styled(f" {__version__} · ", "dim")
    left, between = Content(), styled(" · ", "dim")
    if session.settings.offline:
        left += styled(_("Offline: cached answers only"), "warn") + between
    elif session.client is not None and session.client.connection_lost:
        left += styled(_("Offline: connection lost"), "warn") + between
    if session.settings.private:
        left += styled(_("private, nothing is kept"), "warn") + between
    source = Content(session.source.name)
    whole, short = left + source, left + source
    if session.as_of is not None:
        text = _("as of {day} · Esc: today").format(day=fmt.date(session.as_of))
        past = styled(f" {text} ", "past")
        whole, short = left + source + between + past, left + past + between + source
    return name + whole, styled(session.terminal.host or "", "dim"), short
