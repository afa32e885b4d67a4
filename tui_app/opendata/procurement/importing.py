"""Imports procurement files into the contracts beside a registry.

Each file is staged once and kept; the contracts are built from all kept files. So a new month of
the register reads none of them again, and a new quarter only its own files. The source of a file is
a table and a period (``contracts 2024-T1``): importing it again replaces it, and no row is summed
twice. Two files that share most of their rows are versions of one, whatever their names are.
"""

from __future__ import annotations

import datetime as dt
import multiprocessing
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from msgspec import Struct, structs

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import find_inputs
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.importing import ProgressListener
from tui_app.opendata.partial import MIN_SHARE
from tui_app.opendata.procurement.periods import FilePeriod, period_of
from tui_app.opendata.procurement.reading import FileReading, read
from tui_app.opendata.procurement.recognition import ProcurementFile, recognise
from tui_app.registry.contracts import staged
from tui_app.registry.contracts.files import contract_sources, sources_beside
from tui_app.registry.contracts.merge import merge
from tui_app.registry.generation import NextGeneration
from tui_app.registry.sqlite import kept_sources
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.sources import SourceInfo, file_stem, numbered
from tui_app.system.language import _

_WORTH_IT: Final = 40_000_000
"""The bytes of all files from which on a second process pays off."""

_SAME: Final = 0.5
"""From this share of common rows on, two files are versions of one."""


class ProcurementSummary(Struct, frozen=True):
    """The result of an import.

    It has a tally and an account of each file, the sources of all contracts, the earlier sources
    that were replaced, and the files that were not used with the reasons.
    """

    tallies: tuple[Tally, ...]
    accounts: tuple[tuple[str, ...], ...]
    sources: tuple[SourceInfo, ...]
    replaced: tuple[SourceInfo, ...]
    not_taken: tuple[str, ...]


class _Staged(Struct):
    file: ProcurementFile
    draft: Path
    tally: Tally
    digest: str
    head: staged.StagedHead
    period: FilePeriod

    @property
    def kind(self) -> str:
        return f"{self.file.table.value} {self.period.label}"

    @property
    def account(self) -> tuple[str, ...]:
        return *self.head.account, _("period: {period}, {why}").format(
            period=self.period.label, why=self.period.told_by
        )


def import_procurement(
    files: Sequence[ProcurementFile],
    change: NextGeneration,
    progress: ProgressListener,
    *,
    all_purchases: bool = False,
    is_strict: bool = False,
    accept_smaller: bool = False,
) -> ProcurementSummary:
    """Import files into the contracts of the next generation.

    Raises ``ImportRefusedError`` or ``BuildError``.
    """
    output = sources_beside(change.output)
    before = contract_sources(change.contracts)
    folder = Path(tempfile.mkdtemp(dir=change.folder))
    reads = _read_all(files, folder, progress, is_strict=is_strict)
    for each in reads:
        each.tally.judge()
    not_taken: list[str] = []
    reads = _without_versions(reads, not_taken)
    sketches = {
        source.identity: staged.head_of(kept_sources.paths_of(output, source)[0]).sketch
        for source in before
    }
    new, kept = _chosen(reads, before, sketches, not_taken, accept=accept_smaller)
    if not new:
        raise ImportRefusedError(" ".join([_("Nothing was imported."), *not_taken]))
    sources = numbered([*kept, *(source for source, _ in new)])
    drafts = []
    for source, each in new:
        drafts.append(each.draft.rename(folder / source.files[0]))
    kept_sources.add(output, drafts)
    _merge(change, sources, all_purchases=all_purchases, progress=progress)
    return ProcurementSummary(
        tallies=tuple(each.tally for each in reads),
        accounts=tuple(each.account for each in reads),
        sources=tuple(sources),
        replaced=tuple(source for source in before if source not in kept),
        not_taken=tuple(not_taken),
    )


def remove_contracts(change: NextGeneration, gone: SourceInfo, progress: ProgressListener) -> None:
    """Merge the contracts of the next generation without a source. Raises ``BuildError``."""
    if change.contracts is None:
        return
    left = [each for each in contract_sources(change.contracts) if each.identity != gone.identity]
    with finished(change.contracts) as connection:
        (every,) = connection.execute("SELECT all_purchases FROM money_build").fetchone()
    _merge(change, left, all_purchases=bool(every), progress=progress)


def _merge(
    change: NextGeneration,
    sources: Sequence[SourceInfo],
    *,
    all_purchases: bool,
    progress: ProgressListener,
) -> None:
    """Merge kept sources into the contracts of the next generation."""
    beside = sources_beside(change.output)
    draft = change.folder / "contracts.db"
    paths = [(each, kept_sources.paths_of(beside, each)) for each in sources]
    merge(draft, paths, all_purchases=all_purchases, report=progress.working)
    change.contracts = draft
    change.afterwards(lambda: kept_sources.delete_unused(beside, sources))


