"""Builds the registry of the next generation: each file is staged, and all sources are merged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from tui_app.opendata.deriving import MergedBuild
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.keeping import FilesAccount, ReadSource, TakenFiles, take
from tui_app.opendata.lanes import FileRead, ProgressListener
from tui_app.opendata.partial import refuse_versions_as_parts
from tui_app.opendata.plan import ImportPlan
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.generation import NextGeneration
from tui_app.registry.sqlite.builder import Build, building
from tui_app.system.language import _


class RegisterSummary(Struct, frozen=True):
    """The new registry, what became of the files, and how many companies were not selected."""

    info: RegistryInfo
    files: FilesAccount
    not_selected: int


def import_register(
    plan: ImportPlan, reads: Sequence[FileRead], change: NextGeneration, progress: ProgressListener
) -> RegisterSummary:
    """Build the registry of a change from the files of a plan's steps.

    Raises ``ImportRefusedError`` or ``BuildError``.
    """
    files = [
        ReadSource(read, step.source, step.part, step.parts, step.licence)
        for step, read in zip(plan.steps, reads, strict=True)
    ]
    for kind in dict.fromkeys(file.kind for file in files):
        refuse_versions_as_parts([file.read for file in files if file.kind == kind])
    taken = take(files, plan.replaced, change.output, accept_smaller=plan.options.accept_smaller)
    kinds = {file.kind for file in taken.files}
    plan.replaced = {kind: some for kind, some in plan.replaced.items() if kind in kinds}
    with building(change.output, progress.working, change) as build:
        build.gather(plan.kept, taken.new_sources())
        return _merged(plan, build, taken)


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
