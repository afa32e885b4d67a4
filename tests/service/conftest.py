"""A small registry of invented companies, and the service over it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.faulty.process import FaultyServer, faulty_process
from tests.postgres import OwnServer, database
from tests.service.companies import build_registry
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.registry import PostgresRegistry
from tui_app.registry.registry_location import open_registry
from tui_app.service.account_store import KeyStore
from tui_app.service.app import Service
from tui_app.service.log import LogEntry
from tui_app.service.postgres_accounts import PostgresAccounts
from tui_app.service.sqlite_accounts import SqliteAccounts
from tui_app.sources import source


@pytest.fixture(scope="session")
def registry_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_registry(tmp_path_factory.mktemp("registry") / "registry.db")


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    """The store of registry and accounts: the whole suite runs once for each."""
    return str(request.param)


class KeptRegistry(PostgresRegistry):
    """One for all tests of a session; a service that closes its registry leaves it open."""

    def close(self) -> None:
        """Not yet."""


@pytest.fixture(scope="session")
def published(postgres: str, registry_path: Path) -> Iterator[str]:
    """A database with the invented companies published in it."""
    with database(postgres) as url:
        publish(registry_path, url, lambda _: None)
        yield url


@pytest.fixture(scope="session")
def kept_registry(published: str) -> Iterator[KeptRegistry]:
    opened = KeptRegistry(published)
    yield opened
    PostgresRegistry.close(opened)


@pytest.fixture(scope="session")
def kept_accounts(published: str) -> Iterator[PostgresAccounts]:
    """In the same database, which both share."""
    with contextlib.closing(PostgresAccounts(published)) as opened:
        yield opened


@pytest.fixture
def registry(engine: str, request: pytest.FixtureRequest, registry_path: Path) -> CompanyRegistry:
    if engine == "sqlite":
        return open_registry(registry_path)
    shared: KeptRegistry = request.getfixturevalue("kept_registry")
    return shared


@pytest.fixture
def accounts(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KeyStore]:
    if engine == "postgres":
        shared: PostgresAccounts = request.getfixturevalue("kept_accounts")
        forget_accounts(request.getfixturevalue("published"))
        yield shared
        return
    with contextlib.closing(SqliteAccounts(tmp_path / "accounts.db")) as opened:
        yield opened


def forget_accounts(url: str) -> None:
    """Delete all accounts in a database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("TRUNCATE firmeterm_accounts.account")


@pytest.fixture
def entries() -> list[LogEntry]:
    """What the service has logged."""
    return []


@pytest.fixture
def service(
    registry: CompanyRegistry, accounts: KeyStore, entries: list[LogEntry]
) -> Iterator[Service]:
    opened = Service(registry, accounts, entries.append)
    with contextlib.closing(opened):
        yield opened


@pytest.fixture
def key(accounts: KeyStore) -> str:
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


@pytest.fixture
async def sample() -> AsyncIterator[Companies]:
    """A client of the sample."""
    async with source.connect(Settings()) as companies:
        yield companies


@pytest.fixture(scope="module")
def stranger() -> Iterator[FaultyServer]:
    """A server without our extensions."""
    with faulty_process() as server:
        server.misbehave("none")
        yield server


@pytest.fixture(scope="module")
def server() -> Iterator[OwnServer]:
    """A server that a test may stop; making one takes longer than a test."""
    with contextlib.closing(OwnServer()) as own:
        yield own


@pytest.fixture
def place(server: OwnServer) -> str:
    """An empty database on it."""
    return server.new_database()
