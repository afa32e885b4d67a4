"""The import: files are staged, merged with kept data, and written as one registry."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from tui_app.opendata.classification.caen import caen_path, revision_of
from tui_app.opendata.court_matching import CaseIndex
from tui_app.opendata.courts import LARGEST_ANSWER, CourtAnswerError, read_answer
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.halves import stage_firms
from tui_app.opendata.onrc import activities, people, statuses
from tui_app.opendata.plan import ImportPlan, ImportStep
from tui_app.opendata.recognition import FileKind
from tui_app.opendata.records import read_records
from tui_app.opendata.treasury import statements, taxpayers
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.sqlite.builder import Build, building
from tui_app.registry.sqlite.merge import CompanyFilter
from tui_app.registry.sqlite.sources import SourceInfo, reason_filtered_out

_NO_COMPANY: Final = "no company with this tax id"
_DOUBLED: Final = "another record of the same company is used"
_NAMES: Final = {FileKind.STATE_NAMES, FileKind.CLASS_NAMES, FileKind.VERSIONS}
"""Kinds that say nothing of companies."""


class ProgressListener(Protocol):
    """Receives the progress of an import."""

    def reading(self, label: str) -> None:
        """A file is started."""

    def advanced(self, size: int, rows: int) -> None:
        """``size`` more bytes were read; ``rows`` is the row count of the current file."""

    def working(self, step: str, companies: int) -> None:
        """All files are read; this step comes next."""


class ImportSummary(Struct, frozen=True):
    """The result of an import: the registry, and one tally per file."""

    info: RegistryInfo
    tallies: tuple[Tally, ...]
    filtered_out: int


class ImportOptions(Struct, frozen=True):
    """The user's options. ``uncertain_cases`` includes court cases with uncertain matches."""

    company_filter: CompanyFilter
    is_strict: bool
    uncertain_cases: bool


def import_files(
    plan: ImportPlan, output: Path, progress: ProgressListener, options: ImportOptions
) -> ImportSummary:
    """Carry out a plan. Raises ``ImportRefusedError`` or ``BuildError``; then the registry
    at ``output`` is unchanged.
    """
    with building(output, progress.working) as build:
        return _Import(plan, build, progress, options).run(output)


