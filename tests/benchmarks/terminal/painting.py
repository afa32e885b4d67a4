"""Types words inside a program and notes how long each letter takes to be painted.

``python -m tests.benchmarks.terminal.painting ours|table|options FILE [WORDS [PIECE]]`` runs in a
terminal and writes the seconds to FILE as JSON: of all words or only so many, and without a piece
of our own painting.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.widgets import Input

from tests.benchmarks.terminal.peers.options import Options
from tests.benchmarks.terminal.peers.table import Table
from tests.benchmarks.terminal.without import OFF
from tests.ui.user import program
from tui_app.cli.explore import tune_for_short_waits
from tui_app.ui.app import FirmetermApp
from tui_app.ui.terminal.textual_private import placed_strips

_WORDS: Final = (
    *("petrol", "agro", "construct", "software", "transport", "electric", "medical", "auto"),
    *("alimenta", "textil", "invest", "consult", "metal", "lemn", "hotel", "farma"),
)
_REST: Final = 0.1
"""Seconds without a frame after which a letter is taken to be painted."""
_ASKED_FROM: Final = 3


class Clock(App[None]):
    """An app that types into its own field. ``seconds`` has one entry a letter."""

    words = len(_WORDS)

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.seconds: list[float] = []
        self._painted_at = 0.0
        self._answered_at = 0.0
        """When the newest frame with results was painted."""

    def post_display_hook(self) -> None:
        """A frame was handed to the terminal's driver."""
        self._painted_at = self._answered_at = time.perf_counter()

    async def measure(self) -> None:
        """Type every word, letter by letter, waiting for rest in between; then leave."""
        await asyncio.sleep(1.0)
        field = self.query_one(Input) if not self.focused else self.focused
        assert isinstance(field, Input)
        for word in _WORDS[: self.words]:
            field.value = ""
            await self._come_to_rest()
            for count, letter in enumerate(word, 1):
                pressed_at = time.perf_counter()
                self.post_message(events.Key(letter, letter))
                await self._come_to_rest()
                if count >= _ASKED_FROM:
                    self.seconds.append(self._answered_at - pressed_at)
        self.exit()

    async def _come_to_rest(self) -> None:
        rest_at = time.perf_counter() + _REST
        while (left := rest_at - time.perf_counter()) > 0:
            await asyncio.sleep(left)
            rest_at = max(rest_at, self._painted_at + _REST)


class Ours(Clock, FirmetermApp):
    """The explorer on the sample, which asks at once."""

    CSS_PATH = str(Path(inspect.getfile(FirmetermApp)).with_name("firmeterm.tcss"))

    async def on_ready(self) -> None:
        await self.companies()
        self.run_worker(self.measure())

    def show_frame(self, frame: RenderableType) -> bool:
        """The company beside the list is shown later on purpose: that answers no letter."""
        before = self._answered_at
        shown = super().show_frame(frame)
        results = self.explorer.list.region
        pieces = list(placed_strips(frame))
        if pieces and not any(results.contains(x, y) for x, y, _strip in pieces):
            self._answered_at = before
        return shown

    @property
    def debounce(self) -> float:
        """A timer needs more than nothing."""
        return 1e-4


class TextualTable(Clock, Table):
    """Textual's table."""

    def on_ready(self) -> None:
        self.run_worker(self.measure())


class TextualOptions(Clock, Options):
    """Textual's list of options."""

    def on_ready(self) -> None:
        self.run_worker(self.measure())


def main() -> None:
    kind, file, *more = sys.argv[1:]
    if more:
        Clock.words = int(more[0])
        OFF[more[1]]()
    apps: dict[str, Callable[[], Clock]] = {
        "ours": lambda: Ours(program().app_context),
        "table": TextualTable,
        "options": TextualOptions,
    }
    if kind == "ours":
        tune_for_short_waits()  # as the program itself does
    app = apps[kind]()
    app.run()
    Path(file).write_text(json.dumps(app.seconds), encoding="utf-8")


if __name__ == "__main__":
    main()
