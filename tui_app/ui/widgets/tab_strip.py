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


_SHORTEST_CUT: Final = 4
"""Below this width only the first character of a label stands, such as its digit."""
_SHORT_MARKS: Final = 3
"""Marks of up to this width, such as +3 for news, outlast the ends of the other labels."""


class Tab(Struct, frozen=True):
    """A tab: its name for programs, its label for people, signs of its content, and a note.

    Signs and notes follow their labels if they fit; short notes if only those do.
    """

    name: str
    label: str
    signs: str = ""
    note: str = ""
    short_note: str = ""


class TabStrip(Widget):
    """A row of labels. ``is_active`` says whether the pane below it has the focus."""

    DEFAULT_CSS = "TabStrip { height: 1; }"
    ALLOW_SELECT = False

    chosen: reactive[str] = reactive("")
    pointed: reactive[str] = reactive("")
    """The tab under the mouse pointer."""
    is_active: reactive[bool] = reactive(False)

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
        plain, chosen = _ACTIVE_STYLES if self.is_active else _QUIET
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

        Notes are dropped first, then a blank, then signs, and then the labels are cut.
        """
        marked = [replace(t, label=f"{t.label} {t.signs}".rstrip()) for t in self.tabs]
        for notes in ([t.note for t in self.tabs], [t.short_note for t in self.tabs]):
            with_notes = zip(marked, notes, strict=True)
            noted = [replace(t, label=f"{t.label} {note}".rstrip()) for t, note in with_notes]
            if self._fits(noted, 2):
                return noted, 2
        kept = [
            after if cell_len(tab.signs) <= _SHORT_MARKS else tab
            for tab, after in zip(self.tabs, marked, strict=True)
        ]
        for labels, around in ((marked, 2), (marked, 1), (kept, 1)):
            if self._fits(labels, around):
                return labels, around
        return self._cut(kept), 1

    def _fits(self, tabs: Sequence[Tab], around: int) -> bool:
        return sum(cell_len(tab.label) + around for tab in tabs) <= self.size.width

    def _cut(self, tabs: Sequence[Tab]) -> list[Tab]:
        """The chosen label and those with signs whole, the longest of the others cut until all fit.

        Their first characters, the digits of keys, stay.
        """
        cut = list(tabs)
        whole = [tab.name == self.chosen or tab.label.endswith(tab.signs or " ") for tab in tabs]
        widths = [0 if keep else cell_len(t.label) for keep, t in zip(whole, tabs, strict=True)]
        while not self._fits(cut, 1) and max(widths) > 1:
            widest = widths.index(max(widths))
            widths[widest] -= 1
            label = tabs[widest].label
            short = label[0] if widths[widest] < _SHORTEST_CUT else fit(label, widths[widest])
            cut[widest] = replace(tabs[widest], label=short)
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
