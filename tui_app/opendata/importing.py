"""The import: each file is staged as a source of its own, and the registry is built from all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from tui_app.opendata.deriving import Derived, derive
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.lanes import FilePart, parts_of_files, read_all
from tui_app.opendata.partial import refuse_versions_as_parts, why_not_whole, why_partial
from tui_app.opendata.plan import ImportPlan
from tui_app.opendata.reading import Stretch
from tui_app.opendata.sets import ImportStep
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.generation import NextGeneration
from tui_app.registry.sqlite.builder import Build, building
from tui_app.registry.sqlite.kept_sources import paths_of
from tui_app.registry.sqlite.merge import CompanyFilter
from tui_app.registry.sqlite.sources import SourceInfo, file_stem
from tui_app.system.language import _


class ProgressListener(Protocol):
    """Receives the progress of an import."""

    def reading(self, label: str) -> None:
        """Reading of a file starts."""

    def advanced(self, size: int, rows: int) -> None:
        """``size`` more bytes were read; ``rows`` is the row count of the current file."""

    def working(self, step: str, companies: int) -> None:
        """All files are read; this step comes next."""


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
    """

    company_filter: CompanyFilter
    is_strict: bool
    accept_smaller: bool = False


class _Read(Struct):
    """A file that was read: its step, tally and drafts."""

    step: ImportStep
    tally: Tally
    pieces: list[FilePart]


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
        return derive(build, chosen).finish()


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
        for read in reads:
            read.tally.judge()
        self._refuse_versions(reads)
        not_taken = [] if self._options.accept_smaller else self._not_taken(reads)
        if not reads:
            raise ImportRefusedError(" ".join([_("Nothing was imported."), *not_taken]))
        not_whole = why_not_whole([(read.step, read.tally, read.pieces) for read in reads])
        self._build.gather(self._plan.kept, self._new_sources(reads))
        tallies = tuple(read.tally for read in reads)
        derived = derive(self._build, self._options.company_filter)
        if derived.companies == 0:
            raise ImportRefusedError(self._nothing_left(tallies))
        self._report_unused(reads, derived)
        info = derived.finish()
        return ImportSummary(
            info, tallies, tuple(not_taken), tuple(not_whole), derived.filtered_out
        )

    def _read_all(self) -> list[_Read]:
        steps, options = self._plan.steps, self._options
        files = [
            (
                step.file.source,
                step.file.beginning,
                Stretch(
                    kind=step.file.kind,
                    label=step.file.source.label,
                    columns=step.columns,
                    year=step.year,
                    strict=options.is_strict,
                    earlier=tuple(self._replaced_by(step.source)),
                ),
            )
            for step in steps
        ]
        pieces = parts_of_files(files, self._build.folder)
        everything = [piece for some in pieces for piece in some]
        read_all(everything, self._progress.reading, self._progress.advanced)
        reads = []
        for step, some in zip(steps, pieces, strict=True):
            tally = Tally(step.file.source.label, is_strict=options.is_strict)
            for piece in some:
                if piece.reading is not None:
                    tally.add(piece.reading.counts)
            reads.append(_Read(step, tally, some))
        return reads

    def _replaced_by(self, kind: str) -> list[Path]:
        """The kept files of the sources that new ones replace."""
        replaced = self._plan.replaced.get(kind, [])
        return [path for s in replaced for path in paths_of(self._build.output, s)]

    def _refuse_versions(self, reads: list[_Read]) -> None:
        for kind in {read.step.source for read in reads}:
            of_kind = [read for read in reads if read.step.source == kind]
            refuse_versions_as_parts([(read.step, read.pieces) for read in of_kind])

    def _not_taken(self, reads: list[_Read]) -> list[str]:
        """Remove the kinds with far fewer rows than before, and report them."""
        notes = []
        for kind in dict.fromkeys(read.step.source for read in reads):
            of_kind = [read for read in reads if read.step.source == kind]
            replaced = self._plan.replaced.get(kind, [])
            kept = self._replaced_by(kind)
            files = [(read.step, read.tally, read.pieces) for read in of_kind]
            why = why_partial(files, replaced, kept)
            if why:
                notes.append(why)
                del self._plan.replaced[kind]
                reads[:] = [read for read in reads if read not in of_kind]
        return notes

    def _new_sources(self, reads: list[_Read]) -> Iterator[tuple[SourceInfo, list[Path]]]:
        now = dt.datetime.now(dt.UTC).replace(microsecond=0)
        for read in reads:
            step, file = read.step, read.step.file.source
            digests = "".join(piece.reading.digest for piece in read.pieces if piece.reading)
            source = SourceInfo(
                kind=step.source,
                part=step.part,
                parts=step.parts,
                name=file.name,
                day=file.day,
                is_dated=file.is_dated,
                licence=step.licence,
                rows=read.tally.rows,
                left_out=dict(read.tally.left_out + read.tally.unreadable),
                digest=digests,
                imported_at=now,
            )
            names = [f"{file_stem(source)}-{at}.db" for at in range(len(read.pieces))]
            drafts = [
                piece.draft.rename(piece.draft.with_name(name))
                for piece, name in zip(read.pieces, names, strict=True)
            ]
            yield msgspec.structs.replace(source, files=tuple(names)), drafts

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

    def _report_unused(self, reads: list[_Read], derived: Derived) -> None:
        unused = {source.identity: source.unused for source in derived.sources}
        for read in reads:
            read.tally.left_out.update(unused[read.step.source, read.step.part])
