"""Waiting for what ``/readyz`` says: it is the state of the last second."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tui_app.service import readiness
from tui_app.service.app import Service


async def until_ready(client: httpx.AsyncClient, status: int) -> httpx.Response:
    """The first answer with this status."""
    async with asyncio.timeout(60):
        while (answer := await client.get("/readyz")).status_code != status:
            await asyncio.sleep(0.05)
    return answer


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its checks follow each other at once."""
    monkeypatch.setattr(readiness, "_CHECK_SECONDS", 0.05)


def client_of(service: Service, key: str = "") -> httpx.AsyncClient:
    """A caller of a service in this process."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(service), base_url="http://service", headers=headers
    )
