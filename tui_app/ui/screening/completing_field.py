"""A text field with a list of completions below it, and one for criteria."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from tui_app.contract.screening.completion import Completion, complete
from tui_app.ui.screening import wording
from tui_app.ui.session import session_of
from tui_app.ui.terminal.textual_private import share_keys
from tui_app.ui.text.drawing import pad
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList
from tui_app.ui.widgets.text_field import TextField

_MAX_SHOWN: Final = 8
"""The most rows at once; the others are reached by scrolling."""


class Completions(RowList, can_focus=False):
    """An overlay: the widgets below do not move. A click accepts a completion."""

    DEFAULT_CSS = """
    Completions {
        overlay: screen; display: none; height: 1; width: 100%;
        background: $panel; color: $text; scrollbar-size-vertical: 1;
    }
    """

    def __init__(self) -> None:
        super().__init__(lines_per_row=1)
        self._offered: tuple[Completion, ...] = ()
        self._accept: Callable[[Completion], None] = lambda _completion: None

    @property
    def completion(self) -> Completion | None:
        """The completion under the cursor."""
        return self._offered[self.cursor] if self._offered else None

    @property
    def height(self) -> int:
        """The number of lines it takes."""
        return min(_MAX_SHOWN, len(self._offered))

    def offer(
        self, completions: Sequence[Completion], accept: Callable[[Completion], None]
    ) -> None:
        """Show other completions, the first under the cursor; an empty sequence hides the list.

        A clicked one goes to ``accept``.
        """
        self._offered, self._accept = tuple(completions), accept
        labels = max((cell_len(each.text) for each in self._offered), default=0)
        self.show([_row(index, each, labels) for index, each in enumerate(self._offered)])
        if self._offered:
            self.styles.height = self.height
        if self.display != bool(self._offered):
            self.display = bool(self._offered)

    def on_click(self, event: events.Click) -> None:
        """Accept the clicked completion; the field keeps the focus."""
        event.stop()
        index = event.y + round(self.scroll_y)
        if index < len(self._offered):
            self._accept(self._offered[index])


def _row(index: int, completion: Completion, labels: int) -> Row:
    about = wording.about(completion.about)
    left = (Piece(pad(completion.text, labels)), Piece(f"  {about}", "dim"))
    return Row(str(index), (RowLine(left),))


Complete = Callable[[str, int], tuple[Completion, ...]]
"""The completions for the word before the cursor of a line."""


class CompletingField(TextField):
    """A field with a list of completions below it; Tab accepts one.

    While completions are shown, Up and Down move through them, Enter accepts the selected one, and
    Esc hides them. A binding whose id is an action of the explorer has its keys, too.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("down", "move(1)", show=False, id="down"),
        Binding("up", "move(-1)", show=False, id="up"),
        Binding("enter", "take_or_submit", show=False),
        Binding("escape", "hide", show=False, id="escape"),
    ]

    class Completing(Message):
        """The completions changed, or are hidden."""

    def __init__(
        self,
        completions: Completions,
        *,
        placeholder: str = "",
        id: str | None = None,
        complete: Complete,
    ) -> None:
        super().__init__(placeholder=placeholder, id=id, selects=False)
        self._completions = completions
        self._complete = complete
        self._has_moved = False
        """Whether the user moved through the completions."""

    def on_mount(self) -> None:
        """Take the user's keys; one that types text does so."""
        share_keys(self, session_of(self).keys_of)

    @property
    def is_offering(self) -> bool:
        """Whether completions are shown for this field."""
        return self.has_focus and bool(self._completions.display)

    @property
    def candidates(self) -> tuple[Completion, ...]:
        """The completions for the word at the cursor."""
        return self._complete(self.value, self.cursor_position)

    def offer(self) -> None:
        """Show the completions for the word at the cursor, once there is a word."""
        self._has_moved = False
        found = self.candidates if self.has_focus else ()
        typed = self.value[found[0].start : self.cursor_position] if found else ""
        is_in_word = self.value[: self.cursor_position][-1:].strip()
        is_whole = len(found) == 1 and found[0].text == typed
        self._show(found if is_in_word and not is_whole else ())

    def _show(self, completions: tuple[Completion, ...]) -> None:
        self._completions.offer(completions, self.accept)
        self.post_message(self.Completing())

    def on_blur(self) -> None:
        """Hide the completions with the focus."""
        self.action_hide()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While no completions are shown, their keys belong to the explorer."""
        return self.is_offering if action in {"move", "hide"} else True

    def action_complete(self) -> None:
        """Accept the completion under the cursor; if none are shown, show them."""
        if self.is_offering:
            self.accept(self._completions.completion)
        else:
            self._show(self.candidates)

    def action_move(self, by: int) -> None:
        """Move to another completion."""
        self._completions.move(by)
        self._has_moved = True

    def action_hide(self) -> None:
        """Hide the completions until the next letter."""
        self._has_moved = False
        if self._completions.display:
            self._show(())

    async def action_take_or_submit(self) -> None:
        """Accept the selected completion, or submit the line."""
        if self.is_offering and self._has_moved:
            self.accept(self._completions.completion)
        else:
            self.action_hide()
            await self.action_submit()

    def accept(self, completion: Completion | None) -> None:
        """Replace the word by a completion, and put the cursor behind it."""
        if completion is None:
            return
        before, after = self.value[: completion.start], self.value[completion.end :]
        # A value follows a name; a blank follows any other completion.
        needs_blank = not completion.text.endswith((":", " ")) and not after.startswith((" ", ","))
        text = completion.text + " " * needs_blank
        self.value = before + text + after
        self.cursor_position = completion.start + len(text)
        self.offer()


class _Mark(Highlighter):
    """Highlights the wrong part."""

    def __init__(self, style: Callable[[], Style]) -> None:
        self.start = self.end = 0
        self._style = style

    def highlight(self, text: Text) -> None:
        if self.end > self.start:
            text.stylize(self._style(), self.start, self.end)


class CriteriaField(CompletingField):
    """Completes the names and values of criteria, and marks the wrong word."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"criteria--wrong"}
    DEFAULT_CSS = "CriteriaField > .criteria--wrong { color: $text-error; text-style: underline; }"

    def __init__(
        self,
        completions: Completions,
        *,
        placeholder: str = "",
        id: str | None = None,
        complete: Complete = complete,
    ) -> None:
        super().__init__(completions, placeholder=placeholder, id=id, complete=complete)
        self._mark = _Mark(lambda: self.get_component_rich_style("criteria--wrong"))
        self.highlighter = self._mark

    def mark_wrong(self, start: int, end: int) -> None:
        """Mark a part of the text as wrong; an empty range marks nothing."""
        if (self._mark.start, self._mark.end) != (start, end):
            self._mark.start, self._mark.end = start, end
            self.refresh()
