"""What every dialog is: a titled box over the explorer that Esc closes."""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from tui_app.ui.text.cells import fit
from tui_app.ui.text.drawing import styled
from tui_app.ui.widgets.minimum_size import MinimumSizeScreen
from tui_app.ui.widgets.text_pane import TextPane

R = TypeVar("R")

WIDEST: Final = 100
"""Columns of a dialog at most."""
SIDES: Final = 6
"""Columns of a dialog beside its text: frame, edges, scroll bar."""


class Dialog(MinimumSizeScreen[R], ModalScreen[R]):
    """A box; ``closing`` says in words how to leave it."""

    # Here and not in the style sheet of the program: no dialog is on the first frame.
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    .dialog {
        width: 90%; height: auto; max-height: 100%;
        background: $surface; border: round $primary; padding: 0 1;
    }
    .dialog-body TextPane { padding: 0 1 0 0; }
    .dialog-body { height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
    Dialog.-tiny, Dialog.-flat { background: transparent; }
    Dialog.-tiny > *, Dialog.-flat > * { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
    ]

    def __init__(self, title: str, closing: str) -> None:
        super().__init__()
        self._heading = title
        self._leaving = closing

    def compose(self) -> ComposeResult:
        """Title, body, how to leave."""
        with Vertical(classes="dialog") as box:
            box.border_subtitle = self._leaving
            yield TextPane(lambda width: styled(fit(self._heading, width), "strong"))
            with VerticalScroll(classes="dialog-body"):
                yield from self.compose_body()

    def on_resize(self) -> None:
        """There is other room. Textual calls this of every class, so none calls another's."""
        self.fit_width()

    def fit_width(self) -> None:
        """As wide as what it holds, as far as there is room."""
        available = self.available
        said = max(cell_len(self._heading), cell_len(self._leaving) + 2)
        wanted = max(said, self.widest(available))
        for box in self.query(".dialog"):
            box.styles.width = min(available, wanted) + SIDES

    @property
    def available(self) -> int:
        """Columns of text that the widest dialog has on this screen."""
        return max(1, min(WIDEST, self.size.width * 9 // 10) - SIDES)

    def widest(self, available: int) -> int:
        """Columns of its widest line, in so much room; all of it for one that draws nothing."""
        drawn = self.draw(available).plain
        return max(cell_len(line) for line in drawn.split("\n")) if drawn else available

    def compose_body(self) -> ComposeResult:
        """What the dialog is about."""
        yield TextPane(self.draw)

    def draw(self, width: int) -> Content:
        """The body of a dialog that only shows."""
        return Content()

    def action_close(self) -> None:
        """Leave without a choice."""
        self.dismiss(None)

    def action_scroll(self, by: int) -> None:
        """Move what does not fit."""
        self.query_one(".dialog-body", VerticalScroll).scroll_relative(y=by, animate=False)
