"""A search that goes on until its caller leaves."""

from __future__ import annotations

import threading

import pytest

from tui_app.registry.company_registry import SearchResults
from tui_app.registry.sqlite.registry import SqliteRegistry


class SlowSearch:
    """Stands in the registry's place: ``began`` and ``interrupted`` say how far it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began = threading.Event()
        self.interrupted = threading.Event()
        monkeypatch.setattr(SqliteRegistry, "search", self.search)

    def search(self, _q: str, *, interrupt: threading.Event) -> SearchResults:
        self.began.set()
        if interrupt.wait(20):
            self.interrupted.set()
        return SearchResults((), is_complete=False)
