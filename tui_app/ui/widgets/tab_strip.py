"""One line of tabs, a word each, the chosen one marked. Cheaper than Textual's own tabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """A tab: its name for programs, its label for people, marks of its content, and a note.

    Marks and notes follow their labels if they fit; short notes if only those do.
    """

    name: str
    label: str
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
        plain, chosen = _LIT if self.lit else _QUIET
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
        """The tabs with labels that fit, and the blanks around each."""
        form: tuple[Sequence[Tab], int] = (self.tabs, 1)
        for form in self._forms():
            if self._fits(*form):
                return form
        return self._cut(form[0]), 1

    def _forms(self) -> Iterator[tuple[Sequence[Tab], int]]:
        """The tabs with ever shorter labels, and the blanks around each.

        Notes are dropped first, then a blank, then the marks and the words of the last labels.
        """
        marked = [t._replace(label=f"{t.label} {t.marks}".rstrip()) for t in self.tabs]
        for notes in ([t.note for t in self.tabs], [t.short_note for t in self.tabs]):
            pairs = zip(marked, notes, strict=True)
            yield [t._replace(label=f"{t.label} {note}".rstrip()) for t, note in pairs], 2
        yield from ((marked, 2), (marked, 1))
        yield from ((self._brief(marked, around), around) for around in (2, 1))

    def _brief(self, marked: Sequence[Tab], around: int) -> list[Tab]:
        """The last labels without their marks, then as their first words, until all fit.

        The chosen tab keeps its label.
        """
        tabs = list(marked)
        for place in reversed(range(len(tabs))):
            whole = self.tabs[place]
            first_word = whole.label.split(" ")[0]  # of a section, its key
            for label in (whole.label, whole.label if whole.name == self.chosen else first_word):
                if not self._fits(tabs, around):
                    tabs[place] = whole._replace(label=label)
        return tabs

    def _fits(self, tabs: Sequence[Tab], around: int) -> bool:
        # With one blank between the labels there is one more after the last.
        width = self.size.width - (2 - around)
        return sum(cell_len(tab.label) + around for tab in tabs) <= width

    def _cut(self, tabs: Sequence[Tab]) -> list[Tab]:
        """The chosen label whole, the longest of the others cut until all fit."""
        cut = list(tabs)
        widths = [0 if t.name == self.chosen else cell_len(t.label) for t in tabs]
        while not self._fits(cut, 1) and max(widths) > 1:
            place = widths.index(max(widths))
            widths[place] -= 1
            cut[place] = tabs[place]._replace(label=fit(tabs[place].label, widths[place]))
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
