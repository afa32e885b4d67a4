"""``search``: the registry and the service beside other ways to do the same.

Small by default, in seconds; ``--full`` builds the whole country, 4 200 000 companies.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.benchmarks import report
from tests.benchmarks.building import Built, build_country, import_rows
from tests.benchmarks.country import WHOLE_COUNTRY, companies
from tests.benchmarks.latency import Latency, like_seconds, ripgrep_seconds, search_times
from tests.benchmarks.mistyped import costs, found_among, index_of, mistyped
from tests.benchmarks.queries import DRAWN_FROM, Text, as_people_write, mixed
from tests.benchmarks.serving import Load, Served, datasette, firmeterm, measure

SMALL: Final = 60_000
GROWN_FROM: Final = 100_000
HTTP_REQUESTS: Final = 12_000
"""Each text is asked five times, and each company once."""
SECTION: Final = "search"
_SERVED: Final = ("searches for new texts", "searches as people type", "profiles")

Verdict = Callable[[bool], str]
"""Whether a goal holds, in words."""


def _not_judged(_holds: bool) -> str:
    return "told by --full"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks search", description=__doc__)
    parser.add_argument("--full", action="store_true", help="4 200 000 companies; writes results")
    parser.add_argument("--texts", type=int, default=2_400, help="texts searched (2400)")
    parser.add_argument("--folder", type=Path, help="leave the registries here")
    options = parser.parse_args(arguments)
    folder = options.folder or Path(tempfile.mkdtemp(prefix="firmeterm-benchmark-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        text = _measured(folder, options.full, options.texts)
    finally:
        if options.folder is None:
            shutil.rmtree(folder)
    print(text)
    if options.full:
        report.write_section(SECTION, text)


def _measured(folder: Path, full: bool, count: int) -> str:
    sizes = (GROWN_FROM, WHOLE_COUNTRY) if full else (DRAWN_FROM, SMALL)
    # The goals are for the whole country: a small run shows that everything works.
    verdict = report.verdict if full else _not_judged
    texts = mixed(count)
    paths = [folder / f"companies-{size}.db" for size in sizes]
    built = [build_country(size, path) for size, path in zip(sizes, paths, strict=True)]
    latencies = search_times(paths, texts)
    path = paths[1]
    ours = search_times([path], as_people_write(count // 2))[0]
    parts = [
        _latency_part(sizes[1], latencies[1], path, verdict),
        _own_tiers_part(latencies[1]["all"], ours, verdict),
        _mistyped_part(path, texts, built[1], verdict),
        _growth_part(sizes, latencies[0]["all"], latencies[1]["all"], verdict),
        _http_part(path, [text.q for text in texts], verdict),
        _build_part(built[1], path, verdict),
    ]
    return "\n\n".join(parts)


def _latency_part(size: int, times: dict[str, Latency], path: Path, verdict: Verdict) -> str:
    every = times["all"]
    like, rg = like_seconds(path) * 1000, ripgrep_seconds(path)
    lines = [
        f"One search inside the service, {_count(size)} companies, warm, by kind of text:",
        "",
        _latency_table(times),
        "",
        f"- a search inside the service: p50 {_ms(every.p50)} ms (goal 1: "
        f"{verdict(every.p50 <= 1)}), p95 {_ms(every.p95)} ms (goal 8: "
        f"{verdict(every.p95 <= 8)}), p99 {_ms(every.p99)} ms (goal 25: "
        f"{verdict(every.p99 <= 25)})",
        f"- one unindexed SQLite `LIKE`: {like:.0f} ms, {like / every.p95:.0f} times the p95 "
        f"(goal 100: {verdict(like / every.p95 >= 100)})",
    ]
    if rg is None:
        lines.append("- rg is not installed here")
    else:
        ratio = rg * 1000 / every.p95
        lines.append(
            f"- one scan of the names by `rg -i -F`: {rg * 1000:.0f} ms, {ratio:.1f} times the p95 "
            f"(goal 3: {verdict(ratio >= 3)})"
        )
    return "\n".join(lines)


def _own_tiers_part(contract: Latency, times: dict[str, Latency], verdict: Verdict) -> str:
    ours = times["all"]
    slower = max(contract.p95, ours.p95)
    return "\n\n".join(
        (
            "Texts that the tiers of our own are for, after all of the contract's:",
            _latency_table(times),
            f"- with our own tiers: p95 {_ms(slower)} ms (goal 5: {verdict(slower <= 5)}), "
            f"p99 {_ms(max(contract.p99, ours.p99))} ms, {ours.cut_short} cut short",
        )
    )


def _mistyped_part(path: Path, texts: list[Text], built: Built, verdict: Verdict) -> str:
    """Names with a typing error, and what it costs to forgive one."""
    found = found_among(path, mistyped(len(texts) // 2))
    ten, first = found.among_ten / found.names, found.first / found.names
    cost = costs(path, [*texts, *as_people_write(len(texts) // 2)])
    slower = {kind: each.with_it.p95 / each.without.p95 for kind, each in cost.items()}
    index = index_of(path)
    larger = index.size / (built.file_size - index.size)
    longer = built.seconds / (built.seconds - index.seconds)
    rows = [
        (kind, str(each.with_it.searched), *map(_ms, (*each.without[:2], *each.with_it[:2])))
        for kind, each in cost.items()
    ]
    head = ("texts", "count", "as typed: p50 ms", "p95 ms", "forgiving: p50 ms", "p95 ms")
    return "\n\n".join(
        (
            "Names with one letter wrong, missing, extra or swapped, and every other search with "
            "and without what is found beyond its text:",
            report.table(head, rows),
            f"- of {found.names} such names {ten:.1%} are among the ten "
            f"(goal 90 %: {verdict(ten >= 0.9)}), {first:.1%} first "
            f"(goal 80 %: {verdict(first >= 0.8)})\n"
            f"- the p95 of all is {slower['all']:.2f} times that of the text alone "
            f"(goal at most 2: {verdict(slower['all'] <= 2)}), of texts that find companies as "
            f"typed {slower['found as typed']:.2f} times "
            f"(goal 1.1: {verdict(slower['found as typed'] <= 1.1)})\n"
            f"- its tables make the file {larger:.1%} larger "
            f"(goal at most 12 %: {verdict(larger <= 0.12)}), the building {longer:.2f} times as "
            f"long (goal at most 1.3: {verdict(longer <= 1.3)})",
        )
    )


def _latency_table(times: dict[str, Latency]) -> str:
    head = ("texts", "count", "p50 ms", "p95 ms", "p99 ms", "longest ms", "cut short")
    rows = [
        (kind, str(t.searched), *map(_ms, t[:4]), str(t.cut_short)) for kind, t in times.items()
    ]
    return report.table(head, rows)


def _growth_part(sizes: tuple[int, int], small: Latency, large: Latency, verdict: Verdict) -> str:
    p50, p95 = large.p50 / small.p50, large.p95 / small.p95
    return (
        f"- from {_count(sizes[0])} to {_count(sizes[1])} companies the p50 grows {p50:.1f} times "
        f"(goal at most 2: {verdict(p50 <= 2)}) and the p95 {p95:.1f} times "
        f"(goal at most 4: {verdict(p95 <= 4)})"
    )


def _http_part(path: Path, texts: Sequence[str], verdict: Verdict) -> str:
    asked = list(itertools.islice(itertools.cycle(texts), HTTP_REQUESTS))
    known = [record.profile.tax_id for record in companies(HTTP_REQUESTS)]
    with firmeterm(path, asked, known) as ours, datasette(path, asked, known) as theirs:
        served, *others = measure([ours, theirs] if theirs else [ours])
    rows = [_http_row("firmeterm serve", served)]
    goals = ["- Datasette is not installed here"]
    for other in others:
        rows.append(_http_row("Datasette", other))
        goals = [_http_goal(*loads, verdict) for loads in zip(_SERVED, served, other, strict=True)]
    columns = itertools.chain.from_iterable((f"{what} /s", "p99 ms") for what in _SERVED)
    requests = report.table(("one worker, 32 connections", *columns), rows)
    mix = (
        f"New texts are asked once. Then {_count(HTTP_REQUESTS)} requests each: a text recurs "
        f"{HTTP_REQUESTS // len(set(texts))} times, as with many people typing; no company "
        "recurs. Datasette answers the same search "
        "and the same profile as one SQL statement each. Both run at once and take turns in five "
        "rounds; told are the medians."
    )
    return "\n\n".join(("Over HTTP:", requests, mix, "\n".join(goals)))


def _http_goal(what: str, ours: Load, theirs: Load, verdict: Verdict) -> str:
    ratio = ours.per_second / theirs.per_second
    return (
        f"- over HTTP, {what}: {ours.per_second:.0f} requests a second, {ratio:.1f} times "
        f"Datasette's (goal 4: {verdict(ratio >= 4)})"
    )


def _http_row(name: str, served: Served) -> tuple[str, ...]:
    return (name, *(cell for load in served for cell in _load_cells(load)))


def _load_cells(load: Load) -> tuple[str, str]:
    failed = f" ({load.failures} failed)" if load.failures else ""
    return f"{load.per_second:.0f}{failed}", f"{load.p99:.1f}"


def _build_part(built: Built, path: Path, verdict: Verdict) -> str:
    imported = import_rows(path)
    rows = [
        (
            "firmeterm",
            f"{built.companies / built.seconds:.0f}",
            f"{built.seconds:.0f}",
            f"{built.peak_memory / 1e6:.0f}",
            f"{built.file_size / 1e6:.0f}",
        )
    ]
    if imported is not None:
        rows.append(
            (
                "`sqlite3 .import` (no index, no search)",
                f"{built.companies / imported.seconds:.0f}",
                f"{imported.seconds:.0f}",
                "",
                f"{imported.file_size / 1e6:.0f}",
            )
        )
    head = ("building", "companies /s", "s", "peak MB", "file MB")
    peak = (
        f"- building: {built.companies / built.seconds:.0f} companies a second, peak memory "
        f"{built.peak_memory / 1e6:.0f} MB (goal 600: {verdict(built.peak_memory <= 600e6)})"
    )
    return f"{report.table(head, rows)}\n\n{peak}"


def _ms(value: float) -> str:
    return f"{value:.2f}"


def _count(value: int) -> str:
    return f"{value:,}".replace(",", " ")
