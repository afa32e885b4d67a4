"""A text field with a list of completions below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from tui_app.contract.screening.completion import Completion
from tui_app.ui.screening.completions import Completions
from tui_app.ui.session import session_of
from tui_app.ui.terminal.textual_private import share_keys
from tui_app.ui.widgets.text_field import TextField

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
