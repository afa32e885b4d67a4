"""The evidence bundle as a readable Markdown report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.contract.public_money import ContractPage, PublicMoney
from tui_app.contract.resources import (
    CourtCasePage,
    FinancialData,
    PeerMeasure,
    Resource,
    YearlyRecord,
)
from tui_app.export.cells import escaped
from tui_app.export.evidence import INVENTED, Evidence, EvidenceSection, LoadState, found, not_found
from tui_app.export.evidence_money import money_tables
from tui_app.export.labels import label
from tui_app.export.tables import Table, table_lines
from tui_app.export.values import MISSING, figure, in_unit, moment, number
from tui_app.insight.provenance import source_lines
from tui_app.insight.public_money import CAUTION
from tui_app.insight.rules import Level
from tui_app.system.language import N_, _, ngettext
from tui_app.system.untyped import FieldValue, Json

_LEVELS: Final = {
    Level.SERIOUS: N_("Serious"),
    Level.WARNING: N_("Warning"),
    Level.UNKNOWN: N_("Not enough data"),
    Level.CLEAR: N_("Clear"),
}

_STATES: Final = {
    LoadState.LOADED: N_("loaded"),
    LoadState.NOT_LOADED: N_("not loaded"),
    LoadState.NOTHING: N_("nothing on record, according to the profile"),
    LoadState.FAILED: N_("failed"),
}


def to_markdown(evidence: Evidence) -> str:
    """The report: verdict first, then ratios, then every value with its request and time."""
    return "\n".join(_report(evidence)) + "\n"


def _report(evidence: Evidence) -> Iterator[str]:
    yield f"# {escaped(evidence.company_name or evidence.tax_id)}"
    yield ""
    if evidence.invented:
        yield f"**{_(INVENTED)}**"
        yield ""
    yield f"* {_('Tax id (CUI)')}: {escaped(evidence.tax_id)}"
    yield f"* {_('Source')}: {escaped(evidence.source)}"
    yield f"* {_('Report made')}: {moment(evidence.made_at)}"
    yield f"* {_verdict(evidence)}"
    yield from _signals(evidence)
    yield from _ratios(evidence)
    yield from _requests(evidence)
    for section in evidence.sections:
        if section.data is not None:
            yield from _values(section)


def _verdict(evidence: Evidence) -> str:
    counts = Counter(signal.level for signal in evidence.signals)
    serious, warnings = counts[Level.SERIOUS], counts[Level.WARNING]
    unknown = counts[Level.UNKNOWN]
    return ", ".join(
        (
            ngettext("{count} serious signal", "{count} serious signals", serious).format(
                count=serious
            ),
            ngettext("{count} warning", "{count} warnings", warnings).format(count=warnings),
            ngettext("{count} rule without data", "{count} rules without data", unknown).format(
                count=unknown
            ),
        )
    )


def _signals(evidence: Evidence) -> Iterator[str]:
    rows = tuple(
        (
            _(_LEVELS[signal.level]),
            _(signal.title),
            "; ".join(map(figure, signal.figures)) or (_(signal.note) if signal.note else MISSING),
            _(signal.definition) + (f". {_(signal.note)}" if signal.note else ""),
        )
        for signal in evidence.signals
    )
    columns = (_("Verdict"), _("Signal"), _("Evidence"), _("Rule"))
    yield from _table(_("Signals"), columns, rows)


def _ratios(evidence: Evidence) -> Iterator[str]:
    rows = tuple(
        (
            _(ratio.label),
            in_unit(ratio.value, ratio.unit),
            str(ratio.year or MISSING),
            _(ratio.formula),
            "; ".join(map(figure, ratio.figures)),
        )
        for ratio in evidence.ratios
    )
    columns = (_("Ratio"), _("Value"), _("Year"), _("Formula"), _("Evidence"))
    yield from _table(_("Ratios"), columns, rows)


def _requests(evidence: Evidence) -> Iterator[str]:
    rows = tuple(
        (
            _(section.title),
            section.request,
            _(_STATES[section.state]) + (f": {section.problem}" if section.problem else ""),
            MISSING if section.fetched_at is None else moment(section.fetched_at),
            _("cached") if section.from_cache else "",
        )
        for section in evidence.sections
    )
    columns = (_("Section"), _("Request"), _("State"), _("Time"), "")
    yield from _table(_("Sources"), columns, rows)


def _values(section: EvidenceSection) -> Iterator[str]:
    data = section.data
    if data is None:
        return
    if isinstance(data, PublicMoney | ContractPage):
        yield from _money(section, data)
        return
    known = found(data)
    for name in _PAGING:
        known.pop(name, None)
    records = {name: (kind, known.pop(name)) for name, kind in _record_types(data).items()}
    rows = tuple((label(name), _cell(value, name)) for name, value in known.items())
    yield from _table(_(section.title), (_("Field"), _("Value")), rows)
    for name, (kind, values) in records.items():
        yield from _records(name, kind, [values] if isinstance(values, dict) else values)
    is_empty = isinstance(data, CourtCasePage) and not (data.court_cases or data.total_cases)
    if is_empty and not section.notes:
        yield f"\n{_('No court cases on record.')}"
    for note in (*section.remarks, *source_lines(section.sources)):
        yield f"\n{escaped(note)}"
    absent = [name for name in not_found(data) if name not in _PAGING]
    if absent:
        yield ""
        yield f"{_('Not on record')}: {', '.join(_absent_name(name) for name in absent)}"


def _money(section: EvidenceSection, data: PublicMoney | ContractPage) -> Iterator[str]:
    yield from _table(_(section.title), (), ())
    yield f"\n{_(CAUTION)}"
    for table in money_tables(data):
        if table.title:
            yield f"\n### {escaped(table.title)}"
        yield ""
        yield from table_lines(table)
    if isinstance(data, PublicMoney) and not data.years:
        yield f"\n{_('No public contract or direct purchase in the files that were imported.')}"
    for note in section.remarks:
        yield f"\n{escaped(note)}"


def _record_types(data: Resource) -> dict[str, type[Struct]]:
    """The fields of a resource that are records, one or several, with their type."""
    types = {}
    for field in msgspec.structs.fields(data):
        value = getattr(data, field.name)
        first = next(iter(value), None) if isinstance(value, tuple) else value
        if isinstance(first, Struct):
            types[field.encode_name] = type(first)
    return types


def _records(
    name: str, kind: type[Struct], records: Sequence[dict[str, FieldValue]]
) -> Iterator[str]:
    if name == _YEARS:
        records = sorted(records, key=lambda record: record.get("year") or 0, reverse=True)
    known = {column for record in records for column in record}
    columns = tuple(column for column in kind.__struct_encode_fields__ if column in known)
    rows = tuple(
        tuple(_cell(record.get(column), column) for column in columns) for record in records
    )
    yield ""
    yield f"### {escaped(label(name))}"
    yield from _table("", tuple(map(label, columns)), rows)


_NUMBERS: Final = frozenset(
    name
    for record in (FinancialData, YearlyRecord)
    for name in record.__struct_encode_fields__
    if name not in ("year", "creditRiskScore", "creditRiskScoreText", "financialData")
)

_YEARS: Final = "financialData"

_PAGING: Final = ("totalPages", "currentPage")
"""Fields that say nothing about the company."""


def _absent_name(name: str) -> str:
    year, _point, field = name.rpartition(".")
    return escaped(f"{year} {label(field)}".strip())


def _cell(value: Json, field: str) -> str:
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return "; ".join(map(str, value))
    if field == "postalCode":
        return f"{value:06}"
    if isinstance(value, float) and field in PeerMeasure.__struct_encode_fields__:
        return number(value, 4)
    return number(value) if field in _NUMBERS else str(value)


def _table(
    title: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]
) -> Iterator[str]:
    if title:
        yield ""
        yield f"## {escaped(title)}"
    if rows:
        yield ""
        yield from table_lines(Table(title, columns, rows))
