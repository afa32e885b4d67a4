"""One line of tabs: a word each, the chosen one marked. Cheaper than Textual's underlined tabs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui_app.ui.text.cells import fit
from tui_app.ui.text.drawing import STYLES

_QUIET: Final = (STYLES["dim"], "bold underline")
"""The styles of a label and of the chosen label, while the pane below lacks the focus."""
_LIT: Final = (
    "$strip-foreground on $strip-background",
    "bold $strip-chosen on $strip-chosen-background",
)
"""The same while the pane below has the focus."""


class Tab(NamedTuple):
    """A tab: its name for programs, its label for people, and a note about it.

    Notes follow their labels where they fit; else the short notes do.
    """

    name: str
    label: str
    note: str = ""
    short_note: str = ""


class TabStrip(Widget):
    """A row of labels. ``lit`` says whether the pane below it has the focus."""

    DEFAULT_CSS = "TabStrip { height: 1; }"
    ALLOW_SELECT = False

    chosen: reactive[str] = reactive("")
    pointed: reactive[str] = reactive("")
    """The tab under the mouse pointer."""
    lit: reactive[bool] = reactive(False)

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, strip: TabStrip, name: str) -> None:
            super().__init__()
            self.strip = strip
            self.name = name

        @property
        def control(self) -> TabStrip:
            """The strip, so that a handler can be bound to it by selector."""
            return self.strip

    def __init__(self, tabs: tuple[Tab, ...], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tabs = tabs
        if tabs:
            self.set_reactive(TabStrip.chosen, tabs[0].name)

    def relabel(self, tabs: tuple[Tab, ...]) -> None:
        """Change the labels; writes nothing where nothing changed."""
        if tabs != self.tabs:
            self.tabs = tabs
            self.refresh()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The full width."""
        return container.width

    def render(self) -> Content:
        """The labels."""
        plain, chosen = _LIT if self.lit else _QUIET
        parts: list[tuple[str, str]] = []
        left = self.size.width
        for tab in self._shortened():
            look = chosen if tab.name == self.chosen else plain
            under = " underline" if tab.name == self.pointed else ""
            parts += [(" ", look), (tab.label, look + under), (" ", look)]
            left -= cell_len(tab.label) + 2
        return Content.assemble(*parts, (" " * max(0, left), plain))

    def _shortened(self) -> tuple[Tab, ...]:
        """The tabs with labels that fit: notes are dropped first, then the last labels."""
        for notes in ([t.note for t in self.tabs], [t.short_note for t in self.tabs]):
            pairs = zip(self.tabs, notes, strict=True)
            noted = tuple(Tab(t.name, f"{t.label} {note}".rstrip()) for t, note in pairs)
            if self._fits(noted):
                return noted
        tabs = list(self.tabs)
        for place in reversed(range(len(tabs))):
            if self._fits(tabs):
                break
            if tabs[place].name != self.chosen:
                # The first word of a label is the tab's key.
                tabs[place] = Tab(tabs[place].name, tabs[place].label.split(" ")[0])
        return tuple(tabs) if self._fits(tabs) else self._cut()

    def _fits(self, tabs: Sequence[Tab]) -> bool:
        return sum(cell_len(tab.label) + 2 for tab in tabs) <= self.size.width

    def _cut(self) -> tuple[Tab, ...]:
        """The chosen label whole, the others as long as the rest of the line allows."""
        whole = next((t for t in self.tabs if t.name == self.chosen), self.tabs[0])
        rest = self.size.width - cell_len(whole.label) - 2
        each = max(1, rest // max(1, len(self.tabs) - 1) - 2)
        return tuple(t if t is whole else Tab(t.name, fit(t.label, each)) for t in self.tabs)

    def on_click(self, event: events.Click) -> None:
        """A click chooses the label under the pointer."""
        if name := self._tab_at(event.x):
            self.post_message(self.Chosen(self, name))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Highlight the label under the pointer."""
        self.pointed = self._tab_at(event.x)

    def on_leave(self) -> None:
        """The pointer left the strip."""
        self.pointed = ""

    def _tab_at(self, x: int) -> str:
        for tab in self._shortened():
            x -= cell_len(tab.label) + 2
            if x < 0:
                return tab.name
        return ""
