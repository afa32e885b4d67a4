"""``soak``: a long session through the real screen against a server that misbehaves at random.

Searches are typed, companies opened and their tabs looked at, key by key on the way that keys
of a terminal go. Nothing may crash, no key may be lost, and afterwards memory, tasks,
connections and descriptors are what they were.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Final, cast

from textual import events

from tests.benchmarks import report
from tests.benchmarks.holding import complaints, descriptors, resident
from tests.faulty.healthy import COMPANIES
from tests.faulty.process import FaultyServer, faulty_process
from tests.ui.hostile import remote
from tests.ui.user import User, explore
from tui_app.client import sending
from tui_app.ui.lists.search import SearchList
from tui_app.ui.sections import SECTIONS
from tui_app.ui.terminal.keys import KeyGate
from tui_app.ui.terminal.textual_private import FrameApp

SEARCHES, COMPANIES_OPENED, WARM_UP = 10_000, 2_000, 1_000
MAX_GROWTH: Final = 10.0
"""MB of resident memory that may be added after the warm-up."""
_MAX_TASKS, _MAX_DESCRIPTORS = 8, 16
"""How much may come and go: workers of the last company, connections of the pool."""
_PATIENCE: Final = 10.0
_REST: Final = 0.7
"""Seconds after a program until what its last key waited for is given up."""


@dataclass
class Sample:
    """The resources of the process after a number of searches."""

    searches: int
    companies: int
    megabytes: float
    tasks: int
    descriptors: int
    seconds: float


@dataclass
class Soak:
    """One session and what was counted in it."""

    user: User
    chance: random.Random
    gate: KeyGate
    searches: int = 0
    companies: int = 0
    keys: int = 0
    lost: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    samples: list[Sample] = field(default_factory=list)
    started: float = field(default_factory=time.perf_counter)

    async def press(self, *keys: str) -> None:
        """Send keys as fast as the terminal's driver would."""
        for key in keys:
            event = events.Key(key, " " if key == "space" else key if len(key) == 1 else None)
            event.set_sender(self.user.app)
            await asyncio.to_thread(self.gate.pass_on, event)
        self.keys += len(keys)

    async def expect(self, what: str, holds: Callable[[], bool]) -> None:
        """Check that a key had its effect, within the time that any answer may take."""
        end = time.perf_counter() + _PATIENCE
        while not holds():
            if time.perf_counter() > end:
                self.lost.append(f"{what}\n{self.user.screen}")
                return
            await asyncio.sleep(0.01)

    async def idle(self) -> None:
        """Wait until no question is open."""
        await asyncio.sleep(0.01)
        await self.expect("a question is never settled", lambda: not self.user.is_waiting())

    async def search(self) -> None:
        """Type a text and Enter, and see that each letter has arrived."""
        text, target = self._text(), self.user.app.explorer.lists["search"]
        assert isinstance(target, SearchList)
        await self.press("escape", "slash")
        await self.expect("/", lambda: self.user.app.focused is target.field)
        target.field.value = ""
        await self.press(*("space" if letter == " " else letter for letter in text))
        await self.expect(text, lambda: target.field.value == text)
        await self.press("enter")
        await self.idle()
        self.searches += 1
        self.ends[f"search {target.results.phase}"] += 1

    async def open(self) -> None:
        """Open one of the companies found, and look at its tabs."""
        explorer = self.user.app.explorer
        shown = explorer.lists["search"].shown
        if not shown:
            return
        tabs = self.chance.sample("1234", k=self.chance.randint(1, 4))
        downs = ["down"] * self.chance.randint(0, len(shown[:10]) - 1)
        await self.press("escape", "left", "home", *downs)
        for key in ("enter", *tabs):
            await self.press(key)
            tab = SECTIONS[int(key) - 1].tab if key.isdecimal() else explorer.detail.tabs.chosen
            await self.expect(key, partial(self._reached, tab))
            if explorer.foot.notice.waits:
                await self.press("enter")
                await self.expect(f"enter after {key}", partial(self._is_shown, tab))
        await self.idle()
        self.companies += 1
        self.ends[f"company {explorer.detail.profile.phase}"] += 1

    def _is_shown(self, tab: str) -> bool:
        explorer = self.user.app.explorer
        return explorer.detail_has_focus and explorer.detail.tabs.chosen == tab

    def _reached(self, tab: str) -> bool:
        """Whether a tab is shown, or waits for Enter because it costs what is scarce."""
        return self._is_shown(tab) or self.user.app.explorer.foot.notice.waits

    def sample(self) -> None:
        """Record the resources held now."""
        self.samples.append(
            Sample(
                self.searches,
                self.companies,
                resident(),
                len(asyncio.all_tasks()),
                descriptors(),
                time.perf_counter() - self.started,
            )
        )

    def _text(self) -> str:
        company = self.chance.choice(COMPANIES)
        name = self.chance.choice([company.company_name.lower(), company.tax_id])
        start = self.chance.randint(0, len(name) - 4)
        text = name[start : start + self.chance.randint(4, 7)].strip()
        return text if len(text) >= 3 else f"demo {self.chance.randint(1, 60)}"


