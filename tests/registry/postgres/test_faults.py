"""Faults of a database: cut or stalled lines, slow and absent replicas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg_pool.base import AttemptWithBackoff

from tests.postgres import database
from tests.registry.postgres.test_postgres import quiet, schemas
from tests.relay import Relay, through, to_postgres
from tests.service.companies import FULL, build_registry
from tests.waiting import until
from tui_app.registry.errors import RegistryUnavailable
from tui_app.registry.postgres import registry as reading
from tui_app.registry.postgres import watchdog
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.registry import PostgresRegistry


@pytest.fixture(scope="module")
def template(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a database with a publication, which is quicker copied than published anew."""
    with database(postgres) as url:
        publish(build_registry(tmp_path_factory.mktemp("template") / "r.db"), url, quiet)
        yield urlsplit(url).path.lstrip("/")


@pytest.fixture
def published(postgres: str, template: str) -> Iterator[str]:
    with database(postgres, f"TEMPLATE {template} STRATEGY file_copy") as url:
        yield url


@pytest.fixture
def line(published: str) -> Iterator[Relay]:
    with closing(Relay([to_postgres(published)])) as relay:
        yield relay


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool may need a second attempt to connect, and a loaded machine is slow."""
    monkeypatch.setattr(reading, "_WAIT_SECONDS", 30)


@pytest.mark.usefixtures("patient")
def test_a_line_that_is_cut_in_mid_answer_costs_one_answer_at_most(
    published: str, line: Relay
) -> None:
    with closing(PostgresRegistry(through(line, published))) as registry:
        expected = registry.court_cases(FULL, 1)
        line.ends_after = 900
        with pytest.raises(RegistryUnavailable):
            registry.court_cases(FULL, 1)
        line.mend()
        assert registry.court_cases(FULL, 1) == expected


@pytest.mark.usefixtures("patient")
def test_a_read_that_took_too_long_is_tried_again(
    published: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(PostgresRegistry(published)) as registry, psycopg.connect(published) as other:
        assert registry.profile(FULL) is not None
        reads = PostgresRegistry._read_once

        def freed(self: PostgresRegistry, *given: Any) -> Any:
            try:
                return reads(self, *given)
            finally:
                other.rollback()

        monkeypatch.setattr(PostgresRegistry, "_read_once", freed)
        [schema] = schemas(published)
        other.execute(f"LOCK TABLE {schema}.company")
        assert registry.profile(FULL) is not None


def test_many_connections_that_end_at_once_cost_no_answer(published: str, line: Relay) -> None:
    with closing(PostgresRegistry(through(line, published))) as registry:
        with ExitStack() as lent:
            pool = registry._servers[0].pool
            for _ in range(4):
                lent.enter_context(pool.connection())
        line.cut()
        line.mend()
        assert registry.profile(FULL) is not None


def test_after_a_long_absence_a_server_is_used_as_soon_as_it_is_back(
    published: str, line: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_WAIT_SECONDS", 0.3)
    monkeypatch.setattr(AttemptWithBackoff, "INITIAL_DELAY", 10_000)
    with closing(PostgresRegistry(through(line, published))) as registry:
        line.cut()
        for _ in range(3):
            assert not _answers(registry)
        line.mend()
        until(lambda: _answers(registry))


def _answers(registry: PostgresRegistry) -> bool:
    try:
        return registry.profile(FULL) is not None
    except RegistryUnavailable:
        return False


def test_a_replica_that_is_cut_in_mid_answer_costs_none(published: str, line: Relay) -> None:
    with closing(PostgresRegistry(published, (through(line, published),))) as registry:
        expected = registry.court_cases(FULL, 1)
        line.ends_after = 900
        assert registry.court_cases(FULL, 1) == expected
        assert line.ends_after == 0


def test_a_slow_replica_is_left_for_some_time(
    postgres: str, published: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_SKIP_SECONDS", 3600)
    monkeypatch.setattr(reading, "_SLOW_SECONDS", 60)
    with database(postgres) as url, closing(Relay([to_postgres(url)])) as line:
        publish(build_registry(tmp_path / "other.db", "REPLICA "), url, quiet)
        with closing(PostgresRegistry(published, (through(line, url),))) as registry:

            def is_of_the_replica() -> bool:
                profile = registry.profile(FULL)
                assert profile is not None
                return str(profile.company_name).startswith("REPLICA ")

            assert is_of_the_replica()
            monkeypatch.setattr(watchdog, "ANSWER_SECONDS", 60)
            monkeypatch.setattr(reading, "_SLOW_SECONDS", 0.3)
            line.delay = 0.4
            assert is_of_the_replica()
            assert not is_of_the_replica()


def test_a_replica_that_is_silent_counts_as_gone(
    published: str, line: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_HANGING_SECONDS", 0.5)
    with closing(PostgresRegistry(published, (through(line, published),))) as registry:
        assert registry.profile(FULL) is not None
        line.stall()
        assert registry.profile(FULL) is not None
        assert registry.replica_lag()  # a failure is reported within bounds, too
        line.mend()


def test_a_replica_that_is_down_is_asked_once_and_then_left_for_some_time(
    published: str, line: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_WAIT_SECONDS", 0.3)
    monkeypatch.setattr(reading, "_SKIP_SECONDS", 3600)
    with closing(PostgresRegistry(published, (through(line, published),))) as registry:
        line.cut()
        asked: list[str] = []
        read_from = registry._read_from

        def recorded(server: reading._DatabaseServer, read: Any) -> Any:
            asked.append(server.name)
            return read_from(server, read)

        monkeypatch.setattr(registry, "_read_from", recorded)
        for _ in range(3):
            assert registry.profile(FULL) is not None
        replica, primary = (server.name for server in registry._servers)
        assert asked == [replica, primary, primary, primary]


def test_a_replica_that_is_down_or_has_nothing_yet_keeps_no_service_from_starting(
    postgres: str, published: str, line: Relay
) -> None:
    line.cut()
    with database(postgres) as empty:
        replicas = (through(line, published), empty)
        with closing(PostgresRegistry(published, replicas)) as registry:
            assert registry.profile(FULL) is not None
            line.mend()
            assert registry.profile(FULL) is not None


def test_a_pool_without_a_free_connection_is_told_and_passes(
    published: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_MAX_CONNECTIONS", 1)
    monkeypatch.setattr(reading, "_WAIT_SECONDS", 0.3)
    with closing(PostgresRegistry(published)) as registry:
        with registry._servers[0].pool.connection():
            with pytest.raises(RegistryUnavailable):
                registry.profile(FULL)
            assert registry.pool_use().in_use == 1
        assert registry.profile(FULL) is not None
