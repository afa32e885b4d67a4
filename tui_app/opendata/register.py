"""Builds the registry of the next generation: each file is staged, and all sources are merged."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tui_app.opendata.deriving import MergedBuild
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.keeping import FilesAccount, ReadSource, TakenFiles, take
from tui_app.opendata.lanes import ProgressListener, read_files
from tui_app.opendata.partial import refuse_versions_as_parts
from tui_app.opendata.plan import ImportPlan
from tui_app.opendata.reading import ReadingTask
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.generation import NextGeneration
from tui_app.registry.sqlite.builder import Build, building
from tui_app.registry.sqlite.kept_sources import paths_of
from tui_app.system.language import _


class RegisterSummary(Struct, frozen=True):
    """The new registry, what became of the files, and how many companies were not selected."""

    info: RegistryInfo
    files: FilesAccount
    not_selected: int


def import_register(
    plan: ImportPlan, change: NextGeneration, progress: ProgressListener
) -> RegisterSummary:
    """Build the registry of a change by a plan. Raises ``ImportRefusedError`` or ``BuildError``."""
    with building(change.output, progress.working, change) as build:
        taken = take(
            _read_all(plan, build, progress),
            plan.replaced,
            build.output,
            accept_smaller=plan.options.accept_smaller,
        )
        if not taken.files:
            raise ImportRefusedError(" ".join([_("Nothing was imported."), *taken.not_taken]))
        kinds = {file.kind for file in taken.files}
        plan.replaced = {kind: some for kind, some in plan.replaced.items() if kind in kinds}
        build.gather(plan.kept, taken.new_sources())
        return _merged(plan, build, taken)


def _read_all(plan: ImportPlan, build: Build, progress: ProgressListener) -> list[ReadSource]:
    files = [
        (
            step.file,
            ReadingTask(
                kind=step.file.kind,
                label=step.file.source.label,
                columns=step.columns,
                year=step.year,
                strict=plan.options.is_strict,
                earlier=tuple(
                    path
                    for source in plan.replaced.get(step.source, ())
                    for path in paths_of(build.output, source)
                ),
            ),
        )
        for step in plan.steps
    ]
    reads = [
        ReadSource(read, step.source, step.part, step.parts, step.licence)
        for step, read in zip(plan.steps, read_files(files, build.folder, progress), strict=True)
    ]
    for file in reads:
        file.read.tally.judge()
    for kind in {file.kind for file in reads}:
        refuse_versions_as_parts([file.read for file in reads if file.kind == kind])
    return reads


def _merged(plan: ImportPlan, build: Build, taken: TakenFiles) -> RegisterSummary:
    account = taken.account()
    derived = MergedBuild(build, plan.options.company_filter)
    if derived.companies == 0:
        raise ImportRefusedError(_nothing_left(plan, account.tallies))
    unused = {source.identity: source.unused for source in derived.sources}
    for file in taken.files:
        file.read.tally.left_out.update(unused[file.kind, file.part])
    info = derived.finish(invented=plan.options.invented)
    return RegisterSummary(info, account, derived.not_selected)


def _nothing_left(plan: ImportPlan, tallies: Iterable[Tally]) -> str:
    if not plan.options.company_filter.is_everything:
        return _("No company is left by --county, --form, --caen and --trading-only.")
    reasons = ", ".join(
        _("{count} rows: {reason}").format(count=count, reason=_(reason))
        for tally in tallies
        for reason, count in (tally.left_out + tally.unreadable).items()
    )
    return _("No company could be read ({reasons}).").format(
        reasons=reasons or _("the files are empty")
    )
