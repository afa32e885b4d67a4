"""A search that goes on until its caller leaves."""

from __future__ import annotations

import threading

import pytest

from tui_app.registry.company_registry import CompanyRegistry, SearchResults


class SlowSearch:
    """Replaces the registry; ``began`` and ``interrupted`` show its progress."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, registry: CompanyRegistry) -> None:
        self.began = threading.Event()
        self.interrupted = threading.Event()
        monkeypatch.setattr(type(registry), "search", self.search)

    def search(self, _q: str, *, interrupt: threading.Event) -> SearchResults:
        self.began.set()
        if interrupt.wait(20):
            self.interrupted.set()
        return SearchResults((), is_complete=False)
