"""The least app of use: a field, a table, a footer; a letter refills ten rows."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import DataTable, Footer, Input


class Table(App[None]):
    """The bare app that start-up, memory and echo are measured beside."""

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


if __name__ == "__main__":
    Table().run()
