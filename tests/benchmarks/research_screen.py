"""Research on the screen: comparing five companies, and opening a watch list of 1,000.

In the program without a terminal. What a key takes with nothing to do is taken off both sides.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path
from typing import Final

from tests.benchmarks.research_asking import Row, tax_ids
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.workspace import Workspace

_ROUNDS: Final = 9
_NOTHING: Final = "f12"
_MARKED: Final = ("space",) * 5


async def _seconds(user: User, *keys: str) -> float:
    start = time.perf_counter()
    await user.press(*keys)
    return time.perf_counter() - start


async def _comparing() -> Row:
    """From kept answers, beside a change of tabs that were drawn before."""
    compared, tabs, nothing = [], [], []
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "2", "1", "escape", *_MARKED, "c", "escape")
        for _round in range(_ROUNDS):
            nothing.append(await _seconds(user, _NOTHING))
            compared.append(await _seconds(user, "c"))
            await user.press("escape", "right")
            tabs += [await _seconds(user, "2"), await _seconds(user, "1")]
            await user.press("escape")
    base = statistics.median(nothing)
    ours, tab = statistics.median(compared) - base, statistics.median(tabs) - base
    told = f"{ours / tab:.1f} × ({1000 * ours:.0f} ms)"
    return (
        "comparing five companies from kept answers, beside a tab change",
        told,
        "4 ×",
        (ours <= 4 * tab),
    )


async def _watching(registry: Path, folder: Path, watched: int) -> Row:
    """Opening the list, beside a search's answer: from the key to the rows, not kept before."""
    chosen = tax_ids(registry, watched)
    place = folder / "watched.db"
    with Workspace(place) as workspace:
        for number, tax_id in enumerate(chosen):
            summary = CompanySummary(tax_id=tax_id, company_name=f"FIRMA {number}")
            workspace.companies.remember(summary, invented=True)
        workspace.watch_list.add(chosen)
    opened, answered, nothing = [], [], []
    for number in range(_ROUNDS // 2):
        settings = Settings(registry=str(registry))
        async with explore(program(settings, workspace=place)) as user:
            await user.press("escape")
            nothing.append(await _seconds(user, _NOTHING))
            opened.append(await _seconds(user, "W"))
            await user.press("slash")
            field = user.app.explorer.lists["search"].focus_target
            with user.app.prevent():
                field.value = f"con{'stplr'[number]}"  # type: ignore[attr-defined]
            answered.append(await _seconds(user, "enter"))
    base = statistics.median(nothing)
    ours, search = statistics.median(opened) - base, statistics.median(answered) - base
    told = f"{ours / search:.2f} × ({1000 * ours:.0f} ms)"
    return (
        f"a watch list of {watched:,} opened, beside a search's answer",
        told,
        "1 ×",
        (ours <= search),
    )


def measured(registry: Path, folder: Path, watched: int) -> list[Row]:
    """Both."""

    async def both() -> list[Row]:
        return [await _comparing(), await _watching(registry, folder, watched)]

    return asyncio.run(both())
