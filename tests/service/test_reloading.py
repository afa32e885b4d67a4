"""A registry that is overwritten in place while callers ask."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.sample.landmarks import SHOWPIECE
from tests.service.companies import FULL, build_registry
from tests.service.readiness import soon, until_ready
from tui_app.config.settings import cache_folder
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sample import sample_path
from tui_app.service.account_store import KeyStore
from tui_app.service.allowance import DEFAULT_QUOTA
from tui_app.service.app import Service
from tui_app.service.log import LogEntry, registry_log

__all__ = ["soon"]


@contextlib.asynccontextmanager
async def asking(
    path: Path, accounts: KeyStore, entries: list[LogEntry]
) -> AsyncIterator[httpx.AsyncClient]:
    """A caller of a service over this file, which has read some of it."""
    registry = open_registry(path, registry_log(entries.append))
    with contextlib.closing(Service(registry, accounts, entries.append)) as app:
        headers = {"authorization": f"Bearer {accounts.create('test')}"}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://service", headers=headers
        ) as client:
            assert (await client.get(f"/v1/companies/{SHOWPIECE}")).status_code == 200
            yield client


@pytest.fixture
def spoiled(tmp_path: Path) -> Path:
    """A registry that is larger than the one it will be overwritten with."""
    return Path(shutil.copy(sample_path(cache_folder()), tmp_path / "r.db"))


async def test_a_file_overwritten_in_place_is_opened_for_the_request_that_meets_it(
    spoiled: Path, accounts: KeyStore, entries: list[LogEntry]
) -> None:
    other = build_registry(spoiled.with_name("other.db"))
    async with asking(spoiled, accounts, entries) as client:
        spoiled.write_bytes(other.read_bytes())
        answer = await client.get("/v1/companies/autocomplete?q=inventat")
    assert answer.status_code == 200
    assert [found["taxId"] for found in answer.json()["data"]] == [FULL]
    assert answer.json()["remainingRequests"] == DEFAULT_QUOTA - 2
    assert {entry.event for entry in entries} == {"request", "registry_replaced"}


async def test_a_file_that_is_spoiled_fails_until_it_is_whole(
    spoiled: Path, accounts: KeyStore, entries: list[LogEntry]
) -> None:
    other = build_registry(spoiled.with_name("other.db")).read_bytes()
    async with asking(spoiled, accounts, entries) as client:
        spoiled.write_bytes(other[: len(other) // 2])
        for _ in range(2):
            failed = await client.get("/v1/companies/autocomplete?q=inventat")
            assert failed.json()["error"]["reason"] == "internal"
        assert [entry.event for entry in entries].count("registry_refused") == 1
        spoiled.write_bytes(other)
        answer = await client.get("/v1/companies/autocomplete?q=inventat")
    assert [found["taxId"] for found in answer.json()["data"]] == [FULL]


async def test_a_registry_spoiled_behind_what_is_in_memory_is_not_ready_until_it_is_whole(
    spoiled: Path, accounts: KeyStore, entries: list[LogEntry]
) -> None:
    whole = spoiled.read_bytes()
    async with asking(spoiled, accounts, entries) as client:
        await until_ready(client, 200)
        spoiled.write_bytes(bytes(len(whole)))
        # A request that needs the file meets the damage; the check reads from memory.
        assert (await client.get("/v1/companies/autocomplete?q=inventat")).status_code == 500
        await until_ready(client, 503)
        spoiled.write_bytes(whole)
        assert (await client.get("/v1/companies/autocomplete?q=inventat")).status_code == 200
        await until_ready(client, 200)


async def test_a_registry_that_is_damaged_inside_is_not_ready(
    spoiled: Path, accounts: KeyStore, entries: list[LogEntry]
) -> None:
    with contextlib.closing(sqlite3.connect(spoiled)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'company_by_tax_id'"
        ).fetchone()
    with spoiled.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)
    with contextlib.closing(Service(open_registry(spoiled), accounts, entries.append)) as app:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://service"
        ) as client:
            answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()["error"]["reason"]) == (503, "unavailable")
