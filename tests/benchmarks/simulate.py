"""``simulate``: requests a second by the number of processes, from measured times.

A process serves one request at a time (its interpreter), on a machine with some cores, which who
asks needs, too. The times are those of real requests in the service, by kind: not their mean, for
one request in a hundred that takes 200 ms delays all that wait behind it. The table is checked
against a real run with 1, 2 and 4 processes on this machine.
"""

from __future__ import annotations

import argparse
import heapq
import os
import random
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks import report
from tests.benchmarks.country import companies
from tests.benchmarks.screened import screens
from tests.benchmarks.serve import MIX, mixed_paths, ours, texts
from tests.benchmarks.wrk import load
from tests.service.running import new_key, running
from tui_app.contract.screening.language import parse
from tui_app.registry.company_registry import ResearchRegistry
from tui_app.registry.registry_location import open_registry
from tui_app.service.account_store import KeyStore
from tui_app.service.accounts_location import open_accounts

_REQUESTS: Final = 40_000
_CLIENTS: Final = 32


class Seen(NamedTuple):
    """Requests a second, and milliseconds from the question to the answer."""

    per_second: float
    p50: float
    p99: float


def simulated(
    times: Sequence[float], processes: int, cores: int, asking: float, clients: int = _CLIENTS
) -> Seen:
    """A closed loop of clients. ``times``: seconds in the service; ``asking``: of who asks."""
    dice = random.Random(1)
    now, free_cores, free_processes = 0.0, cores, processes
    began = [0.0] * clients
    asks: deque[int] = deque(range(clients))
    waits: deque[int] = deque()
    events: list[tuple[float, int, bool]] = []
    took: list[float] = []
    while len(took) < _REQUESTS:
        while free_cores and (asks or (waits and free_processes)):
            free_cores -= 1
            if waits and free_processes:
                free_processes -= 1
                client, seconds, is_served = waits.popleft(), dice.choice(times), True
            else:
                client, seconds, is_served = asks.popleft(), asking, False
            heapq.heappush(events, (now + seconds, client, is_served))
        now, client, is_served = heapq.heappop(events)
        free_cores += 1
        if is_served:
            free_processes += 1
            took.append(now - began[client])
            began[client] = now
            asks.append(client)
        else:
            waits.append(client)
    took.sort()
    return Seen(len(took) / now, 1000 * took[len(took) // 2], 1000 * took[-len(took) // 100])


def measured_times(registry: str, accounts: KeyStore, seconds_of_http: float) -> list[float]:
    """Processor time of each request of the mix, one by one: others may use the machine, too."""
    key = accounts.create("times", 10**9)
    found: list[float] = []
    tax_ids = [record.profile.tax_id for record in companies(300)]
    searched, lines = texts(800), screens(200)
    with closing(open_registry(registry)) as opened:
        assert isinstance(opened, ResearchRegistry)
        parts: dict[str, list[Callable[[], object]]] = {
            "profiles": [partial(opened.profile, each) for each in tax_ids],
            "searches": [partial(opened.search, each) for each in searched],
            "screens": [partial(opened.screen, parse(q), "-turnover", 50, "") for q in lines],
        }
        for kind, part in MIX:
            timed = []
            for act in parts[kind]:
                start = time.thread_time()
                accounts.count(accounts.by_key(key), 1)
                act()
                timed.append(time.thread_time() - start + seconds_of_http)
            found += random.Random(2).choices(timed, k=40 * part)
    return found


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks simulate")
    parser.add_argument("--registry", required=True)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each real run (4)")
    parser.add_argument("--http", type=float, default=0.3, help="ms of HTTP a request (0.3)")
    parser.add_argument("--asking", type=float, default=0.05, help="ms of who asks (0.05)")
    parser.add_argument("--write", action="store_true", help="write results.md")
    given = parser.parse_args(arguments)
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        with closing(open_accounts(str(Path(folder) / "times.db"), None)) as accounts:
            times = measured_times(given.registry, accounts, given.http / 1000)
        tax_ids = [record.profile.tax_id for record in companies(1_000)]
        paths = mixed_paths(ours(tax_ids, texts(8_000), screens(1_000)))
        rows = []
        for processes in (1, 2, 4):
            home = Path(folder) / str(processes)
            home.mkdir()
            key = new_key(home, 10**9)
            options = ("--registry", given.registry, "--burst", "off", "--workers", str(processes))
            with running(home, *options) as service:
                load(service.port, key, paths, 1)
                real = load(service.port, key, paths, given.seconds)
            model = simulated(times, processes, cores, given.asking / 1000)
            rows.append(
                _row(
                    f"{processes}, {cores} cores",
                    model,
                    f"{real.per_second:.0f}",
                    f"{real.p99:.0f}",
                )
            )
        for processes, more in ((4, 4), (8, 8), (16, 16)):
            model = simulated(times, processes, more, given.asking / 1000, 16 * processes)
            rows.append(_row(f"{processes}, {more} cores", model, "", ""))
    mean = sum(times) / len(times)
    spread = statistics.pvariance(times) / mean**2
    tail = sum(sorted(times)[-len(times) // 100 :]) / sum(times)
    head = ("processes", "simulated a second", "p50 ms", "p99 ms", "measured a second", "p99 ms")
    text = (
        f"Mean time in the service {1000 * mean:.2f} ms, squared coefficient of variation"
        f" {spread:.1f}; the slowest hundredth of the requests is"
        f" {100 * tail:.0f} % of the load.\n\n{report.table(head, rows)}"
    )
    print(text)
    if given.write:
        report.write_section("simulate", text)


def _row(name: str, model: Seen, *measured: str) -> tuple[str, ...]:
    return name, f"{model.per_second:.0f}", f"{model.p50:.1f}", f"{model.p99:.0f}", *measured
