"""Waiting for what ``/readyz`` says: it is the state of the last second."""

from __future__ import annotations

import asyncio

import httpx


async def until_ready(client: httpx.AsyncClient, status: int) -> httpx.Response:
    """The first answer with this status."""
    async with asyncio.timeout(60):
        while (answer := await client.get("/readyz")).status_code != status:
            await asyncio.sleep(0.05)
    return answer
