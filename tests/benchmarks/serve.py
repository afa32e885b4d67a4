"""``serve``: profiles, searches for new texts and screens by wrk, beside Datasette.

Both on the same file, one worker each, in turns. Then five minutes of all mixed, in which the
memory of the service must stay flat.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import statistics
import tempfile
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

from tests.benchmarks import plain_screening, report
from tests.benchmarks.building import build_country
from tests.benchmarks.country import companies
from tests.benchmarks.queries import mixed
from tests.benchmarks.screened import screens
from tests.benchmarks.serving import Server, address, datasette, firmeterm, worker_of
from tests.benchmarks.wrk import Load, load
from tui_app.contract.screening.language import parse

ROUNDS = 3
GOALS = {"profiles": 5.0, "searches": 3.0, "screens": 100.0}
MIX = (("profiles", 57), ("searches", 35), ("screens", 8))


def texts(count: int) -> list[str]:
    """New texts, half of them infixes."""
    drawn = mixed(6 * count, 21)
    infixes = [text.q for text in drawn if text.kind == "infix"][: count // 2]
    others = [text.q for text in drawn if text.kind != "infix"][: count // 2]
    return list(dict.fromkeys(q for two in zip(infixes, others, strict=False) for q in two))


def ours(
    tax_ids: Sequence[str], searched: Sequence[str], lines: Sequence[str]
) -> dict[str, list[str]]:
    """The requests to firmeterm."""
    return {
        "profiles": [f"/v1/companies/{tax_id}" for tax_id in tax_ids],
        "searches": [f"/v1/companies/autocomplete?{urlencode({'q': q})}" for q in searched],
        "screens": [f"/v1/companies/screen?{urlencode({'q': q, 'limit': 50})}" for q in lines],
    }


def theirs(server: Server, page: str, lines: Sequence[str]) -> dict[str, list[str]]:
    """The requests to Datasette: one statement each."""
    screened = []
    for line in lines:
        sql, values = plain_screening.statement(parse(line))
        for place, _ in enumerate(values):
            sql = sql.replace("?", f":v{place}", 1)
        named = {f"v{place}": str(value) for place, value in enumerate(values)}
        screened.append(address(page, sql, named))
    return {"profiles": server.profiles, "searches": server.searches, "screens": screened}


def measure(
    servers: Sequence[tuple[Server, dict[str, list[str]]]], seconds: float
) -> dict[str, list[Load]]:
    """Medians of the rounds for each kind, one server after the other."""
    found: dict[str, list[Load]] = {}
    for kind in GOALS:
        rounds: list[list[Load]] = [[] for _ in servers]
        for number in range(ROUNDS):
            for place, (server, paths) in enumerate(servers):
                asked = paths[kind][number::ROUNDS]
                lines = 4 if kind == "screens" else 32
                rounds[place].append(load(server.port, server.key, asked, seconds, lines))
        found[kind] = [
            Load(
                statistics.median(each.per_second for each in loads),
                statistics.median(each.p50 for each in loads),
                statistics.median(each.p99 for each in loads),
                sum(each.failures for each in loads),
            )
            for loads in rounds
        ]
    return found


def mixed_paths(paths: dict[str, list[str]]) -> list[str]:
    """All kinds as often as in ``MIX``, in a shuffled order."""
    kinds = [kind for kind, part in MIX for _ in range(part)]
    random.Random(4).shuffle(kinds)
    turns = {kind: itertools.cycle(paths[kind]) for kind, _part in MIX}
    return [next(turns[kind]) for _ in range(300) for kind in kinds]


def memory(
    server: Server, paths: dict[str, list[str]], minutes: float
) -> tuple[float, float, Load]:
    """Megabytes of the worker after a fifth of the time and at the end, under mixed load."""
    every = mixed_paths(paths)
    process, samples, is_over = worker_of(server), [], threading.Event()

    def sample() -> None:
        while not is_over.wait(minutes * 60 / 50):
            pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
            samples.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)

    sampling = threading.Thread(target=sample)
    sampling.start()
    done = load(server.port, server.key, every, minutes * 60)
    is_over.set()
    sampling.join()
    early = samples[len(samples) // 5 : 2 * len(samples) // 5]
    return statistics.median(early), statistics.median(samples[-len(early) :]), done


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks serve")
    parser.add_argument("--registry", type=Path, help="built before; else one is built")
    parser.add_argument("--companies", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each part of a round (4)")
    parser.add_argument("--minutes", type=float, default=5.0, help="of mixed load (5)")
    parser.add_argument("--write", action="store_true", help="write results.md")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        path = given.registry or Path(folder) / "registry.db"
        if not path.exists():
            build_country(given.companies, path)
        searched, lines = texts(30_000), screens(6_000)
        tax_ids = [record.profile.tax_id for record in companies(3_000)]
        service = stack.enter_context(firmeterm(path, [], []))
        servers = [(service, ours(tax_ids, searched, lines))]
        other = stack.enter_context(datasette(path, searched[:4_000], tax_ids))
        if other is not None:
            page = other.profiles[0].partition("?")[0]
            servers.append((other, theirs(other, page, lines)))
        found = measure(servers, given.seconds)
        early, late, done = memory(*servers[0], given.minutes) if given.minutes else (0, 0, None)
    said = [
        f"- {kind}: {loads[0].per_second:.0f} requests a second, p99 {loads[0].p99:.1f} ms,"
        f" {loads[0].failures} refused"
        + (
            f"; {loads[0].per_second / loads[1].per_second:.1f} times Datasette's"
            f" {loads[1].per_second:.1f} (goal {GOALS[kind]}:"
            f" {report.verdict(loads[0].per_second >= GOALS[kind] * loads[1].per_second)})"
            if loads[1:]
            else "; Datasette is not installed"
        )
        for kind, loads in found.items()
    ]
    if done is not None:
        flat = late - early <= 10
        said.append(
            f"- {given.minutes:g} minutes of all mixed: {done.per_second:.0f} requests a second,"
            f" {done.failures} refused, memory {early:.1f} MB after a fifth of the time,"
            f" {late - early:+.1f} MB since (goal at most +10: {report.verdict(flat)})"
        )
    print("\n".join(said))
    if given.write:
        report.write_section("serve", "\n".join(said))
