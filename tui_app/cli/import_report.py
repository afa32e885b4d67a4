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

from tui_app.cli.contracts_report import contracts_json
from tui_app.opendata.importing import ImportSummary, ProgressListener
from tui_app.opendata.plan import ImportPlan
from tui_app.opendata.procurement.importing import ProcurementSummary

_LINE_EVERY_SECONDS: Final = 5.0
_STEPS: Final = {
    "gathering": "gathering what all sources said",
    "merging": "merging by registry number and tax id",
    "contracts": "gathering contracts of all files",
    "purchases": "summing direct purchases by buyer and winner",
    "summing": "summing by year, and writing indexes",
    "writing": "writing the registry",
    "numbering": "noting registry numbers",
    "comparing": "comparing companies with their peers",
    "screening": "sorting companies by what they are screened for",
    "indexing": "writing the search index",
}


def plan_lines(plan: ImportPlan, output: Path) -> Iterator[str]:
    """The plan, one line per file, and what is missing."""
    yield from plan.descriptions
    if plan.kept:
        yield "kept from before: " + ", ".join(
            f"{source.label} ({source.day_text})" for source in plan.kept
        )
    yield from (source.replaced_text for some in plan.replaced.values() for source in some)
    yield from (f"missing: {text}" for text in plan.missing)
    yield f"Importing {plan.size / 1e6:.1f} MB into {output}"


def describe(summary: ImportSummary, output: Path, *, by_itself: bool) -> Iterator[str]:
    """The summary as text lines; ``by_itself``: the registry opens without a flag."""
    for tally in summary.tallies:
        yield from tally.lines()
    yield from (f"not used: {why}" for why in summary.not_taken)
    yield from (f"incomplete, but used: {why}" for why in summary.not_whole)
    if summary.filtered_out:
        yield f"{summary.filtered_out} companies were not selected"
    hint = f"Open it with: firmeterm --registry {shlex.quote(str(output))}"
    yield (
        f"{summary.info.companies} companies in {output}, {output.stat().st_size / 1e6:.1f} MB."
        f" {'firmeterm opens it from now on.' if by_itself else hint}"
    )


def summary_json(
    summary: ImportSummary | None,
    plan: ImportPlan,
    output: Path,
    contracts: ProcurementSummary | None = None,
) -> dict[str, Any]:
    """The summary as JSON."""
    contracts_part = {} if contracts is None else {"contracts": contracts_json(contracts, output)}
    if summary is None:
        return {"registry": str(output), "plan": plan.descriptions, **contracts_part}
    return {
        **contracts_part,
        "registry": str(output),
        "version": summary.info.version,
        "companies": summary.info.companies,
        "bytes": output.stat().st_size,
        "skipped": summary.filtered_out,
        "plan": plan.descriptions,
        "missing": plan.missing,
        "kept": [source.label for source in plan.kept],
        "replaced": [source.label for of_kind in plan.replaced.values() for source in of_kind],
        "notTaken": list(summary.not_taken),
        "notWhole": list(summary.not_whole),
        "files": [
            {
                "file": tally.label,
                "rows": tally.rows,
                "leftOut": dict(tally.left_out),
                "unreadable": dict(tally.unreadable),
                "notes": dict(tally.notes),
                "messages": [{"line": line, "what": what} for line, what in tally.messages],
            }
            for tally in summary.tallies
        ],
    }


@contextmanager
def progress_listener(size: int) -> Iterator[ProgressListener]:
    """A progress bar on a terminal, plain lines elsewhere."""
    if not sys.stderr.isatty():
        yield _ProgressLines(size)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[text]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        yield _ProgressBar(progress, size)


def _rate(rows: int, start: float) -> int:
    """Rows per second since a file was started."""
    return round(rows / max(time.monotonic() - start, 0.001))


class _ProgressBar:
    # Any: a class of rich, which is imported only for a progress bar.
    def __init__(self, progress: Any, size: int) -> None:
        self._progress = progress
        self._task = progress.add_task("reading", total=size or None, text="")
        self._file_start = time.monotonic()

    def reading(self, label: str) -> None:
        self._file_start = time.monotonic()
        self._progress.update(self._task, description=Path(label).name)

    def advanced(self, size: int, rows: int) -> None:
        text = f"{_rate(rows, self._file_start):,} rows/s".replace(",", " ") if rows else ""
        self._progress.update(self._task, advance=size, text=text)

    def working(self, step: str, companies: int) -> None:
        text = f"{companies:,} companies".replace(",", " ") if companies else ""
        self._progress.update(self._task, description=_STEPS.get(step, step), text=text, total=None)


class _ProgressLines:
    def __init__(self, size: int) -> None:
        self._size = size
        self._done = 0
        self._start = self._file_start = self._last_line = time.monotonic()

    def reading(self, label: str) -> None:
        self._file_start = time.monotonic()
        click.echo(f"reading {label}", err=True)

    def advanced(self, size: int, rows: int) -> None:
        self._done += size
        now = time.monotonic()
        if now - self._last_line < _LINE_EVERY_SECONDS:
            return
        self._last_line = now
        left = (now - self._start) * max(self._size - self._done, 0) / max(self._done, 1)
        rate = f", {_rate(rows, self._file_start)} rows a second" if rows else ""
        click.echo(f"  {self._done / 1e6:.0f} MB{rate}, reading ends in {left:.0f} s", err=True)

    def working(self, step: str, companies: int) -> None:
        count = f": {companies} companies" if companies else ""
        click.echo(f"{_STEPS.get(step, step)}{count}", err=True)
