"""The plan of an import: what each file is, what is left out, and what is missing.

A file replaces the older one of its kind in the registry; other kinds stay. Of
two files of one kind the newer one is used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile, find_inputs
from tui_app.opendata.recognition import DESCRIPTIONS, FileKind, Recognised, recognise
from tui_app.opendata.treasury.legend import columns_of, read_legend
from tui_app.opendata.treasury.statements import kind_of, year_of
from tui_app.registry.sqlite.sources import FIRMS, RECORDS, SourceInfo

FAMILIES: Final = "family representatives"
_CC_BY: Final = "CC BY 4.0"
_ADDED: Final = {FileKind.COURT_CASES, FileKind.RECORDS}
"""Kinds of which every file is read, and added to what was imported before."""

_ORDER: Final = (
    FileKind.STATE_NAMES, FileKind.VERSIONS, FileKind.CLASS_NAMES, FileKind.FIRMS,
    FileKind.STATES, FileKind.AUTHORISED, FileKind.REPRESENTATIVES, FileKind.STATEMENTS,
    FileKind.TAXPAYERS, FileKind.RECORDS, FileKind.COURT_CASES,
)  # fmt: skip


class ImportStep(Struct, frozen=True):
    """One file to read. ``source`` is its kind of source.

    ``columns`` maps the columns of a statement to fields, ``year`` is its year.
    """

    file: Recognised
    source: str
    columns: dict[str, str] = {}
    year: int = 0

    @property
    def licence(self) -> str | None:
        """The licence that the portal states: statements up to 2018 have an older one."""
        if self.file.kind in _ADDED or self.year > 2023:
            return None
        return "uk-ogl" if 0 < self.year <= 2018 else _CC_BY


class ImportPlan(Struct):
    """``steps`` are read in order; ``kept`` are the sources kept from the previous registry.

    ``descriptions`` describes every file, ``missing`` what is not there and the consequences.
    """

    steps: list[ImportStep]
    kept: list[SourceInfo]
    descriptions: list[str]
    missing: list[str]

    @property
    def size(self) -> int:
        """The bytes to read."""
        return sum(step.file.source.size for step in self.steps)

    def has(self, *sources: str) -> bool:
        """Whether the registry will have one of these sources."""
        there = [step.source for step in self.steps] + [source.kind for source in self.kept]
        return any(
            kind == source or kind.startswith(f"{source} ") for kind in there for source in sources
        )


def make_plan(
    paths: Sequence[Path],
    before: Sequence[SourceInfo],
    *,
    with_administrators: bool,
    is_strict: bool,
) -> ImportPlan:
    """Inspect the beginning of every file; raises ``ImportRefusedError``.

    ``before`` are the sources of the registry that will be replaced.
    """
    plan = ImportPlan([], [], [], [])
    found: list[Recognised] = []
    for source in find_inputs(paths):
        try:
            found.append(recognise(source))
        except ImportRefusedError as error:
            if is_strict:
                raise
            plan.descriptions.append(f"left out: {error}")
    legends = {_pair(f.source): f.beginning.text for f in found if f.kind is FileKind.LEGEND}
    steps = [step for file in found if (step := _step(file, legends, plan, with_administrators))]
    plan.steps = _newest(steps, before, plan)
    plan.steps.sort(key=lambda step: _ORDER.index(step.file.kind))
    new_sources = {step.source for step in plan.steps}
    plan.kept = [s for s in before if s.kind not in new_sources or s.kind in _ADDED]
    if not plan.steps:
        raise ImportRefusedError(" ".join(["There is nothing to import.", *plan.descriptions]))
    if not plan.has(FIRMS, RECORDS):
        raise ImportRefusedError(
            "No file names companies, and there is no registry yet to add to: import OD_FIRME of"
            " the trade register or companies as JSON Lines with or before the others."
        )
    plan.missing = _missing(plan)
    return plan


def _step(
    file: Recognised, legends: dict[PurePosixPath, str], plan: ImportPlan, with_administrators: bool
) -> ImportStep | None:
    kind, label = file.kind, file.source.label
    described = f"{label}: {DESCRIPTIONS[kind]}"
    if kind in {FileKind.LEGEND, FileKind.BRANCHES}:
        plan.descriptions.append(described)
        return None
    if kind is FileKind.REPRESENTATIVES:
        if not with_administrators:
            plan.descriptions.append(
                f"{described}: left out. Names of people are personal data, and are read only with"
                " --with-administrators."
            )
            return None
        by_families = "PERSOANA_IMPUTERNICITA" not in file.beginning.header
        plan.descriptions.append(f"{described}: names only")
        return ImportStep(file, FAMILIES if by_families else kind.value)
    if kind is not FileKind.STATEMENTS:
        day = f", of {file.source.day:%d %b %Y}" if kind is not FileKind.RECORDS else ""
        plan.descriptions.append(f"{described}{day}")
        return ImportStep(file, kind.value)
    return _statement_step(file, legends, plan)


def _statement_step(
    file: Recognised, legends: dict[PurePosixPath, str], plan: ImportPlan
) -> ImportStep | None:
    source = file.source
    year = year_of(source)
    try:
        if year is None:
            raise ImportRefusedError(
                f"{source.label}: which year these statements are of is in no name. Name the file"
                " as the ministry does: WEB_UU_AN2024.txt."
            )
        legend = legends.get(_pair(source))
        fields = None if legend is None else read_legend(legend)
        columns = columns_of(file.beginning.header, year, fields, source.label)
    except ImportRefusedError as error:
        plan.descriptions.append(f"refused: {error}")
        return None
    by = "columns by its legend" if legend is not None else "columns as since 2019"
    plan.descriptions.append(f"{source.label}: {DESCRIPTIONS[file.kind]} of {year}, {by}")
    return ImportStep(file, f"statements {kind_of(source)} {year}", columns, year)


def _pair(source: InputFile) -> PurePosixPath:
    """The path that a statement shares with its legend."""
    stem = re.sub(r"(?:\.(?:txt|csv))+$", "", source.name.lower())
    return source.key.with_name(stem)


def _newest(
    steps: list[ImportStep], before: Sequence[SourceInfo], plan: ImportPlan
) -> list[ImportStep]:
    """The newest of each kind; older ones are reported and left out."""
    known = {source.kind: source.day for source in before}
    newest_steps: list[ImportStep] = []
    for source in dict.fromkeys(step.source for step in steps):
        of_kind = [step for step in steps if step.source == source]
        if source in _ADDED:
            newest_steps += of_kind
            continue
        # Of two files with the same date, the later one is used.
        newest = max(of_kind, key=lambda step: step.file.source.day)
        day = newest.file.source.day
        if source in known and newest.file.source.is_dated and day < known[source]:
            plan.descriptions += [
                f"left out: {step.file.source.label} is of {day:%d %b %Y}, and the registry holds"
                f" a newer one of {known[source]:%d %b %Y}. Name another --registry for old data."
                for step in of_kind
            ]
            continue
        same_day = [step for step in of_kind if step.file.source.day == day]
        chosen = same_day if newest.file.kind is FileKind.TAXPAYERS else same_day[-1:]
        newest_steps += chosen
        plan.descriptions += [
            f"left out: {step.file.source.label}, for {chosen[-1].file.source.label} is"
            f" {'newer' if step.file.source.day < day else 'of the same day'}"
            for step in of_kind
            if step not in chosen
        ]
    return newest_steps


def _missing(plan: ImportPlan) -> list[str]:
    costs = (
        (("states", RECORDS), "no states: whether a company still exists stays unknown"),
        (("statements", RECORDS), "no statements: no financial data and no main activity (CAEN)"),
        (("taxpayers", RECORDS), "no list of taxpayers: no VAT, tax category or telephones"),
        (("representatives", FAMILIES, RECORDS), "no representatives: no administrators"),
        (("court cases", RECORDS), "no court files: no court cases"),
    )
    missing = [text for sources, text in costs if not plan.has(*sources)]
    if plan.has("states") and not plan.has("state names"):
        missing.append("no N_STARE_FIRMA: states that are rare stay without a name")
    return missing


def narrower_sources(plan: ImportPlan, options: str) -> list[str]:
    """Say which kept sources hold fewer companies than the ``options`` of this import ask for."""
    parts: dict[str, list[str]] = {}
    new_sources = {step.source for step in plan.steps}
    for source in plan.kept:
        if source.only and source.only != options and source.kind not in new_sources:
            parts.setdefault(source.only, []).append(source.kind)
    return [
        f"{', '.join(kinds)} of the other companies: kept from an import with {only}."
        " Give their files again to have them of every company"
        for only, kinds in parts.items()
    ]
