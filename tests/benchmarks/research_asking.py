"""Requests of research to a registry: a check of the watch list, and Connections of any company."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanySummary
from tui_app.sources import source
from tui_app.workspace.snapshots import WATCHED
from tui_app.workspace.watch_check import check, plan
from tui_app.workspace.workspace import Workspace

Row = tuple[str, str, str, bool]
"""What was measured, the result, the limit, and whether it holds."""

_SAMPLE: Final = 200
_ROUNDS: Final = 3


def tax_ids(registry: Path, count: int) -> list[str]:
    """Companies of a registry, chosen at random and alike in each run."""
    with closing(sqlite3.connect(registry)) as connection:
        (all_of_them,) = connection.execute("SELECT count(*) FROM company").fetchone()
        numbers = random.Random(1).sample(range(1, all_of_them + 1), count)
        ask = "SELECT tax_id FROM company WHERE id = ?"
        return [connection.execute(ask, (number,)).fetchone()[0] for number in numbers]


async def checking(registry: Path, folder: Path, watched: int) -> Row:
    """``watch check`` beside a bare loop of the client that sends the same requests."""
    chosen = tax_ids(registry, watched)
    ours, bare = [], []
    for number in range(_ROUNDS):
        with Workspace(folder / f"checked-{number}.db") as workspace:
            for tax_id in chosen:
                workspace.companies.remember(CompanySummary(tax_id=tax_id), invented=True)
            workspace.watch_list.add(chosen)
            async with source.connect(Settings(registry=str(registry))) as companies:
                planned = plan(workspace, "registry")
                start = time.perf_counter()
                done = await check(companies, workspace, planned, invented=True)
                ours.append(time.perf_counter() - start)
                sent = companies.allowance.session_requests
            assert not done.problems and done.stopped is None
        async with source.connect(Settings(registry=str(registry))) as companies:
            start = time.perf_counter()
            await _bare_loop(companies, chosen)
            bare.append(time.perf_counter() - start)
            assert companies.allowance.session_requests == sent
    ratio = statistics.median(ours) / statistics.median(bare)
    told = f"{ratio:.2f} × ({statistics.median(ours):.1f} s)"
    return f"check of {watched:,} watched companies, beside a bare loop", told, "3 ×", ratio <= 3


async def _bare_loop(companies: Companies, chosen: Sequence[str]) -> None:
    for tax_id in chosen:
        profile = (await companies.profile(tax_id, fresh=True)).data
        for operation in WATCHED:
            is_there = (
                (operation is not ops.FINANCIAL or profile.has_fin_data is not False)
                and (operation is not ops.ADMINISTRATORS or profile.has_administrator is not False)
                and operation is not ops.PROFILE
            )
            if is_there:
                await companies.ask(operation, tax_id, fresh=True)


async def connecting(registry: Path) -> Row:
    """Connections beside the profile of the same companies, through the client, at the p95."""
    seconds: dict[str, list[float]] = {"profile": [], "connections": []}
    async with source.connect(Settings(registry=str(registry))) as companies:
        for tax_id in tax_ids(registry, _SAMPLE):
            for name in ("profile", "connections"):
                operation = ops.PROFILE if name == "profile" else ops.CONNECTIONS
                start = time.perf_counter()
                await companies.ask(operation, tax_id, fresh=True)
                seconds[name].append(time.perf_counter() - start)
    profile, found = (1000 * statistics.quantiles(s, n=20)[18] for s in seconds.values())
    longest = 1000 * max(seconds["connections"])
    told = f"{found / profile:.1f} × ({found:.2f} ms, the longest {longest:.1f} ms)"
    return "Connections, beside a profile, p95", told, "10 ×", found <= 10 * profile


def measured(registry: Path, folder: Path, watched: int) -> list[Row]:
    """Both, over one registry."""

    async def both() -> list[Row]:
        return [await checking(registry, folder, watched), await connecting(registry)]

    return asyncio.run(both())
