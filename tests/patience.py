"""Answers as whole on a busy machine as on an idle one: tests of a time limit set their own."""

from __future__ import annotations

from importlib import import_module
from typing import Final

_LIMITS: Final = {
    "tui_app.registry.sqlite.registry_file": "SEARCH_SECONDS",
    "tui_app.registry.screening.engine": "SECONDS",
}
_PATIENCE: Final = 60.0


def be_patient() -> None:
    """Let a search and a screen of this process end with their answer, not with their time."""
    for module, name in _LIMITS.items():
        setattr(import_module(module), name, _PATIENCE)
