"""``fairness``: what another key feels while one key sends its worst legal requests.

The other key asks one request after the other: first alone, then beside a key that keeps 32
searches and screens of the expensive kind under way, each text a new one. One worker.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import itertools
import multiprocessing
import random
import statistics
import string
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from tests.benchmarks import report
from tests.benchmarks.country import companies
from tests.benchmarks.queries import as_people_write, mixed
from tests.service.running import running
from tui_app.service.accounts_location import open_accounts

_CONNECTIONS: Final = 32
_LONGEST: Final = 950


class Felt(NamedTuple):
    """Milliseconds of the other key's requests."""

    p50: float
    p99: float


def worst(seed: int) -> Iterator[str]:
    """Paths of the most expensive requests that may be sent, none twice."""
    dice = random.Random(seed)
    letters = string.ascii_lowercase
    texts = [text.q for text in (*as_people_write(300, seed), *mixed(300, seed))]

    def words(length: int) -> str:
        found = (("".join(dice.choices(letters, k=length))) for _ in itertools.count())
        return ",".join(itertools.islice(found, _LONGEST // (length + 1)))

    while True:
        for text in texts:
            number = dice.randrange(10**6)
            searches = (f"{dice.choice(letters)} {dice.choice(letters)} {number % 10}", text)
            ranges = ",".join(f">{dice.randrange(10**6)}" for _ in range(100))
            screens = (f"caen:{words(3)}", f"name:{words(3)}", f"turnover:{ranges}")
            for q in searches:
                yield f"/v1/companies/autocomplete?{urlencode({'q': q})}"
            for q in screens:
                order = dice.choice(("-turnover", "locality", "-growth"))
                yield f"/v1/companies/screen?{urlencode({'q': q, 'sort': order, 'limit': 100})}"
                yield f"/v1/companies/screen/facets?{urlencode({'q': f'{q} vat'})}"


def ordinary(count: int) -> list[str]:
    """Paths of profiles and of searches for new texts."""
    dice = random.Random(3)
    known = [record.profile for record in companies(500)]
    profiles = [f"/v1/companies/{dice.choice(known).tax_id}" for _ in range(count // 2)]
    texts = [text.q for text in mixed(count // 2, 99)]
    searches = [f"/v1/companies/autocomplete?{urlencode({'q': q})}" for q in texts]
    return [each for two in zip(profiles, searches, strict=False) for each in two]


def attack(port: int, key: str, seed: int, statuses: Any) -> None:
    """Ask without a pause until the process is ended; 429 is obeyed for a moment."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for path in worst(seed):
        line.request("GET", path, headers={"authorization": f"Bearer {key}"})
        answer = line.getresponse()
        answer.read()
        statuses.put(answer.status)
        if answer.status == 429:
            time.sleep(0.1)


def felt(port: int, key: str, paths: Sequence[str]) -> Felt:
    """The times of one request after the other."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    seconds = []
    for path in paths:
        began = time.perf_counter()
        line.request("GET", path, headers={"authorization": f"Bearer {key}"})
        answer = line.getresponse()
        answer.read()
        seconds.append(time.perf_counter() - began)
        assert answer.status == 200, (answer.status, path)
    cuts = statistics.quantiles([1000 * each for each in seconds], n=100)
    return Felt(cuts[49], cuts[98])


def measure(registry: str, accounts: str, count: int, seconds: float) -> tuple[Felt, Felt, str]:
    """The other key alone, and beside the attack; and what the attack was answered."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        location = accounts or str(Path(folder) / "accounts.db")
        with contextlib.closing(open_accounts(location, prepares=True)) as opened:
            mine, theirs = (opened.create(label, 10**9) for label in ("other", "attack"))
        options = ("--registry", registry, "--accounts", location, "--burst", "off")
        service = stack.enter_context(running(Path(folder), *options))
        paths = ordinary(count)
        felt(service.port, mine, paths)  # warm
        alone = felt(service.port, mine, paths)
        spawn = multiprocessing.get_context("spawn")
        statuses = spawn.Manager().Queue()
        attackers = [
            spawn.Process(target=attack_many, args=(service.port, theirs, seed, statuses))
            for seed in range(2)
        ]
        for each in attackers:
            each.start()
        while statuses.empty():
            time.sleep(0.1)
        time.sleep(seconds)
        felt(service.port, mine, paths)  # what it reads now by another connection is warm, too
        beside = felt(service.port, mine, paths)
        for each in attackers:
            each.kill()
            each.join()
        answered = Counter(statuses.get() for _ in range(statuses.qsize()))
        return alone, beside, ", ".join(f"{n} × {status}" for status, n in answered.items())


def attack_many(port: int, key: str, seed: int, statuses: Any) -> None:
    """Half of the connections of the attack, in a process of their own."""
    import threading

    threads = [
        threading.Thread(target=attack, args=(port, key, 100 * seed + number, statuses))
        for number in range(_CONNECTIONS // 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks fairness")
    parser.add_argument("--registry", action="append", required=True, help="a file or a URL")
    parser.add_argument("--accounts", default="", help="a URL; else a file")
    parser.add_argument("--requests", type=int, default=600)
    parser.add_argument("--write", action="store_true", help="write results.md")
    given = parser.parse_args(arguments)
    lines = []
    for place in given.registry:
        accounts = given.accounts if place.startswith("postgres") else ""
        alone, beside, answered = measure(place, accounts, given.requests, 2.0)
        p50, p99 = beside.p50 / alone.p50, beside.p99 / alone.p99
        engine = "PostgreSQL" if place.startswith("postgres") else "SQLite"
        lines.append(
            f"- {engine}: another key's p50 {beside.p50:.1f} ms, {p50:.1f} times its own alone"
            f" (goal at most 5: {report.verdict(p50 <= 5)}), p99 {beside.p99:.0f} ms,"
            f" {p99:.1f} times (goal at most 20: {report.verdict(p99 <= 20)});"
            f" the attack was answered {answered}"
        )
    print("\n".join(lines))
    if given.write:
        report.write_section("fairness", "\n".join(lines))
