"""A registry that is replaced while it is being read."""

from __future__ import annotations

import contextlib
import shutil
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.service.companies import FULL, build_registry
from tui_app.registry.sample import sample_path
from tui_app.registry.sample.landmarks import SHOWPIECE
from tui_app.registry.sqlite.reader import Registry
from tui_app.service.accounts import Accounts
from tui_app.service.allowance import DEFAULT_QUOTA
from tui_app.service.app import create_app
from tui_app.service.log import Entry
from tui_app.service.reloading import CurrentRegistry
from tui_app.settings import cache_folder


def name_in(current: CurrentRegistry) -> str:
    with current.lend() as registry:
        profile = registry.profile(FULL)
    assert profile is not None
    return profile.company_name


def replaced(path: Path, prefix: str) -> None:
    build_registry(path.with_suffix(".new"), prefix).replace(path)


def test_a_replaced_file_is_taken_into_use(tmp_path: Path) -> None:
    path = build_registry(tmp_path / "r.db")
    entries: list[Entry] = []
    current = CurrentRegistry(Registry.open(path), entries.append, look_every=0)
    with contextlib.closing(current):
        old = name_in(current)
        replaced(path, "NEW ")
        assert name_in(current) == f"NEW {old}"
        assert [entry.event for entry in entries] == ["registry_replaced"]


def test_a_request_goes_on_with_the_file_it_began_with(tmp_path: Path) -> None:
    path = build_registry(tmp_path / "r.db")
    current = CurrentRegistry(Registry.open(path), look_every=0)
    with contextlib.closing(current), current.lend() as registry:
        replaced(path, "NEW ")
        assert name_in(current).startswith("NEW ")
        profile = registry.profile(FULL)
        assert profile is not None
        assert not profile.company_name.startswith("NEW ")


def test_a_damaged_or_missing_file_leaves_the_old_one_in_use(tmp_path: Path) -> None:
    path = build_registry(tmp_path / "r.db")
    entries: list[Entry] = []
    current = CurrentRegistry(Registry.open(path), entries.append, look_every=0)
    with contextlib.closing(current):
        old = name_in(current)
        damaged = tmp_path / "damaged"
        damaged.write_bytes(path.read_bytes()[:3000])
        damaged.replace(path)
        assert [name_in(current) for _ in range(3)] == [old] * 3
        assert [entry.event for entry in entries] == ["registry_refused"]
        path.unlink()
        assert name_in(current) == old
        replaced(path, "NEW ")
        assert name_in(current) == f"NEW {old}"


def test_the_file_is_looked_at_only_now_and_then(tmp_path: Path) -> None:
    path = build_registry(tmp_path / "r.db")
    with contextlib.closing(CurrentRegistry(Registry.open(path), look_every=3600)) as current:
        replaced(path, "NEW ")
        assert not name_in(current).startswith("NEW ")


def test_no_request_fails_while_the_file_is_replaced_again_and_again(tmp_path: Path) -> None:
    path = build_registry(tmp_path / "r.db")
    current = CurrentRegistry(Registry.open(path), look_every=0)
    stop = threading.Event()

    def ask() -> set[str]:
        seen = set()
        while not stop.is_set():
            seen.add(name_in(current)[:2])
        return seen

    with contextlib.closing(current), ThreadPoolExecutor(3) as threads:
        asking = [threads.submit(ask) for _ in range(3)]
        for number in range(8):
            replaced(path, f"{number} ")
        stop.set()
        seen = set[str]().union(*(job.result() for job in asking))
    assert len(seen) > 1


@contextlib.asynccontextmanager
async def asking(
    path: Path, accounts: Accounts, entries: list[Entry]
) -> AsyncIterator[httpx.AsyncClient]:
    """A caller of a service over this file, which has read some of it."""
    with contextlib.closing(create_app(Registry.open(path), accounts, log=entries.append)) as app:
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
    spoiled: Path, accounts: Accounts, entries: list[Entry]
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
    spoiled: Path, accounts: Accounts, entries: list[Entry]
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
