"""A registry file as either engine answers from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.postgres import database
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.registry import PostgresRegistry
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sqlite.registry import SqliteRegistry

BOTH = ("sqlite", "postgres")
"""The parameters of a fixture for both engines."""


def server_of(request: pytest.FixtureRequest) -> str:
    """The server for a parameter of ``BOTH``; empty for SQLite."""
    return str(request.getfixturevalue("postgres")) if request.param == "postgres" else ""


@contextmanager
def opened(file: Path, server: str = "") -> Iterator[SqliteRegistry | PostgresRegistry]:
    """The registry of a file; with a ``server``, published there in a new database."""
    with ExitStack() as stack:
        location = str(file)
        if server:
            location = stack.enter_context(database(server))
            publish(file, location, lambda _step: None)
        registry = stack.enter_context(closing(open_registry(location)))
        assert isinstance(registry, SqliteRegistry | PostgresRegistry)
        yield registry
