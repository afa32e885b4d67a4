"""The output of an import: the plan, the progress, and the summary."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tui_app.cli.ending import tell
from tui_app.opendata.importing import ImportSummary
from tui_app.opendata.lanes import ProgressListener
from tui_app.opendata.plan import ImportPlan
from tui_app.registry.generation import beside
from tui_app.system.language import N_, _, ngettext
from tui_app.system.untyped import JsonObject

if TYPE_CHECKING:
    from tui_app.opendata.keeping import TakenFiles
    from tui_app.opendata.procurement.importing import ProcurementSummary


def account_lines(files: TakenFiles) -> Iterator[str]:
    """What became of the files."""
    for tally, lines in zip(files.tallies, files.lines, strict=True):
        yield from tally.lines()
        yield from (f"  {line}" for line in lines)
    yield from (_("not taken: {why}").format(why=why) for why in files.not_taken)
    yield from (_("incomplete, but used: {why}").format(why=why) for why in files.not_whole)


def account_json(files: TakenFiles) -> JsonObject:
    """What became of the files, as JSON."""
    return {
        "notTaken": list(files.not_taken),
        "notWhole": list(files.not_whole),
        "files": [
            {
                "file": tally.label,
                "rows": tally.rows,
                "leftOut": dict(tally.left_out),
                "unreadable": dict(tally.unreadable),
                "notes": dict(tally.notes),
                "messages": [{"line": line, "what": what} for line, what in tally.messages],
                "account": list(lines),
            }
            for tally, lines in zip(files.tallies, files.lines, strict=True)
        ],
    }


def contract_lines(summary: ProcurementSummary, registry: Path) -> Iterator[str]:
    """The account of each file, and of all contracts."""
    yield from account_lines(summary.files)
    yield from (source.replaced_text for source in summary.replaced)
    rows = sum(source.rows for source in summary.sources)
    path, size = _file(registry)
    yield _("{rows} rows of {count} procurement files in {path}, {size:.1f} MB.").format(
        rows=rows, count=len(summary.sources), path=path, size=size / 1e6
    )
    if not registry.exists():
        yield (
            _(
                "There is no registry beside them yet: import OD_FIRME and the yearly"
                " statements, and firmeterm shows who won them."
            )
        )


def contracts_json(summary: ProcurementSummary, registry: Path) -> JsonObject:
    """The account as JSON."""
    path, size = _file(registry)
    return {
        "file": str(path),
        "bytes": size,
        "sources": [source.label for source in summary.sources],
        "replaced": [source.label for source in summary.replaced],
        **account_json(summary.files),
    }


def _file(registry: Path) -> tuple[Path, int]:
    """The published contracts beside a registry, and their size in bytes."""
    path = beside(registry).contracts or registry
    return path, path.stat().st_size


_LINE_EVERY_SECONDS: Final = 5.0
_STEPS: Final = {
    "gathering": N_("gathering what all sources said"),
    "merging": N_("merging by registry number and tax id"),
    "contracts": N_("gathering contracts of all files"),
    "purchases": N_("summing direct purchases by buyer and winner"),
    "summing": N_("summing by year, and writing indexes"),
    "writing": N_("writing the registry"),
    "numbering": N_("noting registry numbers"),
    "comparing": N_("comparing companies with their peers"),
    "screening": N_("sorting companies by what they are screened for"),
    "indexing": N_("writing the search index"),
}


def plan_lines(plan: ImportPlan, output: Path) -> Iterator[str]:
    """The plan, one line per file, and what is missing."""
    yield from plan.descriptions
    if plan.kept:
        yield _("still used: ") + ", ".join(
            f"{source.label} ({source.day_text})" for source in plan.kept
        )
    yield from (source.replaced_text for some in plan.replaced.values() for source in some)
    yield from (_("missing: {text}").format(text=text) for text in plan.missing)
    yield _("Importing {size:.1f} MB into {output}").format(size=plan.size / 1e6, output=output)


def describe(summary: ImportSummary, output: Path, *, by_itself: bool) -> Iterator[str]:
    """The summary as text lines; ``by_itself``: the registry opens without a flag."""
    if summary.contracts:
        yield from contract_lines(summary.contracts, output)
    if not summary.register:
        return
    info, others = summary.register.info, summary.register.not_selected
    yield from account_lines(summary.register.files)
    if others:
        yield ngettext(
            "{count} company was not selected", "{count} companies were not selected", others
        ).format(count=others)
    hint = _("Open it with: firmeterm --registry {file}").format(file=shlex.quote(str(output)))
    yield (
        ngettext(
            "{count} company in {file}, {size:.1f} MB. {hint}",
            "{count} companies in {file}, {size:.1f} MB. {hint}",
            info.companies,
        ).format(
            count=info.companies,
            file=output,
            size=output.stat().st_size / 1e6,
            hint=_("firmeterm opens it from now on.") if by_itself else hint,
        )
    )


def summary_json(summary: ImportSummary, plan: ImportPlan, output: Path) -> JsonObject:
    """The summary as JSON."""
    found: JsonObject = {"registry": str(output), "plan": plan.descriptions}
    if summary.contracts:
        found["contracts"] = contracts_json(summary.contracts, output)
    if not summary.register:
        return found
    info = summary.register.info
    return {
        **found,
        "version": info.version,
        "companies": info.companies,
        "bytes": output.stat().st_size,
        "notSelected": summary.register.not_selected,
        "missing": plan.missing,
        "kept": [source.label for source in plan.kept],
        "replaced": [source.label for of_kind in plan.replaced.values() for source in of_kind],
        **account_json(summary.register.files),
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


def _companies(count: int) -> str:
    return ngettext("{count} company", "{count} companies", count).format(count=count)


def _rate(rows: int, start: float) -> int:
    """Rows per second since a file was started."""
    return round(rows / max(time.monotonic() - start, 0.001))


class _ProgressBar:
    # Any: a class of rich, which is imported only for a progress bar.
    def __init__(self, progress: Any, size: int) -> None:
        self._progress = progress
        self._task = progress.add_task(_("reading"), total=size or None, text="")
        self._file_start = time.monotonic()

    def reading(self, label: str) -> None:
        self._file_start = time.monotonic()
        self._progress.update(self._task, description=Path(label).name)

    def advanced(self, size: int, rows: int) -> None:
        text = _("{count} rows/s").format(count=_rate(rows, self._file_start)) if rows else ""
        self._progress.update(self._task, advance=size, text=text)

    def working(self, step: str, companies: int) -> None:
        text = _companies(companies) if companies else ""
        self._progress.update(
            self._task, description=_(_STEPS.get(step, step)), text=text, total=None
        )


class _ProgressLines:
    def __init__(self, size: int) -> None:
        self._size = size
        self._done = 0
        self._start = self._file_start = self._last_line = time.monotonic()

    def reading(self, label: str) -> None:
        self._file_start = time.monotonic()
        tell(_("reading {label}"), label=label)

    def advanced(self, size: int, rows: int) -> None:
        self._done += size
        now = time.monotonic()
        if now - self._last_line < _LINE_EVERY_SECONDS:
            return
        self._last_line = now
        left = (now - self._start) * max(self._size - self._done, 0) / max(self._done, 1)
        rate = (
            _(", {count} rows a second").format(count=_rate(rows, self._file_start)) if rows else ""
        )
        tell(
            _("  {size:.0f} MB{rate}, reading ends in {left:.0f} s"),
            size=self._done / 1e6,
            rate=rate,
            left=left,
        )

    def working(self, step: str, companies: int) -> None:
        count = f": {_companies(companies)}" if companies else ""
        click.echo(f"{_(_STEPS.get(step, step))}{count}", err=True)
