"""``history``: snapshots of the register into the history, and what it answers.

Adding a snapshot, beside the reading stage of ``data import`` of the same files: from its start
until all rows of all files are staged, before they are merged. The two take turns, and their
medians are compared. The file beside the registry; as of each day beside a naive reader of that
day's files; a company's history beside its profile; a page of changes beside one of screening.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Final

from tests.benchmarks.importing import run_data
from tests.benchmarks.latency import percentiles
from tests.benchmarks.past_country import PastCountry
from tests.benchmarks.public_files import tax_id
from tests.benchmarks.report import table, verdict, write_section
from tui_app.contract.screening.language import parse
from tui_app.opendata.history.adding import add_snapshots
from tui_app.opendata.history.snapshots import plan_history
from tui_app.opendata.importing import import_files
from tui_app.opendata.plan import ImportOptions, make_plan
from tui_app.registry.content import RegistryContent
from tui_app.registry.generation import beside, next_generation
from tui_app.registry.history.as_of import PastCompany, companies_on
from tui_app.registry.history.layout import Field, day_number
from tui_app.registry.history.reading import HistoryDescription
from tui_app.registry.history.store import changing
from tui_app.registry.sql import Read
from tui_app.registry.sqlite.registry_file import RegistryFile

COMPARED: Final = 200_000
_ASKED: Final = 2_000
_SCREENED: Final = 100
_MANY: Final = 40
_TURNS: Final = 3
_ON_A_DAY: Final = ("county:CJ", "status:insolvent", "form:SRL county:B", "name:construct", "")
_COUNTIES: Final = ("CJ", "B", "TM", "IS", "DJ", "IF", "BV", "AG")


class _Silent:
    """Follows an import without a word."""

    def reading(self, label: str) -> None: ...

    def advanced(self, size: int, rows: int) -> None: ...

    def working(self, step: str, companies: int) -> None: ...


class _AllReadError(Exception):
    """The files of an import are read."""


class _UntilAllRead(_Silent):
    def working(self, step: str, companies: int) -> None:
        raise _AllReadError


def _import(folder: Path, registry: Path, listener: _Silent) -> None:
    # The history reads the representatives, too: whether a firm is among them is in their names.
    options = ImportOptions(keeps_history=False, with_administrators=True)
    plan = make_plan([folder], [], options)
    with next_generation(registry) as change:
        import_files(plan, change, listener)


def _reading(folder: Path, beside: Path) -> float:
    """Processor seconds that an import takes to read a snapshot's files."""
    start = _processor()
    with suppress(_AllReadError):
        _import(folder, beside, _UntilAllRead())
    return _processor() - start


def _processor() -> float:
    """Seconds of processors that this process took, and those that it waited for."""
    return sum(os.times()[:4])


def _adding(folder: Path, registry: Path) -> float:
    """Processor seconds that adding a snapshot takes."""
    start = _processor()
    plan = plan_history([folder], None, with_people=False)
    with next_generation(registry) as change:
        add_snapshots(plan, change, _Silent(), with_people=False)
    return _processor() - start


def _size(registry: Path) -> int:
    """The bytes of the history, with its index."""
    found = beside(registry)
    return sum(each.stat().st_size for each in (found.history, found.index) if each is not None)


def in_turns(folder: Path, registry: Path) -> tuple[float, float]:
    """The medians of reading a snapshot and of adding it; the history has it in the end."""
    (snapshot,) = plan_history([folder], None, with_people=False).snapshots
    turns = []
    for turn in range(_TURNS):
        if turn:
            with next_generation(registry) as change, changing(change) as draft:
                draft.remove(snapshot.day)
        turns.append((_reading(folder, registry.with_name("read.db")), _adding(folder, registry)))
    reading, adding = (statistics.median(each) for each in zip(*turns, strict=True))
    return reading, adding


def _as_of(
    history: HistoryDescription,
    day: int,
    chosen: Sequence[int],
    read: Read,
    _content: RegistryContent,
) -> list[PastCompany]:
    return companies_on(read, history, day, chosen)


