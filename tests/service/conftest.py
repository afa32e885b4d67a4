"""A small registry of invented companies, and the service over it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from tests.service.companies import build_registry
from tui_app.registry.opening import open_registry
from tui_app.service.app import Service
from tui_app.service.log import Entry
from tui_app.service.sqlite_accounts import SqliteAccounts


@pytest.fixture(scope="session")
def registry_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_registry(tmp_path_factory.mktemp("registry") / "registry.db")


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[SqliteAccounts]:
    with contextlib.closing(SqliteAccounts(tmp_path / "accounts.db")) as opened:
        yield opened


@pytest.fixture
def entries() -> list[Entry]:
    """What the service has logged."""
    return []


@pytest.fixture
def service(
    registry_path: Path, accounts: SqliteAccounts, entries: list[Entry]
) -> Iterator[Service]:
    opened = Service(open_registry(registry_path), accounts, entries.append)
    with contextlib.closing(opened):
        yield opened


@pytest.fixture
def key(accounts: SqliteAccounts) -> str:
    return accounts.create("test")


@pytest.fixture
async def nobody(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    """A caller without a key."""
    transport = httpx.ASGITransport(service)
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        yield client


@pytest.fixture
async def client(nobody: httpx.AsyncClient, key: str) -> httpx.AsyncClient:
    """A caller with a key."""
    nobody.headers["authorization"] = f"Bearer {key}"
    return nobody
