"""The files of a history."""

from __future__ import annotations

from pathlib import Path

from tui_app.registry.generation import beside


def history_of(registry: Path) -> Path:
    """The history beside a registry."""
    found = beside(registry).history
    assert found is not None
    return found
