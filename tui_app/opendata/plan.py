"""The plan of an import: what each file is, what is left out, and what is missing.

Importing a source again replaces it; all others stay unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile, find_inputs
from tui_app.opendata.files.names import plain_name, stem_of
from tui_app.opendata.findings import DatedSource, dated, days_apart
from tui_app.opendata.kinds import ADAPTERS, READ, FileKind
from tui_app.opendata.procurement.recognition import ProcurementColumns
from tui_app.opendata.recognition import Recognised, recognise
from tui_app.opendata.sets import ImportStep, choose
from tui_app.opendata.treasury.file_names import read_name
from tui_app.opendata.treasury.legend import columns_of, read_legend
from tui_app.opendata.treasury.statements import year_of
from tui_app.opendata.treasury.taxpayers import list_of
from tui_app.registry.sqlite.merge import EVERYTHING, CompanyFilter
from tui_app.registry.sqlite.sources import RECORDS, REGISTER, SourceInfo, is_of
from tui_app.registry.statement_sets import missing_lines, missing_sets
from tui_app.system.language import _

FAMILIES: Final = "family representatives"


class ImportOptions(Struct, frozen=True):
    """The user's options.

    ``accept_smaller`` uses a file that is cut off or has far fewer rows than its source had.
    ``all_purchases`` keeps every direct purchase in full, ``keeps_history`` the month that a newer
    one replaces. ``year`` is for statements whose year is not known otherwise. ``invented`` marks
    invented companies.
    """

    company_filter: CompanyFilter = EVERYTHING
    is_strict: bool = False
    with_administrators: bool = False
    accept_smaller: bool = False
    all_purchases: bool = False
    keeps_history: bool = True
    year: int | None = None
    invented: bool = False

    @property
    def with_activities(self) -> bool:
        """Whether companies are chosen by activity, for which authorised ones are needed, too."""
        return bool(self.company_filter.classes)


class ImportPlan(Struct):
    """``steps`` are read in order; ``before`` are the sources that the registry has.

    ``replaced`` are the sources that the new files replace, by kind. ``descriptions`` describes
    every file, ``missing`` the missing files and the consequences, ``unread`` the files that are
    not understood. ``procurement`` are the files for the contracts beside the registry.
    """

    options: ImportOptions
    before: list[SourceInfo]
    steps: list[ImportStep] = field(default_factory=list)
    descriptions: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    replaced: dict[str, list[SourceInfo]] = field(default_factory=dict)
    procurement: list[ImportStep] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The bytes to read."""
        return sum(step.file.source.size for step in (*self.procurement, *self.steps))

    @property
    def kept(self) -> list[SourceInfo]:
        """The sources that stay."""
        gone = [source for sources in self.replaced.values() for source in sources]
        return [source for source in self.before if source not in gone]

    def leave_unread(self, why: str) -> None:
        """Describe a file that is not understood."""
        self.descriptions.append(why)
        self.unread.append(why)

    def has(self, *families: str) -> bool:
        """Whether the registry will have a source of one of these families."""
        there = [step.source for step in self.steps] + [source.kind for source in self.kept]
        return any(is_of(kind, family) for kind in there for family in families)


def make_plan(
    paths: Sequence[Path], before: Sequence[SourceInfo], options: ImportOptions
) -> ImportPlan:
    """Inspect the beginning of every file; raises ``ImportRefusedError``.

    ``before`` are the sources of the registry that will be replaced.
    """
    plan = ImportPlan(options, list(before))
    found: list[Recognised] = []
    for source in find_inputs(paths):
        try:
            file = recognise(source)
            if file.procurement is None:
                found.append(file)
            else:
                plan.procurement.append(ImportStep(file, file.kind.value))
                plan.descriptions.append(_described(file, file.procurement))
        except ImportRefusedError as error:
            if options.is_strict:
                raise
            plan.leave_unread(_("left out: {error}").format(error=error))
    reader = _Reader(plan, found)
    steps = [step for file in found if (step := reader.step(file))]
    for kind in dict.fromkeys(step.source for step in steps):
        chosen = choose(
            [step for step in steps if step.source == kind],
            [source for source in before if source.kind == kind],
        )
        plan.steps += chosen.steps
        plan.descriptions += chosen.notes
        if chosen.replaced:
            plan.replaced[kind] = chosen.replaced
    plan.steps.sort(key=lambda step: READ.index(step.file.kind))
    if plan.procurement and not plan.steps:
        return plan
    if not plan.steps:
        raise ImportRefusedError("\n".join([_("There is nothing to import."), *plan.descriptions]))
    if not plan.has(REGISTER, RECORDS):
        needed = _(
            "No file names companies, and there is no registry yet to add to: import OD_FIRME of"
            " the trade register or companies as JSON Lines with or before the others."
        )
        # A file that is not read may be the missing one.
        raise ImportRefusedError("\n".join([needed, *plan.unread]))
    if options.company_filter.trading_only and not plan.has("states", RECORDS):
        raise ImportRefusedError(_("--trading-only needs OD_STARE_FIRMA, which shows who trades."))
    plan.missing = _missing(plan)
    return plan


def _described(file: Recognised, columns: ProcurementColumns) -> str:
    begins = file.beginning
    form = begins.sheet or _("separated by {delimiter!r}").format(delimiter=begins.header.delimiter)
    described = _("{source}: {table} (public procurement), {form}").format(
        source=file.source.label, table=_(columns.table.value), form=form
    )
    return f"{described}, {file.source.day_text}"


