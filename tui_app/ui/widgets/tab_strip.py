"""One line of tabs, a word each, the chosen one marked. Cheaper than Textual's own tabs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
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
_ACTIVE_STYLES: Final = (
    "$strip-foreground on $strip-background",
    "bold $strip-chosen on $strip-chosen-background",
)
"""The same while the pane below has the focus."""


class Tab(Struct, frozen=True):
    """A tab: its name for programs, its label for people, marks of its content, and a note.

    Marks and notes follow their labels if they fit; short notes if only those do.
    ``shorter`` labels, the longer one first, stand if not all labels fit.
    """

    name: str
    label: str
    shorter: tuple[str, ...] = ()
    marks: str = ""
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

    class TabClicked(Message):
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
        """Change the labels; writes nothing if nothing changed."""
        if tabs != self.tabs:
            self.tabs = tabs
            self.refresh()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The full width."""
        return container.width

    def render(self) -> Content:
        """The labels."""
        plain, chosen = _ACTIVE_STYLES if self.lit else _QUIET
        parts: list[tuple[str, str]] = []
        left = self.size.width
        tabs, around = self._shortened()
        after = " " * (around - 1)
        for tab in tabs:
            look = chosen if tab.name == self.chosen else plain
            under = " underline" if tab.name == self.pointed else ""
            parts += [(" ", look), (tab.label, look + under), (after, look)]
            left -= cell_len(tab.label) + around
        return Content.assemble(*parts, (" " * max(0, left), plain))

    def _shortened(self) -> tuple[Sequence[Tab], int]:
        """The tabs with labels that fit, and the blanks around each.

        Notes are dropped first, then a blank, then marks and letters of the labels.
        """
        marked = [replace(t, label=f"{t.label} {t.marks}".rstrip()) for t in self.tabs]
        for notes in ([t.note for t in self.tabs], [t.short_note for t in self.tabs]):
            pairs = zip(marked, notes, strict=True)
            noted = [replace(t, label=f"{t.label} {note}".rstrip()) for t, note in pairs]
            if self._fits(noted, 2):
                return noted, 2
        for around in (2, 1):
            if self._fits(marked, around):
                return marked, around
        return self._brief(), 1

    def _brief(self) -> Sequence[Tab]:
        """The tabs with their shortest labels, made longer step by step where there is room.

        No label gets its next form before all others had their turn, so that a long one never
        takes the words of the others. The chosen tab comes first while these are words at all.
        """
        forms = [
            (*reversed(words), *(f"{word} {tab.marks}".rstrip() for word in (words[0], tab.label)))
            for tab in self.tabs
            for words in [tab.shorter or (tab.label,)]
        ]
        tabs = [replace(t, label=each[0]) for t, each in zip(self.tabs, forms, strict=True)]
        if not self._fits(tabs, 1):
            return self._cut(tabs)
        keys = max(len(tab.shorter) for tab in tabs)  # the forms before the last are mere keys
        places = range(len(tabs))
        chosen_first = sorted(places, key=lambda place: tabs[place].name != self.chosen)
        for step in range(1, max(map(len, forms))):
            for place in chosen_first if step < keys else places:
                longer = list(tabs)
                longer[place] = replace(tabs[place], label=forms[place][step])
                if self._fits(longer, 1):
                    tabs = longer
        return tabs

    def _fits(self, tabs: Sequence[Tab], around: int) -> bool:
        return sum(cell_len(tab.label) + around for tab in tabs) <= self.size.width

    def _cut(self, tabs: Sequence[Tab]) -> list[Tab]:
        """The chosen label whole, the longest of the others cut until all fit."""
        cut = list(tabs)
        widths = [0 if t.name == self.chosen else cell_len(t.label) for t in tabs]
        while not self._fits(cut, 1) and max(widths) > 1:
            place = widths.index(max(widths))
            widths[place] -= 1
            cut[place] = replace(tabs[place], label=fit(tabs[place].label, widths[place]))
        return cut

    def on_click(self, event: events.Click) -> None:
        """A click chooses the label under the pointer."""
        if name := self._tab_at(event.x):
            self.post_message(self.TabClicked(self, name))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Highlight the label under the pointer."""
        self.pointed = self._tab_at(event.x)

    def on_leave(self) -> None:
        """Stop highlighting: the pointer left the strip."""
        self.pointed = ""

    def _tab_at(self, x: int) -> str:
        tabs, around = self._shortened()
        for tab in tabs:
            x -= cell_len(tab.label) + around
            if x < 0:
                return tab.name
        return ""
