"""The import: each file is staged as a source of its own, and the registry is built from all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from tui_app.opendata.deriving import MergedBuild
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.lanes import FileRead, ProgressListener, read_files
from tui_app.opendata.partial import refuse_versions_as_parts, why_not_whole, why_partial
from tui_app.opendata.plan import ImportPlan
from tui_app.opendata.reading import ReadingTask
from tui_app.opendata.sets import ImportStep
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.generation import NextGeneration
from tui_app.registry.sqlite.builder import Build, building
from tui_app.registry.sqlite.kept_sources import paths_of
from tui_app.registry.sqlite.merge import CompanyFilter
from tui_app.registry.sqlite.sources import SourceInfo, file_stem
from tui_app.system.language import _


class ImportSummary(Struct, frozen=True):
    """The result of an import.

    It has the registry, one tally per file, the files that were not used with the reasons, those
    that were used although they are incomplete, and the number of companies that were not selected.
    """

    info: RegistryInfo
    tallies: tuple[Tally, ...]
    not_taken: tuple[str, ...]
    not_whole: tuple[str, ...]
    filtered_out: int


class ImportOptions(Struct, frozen=True):
    """The user's options.

    ``accept_smaller`` uses a file that is cut off or has far fewer rows than its source had.
    ``all_purchases`` keeps every direct purchase in full.
    """

    company_filter: CompanyFilter
    is_strict: bool
    accept_smaller: bool = False
    all_purchases: bool = False


def import_files(
    plan: ImportPlan, change: NextGeneration, progress: ProgressListener, options: ImportOptions
) -> ImportSummary:
    """Carry out a plan as the next generation. Raises ``ImportRefusedError`` or ``BuildError``."""
    with building(change.output, progress.working, change) as build:
        return _Import(plan, build, progress, options).run()


def remove_source(
    output: Path, sources: Iterable[SourceInfo], chosen: CompanyFilter, progress: ProgressListener
) -> RegistryInfo:
    """Rebuild the registry from these of its sources. Raises like ``import_files``."""
    with building(output, progress.working) as build:
        build.gather(sources)
        return MergedBuild(build, chosen).finish()


class _Import:
    def __init__(
        self, plan: ImportPlan, build: Build, progress: ProgressListener, options: ImportOptions
    ) -> None:
        self._plan = plan
        self._build = build
        self._progress = progress
        self._options = options

    def run(self) -> ImportSummary:
        reads = self._read_all()
        for _step, read in reads:
            read.tally.judge()
        for kind in {step.source for step, _read in reads}:
            refuse_versions_as_parts(_of_kind(reads, kind))
        not_taken = [] if self._options.accept_smaller else self._not_taken(reads)
        if not reads:
            raise ImportRefusedError(" ".join([_("Nothing was imported."), *not_taken]))
        not_whole = why_not_whole([read for _step, read in reads])
        new = (
            new_source(read, step.source, step.part, step.parts, licence=step.licence)
            for step, read in reads
        )
        self._build.gather(self._plan.kept, new)
        tallies = tuple(read.tally for _step, read in reads)
        derived = MergedBuild(self._build, self._options.company_filter)
        if derived.companies == 0:
            raise ImportRefusedError(self._nothing_left(tallies))
        unused = {source.identity: source.unused for source in derived.sources}
        for step, read in reads:
            read.tally.left_out.update(unused[step.source, step.part])
        info = derived.finish()
        return ImportSummary(
            info, tallies, tuple(not_taken), tuple(not_whole), derived.filtered_out
        )

    def _read_all(self) -> list[tuple[ImportStep, FileRead]]:
        files = [
            (
                step.file,
                ReadingTask(
                    kind=step.file.kind,
                    label=step.file.source.label,
                    columns=step.columns,
                    year=step.year,
                    strict=self._options.is_strict,
                    earlier=tuple(self._replaced_by(step.source)),
                ),
            )
            for step in self._plan.steps
        ]
        reads = read_files(files, self._build.folder, self._progress)
        return list(zip(self._plan.steps, reads, strict=True))

    def _replaced_by(self, kind: str) -> list[Path]:
        """The kept files of the sources that new ones replace."""
        replaced = self._plan.replaced.get(kind, [])
        return [path for s in replaced for path in paths_of(self._build.output, s)]

    def _not_taken(self, reads: list[tuple[ImportStep, FileRead]]) -> list[str]:
        """Remove the kinds with far fewer rows than before, and report them."""
        notes = []
        for kind in dict.fromkeys(step.source for step, _read in reads):
            replaced = self._plan.replaced.get(kind, [])
            why = why_partial(_of_kind(reads, kind), replaced, self._replaced_by(kind))
            if why:
                notes.append(why)
                del self._plan.replaced[kind]
                reads[:] = [each for each in reads if each[0].source != kind]
        return notes

    def _nothing_left(self, tallies: Iterable[Tally]) -> str:
        if not self._options.company_filter.is_everything:
            return _("No company is left by --county, --form, --caen and --trading-only.")
        reasons = ", ".join(
            _("{count} rows: {reason}").format(count=count, reason=_(reason))
            for tally in tallies
            for reason, count in (tally.left_out + tally.unreadable).items()
        )
        return _("No company could be read ({reasons}).").format(
            reasons=reasons or _("the files are empty")
        )


def _of_kind(reads: Iterable[tuple[ImportStep, FileRead]], kind: str) -> list[FileRead]:
    return [read for step, read in reads if step.source == kind]


def new_source(
    read: FileRead, kind: str, part: int, parts: int, *, licence: str | None = None
) -> tuple[SourceInfo, list[Path]]:
    """The source that a file becomes, and the drafts that keep it, under their names for good."""
    file = read.file.source
    source = SourceInfo(
        kind=kind,
        part=part,
        parts=parts,
        name=file.name,
        day=file.day,
        is_dated=file.is_dated,
        licence=licence,
        rows=read.tally.rows,
        left_out=dict(read.tally.left_out + read.tally.unreadable),
        digest=read.digest,
        imported_at=dt.datetime.now(dt.UTC).replace(microsecond=0),
    )
    names = [f"{file_stem(source)}-{at}.db" for at in range(len(read.parts))]
    drafts = [
        piece.draft.rename(piece.draft.with_name(name))
        for piece, name in zip(read.parts, names, strict=True)
    ]
    return msgspec.structs.replace(source, files=tuple(names)), drafts