class _Reader:
    """Creates a step for each file that is recognised."""

    def __init__(self, plan: ImportPlan, files: Sequence[Recognised]) -> None:
        self._plan = plan
        self._options = plan.options
        self._legends = [file for file in files if file.kind is FileKind.LEGEND]
        self._folders = Counter(
            file.source.key.parent for file in files if file.kind is FileKind.STATEMENTS
        )

    def step(self, file: Recognised) -> ImportStep | None:
        """How a file is read; ``None`` if it is not, which the plan then lists."""
        kind = file.kind
        if kind is FileKind.STATEMENTS:
            return self._statement(file)
        described = f"{file.source.label}: {_(ADAPTERS[kind].description)}"
        if kind is FileKind.AUTHORISED and not self._options.with_activities:
            self._plan.descriptions.append(
                _(
                    "{described}: left out. They only choose companies without statements by"
                    " --caen."
                ).format(described=described)
            )
            return None
        if kind not in READ:
            self._plan.descriptions.append(described)
            return None
        if kind is FileKind.REPRESENTATIVES:
            if not self._options.with_administrators:
                self._plan.descriptions.append(
                    _(
                        "{described}: left out. Names of people are personal data, and are read"
                        " only with --with-administrators."
                    ).format(described=described)
                )
                return None
            by_families = "PERSOANA_IMPUTERNICITA" not in file.beginning.header
            self._plan.descriptions.append(
                _("{described}: names only, {day_text}").format(
                    described=described, day_text=file.source.day_text
                )
            )
            return ImportStep(file, FAMILIES if by_families else kind.value)
        self._plan.descriptions.append(f"{described}, {file.source.day_text}")
        return ImportStep(file, _source_kind(file))

    def _statement(self, file: Recognised) -> ImportStep | None:
        source = file.source
        legend = self._legend_of(source)
        text = legend.beginning.text if legend else None
        year = year_of(source, file.beginning.text, text) or self._options.year
        try:
            if year is None:
                raise ImportRefusedError(
                    _(
                        "{source}: no file name says which year these statements cover, as"
                        " WEB_UU_AN2024.txt does, and neither does the file itself. Give the year:"
                        " --year 2024."
                    ).format(source=source.label)
                )
            fields = read_legend(legend.beginning.text, legend.source.name) if legend else None
            columns = columns_of(file.beginning.header, year, fields, source.label)
        except ImportRefusedError as error:
            self._plan.leave_unread(_("refused: {error}").format(error=error))
            return None
        by = (
            _("columns by its legend {source}").format(source=legend.source.name)
            if legend
            else _("columns as since 2019")
        )
        self._plan.descriptions.append(
            _("{source}: {description} of {year}, {by}, {day_text}").format(
                source=source.label,
                description=_(ADAPTERS[file.kind].description),
                year=year,
                by=by,
                day_text=source.day_text,
            )
        )
        which = read_name(source.name).which
        return ImportStep(file, f"statements {year} {which}", columns, year)

    def _legend_of(self, source: InputFile) -> Recognised | None:
        """The legend of a statement: of its name, of its year and set, or alone beside it."""
        named = read_name(source.name)
        folder = source.key.parent
        beside = [each for each in self._legends if each.source.key.parent == folder]
        stem = stem_of(source.name).lower()
        same_name = [each for each in beside if stem_of(each.source.name).lower() == stem]
        of_set = [
            each
            for each in (*beside, *self._legends)
            if named.year and read_name(each.source.name) == named
        ]
        alone = beside if len(beside) == self._folders[folder] == 1 else []
        nameless = [each for each in alone if read_name(each.source.name).year is None]
        return next(iter([*same_name, *of_set, *nameless]), None)


def _source_kind(file: Recognised) -> str:
    """The kind of a file's source; ``REGISTER`` if it names the companies themselves."""
    if file.kind is FileKind.RECORDS:
        return f"{file.kind.value} {plain_name(file.source.name)}"
    if file.kind is FileKind.TAXPAYERS:
        return list_of(plain_name(file.source.name), file.beginning)
    return REGISTER if file.kind is FileKind.FIRMS else file.kind.value


def _missing(plan: ImportPlan) -> list[str]:
    costs = (
        (("states", RECORDS), _("no states: whether a company still exists stays unknown")),
        (
            ("statements", RECORDS),
            _("no statements: no financial data and no main activity (CAEN)"),
        ),
        (("taxpayers", RECORDS), _("no list of taxpayers: no VAT, tax category or telephones")),
        (("representatives", FAMILIES, RECORDS), _("no representatives: no administrators")),
        ((RECORDS,), _("no court cases: they come live, with --source public")),
    )
    missing = [text for sources, text in costs if not plan.has(*sources)]
    if plan.has("states") and not plan.has("state names"):
        missing.append(_("no N_STARE_FIRMA: rare states stay without a name"))
    if plan.options.with_activities and not plan.has(FileKind.AUTHORISED.value, RECORDS):
        missing.append(_("no OD_CAEN_AUTORIZAT: --caen chooses no company without statements"))
    kinds = [step.source for step in plan.steps] + [source.kind for source in plan.kept]
    missing += missing_lines(missing_sets(kinds))
    new = (
        DatedSource(step.source, step.source, step.day if step.file.source.is_dated else None)
        for step in plan.steps
    )
    return [*missing, *days_apart([*map(dated, plan.kept), *new])]
