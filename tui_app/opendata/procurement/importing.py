"""Imports procurement files into the contracts beside a registry.

Each file is staged once and kept; the contracts are built from all kept files. So a new month of
the register reads none of them again, and a new quarter only its own files. The source of a file is
a table and a period (``contracts 2024-T1``): importing it again replaces it, and no row is summed
twice. Two files that share most of their rows are versions of one, whatever their names are.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from tui_app.opendata.keeping import ReadSource, TakenFiles, still_kept, take
from tui_app.opendata.lanes import FileRead, ProgressListener
from tui_app.opendata.plan import ImportPlan
from tui_app.opendata.procurement.columns import ProcurementTable
from tui_app.opendata.procurement.periods import period_of
from tui_app.registry.contracts import staged
from tui_app.registry.contracts.files import contract_sources, sources_beside
from tui_app.registry.contracts.merge import merge
from tui_app.registry.generation import NextGeneration
from tui_app.registry.sqlite import kept_sources
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.sources import SourceInfo, numbered
from tui_app.system.language import _

_SAME: Final = 0.5
"""From this share of common rows on, two files are versions of one."""


class ProcurementSummary(Struct, frozen=True):
    """The result of an import.

    It has what became of the files, the sources of all contracts, and the earlier sources that were
    replaced.
    """

    files: TakenFiles
    sources: tuple[SourceInfo, ...]
    replaced: tuple[SourceInfo, ...]


class _Staged(ReadSource, kw_only=True):
    table: ProcurementTable
    head: staged.StagedHead

    @property
    def label(self) -> str:
        return self.read.file.source.label


def import_procurement(
    plan: ImportPlan, reads: Sequence[FileRead], change: NextGeneration, progress: ProgressListener
) -> ProcurementSummary:
    """Import the procurement files of a plan into the contracts of the next generation.

    Raises ``ImportRefusedError`` or ``BuildError``.
    """
    output = sources_beside(change.output)
    before = contract_sources(change.contracts)
    not_taken: list[str] = []
    files = _without_versions([_staged(read) for read in reads], not_taken)
    replaced = _replaced(files, before, output)
    accept_smaller = plan.options.accept_smaller
    taken = take(files, replaced, output, accept_smaller=accept_smaller, not_taken=not_taken)
    new = taken.new_sources()
    gone = [source for file in taken.files for source in replaced[file.kind]]
    kept = [source for source in before if source not in gone]
    kept = still_kept(output, kept, accept_smaller=accept_smaller)
    sources = numbered([*kept, *(source for source, _ in new)])
    kept_sources.add(output, [draft for _source, drafts in new for draft in drafts])
    _merge(change, sources, all_purchases=plan.options.all_purchases, progress=progress)
    return ProcurementSummary(
        files=taken,
        sources=tuple(sources),
        replaced=tuple(source for source in before if source in gone),
    )


def _staged(read: FileRead) -> _Staged:
    columns = read.file.procurement
    if columns is None:
        raise ValueError("no procurement file")
    head = staged.head_of(read.parts[0].draft)
    period = period_of(read.file.source.key.parts, head.months)
    told = _("period: {period}, {why}").format(period=period.label, why=period.told_by)
    return _Staged(
        read,
        kind=f"{columns.table.value} {period.label}",
        lines=(*head.account, told),
        table=columns.table,
        head=head,
    )


def remove_contracts(change: NextGeneration, gone: SourceInfo, progress: ProgressListener) -> None:
    """Merge the contracts of the next generation without a source. Raises ``BuildError``.

    Without the last one there are none: an empty list would say that nobody won anything.
    """
    if change.contracts is None:
        return
    left = [each for each in contract_sources(change.contracts) if each.identity != gone.identity]
    beside = sources_beside(change.output)
    if not left:
        change.contracts = None
        change.afterwards(lambda: kept_sources.delete_unused(beside, ()))
        return
    still_kept(beside, left, accept_smaller=False)
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
    for each in sources:
        kept_sources.require_whole(beside, each)
    paths = [(each, kept_sources.paths_of(beside, each)) for each in sources]
    merge(draft, paths, all_purchases=all_purchases, report=progress.working)
    change.contracts = draft
    change.afterwards(lambda: kept_sources.delete_unused(beside, sources))


def _age(each: _Staged) -> tuple[dt.date, int, str]:
    return each.read.file.source.day, each.read.tally.rows, each.read.digest


def _without_versions(reads: list[_Staged], notes: list[str]) -> list[_Staged]:
    """The newest of files that share most of their rows, or the one with more rows."""
    found: list[_Staged] = []
    order = sorted(reads, key=_age, reverse=True)
    for each in order:
        newer = next(
            (
                other
                for other in found
                if other.table is each.table
                and (
                    other.read.digest == each.read.digest
                    or are_versions(other.head.sketch, each.head.sketch)
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
                ).format(source=each.label, source_2=newer.label)
            )
    return [each for each in reads if each in found]


def _replaced(
    reads: Sequence[_Staged], before: Sequence[SourceInfo], output: Path
) -> dict[str, list[SourceInfo]]:
    """The sources that files replace, by kind, and which part of their kind each file is.

    They are of the same table and period, or of the same table with mostly the same rows.
    """
    replaced: dict[str, list[SourceInfo]] = {}
    for kind in dict.fromkeys(each.kind for each in reads):
        of_kind = [each for each in reads if each.kind == kind]
        if len(of_kind) > 1:
            for part, each in enumerate(of_kind, 1):
                each.part, each.parts = part, len(of_kind)
        gone = [source for some in replaced.values() for source in some]
        replaced[kind] = [
            source
            for source in before
            if source not in gone and _is_replaced(source, of_kind, output)
        ]
    return replaced


def _is_replaced(source: SourceInfo, reads: Sequence[_Staged], output: Path) -> bool:
    if source.kind == reads[0].kind:
        return True
    (kept,) = kept_sources.paths_of(output, source)
    if not kept.is_file():
        return False
    sketch = staged.head_of(kept).sketch
    return source.kind.startswith(f"{reads[0].table.value} ") and any(
        are_versions(each.head.sketch, sketch) for each in reads
    )


def are_versions(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two files share most of the rows of the smaller one, by their sketches."""
    if not one or not other:
        return False
    # Beyond the largest hash of a full sketch nothing is known.
    end = min(one[-1], other[-1])
    first, second = ({h for h in some if h <= end} for some in (one, other))
    return len(first & second) >= _SAME * max(1, min(len(first), len(second)))
