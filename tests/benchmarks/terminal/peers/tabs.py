"""Tabs with a table in each beside a list: ``tabs.py [THEME]``."""

from __future__ import annotations

import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static, TabbedContent, TabPane


class Tabs(App[None]):
    """``f2`` lets a pane load, as Textual shows it; ``f3`` changes the tab."""

    CSS = "#list { width: 1fr; } TabbedContent { width: 2fr; } Screen { layout: horizontal; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "load", priority=True),
        Binding("f3", "turn", priority=True),
    ]

    def __init__(self, theme: str) -> None:
        super().__init__()
        self.theme = theme
        # The better figures: with animations each change costs three times as much.
        self.animation_level = "none"

    def compose(self) -> ComposeResult:
        yield DataTable[str](id="list")
        with TabbedContent():
            for name in ("profile", "financials", "cases", "contacts"):
                with TabPane(name, id=name):
                    yield DataTable[str]()
        yield Static("ready")

    def on_mount(self) -> None:
        for table in self.query(DataTable):
            table.add_columns("name", "tax id", "turnover")
            table.add_rows((f"COMPANY {n}", f"99000{n}", f"{n * n:,}") for n in range(30))

    def action_load(self) -> None:
        self.query_one(TabbedContent).loading = True

    def action_turn(self) -> None:
        tabs = self.query_one(TabbedContent)
        tabs.active = "financials" if tabs.active == "profile" else "profile"


if __name__ == "__main__":
    Tabs(*sys.argv[1:2] or ["textual-dark"]).run()
