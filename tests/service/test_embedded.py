"""The service in the explorer's own process: no key to type, and whose requests are counted."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from pathlib import Path

import httpx
import pytest

from tests.service.companies import FULL, UNKNOWN
from tui_app.registry.registry_location import open_registry
from tui_app.service import in_process
from tui_app.service.embedded import Embedded, open_embedded
from tui_app.service.in_process import UNLIMITED

PROFILE = f"/v1/companies/{FULL}"


def caller(embedded: Embedded, key: str = "") -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {key or embedded.token}"}
    transport = httpx.ASGITransport(embedded.app)
    return httpx.AsyncClient(transport=transport, base_url="http://service", headers=headers)


async def test_a_registry_of_ones_own_is_not_rationed(registry_path: Path, tmp_path: Path) -> None:
    with contextlib.closing(open_embedded(lambda: open_registry(registry_path))) as embedded:
        async with caller(embedded) as client:
            first = await client.get(PROFILE)
            assert first.json()["remainingRequests"] == UNLIMITED == 9_007_199_254_740_991
            assert "ratelimit" not in first.headers
            # An error costs nothing, and nothing is refused however fast one asks.
            assert (await client.get(f"/v1/companies/{UNKNOWN}")).status_code == 404
            answers = [await client.get(PROFILE) for _ in range(700)]
    assert [a.json()["remainingRequests"] for a in answers] == [
        UNLIMITED - n for n in range(1, 701)
    ]
    assert list(tmp_path.iterdir()) == []


async def test_the_samples_allowance_is_kept_from_one_start_to_the_next(
    registry_path: Path, tmp_path: Path
) -> None:
    left = []
    tokens = set()
    for _ in range(2):
        accounts = tmp_path / "state" / "accounts.db"
        embedded = open_embedded(lambda: open_registry(registry_path), accounts)
        with contextlib.closing(embedded):
            tokens.add(embedded.token)
            async with caller(embedded) as client:
                answers = await asyncio.gather(*(client.get(PROFILE) for _ in range(3)))
            left += sorted(a.json()["remainingRequests"] for a in answers)
            async with caller(embedded, "explorer") as client:
                assert (await client.get(PROFILE)).status_code == 401
    assert left == [9_997, 9_998, 9_999, 9_994, 9_995, 9_996]
    assert len(tokens) == 2


async def test_the_samples_allowance_starts_again_once_it_is_used_up(
    registry_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_process, "DEFAULT_QUOTA", 3)
    with contextlib.closing(
        open_embedded(lambda: open_registry(registry_path), tmp_path / "a.db")
    ) as embedded:
        async with caller(embedded) as client:
            answers = [await client.get(PROFILE) for _ in range(7)]
    assert [a.json()["remainingRequests"] for a in answers] == [2, 1, 0, 2, 1, 0, 2]


async def test_an_explorer_that_cannot_count_still_explores(
    registry_path: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    embedded = open_embedded(
        lambda: open_registry(registry_path), tmp_path / "file" / "accounts.db"
    )
    with contextlib.closing(embedded):
        async with caller(embedded) as client:
            assert (await client.get(PROFILE)).json()["remainingRequests"] == 9_999


async def test_the_sample_still_answers_when_the_disk_is_full(
    registry_path: Path, tmp_path: Path
) -> None:
    embedded = open_embedded(lambda: open_registry(registry_path), tmp_path / "accounts.db")
    with contextlib.closing(embedded):
        async with caller(embedded) as client:
            assert (await client.get(PROFILE)).json()["remainingRequests"] == 9_999
            limits = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
            try:
                answers = [await client.get(PROFILE) for _ in range(3)]
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [a.json()["remainingRequests"] for a in answers] == [9_998, 9_997, 9_996]


async def test_an_explorers_token_opens_no_other_service(
    client: httpx.AsyncClient, registry_path: Path
) -> None:
    with contextlib.closing(open_embedded(lambda: open_registry(registry_path))) as embedded:
        headers = {"authorization": f"Bearer {embedded.token}"}
        assert (await client.get(PROFILE, headers=headers)).status_code == 401
