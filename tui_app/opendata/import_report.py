"""The output of an import: the plan, the progress, and the summary."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from tui_app.opendata.importing import Summary, Watcher
from tui_app.opendata.plan import Plan

_LINE_EVERY_SECONDS: Final = 5.0
_STEPS: Final = {
    "merging": "merging by registry number and tax id",
    "writing": "writing the registry",
    "numbering": "noting registry numbers",
    "comparing": "comparing companies with their peers",
    "screening": "sorting companies by what they are screened for",
    "indexing": "writing the search index",
}


def plan_lines(plan: Plan, output: Path) -> Iterator[str]:
    """The plan, one line per file, and what is missing."""
    yield from plan.descriptions
    if plan.kept:
        yield "kept from before: " + ", ".join(
            f"{source.kind} ({source.day:%d %b %Y})" for source in plan.kept
        )
    yield from (f"missing: {text}" for text in plan.missing)
    yield f"Importing {plan.size / 1e6:.1f} MB into {output}"


def describe(summary: Summary, output: Path, *, by_itself: bool) -> Iterator[str]:
    """What was done, for people; ``by_itself``: no flag is needed to open the registry."""
    for tally in summary.tallies:
        yield from tally.lines()
    if summary.not_wanted:
        yield f"{summary.not_wanted} companies were not asked for"
    named = f"Open it with: firmeterm --registry {shlex.quote(str(output))}"
    yield (
        f"{summary.info.companies} companies in {output}, {output.stat().st_size / 1e6:.1f} MB."
        f" {'firmeterm opens it from now on.' if by_itself else named}"
    )


def summary_json(summary: Summary, plan: Plan, output: Path) -> dict[str, Any]:
    """The summary as JSON."""
    return {
        "registry": str(output),
        "version": summary.info.version,
        "companies": summary.info.companies,
        "bytes": output.stat().st_size,
        "notAskedFor": summary.not_wanted,
        "plan": plan.descriptions,
        "missing": plan.missing,
        "kept": [source.kind for source in plan.kept],
        "files": [
            {
                "file": tally.label,
                "rows": tally.rows,
                "leftOut": dict(tally.left_out),
                "unreadable": dict(tally.unreadable),
                "notes": dict(tally.notes),
                "told": [{"line": line, "what": what} for line, what in tally.messages],
            }
            for tally in summary.tallies
        ],
    }


@contextmanager
def watcher(size: int, unit: str = "rows") -> Iterator[Watcher]:
    """A progress bar on a terminal, plain lines elsewhere."""
    if not sys.stderr.isatty():
        yield _Lines(size)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        yield _Bar(progress, size, unit)


class _Rate:
    """Rows per second of the current file."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self._start = time.monotonic()

    def of(self, rows: int) -> int:
        return round(rows / max(time.monotonic() - self._start, 0.001))


class _Bar:
    # Any: a class of rich, which is imported only for a progress bar.
    def __init__(self, progress: Any, size: int, unit: str) -> None:
        self._progress = progress
        self._unit = unit
        self._task = progress.add_task("reading", total=size or None, told="")
        self._rate = _Rate()

    def reading(self, label: str) -> None:
        self._rate.begin()
        self._progress.update(self._task, description=Path(label).name)

    def advanced(self, size: int, rows: int) -> None:
        told = f"{self._rate.of(rows):,} {self._unit}/s".replace(",", " ") if rows else ""
        self._progress.update(self._task, advance=size, told=told)

    def working(self, step: str, companies: int) -> None:
        told = f"{companies:,} companies".replace(",", " ") if companies else ""
        self._progress.update(self._task, description=_STEPS.get(step, step), told=told, total=None)


class _Lines:
    def __init__(self, size: int) -> None:
        self._size = size
        self._done = 0
        self._start = self._told = time.monotonic()
        self._rate = _Rate()

    def reading(self, label: str) -> None:
        self._rate.begin()
        click.echo(f"reading {label}", err=True)

    def advanced(self, size: int, rows: int) -> None:
        self._done += size
        now = time.monotonic()
        if now - self._told < _LINE_EVERY_SECONDS:
            return
        self._told = now
        left = (now - self._start) * max(self._size - self._done, 0) / max(self._done, 1)
        rate = f", {self._rate.of(rows)} rows a second" if rows else ""
        click.echo(f"  {self._done / 1e6:.0f} MB{rate}, reading ends in {left:.0f} s", err=True)

    def working(self, step: str, companies: int) -> None:
        told = f": {companies} companies" if companies else ""
        click.echo(f"{_STEPS.get(step, step)}{told}", err=True)
