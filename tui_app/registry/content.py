"""What an engine reads from, once: a file or a publication, which never changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from tui_app.contract.envelope import Reason
from tui_app.contract.operations import (
    CHANGES,
    CONNECTIONS,
    CONTRACTS,
    HISTORY,
    MATCH,
    PEERS,
    PUBLIC_MONEY,
    SCREEN,
    SCREEN_FACETS,
    SIMILAR,
)
from tui_app.contract.parameters import InvalidParameter
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.sql import Read

if TYPE_CHECKING:
    from tui_app.registry.history.reading import HistoryDescription
    from tui_app.registry.screening.engine import ScreeningEngine

T = TypeVar("T")

_HAS: Final = "SELECT EXISTS (SELECT 1 FROM {s}word_near), EXISTS (SELECT 1 FROM {s}connection)"


class RegistryContent:
    """One file or publication, of which ``read`` reads.

    ``has_contracts`` and ``has_history`` say what was imported beside it; ``has_words``, whether
    words with a typing error can be found. ``extensions`` are those that it can answer:
    administrators may be missing, for example.
    """

    def __init__(
        self, info: RegistryInfo, read: Read, *, has_contracts: bool, has_history: bool
    ) -> None:
        self.info = info
        self.has_contracts = has_contracts
        self.has_history = has_history
        ((has_words, has_links),) = read(_HAS, ())
        self.has_words = bool(has_words)
        self.extensions: tuple[str, ...] = (
            *(PEERS.name, MATCH.name),
            *((CONNECTIONS.name,) if has_links else ()),
            *(SCREEN.name, SCREEN_FACETS.name),
            *((PUBLIC_MONEY.name, CONTRACTS.name) if has_contracts else ()),
            *((HISTORY.name, CHANGES.name) if has_history else ()),
            *((SIMILAR,) if has_words else ()),
        )
        self._history: HistoryDescription | None = None

    @cached_property
    def screening(self) -> ScreeningEngine:
        """What screens its companies."""
        from tui_app.registry.screening.engine import ScreeningEngine

        return ScreeningEngine(self.info, has_contracts=self.has_contracts)

    @property
    def has_provenance(self) -> bool:
        """Whether it says where its data come from: invented ones come from nowhere."""
        return not self.info.invented

    def history(self, read: Read) -> HistoryDescription:
        """Its history; raises ``InvalidParameter`` if there is none."""
        if not self.has_history:
            message = "There is no history of the register here: firmeterm data history add"
            raise InvalidParameter(Reason.NOT_KNOWN_TO_SOURCE, message)
        # Without a lock: two threads that read it at once read the same.
        if self._history is None:
            from tui_app.registry.history.reading import HistoryDescription

            self._history = HistoryDescription(read)
        return self._history


RegistryQuery = Callable[[Read, RegistryContent], T]
"""Reads from one content."""
