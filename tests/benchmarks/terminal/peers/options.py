"""A list of options of two lines each; a letter refills ten."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Footer, Input, OptionList
from textual.widgets.option_list import Option


class Options(App[None]):
    """The list of Textual's that comes nearest to a list of results."""

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


if __name__ == "__main__":
    Options().run()
