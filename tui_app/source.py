"""Turns the settings into one ``Companies`` client: remote server, own registry or sample."""

from __future__ import annotations

from enum import StrEnum

from tui_app.settings import Settings


class SourceKind(StrEnum):
    """Where the data come from."""

    REMOTE = "remote"
    REGISTRY = "registry"
    SAMPLE = "sample"


def kind_of(settings: Settings) -> SourceKind:
    """Which source the settings choose."""
    if settings.base_url:
        return SourceKind.REMOTE
    return SourceKind.REGISTRY if settings.registry else SourceKind.SAMPLE
