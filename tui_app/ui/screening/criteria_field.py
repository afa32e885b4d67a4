"""A field for criteria: names and values are completed, and the wrong word is marked."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message

from tui_app.contract.screening.completion import Completion, complete
from tui_app.ui.screening.completions import Completions
from tui_app.ui.widgets.field import Field

Complete = Callable[[str, int], tuple[Completion, ...]]
"""What the word before the cursor of a line may become."""


class _Mark(Highlighter):
    """What is wrong looks otherwise."""

    def __init__(self, look: Callable[[], Style]) -> None:
        self.start = self.end = 0
        self._look = look

    def highlight(self, text: Text) -> None:
        if self.end > self.start:
            text.stylize(self._look(), self.start, self.end)


class CriteriaField(Field):
    """A field with a list of completions below it, which Tab takes.

    While completions are shown, Up and Down walk through them, Enter takes the one that was
    walked to, and Esc puts them away.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"criteria--wrong"}
    DEFAULT_CSS = "CriteriaField > .criteria--wrong { color: $text-error; text-style: underline; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("down", "walk(1)", show=False),
        Binding("up", "walk(-1)", show=False),
        Binding("enter", "take_or_submit", show=False),
        Binding("escape", "put_away", show=False),
    ]

    class Completing(Message):
        """Other completions are offered, or none any more."""

    def __init__(
        self,
        completions: Completions,
        *,
        placeholder: str = "",
        id: str | None = None,
        complete: Complete = complete,
    ) -> None:
        super().__init__(placeholder=placeholder, id=id)
        self._completions = completions
        self._complete = complete
        self._mark = _Mark(lambda: self.get_component_rich_style("criteria--wrong"))
        self.highlighter = self._mark
        self._walked = False
        """Whether somebody chose among the completions."""

    @property
    def is_offering(self) -> bool:
        """Whether completions are shown for this field."""
        return self.has_focus and bool(self._completions.display)

    @property
    def may_become(self) -> tuple[Completion, ...]:
        """What the word at the cursor may become."""
        return self._complete(self.value, self.cursor_position)

    def mark_wrong(self, start: int, end: int) -> None:
        """Mark a part of the text; an empty one marks nothing."""
        if (self._mark.start, self._mark.end) != (start, end):
            self._mark.start, self._mark.end = start, end
            self.refresh()

    def offer(self) -> None:
        """Show what the word at the cursor may become, once there is a word."""
        self._walked = False
        found = self.may_become if self.has_focus else ()
        typed = self.value[found[0].start : self.cursor_position] if found else ""
        begun = self.value[: self.cursor_position][-1:].strip()
        is_whole = len(found) == 1 and found[0].text == typed
        self._show(found if begun and not is_whole else ())

    def _show(self, completions: tuple[Completion, ...]) -> None:
        self._completions.offer(completions)
        self.post_message(self.Completing())

    def on_blur(self) -> None:
        """Nothing is completed where nobody types."""
        self._put_away()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys of the completions are the explorer's while there are none."""
        return self.is_offering if action in {"walk", "put_away"} else True

    def action_complete(self) -> None:
        """Take the completion under the cursor; with none shown, show what there is."""
        if self.is_offering:
            self.take(self._completions.completion)
        else:
            self._show(self.may_become)

    def action_walk(self, by: int) -> None:
        """Another completion."""
        self._completions.move(by)
        self._walked = True

    def action_put_away(self) -> None:
        """Offer nothing until something is typed."""
        self._put_away()

    async def action_take_or_submit(self) -> None:
        """The completion that was walked to, or the whole line."""
        if self.is_offering and self._walked:
            self.take(self._completions.completion)
        else:
            self._put_away()
            await self.action_submit()

    def _put_away(self) -> None:
        self._walked = False
        if self._completions.display:
            self._show(())

    def take(self, completion: Completion | None) -> None:
        """Put a completion in place of what it completes, and stand behind it."""
        if completion is None:
            return
        before, after = self.value[: completion.start], self.value[completion.end :]
        # A name goes on with its value; whatever else is whole.
        parted = completion.text.endswith((":", " ")) or after.startswith((" ", ","))
        text = completion.text if parted else f"{completion.text} "
        self.value = before + text + after
        self.cursor_position = completion.start + len(text)
        self.offer()
