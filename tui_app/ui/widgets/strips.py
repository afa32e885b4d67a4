"""Widgets of one line: the first and the last of the screen, and the tabs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
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

from tui_app.ui.text.drawing import STYLES, fit, styled

BETWEEN: Final = "  "
"""What stands between two hints."""


class Hint(Struct, frozen=True):
    """A text in a status line, and the name that a click on it sends, if any."""

    content: Content
    name: str = ""


class OneLine(Widget):
    """A widget of one line, with parts to point at and to click."""

    DEFAULT_CSS = "OneLine { height: 1; }"
    ALLOW_SELECT = False

    pointed: reactive[str] = reactive("")
    """The name of the part under the mouse pointer."""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The full width."""
        return container.width

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Highlight the part under the pointer."""
        self.pointed = self.name_at(event.x)

    def on_leave(self) -> None:
        """Stop highlighting: the pointer left the line."""
        self.pointed = ""

    def name_at(self, x: int) -> str:
        """The name of the part in a column; empty if there is none."""
        raise NotImplementedError


class StatusLine(OneLine):
    """One line with a left and a right part; the right part is never cut."""

    class HintClicked(Message):
        """A hint with a name was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()
        self._right = Content()
        self._short: Content | None = None

    def show(
        self, left: Content | Sequence[Hint], right: Content, short: Content | None = None
    ) -> None:
        """Show other texts; writes nothing if nothing changed.

        ``short`` replaces the left part if that does not fit.
        """
        self._short = short
        hints = (Hint(left),) if isinstance(left, Content) else tuple(left)
        same = len(hints) == len(self._hints) and right.is_same(self._right)
        for now, before in zip(hints, self._hints, strict=False):
            same = same and now.name == before.name and now.content.is_same(before.content)
        self._hints, self._right = hints, right
        if not same:
            self.refresh()

    @property
    def plain(self) -> str:
        """The text of the line."""
        return f"{side_by_side(self._hints).plain} {self._right.plain}"

    def render(self) -> Content:
        """The line at its current width."""
        width = self.size.width - 2
        right = self._right
        available = width - right.cell_length - 1
        left = side_by_side(self._hints, self.pointed)
        if self._short is not None and left.cell_length > available:
            left = self._short
        left = left.truncate(max(0, available), ellipsis=True)
        gap = " " * max(1, width - left.cell_length - right.cell_length)
        return Content(" ") + left + gap + right

    def on_click(self, event: events.Click) -> None:
        """Send the name of the clicked hint."""
        if name := self.name_at(event.x):
            self.post_message(self.HintClicked(name))

    def name_at(self, x: int) -> str:
        """The name of the hint in a column."""
        start = 1
        for hint in self._hints:
            end = start + hint.content.cell_length
            if start <= x < end:
                return hint.name
            start = end + len(BETWEEN)
        return ""


def side_by_side(hints: Sequence[Hint], pointed: str = "") -> Content:
    """Hints in a line; the one named ``pointed`` is highlighted as the pointer's target."""
    return Content(BETWEEN).join(
        hint.content.stylize("underline") if pointed and hint.name == pointed else hint.content
        for hint in hints
        if hint.content.plain
    )


@lru_cache(maxsize=512)
def key_hint(key: str, label: str, price: str = "") -> Content:
    """A key, its action and its price."""
    hint = styled(key, "strong") + Content(f" {label}")
    return hint + styled(f" ({price})", "dim") if price else hint


def fits(hints: Iterable[Hint | None], width: int, *last: Hint | None) -> list[Hint]:
    """The hints that fit before the ``last``; none is read after one that does not fit."""
    shown: list[Hint] = []
    ending, left = list(filter(None, last)), width
    for hint in ending:
        left -= hint.content.cell_length + len(BETWEEN)
    for hint in filter(None, hints):
        left -= hint.content.cell_length
        if left < 0:
            break
        left -= len(BETWEEN)
        shown.append(hint)
    return shown + ending


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


class TabStrip(OneLine):
    """A row of labels, cheaper than Textual's own tabs; ``is_active``: of the pane in focus."""

    chosen: reactive[str] = reactive("")
    is_active: reactive[bool] = reactive(False)

    class TabClicked(Message):
        """A tab was clicked."""

        def __init__(self, strip: TabStrip, name: str) -> None:
            super().__init__()
            self.strip = strip
            self.name = name

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
        if name := self.name_at(event.x):
            self.post_message(self.TabClicked(self, name))

    def name_at(self, x: int) -> str:
        """The tab in a column."""
        tabs, around = self._shortened()
        for tab in tabs:
            x -= cell_len(tab.label) + around
            if x < 0:
                return tab.name
        return ""
