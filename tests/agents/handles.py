"""Handles that confirm a call, redeemed at several machines."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.agents.assistant import PETROTERM, agent_over_http, text_of
from tests.preloaded import true_starts
from tests.service.running import Running, running
from tui_app.service.accounts_location import open_accounts

WISH: dict[str, Any] = {"tax_id": PETROTERM, "parts": ["figures"]}


OPTIONS = ("--mcp", "--ask-above", "1", "--burst", "off")


async def price_question(url: str, key: str, wish: dict[str, Any]) -> str:
    """The handle of a call that has to be confirmed."""
    async with agent_over_http(url, key) as client:
        asked = await client.call_tool("company", wish)
        assert asked.is_error and "works once" in text_of(asked)
        assert isinstance(asked.structured_content, dict)
        return str(asked.structured_content["handle"])


async def redeemed(urls: list[str], key: str, wish: dict[str, Any], handle: str) -> Counter[bool]:
    """Whether each of many confirmed calls was answered; every one has a connection of its own."""

    async def call(url: str) -> bool:
        async with agent_over_http(url, key) as client:
            return not (await client.call_tool("company", wish | {"confirm": handle})).is_error

    return Counter(await asyncio.gather(*map(call, urls)))


async def handle_works_once(tmp_path: Path, place: str) -> None:
    """For all workers and machines that have their accounts at ``place``, and after a restart."""
    with closing(open_accounts(place, None, prepares=True)) as accounts:
        key, other = accounts.create("one"), accounts.create("other")

    def started(name: str) -> Running:
        return Running(tmp_path / name, "--workers", "2", "--accounts", place, *OPTIONS)

    with ThreadPoolExecutor(2) as threads:
        machines = list(threads.map(started, _folders(tmp_path)))
    try:
        urls = [each.url for each in machines]
        first = await price_question(urls[0], key, WISH)
        second = await price_question(urls[1], key, WISH | {"years": 1})
        assert await redeemed(urls, other, WISH, first) == {False: 2}, "of another account"
        assert await redeemed(urls * 3, key, WISH, first) == {True: 1, False: 5}
        # The later one first would do as well: each is its own.
        assert await redeemed(urls[:1], key, WISH | {"years": 1}, second) == {True: 1}
        with closing(open_accounts(place, None)) as accounts:
            assert [each.used for each in accounts.with_keys()] == [4, 0]
        fresh = await price_question(urls[1], key, WISH)
    finally:
        for each in machines:
            each.close()
    # Importing all modules, to fork for more starts, takes longer than the one that is left.
    with true_starts(), running(tmp_path / "third", *OPTIONS, "--accounts", place) as service:
        assert await redeemed([service.url], key, WISH, first) == {False: 1}
        assert await redeemed([service.url] * 2, key, WISH, fresh) == {True: 1, False: 1}


def _folders(tmp_path: Path) -> list[str]:
    for name in ("first", "second", "third"):
        (tmp_path / name).mkdir()
    return ["first", "second"]
