"""Tabs where not all of their labels fit: nothing is cut while a blank or a mark can go."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual.app import App, ComposeResult
from textual.geometry import Size

from tui_app.ui.widgets.strips import Tab, TabStrip

LISTS = ("Search", "New", "Screen", "Changes", "Watch", "Visited")
SECTIONS = ("Overview", "Finance", "Cases", "Contact", "Signals", "Events", "Links", "Money")


class Strip(App[None]):
    """One strip, and which of its tabs were clicked."""

    def __init__(self, tabs: tuple[Tab, ...]) -> None:
        super().__init__()
        self.strip = TabStrip(tabs)
        self.clicked: list[str] = []

    def compose(self) -> ComposeResult:
        """The strip alone."""
        yield self.strip

    def on_tab_strip_tab_clicked(self, event: TabStrip.TabClicked) -> None:
        """Note what was clicked."""
        self.clicked.append(event.name)


def lists() -> tuple[Tab, ...]:
    """The lists' tabs."""
    return tuple(Tab(name, name) for name in LISTS)


def lists_with_news() -> tuple[Tab, ...]:
    """The same, where watched companies changed."""
    return tuple(replace(tab, signs="+3") if tab.name == "Watch" else tab for tab in lists())


def sections() -> tuple[Tab, ...]:
    """The sections' tabs, of a company with every kind of contact."""
    marks = {"Contact": "☎ ✉ ⌂ ☺"}
    return tuple(
        Tab(name, f"{key} {name}", marks.get(name, "")) for key, name in enumerate(SECTIONS, 1)
    )


WORDS = " 1 Overview 2 Finance 3 Cases 4 Contact 5 Signals 6 Events 7 Links 8 Money"


@pytest.mark.parametrize(
    ("tabs", "width", "chosen", "shown"),
    [
        (lists(), 60, "Search", " Search  New  Screen  Changes  Watch  Visited "),
        (lists(), 40, "New", " Search New Screen Changes Watch Visited "),
        # What is new is said before words are whole.
        (lists_with_news(), 42, "Search", " Search New Screen Chang… Watch +3 Visited"),
        (lists(), 26, "New", " S New Scr… Cha… Wat… Vis…"),
        (sections(), 85, "Overview", f"{WORDS[:39]} ☎ ✉ ⌂ ☺{WORDS[39:]}"),
        (sections(), 74, "Overview", WORDS),
        (sections(), 74, "Cases", WORDS),
        # No second word stands for a label: it is cut behind its digit.
        (sections(), 60, "Signals", " 1 Ove… 2 Fin… 3 Cas… 4 Con… 5 Signals 6 Eve… 7 Lin… 8 Money"),
        (sections(), 40, "Contact", " 1 2 3 C… 4 Contact 5 S… 6 E… 7 L… 8 M…"),
    ],
)
async def test_labels_are_shortened_as_little_as_needed_and_stay_clickable(
    tabs: tuple[Tab, ...], width: int, chosen: str, shown: str
) -> None:
    app = Strip(tabs)
    async with app.run_test(size=(width, 3)) as pilot:
        app.strip.chosen = chosen
        await pilot.pause()
        assert app.strip.size == Size(width, 1)
        line = app.strip.render().plain
        assert line.rstrip() == shown.rstrip()
        assert len(line) == width
        starts = [at for at, letter in enumerate(line) if line[at - 1 : at] == " " != letter]
        for at in starts:
            await pilot.click(TabStrip, offset=(at, 0))
        assert list(dict.fromkeys(app.clicked)) == [tab.name for tab in tabs]
