"""``simulate``: requests a second by the number of processes, from measured times.

A process serves one request at a time (its interpreter), on a machine with some cores, which who
asks needs, too. The times are those of real look-ups, by kind: not their mean, for one request in
a hundred that takes 200 ms delays all that wait behind it. What HTTP adds, and what asking costs,
is measured by asking a real service for profiles. The table is checked against real runs with 1, 2
and 4 processes on this machine.
"""

from __future__ import annotations

import argparse
import heapq
import os
import random
import resource
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks import report
from tests.benchmarks.country import companies
from tests.benchmarks.screened import screens
from tests.benchmarks.serve import MIX, mixed_paths, ours, texts
from tests.benchmarks.wrk import Load, load
from tests.service.running import Running, new_key, running
from tui_app.contract.screening.language import parse
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sql_registry import SqlRegistry
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


class Costs(NamedTuple):
    """Seconds of processor time that a request took in a real run."""

    served: float
    asking: float


class Run(NamedTuple):
    """A real run."""

    load: Load
    costs: Costs


def real_run(service: Running, key: str, paths: Sequence[str], seconds: float) -> Run:
    """What a service answers by wrk, and what a request costs both."""

    def spent() -> Costs:
        asking = resource.getrusage(resource.RUSAGE_CHILDREN)
        return Costs(sum(map(_processor, service.workers())), asking.ru_utime + asking.ru_stime)

    load(service.port, key, paths, 1)
    before = spent()
    done = load(service.port, key, paths, seconds)
    after, requests = spent(), done.per_second * seconds
    return Run(done, Costs(*((b - a) / requests for a, b in zip(before, after, strict=True))))


def _processor(pid: int) -> float:
    """Seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured_times(registry: str, accounts: KeyStore) -> dict[str, list[float]]:
    """Processor time of counting and looking up, by kind: others may use the machine, too."""
    account = accounts.by_key(accounts.create("times", 10**9))
    tax_ids = [record.profile.tax_id for record in companies(300)]
    searched, lines = texts(800), screens(200)
    found: dict[str, list[float]] = {}
    with closing(open_registry(registry)) as opened:
        assert isinstance(opened, SqlRegistry)
        parts: dict[str, list[Callable[[], object]]] = {
            "profiles": [partial(opened.profile, each) for each in tax_ids],
            "searches": [partial(opened.search, each) for each in searched],
            "screens": [partial(opened.screen, parse(q), "-turnover", 50, "") for q in lines],
        }
        for kind, _part in MIX:
            found[kind] = []
            for act in parts[kind]:
                start = time.thread_time()
                accounts.count(account, 1)
                act()
                found[kind].append(time.thread_time() - start)
    return found


@contextmanager
def served(registry: str, folder: Path, processes: int) -> Iterator[tuple[Running, str]]:
    """A service of so many processes, and a key."""
    home = folder / str(processes)
    home.mkdir(exist_ok=True)
    options = ("--registry", registry, "--burst", "off", "--workers", str(processes))
    key = new_key(home, 10**9)
    with running(home, *options) as service:
        yield service, key


def measured_mix(registry: str, folder: Path, seconds: float) -> tuple[list[float], float]:
    """Times of requests in the service, as often as in the mix, and the time of who asks.

    What HTTP adds is what a profile costs a real service, less what it costs to look up.
    """
    with closing(open_accounts(str(folder / "times.db"), None)) as accounts:
        times = measured_times(registry, accounts)
    tax_ids = [record.profile.tax_id for record in companies(1_000)]
    with served(registry, folder, 1) as (service, key):
        costs = real_run(service, key, ours(tax_ids, (), ())["profiles"], seconds).costs
    of_http = max(0.0, costs.served - statistics.mean(times["profiles"]))
    dice = random.Random(2)
    mixed = [dice.choice(times[kind]) + of_http for kind, part in MIX for _ in range(40 * part)]
    return mixed, costs.asking


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks simulate")
    parser.add_argument("--registry", required=True)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each real run (4)")
    parser.add_argument("--write", action="store_true", help="write results.md")
    given = parser.parse_args(arguments)
    cores = os.cpu_count() or 1
    tax_ids = [record.profile.tax_id for record in companies(1_000)]
    paths = mixed_paths(ours(tax_ids, texts(8_000), screens(1_000)))
    rows = []
    with tempfile.TemporaryDirectory() as name:
        times, asking = measured_mix(given.registry, Path(name), given.seconds)
        for processes in (1, 2, 4):
            with served(given.registry, Path(name), processes) as (service, key):
                real = real_run(service, key, paths, given.seconds)
            model = simulated(times, processes, cores, asking)
            rows.append(_row(f"{processes}, {cores} cores", model, *_measured(real, cores)))
    for processes in (4, 8, 16):
        model = simulated(times, processes, processes, asking, 16 * processes)
        rows.append(_row(f"{processes}, {processes} cores", model, "", "", "", ""))
    text = f"{_described(times, asking)}\n\n{report.table(_HEAD, rows)}"
    print(text)
    if given.write:
        report.write_section("simulate", text)


_HEAD: Final = (
    "processes", "simulated a second", "p50 ms", "p99 ms", "measured a second", "p99 ms",
    "ms of a processor in the service, asking", "of the cores",
)  # fmt: skip


def _described(times: Sequence[float], asking: float) -> str:
    mean = statistics.mean(times)
    spread = statistics.pvariance(times) / mean**2
    tail = sum(sorted(times)[-len(times) // 100 :]) / sum(times)
    return (
        f"Mean time in the service {1000 * mean:.2f} ms, of who asks {1000 * asking:.2f} ms,"
        f" squared coefficient of variation {spread:.1f}; the slowest hundredth of the requests is"
        f" {100 * tail:.0f} % of the load. In the last two columns is what the real run took: where"
        " that is more a request than the mean, processes hinder each other; where it is less than"
        " all of the cores, others used the machine, or one process was all there was to use them."
    )


def _row(name: str, model: Seen, *measured: str) -> tuple[str, ...]:
    return name, f"{model.per_second:.0f}", f"{model.p50:.1f}", f"{model.p99:.0f}", *measured


def _measured(real: Run, cores: int) -> tuple[str, ...]:
    a_request = sum(real.costs)
    return (
        f"{real.load.per_second:.0f}",
        f"{real.load.p99:.0f}",
        f"{1000 * real.costs.served:.2f}, {1000 * real.costs.asking:.2f}",
        f"{100 * a_request * real.load.per_second / cores:.0f} %",
    )