@contextmanager
def _short_waits() -> Iterator[None]:
    """Repeat at once, without waiting."""
    before, sending.FIRST_WAIT = sending.FIRST_WAIT, 0.02
    try:
        yield
    finally:
        sending.FIRST_WAIT = before


async def soak(server: FaultyServer, searches: int, companies: int, seed: int) -> Soak:
    """Run the session; a company is opened after every few searches."""
    program = remote(
        server.base_url("random"),
        connect_timeout=0.3,
        read_timeout=0.3,
        total_timeout=0.6,
    )
    every = max(1, min(WARM_UP, searches // 2))
    with _short_waits():
        async with explore(program) as user:
            gate = KeyGate(
                cast(FrameApp[object], user.app), asyncio.get_running_loop(), threading.Event()
            )
            session = Soak(user, random.Random(seed), gate)
            while session.searches < searches or session.companies < companies:
                if session.companies * searches < session.searches * companies:
                    await session.open()
                await session.search()
                if session.searches % every == 0:
                    session.sample()
    assert program.return_code in (0, None), program.return_code
    return session


def goals(session: Soak, left: tuple[int, int], errors: list[str]) -> dict[str, bool]:
    """Each promise in words, with the measured value, and whether it holds."""
    warm, last = session.samples[0], session.samples[-1]
    growth = last.megabytes - warm.megabytes
    return {
        f"{len(session.lost)} of {session.keys:,} keys lost": not session.lost,
        f"memory {warm.megabytes:.1f} MB after {warm.searches:,} searches, {growth:+.1f} MB "
        f"since, at most {MAX_GROWTH:+g}": growth < MAX_GROWTH,
        f"tasks {warm.tasks}, at the end {last.tasks}": last.tasks <= warm.tasks + _MAX_TASKS,
        f"descriptors {warm.descriptors}, at the end {last.descriptors}": (
            last.descriptors <= warm.descriptors + _MAX_DESCRIPTORS
        ),
        f"{left[0]} tasks and {left[1]} descriptors left after the program": left == (0, 0),
        f"{len(errors)} errors logged": not errors,
    }


async def run(searches: int, companies: int, seed: int) -> tuple[Soak, dict[str, bool]]:
    """A whole session on its own server, and the promises about it."""
    with faulty_process(seed) as server, complaints() as errors:
        # Run once beforehand, so that everything created once per process exists.
        await soak(server, 2, 1, seed)
        await asyncio.sleep(_REST)
        before = len(asyncio.all_tasks()), descriptors()
        session = await soak(server, searches, companies, seed)
        await asyncio.sleep(_REST)
        left = len(asyncio.all_tasks()) - before[0], descriptors() - before[1]
        return session, goals(session, left, errors)


def _told(session: Soak, promised: dict[str, bool], seed: int) -> str:
    head = ("searches", "companies", "memory, MB", "tasks", "descriptors", "minutes")
    rows = [
        (
            f"{each.searches:,}",
            f"{each.companies:,}",
            f"{each.megabytes:.1f}",
            str(each.tasks),
            str(each.descriptors),
            f"{each.seconds / 60:.1f}",
        )
        for each in session.samples
    ]
    ends = ", ".join(f"{count:,} × {what}" for what, count in sorted(session.ends.items()))
    said = "\n".join(f"- {goal}: {report.verdict(holds)}" for goal, holds in promised.items())
    return f"Seed {seed}.\n\n{report.table(head, rows)}\n\n{ends}.\n\n{said}"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks soak", description=__doc__)
    parser.add_argument("--searches", type=int, default=SEARCHES)
    parser.add_argument("--companies", type=int, default=COMPANIES_OPENED)
    parser.add_argument("--seed", type=int, default=1, help="of the searches and of the faults")
    parser.add_argument("--write", action="store_true", help="write results.md")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {f"XDG_{name}_HOME": folder for name in ("CACHE", "CONFIG", "STATE")}
        session, promised = asyncio.run(run(given.searches, given.companies, given.seed))
    text = _told(session, promised, given.seed)
    print("\n\n".join([*session.lost, text]))
    if given.write:
        report.write_section("soak", text)
    raise SystemExit(not all(promised.values()))
