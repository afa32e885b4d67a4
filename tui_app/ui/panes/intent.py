"""What Enter does in a pane now: what the footer says, what it costs, and what happens are one."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tui_app.ui.remote.questions import Questions


class Intent(Struct, frozen=True):
    """Its label in the current language, the questions that it sends, and the deed."""

    label: str
    questions: Questions
    run: Callable[[], object]
