"""``fairness``: what another key feels while one key sends its worst legal requests.

The other key asks one request after the other: in turns alone, and beside a key that keeps 32
searches, screens and batches (match, reconcile) of the expensive kind under way, each text a new
one. One worker.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import itertools
import json
import multiprocessing
import random
import statistics
import string
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing.synchronize import Event
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
_TURNS: Final = 5
_REST_SECONDS: Final = 3.0
"""Until what the attack has asked for is answered."""


class Felt(NamedTuple):
    """Milliseconds of the other key's requests."""

    p50: float
    p99: float


class Sent(NamedTuple):
    """A request of the attack; one with a body is posted."""

    path: str
    body: str = ""
    kind: str = "application/json"


def worst(seed: int, key: str) -> Iterator[Sent]:
    """The most expensive requests that may be sent, none twice."""
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
            names = [f"{text}{letter} {number}" for letter in letters[:20]]
            yield Sent(
                "/v1/companies/match", json.dumps({"rows": [{"name": n} for n in names * 5]})
            )
            queries = {str(at): {"query": f"{name} srl"} for at, name in enumerate(names * 15)}
            form = urlencode({"queries": json.dumps(queries)})
            yield Sent(f"/reconcile/{key}", form, "application/x-www-form-urlencoded")
            for q in searches:
                yield Sent(f"/v1/companies/autocomplete?{urlencode({'q': q})}")
            for q in screens:
                order = dice.choice(("-turnover", "locality", "-growth"))
                listed = urlencode({"q": q, "sort": order, "limit": 100})
                yield Sent(f"/v1/companies/screen?{listed}")
                yield Sent(f"/v1/companies/screen/facets?{urlencode({'q': f'{q} vat'})}")


def ordinary(count: int) -> list[str]:
    """Paths of profiles and of searches for new texts."""
    dice = random.Random(3)
    known = [record.profile for record in companies(500)]
    profiles = [f"/v1/companies/{dice.choice(known).tax_id}" for _ in range(count // 2)]
    texts = [text.q for text in mixed(count // 2, 99)]
    searches = [f"/v1/companies/autocomplete?{urlencode({'q': q})}" for q in texts]
    return [each for two in zip(profiles, searches, strict=False) for each in two]


def attack(port: int, key: str, seed: int, may_ask: Event, statuses: Any) -> None:
    """Ask without a pause while that is allowed; 429 is obeyed for a moment."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    for sent in worst(seed, key):
        if not may_ask.is_set():
            line.close()  # the service ends lines that rest
            may_ask.wait()
        headers = {"authorization": f"Bearer {key}", "content-type": sent.kind}
        line.request("POST" if sent.body else "GET", sent.path, sent.body or None, headers)
        answer = line.getresponse()
        answer.read()
        statuses.put(answer.status)
        if answer.status == 429:
            time.sleep(0.1)


def attack_by_many(port: int, key: str, seed: int, may_ask: Event, statuses: Any) -> None:
    """Half of the connections of the attack, in a process of their own."""
    threads = [
        threading.Thread(target=attack, args=(port, key, 100 * seed + number, may_ask, statuses))
        for number in range(_CONNECTIONS // 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@contextlib.contextmanager
def attackers(port: int, key: str) -> Iterator[tuple[Event, Any]]:
    """The attackers, and the statuses of their answers."""
    spawn = multiprocessing.get_context("spawn")
    statuses, may_ask = spawn.Manager().Queue(), spawn.Event()
    processes = [
        spawn.Process(target=attack_by_many, args=(port, key, seed, may_ask, statuses))
        for seed in range(2)
    ]
    for process in processes:
        process.start()
    try:
        yield may_ask, statuses
    finally:
        for process in processes:
            process.kill()
            process.join()


def times(port: int, key: str, paths: Sequence[str]) -> list[float]:
    """Milliseconds of one request after the other."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    found = []
    for path in paths:
        began = time.perf_counter()
        line.request("GET", path, headers={"authorization": f"Bearer {key}"})
        answer = line.getresponse()
        answer.read()
        found.append(1000 * (time.perf_counter() - began))
        assert answer.status == 200, (answer.status, path)
    return found


def felt(found: Sequence[float]) -> Felt:
    """The median and the slowest hundredth."""
    cuts = statistics.quantiles(found, n=100)
    return Felt(cuts[49], cuts[98])


def best(turns: Sequence[Felt]) -> Felt:
    """The turn in which least else was done on the machine."""
    return Felt(min(each.p50 for each in turns), min(each.p99 for each in turns))


def measure(registry: str, accounts: str, count: int) -> tuple[Felt, Felt, str]:
    """The other key alone and beside the attack, in turns; and what the attack was answered."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        location = accounts or str(Path(folder) / "accounts.db")
        with contextlib.closing(open_accounts(location, prepares=True)) as opened:
            mine, theirs = (opened.create(label, 10**9) for label in ("other", "attack"))
        options = ("--registry", registry, "--accounts", location, "--burst", "off", "--reconcile")
        service = stack.enter_context(running(Path(folder), *options))
        may_ask, statuses = stack.enter_context(attackers(service.port, theirs))
        paths = ordinary(count)
        alone: list[Felt] = []
        beside: list[Felt] = []
        times(service.port, mine, paths)  # warm
        for _ in range(_TURNS):
            alone.append(felt(times(service.port, mine, paths)))
            began = statuses.qsize()
            may_ask.set()
            while statuses.qsize() < began + _CONNECTIONS:
                time.sleep(0.1)
            times(service.port, mine, paths)  # data read now by another connection are warm, too
            beside.append(felt(times(service.port, mine, paths)))
            may_ask.clear()
            time.sleep(_REST_SECONDS)
        answered = Counter(statuses.get() for _ in range(statuses.qsize()))
        said = ", ".join(f"{n} × {status}" for status, n in answered.items())
        return best(alone), best(beside), said


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks fairness")
    parser.add_argument("--registry", action="append", required=True, help="a file or a URL")
    parser.add_argument("--accounts", default="", help="a URL; else a file")
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--write", action="store_true", help="write results.md")
    given = parser.parse_args(arguments)
    lines = []
    for place in given.registry:
        accounts = given.accounts if place.startswith("postgres") else ""
        alone, beside, answered = measure(place, accounts, given.requests)
        p50, p99 = beside.p50 / alone.p50, beside.p99 / alone.p99
        engine = "PostgreSQL" if place.startswith("postgres") else "SQLite"
        lines.append(
            f"- {engine}: another key's p50 {beside.p50:.1f} ms, {p50:.1f} times its own alone"
            f" ({alone.p50:.1f} ms;"
            f" goal at most 4: {report.verdict(p50 <= 4)}), p99 {beside.p99:.0f} ms,"
            f" {p99:.1f} times ({alone.p99:.0f} ms; goal at most 5: {report.verdict(p99 <= 5)});"
            f" the attack was answered {answered}"
        )
    print("\n".join(lines))
    if given.write:
        report.write_section("fairness", "\n".join(lines))