def _read_all(
    files: Sequence[ProcurementFile], folder: Path, progress: ProgressListener, *, is_strict: bool
) -> list[_Staged]:
    """Stage every file, two at a time if that pays off."""
    tasks = [(file, folder / f"staged-{at}.db") for at, file in enumerate(files)]
    readings: dict[int, FileReading] = {}
    elsewhere = _for_another_process(files)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as other:
        waiting = {
            at: other.submit(
                _read_there, files[at].source.path, files[at].source.label, tasks[at][1], is_strict
            )
            for at in elsewhere
        }
        for at, (file, draft) in enumerate(tasks):
            if at not in waiting:
                progress.reading(file.source.label)
                readings[at] = read(file, draft, progress.advanced, strict=is_strict)
                _raise_refused(readings[at])
        for at, future in waiting.items():
            readings[at] = future.result()
            progress.advanced(files[at].source.size, readings[at].counts.rows)
            _raise_refused(readings[at])
    found = []
    for at, (file, draft) in enumerate(tasks):
        tally = Tally(file.source.label, is_strict=is_strict)
        tally.add(readings[at].counts)
        head = staged.head_of(draft)
        period = period_of(file.source.key.parts, head.months)
        found.append(_Staged(file, draft, tally, readings[at].digest, head, period))
    return found


def _for_another_process(files: Sequence[ProcurementFile]) -> list[int]:
    """The files for another process: about half of the bytes."""
    if sum(file.source.size for file in files) < _WORTH_IT or len(files) < 2:
        return []
    lanes = [0, 0]
    chosen = []
    order = sorted(range(len(files)), key=lambda at: -files[at].source.size)
    for at in order:
        there = files[at].source.path is not None and lanes[1] < lanes[0]
        lanes[there] += files[at].source.size
        if there:
            chosen.append(at)
    return chosen


def _read_there(path: Path | None, label: str, draft: Path, strict: bool) -> FileReading:
    (source,) = find_inputs([path] if path else [])
    file = recognise(structs.replace(source, label=label))
    if file is None:
        raise ImportRefusedError(_("{label} has changed while it was read.").format(label=label))
    return read(file, draft, lambda _size, _rows: None, strict=strict)


def _raise_refused(reading: FileReading) -> None:
    if reading.refused:
        raise ImportRefusedError(reading.refused)


def _without_versions(reads: list[_Staged], notes: list[str]) -> list[_Staged]:
    """The newest of files that share most of their rows, or the one with more rows."""
    found: list[_Staged] = []
    order = sorted(reads, key=lambda e: (e.file.source.day, e.tally.rows, e.digest), reverse=True)
    for each in order:
        newer = next(
            (
                other
                for other in found
                if other.file.table is each.file.table
                and (
                    other.digest == each.digest or are_versions(other.head.sketch, each.head.sketch)
                )
            ),
            None,
        )
        if newer is None:
            found.append(each)
        else:
            notes.append(
                _(
                    "{source} has most of its rows in common with {source_2}, which is used: they"
                    " are summed once"
                ).format(source=each.file.source.label, source_2=newer.file.source.label)
            )
    return [each for each in reads if each in found]


def _chosen(
    reads: Sequence[_Staged],
    before: Sequence[SourceInfo],
    sketches: dict[tuple[str, int], list[int]],
    notes: list[str],
    *,
    accept: bool,
) -> tuple[list[tuple[SourceInfo, _Staged]], list[SourceInfo]]:
    """The new sources, and the earlier ones that stay."""
    now = dt.datetime.now(dt.UTC).replace(microsecond=0)
    kept = list(before)
    new = []
    for kind in dict.fromkeys(each.kind for each in reads):
        of_kind = [each for each in reads if each.kind == kind]
        replaced = list(_replaced(of_kind, kept, sketches))
        rows, earlier = sum(e.tally.rows for e in of_kind), sum(s.rows for s in replaced)
        if rows < earlier * MIN_SHARE and not accept:
            names = ", ".join(each.file.source.label for each in of_kind)
            notes.append(
                _(
                    "{names}: {rows} rows beside the {earlier} of {old}; the earlier import"
                    " stays. Get the file again, or use it as it is: --accept-smaller"
                ).format(
                    names=names,
                    rows=rows,
                    earlier=earlier,
                    old=", ".join(source.label for source in replaced),
                )
            )
            continue
        kept = [source for source in kept if source not in replaced]
        for part, each in enumerate(of_kind, 1):
            source = SourceInfo(
                kind=kind,
                part=part if len(of_kind) > 1 else 0,
                parts=len(of_kind) if len(of_kind) > 1 else 0,
                name=each.file.source.name,
                day=each.file.source.day,
                is_dated=each.file.source.is_dated,
                rows=each.tally.rows,
                left_out=dict(each.tally.left_out + each.tally.unreadable),
                digest=each.digest,
                imported_at=now,
            )
            name = f"{file_stem(source)}.db"
            new.append((structs.replace(source, files=(name,)), each))
    return new, kept


def _replaced(
    reads: Sequence[_Staged],
    before: Sequence[SourceInfo],
    sketches: dict[tuple[str, int], list[int]],
) -> Iterator[SourceInfo]:
    """The sources of the same table and period, or of the same table with mostly the same rows."""
    for source in before:
        sketch = sketches.get(source.identity, [])
        if source.kind == reads[0].kind or (
            source.kind.startswith(f"{reads[0].file.table.value} ")
            and any(are_versions(each.head.sketch, sketch) for each in reads)
        ):
            yield source


def are_versions(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two files share most of the rows of the smaller one, by their sketches."""
    if not one or not other:
        return False
    # Beyond the largest hash of a full sketch nothing is known.
    end = min(one[-1], other[-1])
    first, second = ({h for h in some if h <= end} for some in (one, other))
    return len(first & second) >= _SAME * max(1, min(len(first), len(second)))
