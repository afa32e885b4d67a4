"""A pane's own action, as data that needs no pane yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tui_app.ui.panes.menu import Checklist, Menu
from tui_app.ui.remote.questions import Questions


# Any: the pane that declares the action; the fields hold its methods.
class ActionSpec(Struct, frozen=True, kw_only=True):
    """One action of a pane. Texts are marked for translation and translated when shown."""

    name: str
    """For programs: the key in the configuration file's ``[keys]``."""
    keys: str
    """Default keys, separated by commas."""
    label: str
    """One or two words for the footer."""
    help: str
    """A sentence."""
    run: Callable[[Any], Menu | Checklist | None]
    """Runs the action, or returns the menu to choose from."""
    footer: int = 0
    """Its position in the footer, lowest first; 0: not in the footer."""
    reason: Callable[[Any], str] | None = None
    """Why it can do nothing now, for people; empty if it can."""
    questions: Callable[[Any], Questions] | None = None
    """What it asks now; ``None`` if the action never asks."""
    together: bool = False
    """Whether a live source looks up all companies at once."""
    goes_there: bool = False
    """Whether it can run from any pane; its own pane is shown first."""
