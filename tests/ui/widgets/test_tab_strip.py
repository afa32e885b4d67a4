"""Tabs where not all of their labels fit: nothing is cut while a blank or a mark can go."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual.app import App, ComposeResult
from textual.geometry import Size

from tui_app.ui.widgets.tab_strip import Tab, TabStrip

LISTS = {
    "Search": "Search",
    "Registered on…": "New",
    "Screen": "Screen",
    "Watch": "Watch",
    "History": "History",
}
SECTIONS = {
    "Overview": "Overview",
    "Financials": "Finance",
    "Court cases": "Cases",
    "Contacts": "Contact",
    "Signals": "Signals",
    "Timeline": "Events",
    "Connections": "Links",
    "Public money": "Money",
}


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
    return tuple(Tab(name, name, (short,)) for name, short in LISTS.items())


def lists_with_news() -> tuple[Tab, ...]:
    """The same, where watched companies changed."""
    return tuple(
        replace(tab, marks="+3") if tab.name == "Watch" else replace(tab, shorter=("…",))
        for tab in lists()
    )


def sections() -> tuple[Tab, ...]:
    """The sections' tabs, of a company with every kind of contact."""
    marks = {"Contacts": "☎ ✉ ⌂ ☺"}
    return tuple(
        Tab(name, f"{key} {name}", (f"{key} {short}", str(key)), marks.get(name, ""))
        for key, (name, short) in enumerate(SECTIONS.items(), start=1)
    )


WORDS = " 1 Overview 2 Finance 3 Cases 4 Contact 5 Signals 6 Events 7 Links 8 Money"


@pytest.mark.parametrize(
    ("tabs", "width", "chosen", "shown"),
    [
        (lists(), 60, "Search", " Search  Registered on…  Screen  Watch  History "),
        (lists(), 45, "Registered on…", " Search Registered on… Screen Watch History "),
        (lists(), 40, "Watch", " Search New Screen Watch History "),
        (lists(), 40, "Registered on…", " Search New Screen Watch History "),
        # What is new is said before words are whole.
        (lists_with_news(), 29, "Watch", " Search … Screen Watch +3 …"),
        (lists(), 24, "Registered on…", " Sea… New Scr… Wat… His…"),
        # None loses its word to the others, whichever is chosen.
        (sections(), 74, "Overview", WORDS),
        (sections(), 74, "Court cases", WORDS),
        (
            sections(),
            80,
            "Court cases",
            " 1 Overview 2 Financials 3 Cases 4 Contact 5 Signals 6 Timeline 7 Links 8 Money",
        ),
        (sections(), 40, "Contacts", " 1 Overview 2 3 Cases 4 Contact 5 6 7 8"),
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
