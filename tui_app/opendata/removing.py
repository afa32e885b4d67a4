"""Removes a source from a registry, or from the contracts beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.importing import sources_before
from tui_app.opendata.lanes import ProgressListener
from tui_app.opendata.procurement.importing import remove_contracts
from tui_app.opendata.register import NONE_CHOSEN, MergedBuild
from tui_app.registry.contracts.files import contract_sources
from tui_app.registry.generation import NextGeneration
from tui_app.registry.sqlite.builder import building
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.kept_sources import lost
from tui_app.registry.sqlite.merge import filter_of
from tui_app.registry.sqlite.sources import RECORDS, REGISTER, SourceInfo, is_of
from tui_app.system.language import _


class RemovedSource(Struct, frozen=True):
    """The label of a source that was removed; ``companies`` are left, ``None``: of contracts."""

    label: str
    companies: int | None = None


def remove_source(label: str, change: NextGeneration, progress: ProgressListener) -> RemovedSource:
    """Remove a source from the next generation, by its name in ``data info``.

    Raises ``ImportRefusedError``, ``RegistryError`` or ``BuildError``.
    """
    label = label.strip()
    for source in contract_sources(change.contracts):
        if source.label == label:
            remove_contracts(change, source, progress)
            return RemovedSource(label)
    registry, before = change.output, sources_before(change.output)
    gone = _named(before, label)
    if gone is None:
        known = ", ".join(source.label for source in before) or "none"
        raise ImportRefusedError(
            _("{registry} has no source {label!r}. Its sources: {known}.").format(
                registry=registry, label=label, known=known
            )
        )
    left = [source for source in before if source is not gone]
    _refuse_nothing_left(registry, left, gone)
    with finished(registry) as opened:
        company_filter, _others = filter_of(opened)
    with building(registry, progress.working, change) as build:
        build.gather(left)
        merged = MergedBuild(build, company_filter)
        if not merged.companies:
            raise ImportRefusedError(_(NONE_CHOSEN))
        merged.finish()
    return RemovedSource(gone.label, merged.companies)


def _refuse_nothing_left(registry: Path, left: Sequence[SourceInfo], gone: SourceInfo) -> None:
    if missing := lost(registry, left):
        labels = ", ".join(source.label for source in missing)
        raise ImportRefusedError(
            _(
                "The data of {labels} are not kept beside {registry}, so it cannot be rebuilt:"
                " import all files again."
            ).format(labels=labels, registry=registry)
        )
    if not any(is_of(source.kind, family) for source in left for family in (REGISTER, RECORDS)):
        raise ImportRefusedError(
            _(
                "Without {gone} no source lists companies. To start again, remove {registry}."
            ).format(gone=gone.label, registry=registry)
        )


def _named(sources: Sequence[SourceInfo], label: str) -> SourceInfo | None:
    """The source with a label; case is ignored if the label is then still unique."""
    found = [source for source in sources if source.label == label]
    found = found or [source for source in sources if source.label.casefold() == label.casefold()]
    return found[0] if len(found) == 1 else None
