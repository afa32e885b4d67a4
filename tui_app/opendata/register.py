"""Builds the registry of the next generation from files that were read, and from kept sources."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.opendata.classification.caen import caen_path, revision_of
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.keeping import ReadSource, TakenFiles, take
from tui_app.opendata.lanes import FileRead, ProgressListener
from tui_app.opendata.onrc.statuses import known_states
from tui_app.opendata.partial import refuse_versions_as_parts
from tui_app.opendata.plan import ImportPlan
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.generation import NextGeneration
from tui_app.registry.sqlite.builder import Build, building
from tui_app.registry.sqlite.merge import CompanyFilter
from tui_app.registry.sqlite.sources import SourceInfo
from tui_app.system.language import N_, _

NONE_CHOSEN: Final = N_("No company is left by --county, --form, --caen and --trading-only.")
_NO_COMPANY: Final = N_("no company with this tax id")
_DOUBLED: Final = N_("another record of the same company is used")
_TWICE: Final = N_("the company is in this file twice: its last row is used")
_IN_OTHER_SET: Final = N_("the company is in another set of this year, whose figures are used")
_FILED: Final = """
SELECT source, count(*), sum(
  tax_id NOT IN (SELECT tax_id FROM firm) AND tax_id NOT IN (SELECT tax_id FROM own)
) FROM filed_year GROUP BY source
"""


class RegisterSummary(Struct, frozen=True):
    """The new registry, what became of the files, and how many companies were not selected."""

    info: RegistryInfo
    files: TakenFiles
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
    derived = MergedBuild(build, plan.options.company_filter)
    if derived.companies == 0:
        raise ImportRefusedError(_nothing_left(plan, taken.tallies))
    unused = {source.identity: source.unused for source in derived.sources}
    for file in taken.files:
        file.read.tally.left_out.update(unused[file.kind, file.part])
    info = derived.finish(invented=plan.options.invented)
    return RegisterSummary(info, taken, derived.not_selected)


def _nothing_left(plan: ImportPlan, tallies: Iterable[Tally]) -> str:
    if not plan.options.company_filter.is_everything:
        return _(NONE_CHOSEN)
    reasons = ", ".join(
        _("{count} rows: {reason}").format(count=count, reason=_(reason))
        for tally in tallies
        for reason, count in (tally.left_out + tally.unreadable).items()
    )
    return _("No company could be read ({reasons}).").format(
        reasons=reasons or _("the files are empty")
    )


class MergedBuild:
    """A merged build. ``sources`` list the rows that the merge left out; ``finish`` writes it."""

    def __init__(self, build: Build, company_filter: CompanyFilter) -> None:
        self._build = build
        self._staging = build.staging
        self._connection = build.staging.connection
        self._filter = company_filter
        # A name from a file takes precedence over the one known without a file.
        self._connection.executemany(
            "INSERT OR IGNORE INTO state_name VALUES (?, ?, ?)", known_states()
        )
        self._class_names: dict[str, str] = dict(
            self._connection.execute("SELECT class, title FROM class_name ORDER BY rowid DESC")
        )
        self.companies = build.merge(company_filter, self._activity_of)
        self.not_selected = self._count_not_selected()
        build.sources = self._with_unused(build.sources)

    @property
    def sources(self) -> list[SourceInfo]:
        """The sources, with the rows that the merge left out."""
        return self._build.sources

    def finish(self, *, invented: bool = False) -> RegistryInfo:
        """Write the registry of the next generation."""
        return self._build.finish(self.companies, invented=invented, not_selected=self.not_selected)

    def _activity_of(self, code: str, year: int, earlier: str | None) -> str | None:
        revision = revision_of(code, year, earlier)
        path = caen_path(code, revision) if revision is not None else ()
        if not path and code in self._class_names:
            path = (f"{code} - {self._class_names[code]}",)
        return json.dumps(path, ensure_ascii=False) if path else None

    def _count_not_selected(self) -> int:
        if self._filter.is_everything:
            return 0
        (everybody,) = self._connection.execute(
            "SELECT count(*) FROM (SELECT tax_id FROM firm UNION SELECT tax_id FROM own)"
        ).fetchone()
        return int(everybody) - self.companies

    def _with_unused(self, sources: list[SourceInfo]) -> list[SourceInfo]:
        unused: defaultdict[int, dict[str, int]] = defaultdict(dict)
        left = self._staging.rows_of_sources("statement")
        for number, count, without in self._connection.execute(_FILED):
            if self._filter.is_everything and without:
                unused[number][_NO_COMPANY] = without
            left[number] -= count
        for number, count in self._staging.repeated("statement", "tax_id", +left):
            unused[number][_TWICE] = count
            left[number] -= count
        for number, count in (+left).items():
            unused[number][_IN_OTHER_SET] = count
        for source, count in self._staging.doubled_records():
            unused[source][_DOUBLED] = count
        return [
            msgspec.structs.replace(source, unused=unused[number])
            for number, source in enumerate(sources, 1)
        ]
