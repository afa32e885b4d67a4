"""``history``: snapshots of the register into the history, and what it answers.

Adding a snapshot beside reading the same files at import; the file beside the registry; as of each
day beside a naive reader of that day's files; a company's history beside its profile; a page of
changes beside a page of screening.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from tests.benchmarks.latency import percentiles
from tests.benchmarks.past_country import PastCountry
from tests.benchmarks.public_files import tax_id
from tests.benchmarks.report import table, verdict, write_section
from tui_app.contract.screening.language import parse
from tui_app.opendata.history.adding import add_snapshots
from tui_app.opendata.history.snapshots import plan_history
from tui_app.opendata.importing import ImportOptions, import_files
from tui_app.opendata.plan import make_plan
from tui_app.registry.history.answers import PastContent
from tui_app.registry.history.as_of import PastCompany, companies_on
from tui_app.registry.history.layout import Field, day_number, history_file
from tui_app.registry.history.reading import Past
from tui_app.registry.sql import Read
from tui_app.registry.sqlite.merge import CompanyFilter
from tui_app.registry.sqlite.registry_file import RegistryFile

COMPARED: Final = 200_000
_ASKED: Final = 2_000
_SCREENED: Final = 100
_MANY: Final = 40


class _Moments:
    """Notes when each step of an import began, in processor seconds."""

    def __init__(self) -> None:
        self.began: dict[str, float] = {}

    def reading(self, label: str) -> None: ...

    def advanced(self, size: int, rows: int) -> None: ...

    def working(self, step: str, companies: int) -> None:
        self.began.setdefault(step, _processor())


def _imported(folder: Path, registry: Path) -> float:
    """Import a snapshot; the processor seconds that reading its files took."""
    plan = make_plan([folder], [], with_administrators=False, is_strict=False, year=None)
    moments, start = _Moments(), _processor()
    import_files(
        plan,
        registry,
        moments,
        ImportOptions(CompanyFilter(), is_strict=False, uncertain_cases=False),
    )
    return moments.began["gathering"] - start


def _processor() -> float:
    """Seconds of processors that this process took, and those that it waited for."""
    return sum(os.times()[:4])


def _added(folders: Sequence[Path], registry: Path) -> float:
    """Add snapshots; the processor seconds that it took."""
    start = _processor()
    plan = plan_history(folders, None, with_people=False)
    add_snapshots(plan, registry, _Moments(), with_people=False)
    return _processor() - start


def _as_of(
    past: Past, day: int, chosen: Sequence[int], read: Read, _content: PastContent
) -> list[PastCompany]:
    return companies_on(read, past, day, chosen)


def _differing(registry: RegistryFile, country: PastCountry) -> tuple[int, int]:
    """How many companies were compared as of all days, and how many of them differ."""
    compared = differing = 0
    past = registry.past
    assert past is not None
    chosen = [tax_id(number) for number in range(min(country.companies, COMPARED))]
    for at, day in enumerate(country.days):
        expected = {each.tax_id: (each.name, each.code, each.county) for each in country.read(at)}
        rows = registry.read(partial(_as_of, past, day_number(day), chosen))
        found = {
            each.company: tuple(map(each.text, (Field.NAME, Field.STATE, Field.COUNTY)))
            for each in rows
            if each.is_present
        }
        compared += len(chosen)
        differing += sum(found.get(company) != expected.get(company) for company in chosen)
    return compared, differing


def _times(ask: Callable[[str], object], texts: Sequence[str]) -> list[float]:
    found = []
    for text in texts:
        start = time.perf_counter()
        ask(text)
        found.append(time.perf_counter() - start)
    return found


def _lines(dice: random.Random, days: Sequence[dt.date]) -> list[str]:
    kinds, counties = ("state", "name", "seat"), ("CJ", "B", "TM", "IS", "DJ", "IF", "BV", "AG")
    return [
        f"county:{dice.choice(counties)} changed:{dice.choice(kinds)}"
        if dice.random() < 0.5
        else f"changed:{dice.choice(kinds)} since:{dice.choice(days):%Y-%m}"
        for _ in range(_SCREENED)
    ]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="history", description=__doc__)
    parser.add_argument("--companies", type=int, default=400_000)
    parser.add_argument("--snapshots", type=int, default=12)
    parser.add_argument("--many", type=int, default=_MANY, help="snapshots for the size; 0: none")
    parser.add_argument("--folder", type=Path, help="leave the files and registries here")
    parser.add_argument("--dry-run", action="store_true", help="print, write no results")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = options.folder or Path(name)
        text = _measured(folder, options.companies, options.snapshots)
        if options.many:
            text += "\n" + _size_of_many(folder, options.companies // 4, options.many)
    print(text)
    if not options.dry_run:
        write_section("history", text)


def _size_of_many(folder: Path, companies: int, snapshots: int) -> str:
    country = PastCountry(folder / "many", companies, snapshots)
    registry = folder / "many.db"
    folders = [country.write(at) for at in range(snapshots)]
    _imported(folders[-1], registry)
    _added(folders, registry)
    size = history_file(registry).stat().st_size / registry.stat().st_size
    return (
        f"- {snapshots} snapshots of {companies:,} companies, 3 % edited in each: {size:.2f} times"
        f" the registry (goal 1.5: {verdict(size <= 1.5)})"
    )


def _measured(folder: Path, companies: int, snapshots: int) -> str:
    country, registry = PastCountry(folder / "in", companies, snapshots), folder / "registry.db"
    folders = [country.write(at) for at in range(snapshots)]
    reading = _imported(folders[-1], registry)
    first = _added(folders[:-1], registry)
    last = _added(folders[-1:], registry)
    dice = random.Random(38)
    with closing(RegistryFile(registry)) as opened:
        compared, differing = _differing(opened, country)
        numbers = [str(each.tax_id) for each in country.read(snapshots - 1)]
        asked = dice.sample(numbers, _ASKED)
        _times(opened.profile, asked), _times(opened.history, asked)
        profile = percentiles(_times(opened.profile, asked))
        history = percentiles(_times(opened.history, asked))
        lines = _lines(dice, country.days)
        screens = [f"county:{c} form:SRL" for c in ("CJ", "B", "TM", "IS", "DJ") * 20]
        screened = percentiles(
            _times(lambda line: opened.screen(parse(line), "-turnover", 50, ""), screens)
        )
        changes = percentiles(_times(lambda line: opened.changes(parse(line), 50, ""), lines))
        middle = country.days[snapshots // 2]
        then = percentiles(
            _times(
                lambda line: opened.screen_on(parse(line), "companyName", 50, "", middle),
                ["county:CJ", "status:insolvent", "form:SRL county:B", "name:construct", ""],
            )
        )
    rows = [
        (name, f"{each.p50:.2f}", f"{each.p95:.2f}", f"{each.longest:.1f}")
        for name, each in (
            ("profile of a company", profile),
            ("its history", history),
            ("page of screening, two criteria", screened),
            ("page of changes, two criteria", changes),
            ("page of screening as of a day", then),
        )
    ]
    size = history_file(registry).stat().st_size
    once = f"{companies:,} companies, {snapshots} snapshots"
    told = [
        f"- as of each day: {compared:,} companies compared, {differing} differ (goal 0:"
        f" {verdict(not differing)})",
        f"- adding one snapshot: {last:.1f} processor s, {last / reading:.2f} times reading its"
        f" files at import, {reading:.1f} s (goal 1.3: {verdict(last <= 1.3 * reading)}); the"
        f" {snapshots - 1} before, in one command: {first / (snapshots - 1):.1f} s each",
        f"- a history takes {history.p50 / profile.p50:.1f} times a profile (goal 3:"
        f" {verdict(history.p50 <= 3 * profile.p50)})",
        f"- a page of changes, p95: {changes.p95 / screened.p95:.1f} times a page of screening"
        f" (goal 3: {verdict(changes.p95 <= 3 * screened.p95)})",
        f"- on disk: {size / 1e6:.0f} MB, {size / registry.stat().st_size:.2f} times the registry",
    ]
    return "\n\n".join((once, table(("ms", "p50", "p95", "longest"), rows), "\n".join(told)))
