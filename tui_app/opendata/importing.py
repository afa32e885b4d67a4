"""The import: every file by one way into the next generation, which is published as a whole.

Files are recognised and planned, read, kept as sources, and merged: into the registry, and into the
contracts and the history beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.history.adding import keep_month, register_of
from tui_app.opendata.keeping import still_kept
from tui_app.opendata.kinds import FileKind
from tui_app.opendata.lanes import FileRead, ProgressListener, read_files
from tui_app.opendata.plan import ImportOptions, ImportPlan, make_plan
from tui_app.opendata.procurement.importing import ProcurementSummary, import_procurement
from tui_app.opendata.reading import ReadingTask
from tui_app.opendata.register import RegisterSummary, import_register
from tui_app.registry.errors import RegistryError
from tui_app.registry.generation import NextGeneration, next_generation
from tui_app.registry.sqlite.atomic_build import refuse_foreign
from tui_app.registry.sqlite.connection_pool import info_of
from tui_app.registry.sqlite.kept_sources import paths_of
from tui_app.registry.sqlite.sources import SourceInfo, sources_of
from tui_app.system.language import _


class ImportSummary(Struct, frozen=True):
    """The results of an import: of files for the registry, and for the contracts beside it."""

    register: RegisterSummary | None
    contracts: ProcurementSummary | None


def plan_import(paths: Sequence[Path], output: Path, options: ImportOptions) -> ImportPlan:
    """The plan of an import into a registry. Raises ``ImportRefusedError`` or ``RegistryError``."""
    plan = make_plan(paths, sources_before(output), options)
    if plan.steps:
        # Those from which the registry was built may be left out, if they are not kept.
        kept = still_kept(output, plan.kept, accept_smaller=options.accept_smaller)
        gone = [source for source in plan.kept if source not in kept]
        plan.before = [source for source in plan.before if source not in gone]
    return plan


def import_own_records(
    path: Path, output: Path, options: ImportOptions, progress: ProgressListener
) -> RegisterSummary:
    """Build a registry of the companies in one file of JSON Lines, and of nothing else.

    Raises ``ImportRefusedError`` or ``BuildError``.
    """
    refuse_foreign(output)
    plan = make_plan([path], [], options)
    if [step.file.kind for step in plan.steps] != [FileKind.RECORDS] or plan.procurement:
        raise ImportRefusedError(_("{path} is not a single file of JSON Lines.").format(path=path))
    with next_generation(output) as change:
        return import_register(plan, _read(plan, change, progress), change, progress)


def import_files(
    plan: ImportPlan, change: NextGeneration, progress: ProgressListener
) -> ImportSummary:
    """Carry out a plan as the next generation. Raises ``ImportRefusedError`` or ``BuildError``."""
    contracts = register = None
    reads = _read(plan, change, progress)
    of_contracts, of_register = reads[: len(plan.procurement)], reads[len(plan.procurement) :]
    if of_contracts:
        contracts = import_procurement(plan, of_contracts, change, progress)
    if of_register:
        before = register_of(change.registry)
        register = import_register(plan, of_register, change, progress)
        if plan.options.keeps_history:
            keep_month(plan, before, change, progress)
    return ImportSummary(register, contracts)


def _read(plan: ImportPlan, change: NextGeneration, progress: ProgressListener) -> list[FileRead]:
    """Read all files of a plan: those of contracts, then those of its steps."""
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
                    for path in paths_of(change.output, source)
                ),
            ),
        )
        for step in (*plan.procurement, *plan.steps)
    ]
    return read_files(files, change.folder, progress)


def sources_before(output: Path) -> list[SourceInfo]:
    """The sources of a registry, if there is one. Raises ``RegistryError``."""
    if not output.exists():
        return []
    try:
        invented = info_of(output).invented
    except RegistryError as error:
        raise RegistryError(
            _("{error}\nTo start again, remove {output} or name another --registry.").format(
                error=error, output=output
            )
        ) from None
    if invented:
        raise RegistryError(
            _(
                "{output} contains invented companies, which never mix with real ones: name"
                " another --registry."
            ).format(output=output)
        )
    return sources_of(output)
