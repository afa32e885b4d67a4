"""``/readyz``: what it says to anybody, and that requests to it cost the service nothing."""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import threading
from contextlib import closing
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.registry.postgres.test_postgres import quiet, registry_file
from tests.service.companies import FULL
from tests.service.readiness import client_of, soon, until_ready
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.registry.postgres import registry as reading
from tui_app.registry.postgres import rights
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.registry import PostgresRegistry
from tui_app.service import readiness
from tui_app.service.account_store import KeyStore
from tui_app.service.app import Service
from tui_app.service.log import LogEntry
from tui_app.service.sqlite_accounts import SqliteAccounts

__all__ = ["soon"]

PROFILE = f"/v1/companies/{FULL}"


async def test_it_tells_the_age_of_the_data(
    nobody: httpx.AsyncClient, registry: CompanyRegistry, engine: str
) -> None:
    said = (await until_ready(nobody, 200)).json()
    age = (dt.datetime.now(dt.UTC) - registry.info.built_at).total_seconds()
    assert said["registry"] == registry.info.version
    assert abs(said["registryAgeSeconds"] - age) < 60
    assert ("publicationAgeSeconds" in said) == (engine == "postgres")
    assert said.get("publicationRefused", False) is False
    assert "postgres" not in str(said) and "/tmp" not in str(said)


async def test_asking_it_often_or_while_its_checks_hang_costs_nothing(
    nobody: httpx.AsyncClient, key: str, accounts: KeyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await until_ready(nobody, 200)
    hangs, checks = threading.Event(), 0

    def check() -> None:
        nonlocal checks
        checks += 1
        hangs.wait(20)

    monkeypatch.setattr(accounts, "check", check)
    while not checks:
        await asyncio.sleep(0.01)
    answers = await asyncio.gather(*(nobody.get("/readyz") for _ in range(300)))
    assert {answer.status_code for answer in answers} == {200} and checks == 1
    headers = {"authorization": f"Bearer {key}"}
    assert (await nobody.get(PROFILE, headers=headers)).status_code == 200
    monkeypatch.setattr(readiness, "_STALE_SECONDS", 0)
    assert (await nobody.get("/readyz")).status_code == 503
    hangs.set()


async def test_a_publication_that_cannot_be_read_is_told(
    url: str, tmp_path: Path, accounts: KeyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_CHECK_SECONDS", 0)
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    role = f"readiness_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN")
        for schema in ("firmeterm_registry", "firmeterm_registry_1"):
            connection.execute(f"GRANT USAGE ON SCHEMA {schema} TO {role}")
            connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}")
        address = url.replace("//postgres@", f"//{role}@", 1)
        with closing(Service(PostgresRegistry(address), accounts)) as service:
            async with client_of(service) as client, asyncio.timeout(30):
                before = said = (await until_ready(client, 200)).json()
                monkeypatch.setattr(rights, "copy_grants", lambda *_: None)
                publish(registry_file(tmp_path / "2.db", "TWO"), url, quiet)
                while not said["publicationRefused"]:
                    said = (await until_ready(client, 200)).json()
        assert said["registry"] == before["registry"]
        connection.execute(f"DROP OWNED BY {role}")
        connection.execute(f"DROP ROLE {role}")


async def test_it_says_no_while_nothing_can_be_charged(
    tmp_path: Path, registry_path: Path, entries: list[LogEntry]
) -> None:
    from tui_app.registry.registry_location import open_registry

    path = tmp_path / "accounts.db"
    with closing(SqliteAccounts(path)) as accounts:
        service = Service(open_registry(registry_path), accounts, entries.append)
        async with client_of(service) as client:
            await until_ready(client, 200)
            accounts._connection.execute("PRAGMA query_only = ON")  # as where the disk is full
            assert (await until_ready(client, 503)).json()["error"]["reason"] == "unavailable"
            accounts._connection.execute("PRAGMA query_only = OFF")
            await until_ready(client, 200)
        service.close()
    events = [entry.event for entry in entries if entry.event != "request"]
    assert events == ["not_ready", "ready"]