class _Import:
    def __init__(
        self, plan: ImportPlan, build: Build, progress: ProgressListener, options: ImportOptions
    ) -> None:
        self._plan = plan
        self._build = build
        self._staging = build.staging
        self._progress = progress
        self._options = options
        self._versions: dict[str, int] = {}
        self._class_names: dict[tuple[str, int], str] = {}
        self._cases: CaseIndex | None = None
        self._records: list[tuple[Tally, int]] = []

    def run(self, output: Path) -> ImportSummary:
        now = dt.datetime.now(dt.UTC).replace(microsecond=0)
        options = self._options
        chosen = (options.company_filter.text, options.is_strict, options.uncertain_cases)
        self._staging.add_to_digest(repr(chosen).encode())
        self._staging.add("state_name", statuses.known_states())
        if self._plan.kept:
            self._progress.working("keeping what was imported before", 0)
            self._staging.add_to_digest(
                repr([(s.kind, s.day, s.rows) for s in self._plan.kept]).encode()
            )
            self._staging.restore(output, self._plan.kept)
        tallies = [self._read(step) for step in self._plan.steps]
        if self._cases is not None:
            self._progress.working("matching court cases", 0)
            rows = self._cases.rows(self._companies(), uncertain=self._options.uncertain_cases)
            self._staging.add("court_case", list(rows))
        companies = self._build.merge(self._options.company_filter, self._activity_of)
        if companies == 0:
            raise ImportRefusedError(self._nothing_left(tallies))
        filtered_out = self._count_filtered_out(companies)
        self._count_without_company(tallies)
        self._count_doubled_records()
        new_sources = {step.source for step in self._plan.steps}
        self._build.sources = [
            *(source for source in self._plan.kept if source.kind not in new_sources),
            *self._sources(tallies, now, filtered_out),
        ]
        info = self._build.finish(companies, invented=False)
        return ImportSummary(info, tuple(tallies), filtered_out)

    def _read(self, step: ImportStep) -> Tally:
        source = step.file.source
        tally = Tally(source.label, is_strict=self._options.is_strict)
        self._progress.reading(source.label)

        def advanced(block: bytes) -> None:
            self._staging.add_to_digest(block)
            self._progress.advanced(len(block), tally.rows)

        try:
            self._stage(step, tally, advanced)
        except OSError as error:
            raise ImportRefusedError(f"{source.label} cannot be read: {error}.") from None
        tally.judge()
        return tally

    def _stage(self, step: ImportStep, tally: Tally, advanced: Callable[[bytes], None]) -> None:
        file, staging = step.file, self._staging
        if file.kind is FileKind.RECORDS:
            records = read_records(file.source, tally, advanced)
            taken = staging.add_records(records, len(self._records) + 1)
            self._records.append((tally, taken))
            return
        if file.kind is FileKind.COURT_CASES:
            self._stage_cases(step, tally, advanced)
            return
        if file.kind is FileKind.FIRMS:
            stage_firms(staging, file.source, file.beginning, tally, self._progress.advanced)
            return
        table = TableReader(file.source, file.beginning, tally, advanced)
        if file.kind is FileKind.STATES:
            staging.add("state", statuses.read_states(table))
        elif file.kind is FileKind.STATE_NAMES:
            staging.add("state_name", statuses.read_state_names(table))
        elif file.kind is FileKind.VERSIONS:
            self._versions = activities.read_versions(table)
        elif file.kind is FileKind.CLASS_NAMES:
            for code, revision, title in activities.read_class_names(table, self._versions):
                self._class_names[code, revision] = title
        elif file.kind is FileKind.AUTHORISED:
            staging.add("authorised", activities.read_authorised(table, self._versions))
        elif file.kind is FileKind.REPRESENTATIVES:
            staging.add("representative", people.read_representatives(table))
        elif file.kind is FileKind.STATEMENTS:
            filed = step.source.split()[1]
            rows = statements.read_statements(table, step.columns)
            staging.add("statement", ((*row, step.year, filed) for row in rows))
        else:
            staging.add("taxpayer", map(_taxpayer_row, taxpayers.read_taxpayers(table)))

    def _stage_cases(
        self, step: ImportStep, tally: Tally, advanced: Callable[[bytes], None]
    ) -> None:
        self._cases = self._cases or CaseIndex(self._staging.connection)
        source = step.file.source
        with closing(source.open()) as stream:
            xml = stream.read(LARGEST_ANSWER + 1)
        advanced(xml)
        try:
            cases = read_answer(xml)
        except CourtAnswerError as error:
            raise ImportRefusedError(
                f"{source.label} cannot be read: {error}. Save the answer again, or leave it out."
            ) from None
        tally.rows = len(cases)
        self._cases.add(cases)

    def _companies(self) -> Iterator[tuple[int, str, str]]:
        """Every company that can be a party, each tax id once."""
        rows = self._staging.connection.execute(
            "SELECT tax_id, company_name, folded_name FROM firm UNION"
            " SELECT tax_id, company_name, folded_name FROM own_record ORDER BY tax_id"
        )
        last = None
        for tax_id, name, folded in rows:
            if tax_id != last and name:
                last = tax_id
                yield tax_id, name, folded

    def _activity_of(self, code: str, year: int, earlier: str | None) -> str | None:
        revision = revision_of(code, year, earlier)
        path = caen_path(code, revision) if revision is not None else ()
        if not path:
            name = next((t for (c, _), t in self._class_names.items() if c == code), None)
            path = (f"{code} - {name}",) if name else ()
        return json.dumps(path, ensure_ascii=False) if path else None

    def _nothing_left(self, tallies: Iterable[Tally]) -> str:
        if not self._options.company_filter.is_everything:
            return "No company is left by --county, --form, --caen and --trading-only."
        reasons = ", ".join(
            f"{count} rows: {reason}"
            for tally in tallies
            for reason, count in (tally.left_out + tally.unreadable).items()
        )
        return f"No company could be read ({reasons or 'the files are empty'})."

    def _count_filtered_out(self, companies: int) -> int:
        if self._options.company_filter.is_everything:
            return 0
        (everybody,) = self._staging.connection.execute(
            "SELECT count(*) FROM (SELECT tax_id FROM firm UNION SELECT tax_id FROM own)"
        ).fetchone()
        return int(everybody) - companies

    def _count_doubled_records(self) -> None:
        """Count the records of a file in whose place another one of the same company is used."""
        for batch, (tally, taken) in enumerate(self._records, 1):
            (used,) = self._staging.connection.execute(
                "SELECT count(*) FROM own_record WHERE batch = ?", (batch,)
            ).fetchone()
            if taken > used:
                tally.left_out[_DOUBLED] += taken - used

    def _count_without_company(self, tallies: list[Tally]) -> None:
        """Count statements of companies that are not in the register."""
        if not self._options.company_filter.is_everything:
            return
        for step, tally in zip(self._plan.steps, tallies, strict=True):
            if step.file.kind is FileKind.STATEMENTS:
                (count,) = self._staging.connection.execute(
                    "SELECT count(*) FROM filed_year WHERE filed = ? AND year = ? AND"
                    " tax_id NOT IN (SELECT tax_id FROM ranked)",
                    (step.source.split()[1], step.year),
                ).fetchone()
                if count:
                    tally.left_out[_NO_COMPANY] += count

    def _sources(
        self, tallies: list[Tally], now: dt.datetime, companies_left_out: int
    ) -> Iterator[SourceInfo]:
        """One entry per kind that was read, summing up the files of the kind."""
        before = {source.kind: source for source in self._plan.kept}
        for kind in dict.fromkeys(step.source for step in self._plan.steps):
            parts = [
                (step, tally)
                for step, tally in zip(self._plan.steps, tallies, strict=True)
                if step.source == kind
            ]
            left_out = sum(
                (t.left_out + t.unreadable for _, t in parts), start=type(parts[0][1].left_out)()
            )
            if companies_left_out and parts[0][0].file.kind not in _NAMES:
                left_out[reason_filtered_out(self._options.company_filter.text)] = (
                    companies_left_out
                )
            earlier = before[kind].rows if kind in before else 0
            yield SourceInfo(
                kind=kind,
                name=", ".join(step.file.source.name for step, _ in parts),
                day=max(step.file.source.day for step, _ in parts),
                licence=parts[0][0].licence,
                rows=earlier + sum(tally.rows for _, tally in parts),
                left_out=dict(left_out),
                imported_at=now,
            )


def _taxpayer_row(row: taxpayers.TaxpayerRow) -> tuple[object, ...]:
    tax_id, vat, category, phones = row
    return tax_id, vat, category, json.dumps(phones) if phones else None
