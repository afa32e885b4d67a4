"""A whole screen over the explorer, such as the comparison: the same frame around other things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.widget import Widget

from tui_app.system.language import N_, _
from tui_app.ui.dialogs.choice import open_menu
from tui_app.ui.dialogs.help import HelpGroup, HelpRow, HelpScreen
from tui_app.ui.frame import ENTER, ESCAPE, HELP, ActionRunner, Notice, headline
from tui_app.ui.panes.action import Action, Menu
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import draw_spending, price_label
from tui_app.ui.session import ScreenSession
from tui_app.ui.terminal.textual_private import share_keys
from tui_app.ui.text.keys import shown_key, shown_keys
from tui_app.ui.widgets.minimum_size import MinimumSizeScreen, TooSmall
from tui_app.ui.widgets.strips import Hint, StatusLine, fits

R = TypeVar("R")

_CONFIRM: Final = Action(
    name=ENTER,
    keys="enter",
    label=N_("open"),
    help=N_("Confirm what waits"),
    do=lambda _screen: None,
)
"""Enter where it has no other meaning."""

_QUIT: Final = Action(
    name="quit",
    keys="ctrl+q",
    label=N_("quit"),
    help=N_("Quit (resumes here)"),
    do=lambda screen: screen.app.exit(),
)


class FullScreen(MinimumSizeScreen[R]):
    """Head line, body, messages, and the keys that work now with their prices.

    ``actions`` act on the screen itself. One that the explorer has, too, has the keys that it has
    there, as the user has set them, and its own.
    """

    DEFAULT_CSS = """
    FullScreen { layout: vertical; background: $background; }
    FullScreen.-tiny > *, FullScreen.-flat > * { display: none; }
    FullScreen > .too-small { display: none; height: auto; }
    FullScreen.-tiny > .too-small, FullScreen.-flat > .too-small { display: block; }
    """
    actions: ClassVar[tuple[Action, ...]] = ()

    def __init__(self, session: ScreenSession, answers: Answers) -> None:
        super().__init__()
        self.session = session
        self.answers = answers
        self.notice = Notice()
        self._head = StatusLine(id="head")
        self._foot = StatusLine(id="foot")
        by_name = {action.name: action for action in (_CONFIRM, *self.actions, HELP, _QUIT)}
        self.runner = ActionRunner(self, by_name, self.notice)
        for action in by_name.values():
            for key in action.keys.split(","):
                self.bind_key(key, f"act('{action.name}')", id=action.name)
        shared = share_keys(self, session.keys_of)
        self._keys: dict[str, list[str]] = {name: shared.get(name, []) for name in by_name}
        """The keys of each action."""

    def compose(self) -> ComposeResult:
        """The body between the lines that every screen has."""
        yield self._head
        yield from self.compose_body()
        yield self.notice
        yield self._foot
        yield TooSmall()

    def compose_body(self) -> Iterable[Widget]:
        """What the screen is for."""
        return ()

    def on_resize(self) -> None:
        """Show as many keys as now fit."""
        self.update_hints()

    @property
    def position(self) -> object:
        """Where the user is: a message about it ends when that changes."""
        return None

    def still_here(self) -> Callable[[], bool]:
        """A check for later: whether the user is still at the same place."""
        before = self.position
        return lambda: self.position == before

    def say(self, text: str, style: str = "text") -> None:
        """Show a message for a while."""
        self.notice.say(text, style)

    def open_help(self) -> None:
        """Show every key of this screen."""
        client = self.session.client
        rows = [
            HelpRow(
                keys=" ".join(map(shown_key, self._keys[action.name])),
                help=_(action.help),
                price=price_label(action.price(self), client),
                reason=action.reason(self),
            )
            for action in (*self.actions, HELP, _QUIT)
        ]
        title = _("Keys: {pane}").format(pane=self.label())
        self.app.push_screen(HelpScreen(title, [], [HelpGroup("", rows)], shown_keys))

    def open_menu(self, menu: Menu) -> None:
        """Open the menu of an action."""
        open_menu(self, self.runner, menu)

    def label(self) -> str:
        """The name of the screen, for people."""
        return ""

    def action_act(self, name: str) -> None:
        """Handle a pressed key."""
        self.runner.press(name)
        self.update_hints()

    def on_status_line_hint_clicked(self, event: StatusLine.HintClicked) -> None:
        """A click on a hint acts like its key."""
        event.stop()
        self.action_act(event.name)

    def update_hints_now(self) -> None:
        """Show source, keys, prices and allowance as they are now."""
        if not self._foot.is_attached:
            return
        if self.notice.display and not self.notice.shown_while():
            self.notice.clear()
        self._head.show(*headline(self.session))
        right = draw_spending(self.session, self.app.size.width)
        self._foot.show(self._hints(self.app.size.width - 4 - right.cell_length), right)

    def _hints(self, width: int) -> list[Hint]:
        """The keys that work now, as many as fit; Esc and help are always included."""
        by_name = {action.name: action for action in self.actions}
        offered = (action for action in self.actions if action.footer)
        hints = map(self._hint, sorted(offered, key=lambda action: action.footer))
        return fits(hints, width, self._hint(by_name[ESCAPE]), self._hint(HELP))

    def _hint(self, action: Action) -> Hint | None:
        keys = self._keys[action.name]
        is_narrow = self.has_class("-narrow")
        return action.hint(shown_key(keys[0]), panes=self, is_narrow=is_narrow) if keys else None
