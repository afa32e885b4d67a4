"""The base classes of dialogs: a titled box over the explorer that Esc closes."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from typing import ClassVar, Final, TypeVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from tui_app.ui.session import NO_KEY, session_of
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.terminal.textual_private import share_keys
from tui_app.ui.text.drawing import fit, styled
from tui_app.ui.text.keys import shown_key, types_text
from tui_app.ui.widgets.minimum_size import MinimumSizeScreen, TooSmall
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane

R = TypeVar("R")

WIDEST: Final = 100
"""The maximum width of a dialog."""
SIDES: Final = 6
"""Columns of a dialog around its text: frame, edges, scroll bar."""
_FRAME: Final = 3
"""Rows of a dialog around its body: frame and title."""


class _Body(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls its content; keys go to the dialog."""


class Dialog(MinimumSizeScreen[R], ModalScreen[R]):
    """A box; ``closing`` says in words how to leave it.

    A binding whose id is an action of the explorer has its keys, too, as the user has set them, and
    ``closing`` names them so: ``{escape}``.
    """

    # Here and not in the program's style sheet: the first frame has no dialog.
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    .dialog {
        width: 90%; height: auto; max-height: 100%;
        background: $surface; border: round $primary; padding: 0 1;
    }
    .dialog-body TextPane { padding: 0 1 0 0; }
    .dialog-body { height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
    Dialog.-spoken { background: $background; }
    Dialog.-tiny, Dialog.-flat { background: transparent; }
    Dialog.-tiny > *, Dialog.-flat > * { display: none; }
    Dialog > .too-small { display: none; dock: top; height: auto; background: $surface; }
    Dialog.-tiny > .too-small, Dialog.-flat > .too-small { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False, id="escape"),
        Binding("ctrl+q", "quit", show=False, id="quit"),
    ]

    asked_width: ClassVar[int] = WIDEST
    """The width of its text where it is not as wide as its widest line; less if there is less."""

    def __init__(self, title: str, closing: str) -> None:
        super().__init__()
        # Read aloud, the screen below would be mixed up with the dialog's lines.
        self.set_class(is_spoken(), "-spoken")
        self._heading = title
        self._leaving = closing
        self._keys: dict[str, list[str]] = {}
        """The keys of each action."""
        self.body: VerticalScroll = _Body(classes="dialog-body")

    def compose(self) -> ComposeResult:
        """Title, body, and how to leave."""
        with Vertical(classes="dialog"):
            yield TextPane(lambda width: styled(fit(self._heading, width), "strong"))
            with self.body:
                yield from self.compose_body()
        yield TooSmall()

    def on_mount(self) -> None:
        """Take the user's keys. Textual calls this for every class, so none calls ``super``."""
        self._keys = share_keys(self, self._keys_of)
        self._leaving = self.with_keys(self._leaving)
        for box in self.query(".dialog"):
            box.border_subtitle = self._leaving

    def _keys_of(self, name: str) -> tuple[str, ...]:
        keys = session_of(self).keys_of(name)
        # No letter ends the program here, where letters choose and search.
        return tuple(key for key in keys if name != "quit" or not types_text(key))

    def with_keys(self, text: str) -> str:
        """A text with the keys of actions in it: where possible one that works in a field.

        An action whose keys the user has given to others has a dash.
        """
        shown = {name: shown_key(min(keys, key=types_text)) for name, keys in self._keys.items()}
        return text.format_map(defaultdict(lambda: NO_KEY, shown))

    def on_resize(self) -> None:
        """Adapt to a new size. Textual calls this for every class, so none calls ``super``."""
        self.fit_width()

    def fit_width(self) -> None:
        """As wide as the content, up to the space available."""
        available = self.available
        around = max(cell_len(self._heading), cell_len(self._leaving) + 2)
        width = max(around, self.widest(available))
        for box in self.query(".dialog"):
            box.styles.width = min(available, width) + SIDES

    @property
    def available(self) -> int:
        """Columns of text in the widest dialog that fits on this screen."""
        return max(1, min(WIDEST, self.size.width * 9 // 10) - SIDES)

    def widest(self, available: int) -> int:
        """The width of its widest line; by default what it asks for."""
        return self.asked_width

    def compose_body(self) -> ComposeResult:
        """The content of the dialog."""
        yield from ()

    def action_scroll(self, by: int) -> None:
        """Lines up or down; a field keeps the focus."""
        self.body.scroll_relative(y=by, animate=False)

    def action_close(self) -> None:
        """Leave without a choice."""
        self.dismiss(None)

    def action_quit(self) -> None:
        """Quit the program: what a dialog must not lose is saved while it is typed."""
        self.app.exit()


class TextDialog(Dialog[None]):
    """A dialog that only shows text: keys scroll it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "close", show=False),
        Binding("j", "scroll(1)", show=False, id="down"),
        Binding("k", "scroll(-1)", show=False, id="up"),
    ]

    def __init__(self, title: str, closing: str) -> None:
        super().__init__(title, closing)
        self.body = VerticalScroll(classes="dialog-body")
        self.text_pane = TextPane(self.draw)

    def compose_body(self) -> ComposeResult:
        """The text."""
        yield self.text_pane

    @abstractmethod
    def draw(self, width: int) -> Content:
        """The text for a width in cells."""

    def widest(self, available: int) -> int:
        """The longest line."""
        return max(map(cell_len, self.draw(available).plain.split("\n")))


class RowsDialog(Dialog[R]):
    """A dialog with rows: arrows move the cursor, Enter opens the row under it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", show=False, id="down"),
        Binding("up", "move(-1)", show=False, id="up"),
        Binding("pagedown", "move(9)", show=False, id="page_down"),
        Binding("pageup", "move(-9)", show=False, id="page_up"),
        Binding("enter", "take", show=False, id="open"),
    ]

    def __init__(self, title: str, closing: str) -> None:
        super().__init__(title, closing)
        self.rows = RowList(lines_per_row=1)

    def fit_rows(self, other_lines: int = 0) -> None:
        """Show as many rows as there are; they scroll if they do not fit.

        ``other_lines`` is the number of lines that the dialog needs for anything else.
        """
        available = self.size.height - _FRAME - other_lines
        self.rows.styles.height = max(1, min(len(self.rows.rows), available))

    def action_move(self, by: int) -> None:
        """Rows up or down."""
        self.rows.move(by)

    def action_take(self) -> None:
        """Open the row under the cursor."""
        self.rows.open()

    def on_row_list_double_clicked(self, event: RowList.DoubleClicked) -> None:
        """Open the row, as Enter does."""
        event.stop()
        self.action_take()


class FieldDialog(Dialog[R]):
    """A dialog with a field, which has the focus from the start, and a message about its text."""

    def __init__(self, title: str, closing: str, field: TextField) -> None:
        super().__init__(title, closing)
        self._field = field
        self._message = TextPane()

    def compose_body(self) -> ComposeResult:
        """The field and the message."""
        yield self._field
        yield self._message

    def on_mount(self) -> None:
        """Type at once. Textual calls this for every class, so none calls ``super``."""
        self._field.focus()
