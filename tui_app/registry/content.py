"""What an engine reads from, once: a file or a publication, which never changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from tui_app.registry.sql import Read

if TYPE_CHECKING:
    from tui_app.registry.history.reading import HistoryDescription
    from tui_app.registry.screening.engine import ScreeningEngine

T = TypeVar("T")


class RegistryContent(Protocol):
    """One file or publication."""

    @property
    def screening(self) -> ScreeningEngine:
        """What screens its companies."""

    @property
    def has_provenance(self) -> bool:
        """Whether it says where its data come from; only for real companies."""

    @property
    def has_contracts(self) -> bool:
        """Whether public contracts were imported beside it."""

    @property
    def history_description(self) -> HistoryDescription | None:
        """Its history; ``None`` if there is none, or it belongs to another registry."""

    @property
    def has_words(self) -> bool:
        """Whether words with a typing error can be found."""


RegistryQuery = Callable[[Read, RegistryContent], T]
"""Reads from one content."""