def _differing(registry: RegistryFile, country: PastCountry) -> tuple[int, int]:
    """How many companies were compared as of all days, and how many of them differ."""
    compared = differing = 0
    history = registry.read(lambda read, content: content.history(read))
    chosen = [tax_id(number) for number in range(min(country.companies, COMPARED))]
    asked = frozenset(chosen)
    for at, day in enumerate(country.days):
        expected = {
            each.tax_id: (each.name, each.code, each.county)
            for each in country.read(at)
            if each.tax_id in asked
        }
        rows = registry.read(partial(_as_of, history, day_number(day), chosen))
        found = {
            each.company: tuple(map(each.text, (Field.NAME, Field.STATE, Field.COUNTY)))
            for each in rows
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
    kinds = ("state", "name", "seat")
    return [
        f"county:{dice.choice(_COUNTIES)} changed:{dice.choice(kinds)}"
        if dice.random() < 0.5
        else f"changed:{dice.choice(kinds)} since:{dice.choice(days):%Y-%m}"
        for _ in range(_SCREENED)
    ]


def _screen_line(dice: random.Random) -> str:
    """Two criteria of screening, as varied as those of changes."""
    if dice.random() < 0.5:
        return f"county:{dice.choice(_COUNTIES)} form:{dice.choice(('SRL', 'SA', 'PFA'))}"
    return f"status:{dice.choice(('active', 'insolvent', 'struckOff'))} founded:{_since(dice)}.."


def _since(dice: random.Random) -> int:
    return 1990 + dice.randrange(30)


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
        country = PastCountry(folder / "in", options.companies, options.snapshots)
        registry = folder / "registry.db"
        text = f"{options.companies:,} companies, {options.snapshots} snapshots\n\n"
        text += "\n\n".join((_made(country, registry), _answers(country, registry)))
        if options.many:
            text += "\n" + _size_of_many(folder, options.companies // 4, options.many)
    print(text)
    if not options.dry_run:
        write_section("history", text)


def _size_of_many(folder: Path, companies: int, snapshots: int) -> str:
    country = PastCountry(folder / "many", companies, snapshots)
    registry = folder / "many.db"
    folders = [country.write(at) for at in range(snapshots)]
    _import(folders[-1], registry, _Silent())
    run_data("history", "add", "--registry", registry, *folders)
    size = _size(registry) / registry.stat().st_size
    return (
        f"- {snapshots} snapshots of {companies:,} companies, 3 % edited in each: {size:.2f} times"
        f" the registry (goal 1.5: {verdict(size <= 1.5)})"
    )


def _made(country: PastCountry, registry: Path) -> str:
    """Add all but the newest snapshot, import that one, and add it."""
    folders = [country.write(at) for at in range(len(country.days))]
    # Before the import: a registry's own month would be added as well.
    first, _ = run_data("history", "add", "--registry", registry, *folders[:-1])
    _import(folders[-1], registry, _Silent())
    reading, adding = in_turns(folders[-1], registry)
    before, size = len(folders) - 1, _size(registry)
    told = [
        f"- adding one snapshot: {adding:.1f} processor s, {adding / reading:.2f} times reading its"
        f" files at import, {reading:.1f} s (goal 1.3: {verdict(adding <= 1.3 * reading)});"
        f" medians of {_TURNS} turns",
        f"- the {before} before, in one command: {first.processor / before:.1f} processor s each,"
        f" peak {first.memory / 1e6:.0f} MB",
        f"- on disk: {size / 1e6:.0f} MB, {size / registry.stat().st_size:.2f} times the registry",
    ]
    return "\n".join(told)


def _answers(country: PastCountry, registry: Path) -> str:
    """What the history answers, and how fast."""
    dice = random.Random(38)
    with closing(RegistryFile(registry)) as opened:
        compared, differing = _differing(opened, country)
        some = dice.sample(range(country.companies), min(2 * _ASKED, country.companies))
        asked = [each for each in map(str, map(tax_id, some)) if opened.profile(each)][:_ASKED]
        _times(opened.profile, asked), _times(opened.history, asked)
        profile = percentiles(_times(opened.profile, asked))
        history = percentiles(_times(opened.history, asked))
        lines = _lines(dice, country.days)
        screens = [_screen_line(dice) for _ in range(_SCREENED)]
        screened = percentiles(
            _times(lambda line: opened.screen(parse(line), "-turnover", 50, ""), screens)
        )
        changes = percentiles(_times(lambda line: opened.changes(parse(line), 50, ""), lines))
        middle = country.days[len(country.days) // 2]

        def on_a_day(line: str) -> object:
            return opened.screen(parse(line), "companyName", 50, "", day=middle)

        then = [
            (f"as of a day: {line or 'everything'}", percentiles(_times(on_a_day, [line] * 3)))
            for line in _ON_A_DAY
        ]
    rows = [
        (name, f"{each.p50:.2f}", f"{each.p95:.2f}", f"{each.longest:.1f}")
        for name, each in (
            ("profile of a company", profile),
            ("its history", history),
            ("page of screening, two criteria", screened),
            ("page of changes, two criteria", changes),
            *then,
        )
    ]
    told = [
        f"- as of each day: {compared:,} companies compared, {differing} differ (goal 0:"
        f" {verdict(not differing)})",
        f"- a history takes {history.p50 / profile.p50:.1f} times a profile (goal 3:"
        f" {verdict(history.p50 <= 3 * profile.p50)})",
        f"- a page of changes, p95: {changes.p95 / screened.p95:.1f} times a page of screening"
        f" (goal 3: {verdict(changes.p95 <= 3 * screened.p95)})",
    ]
    return "\n\n".join((table(("ms", "p50", "p95", "longest"), rows), "\n".join(told)))
