"""The sources of a registry that remain when one is removed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.kept_sources import lost
from tui_app.registry.sqlite.merge import CompanyFilter, filter_of
from tui_app.registry.sqlite.sources import RECORDS, REGISTER, SourceInfo, is_of
from tui_app.system.language import _


class SourcesLeft(Struct, frozen=True):
    """The remaining sources; ``label`` is that of the removed one."""

    label: str
    sources: list[SourceInfo]
    company_filter: CompanyFilter


def without(registry: Path, sources: Sequence[SourceInfo], label: str) -> SourcesLeft:
    """The sources of a registry without one of them. Raises ``ImportRefusedError``."""
    gone = _named(sources, label.strip())
    if gone is None:
        known = ", ".join(source.label for source in sources) or "none"
        raise ImportRefusedError(
            _("{registry} has no source {label!r}. Its sources: {known}.").format(
                registry=registry, label=label, known=known
            )
        )
    left = [source for source in sources if source is not gone]
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
    with finished(registry) as opened:
        company_filter, _others = filter_of(opened)
    return SourcesLeft(gone.label, left, company_filter)


def _named(sources: Sequence[SourceInfo], label: str) -> SourceInfo | None:
    """The source with a label; case is ignored if the label is then still unique."""
    found = [source for source in sources if source.label == label]
    found = found or [source for source in sources if source.label.casefold() == label.casefold()]
    return found[0] if len(found) == 1 else None
