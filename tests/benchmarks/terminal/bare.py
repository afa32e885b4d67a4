"""The peers of the terminal benchmark: what Textual's own widgets cost for the same work.

``python -m tests.benchmarks.terminal.bare table|options|tabs [THEME]``
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Footer, Input, OptionList, Static, TabbedContent, TabPane
from textual.widgets.option_list import Option


class Bare(App[None]):
    """The least app of use: a field, a table, a footer; a letter refills ten rows."""

    def compose(self) -> ComposeResult:
        yield Input()
        yield DataTable[str]()
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(DataTable).add_columns("name", "tax id")

    def on_input_changed(self, event: Input.Changed) -> None:
        table = self.query_one(DataTable)
        table.clear()
        table.add_rows((f"COMPANY {event.value} {n}", f"99000{n}") for n in range(10))


class Options(App[None]):
    """The same with a list of options of two lines each."""

    def compose(self) -> ComposeResult:
        yield Input()
        yield OptionList()
        yield Footer()

    def on_input_changed(self, event: Input.Changed) -> None:
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(
            [Option(f"COMPANY {event.value} {n}\n  Town, County  99000{n}") for n in range(10)]
        )


class Tabs(App[None]):
    """Tabs with a table in each beside a list; ``f2`` lets a pane load, as Textual shows it."""

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


def main() -> None:
    kind, theme, *_rest = *sys.argv[1:], "textual-dark"
    apps: dict[str, Callable[[], App[None]]] = {
        "table": Bare,
        "options": Options,
        "tabs": lambda: Tabs(theme),
    }
    apps[kind]().run()


if __name__ == "__main__":
    main()
