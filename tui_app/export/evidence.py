"""The evidence bundle of a company: every value with its source and time.

It also names what was requested but not found, and what was not requested. Signals and ratios
come with their rules and figures, so that a reader can check each claim.
"""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tui_app.client.answer import AnyAnswer
from tui_app.contract import operations as ops
from tui_app.contract.operations import SCREEN_SIZE, AnyOperation
from tui_app.contract.provenance import DataSource
from tui_app.contract.public_money import AUTHORITY, ContractPage, PublicMoney
from tui_app.contract.resources import CourtCasePage, Resource
from tui_app.contract.timestamps import format_timestamp
from tui_app.export.cells import as_read
from tui_app.export.evidence_money import purchases_in_sums
from tui_app.insight.figures import SOURCES, Figure
from tui_app.insight.ratios import Ratio, ratios
from tui_app.insight.signals import Signal
from tui_app.system.language import N_, _, ngettext

FORMATS: Final = ("md", "json")


class LoadState(StrEnum):
    """The result of a section."""

    LOADED = "loaded"
    NOT_LOADED = "not_loaded"
    NOTHING = "nothing_on_record"
    """According to the profile there are no data, so nothing was requested."""
    FAILED = "failed"


class EvidenceSection(Struct, frozen=True, kw_only=True):
    """One operation of a company and its answer.

    ``request`` is the request that was or would be sent, for example ``GET
    /v1/companies/990000013``; ``fetched_at`` (UTC) is the time of the answer, ``problem`` the
    reason if there is none, or only an old one. ``notes`` are the source's remarks: where it has
    such data for no company, a gap means nothing. ``sources`` are the files that the values come
    from, if known.
    """

    operation: str
    title: str
    request: str
    state: LoadState
    data: Resource | None = None
    fetched_at: dt.datetime | None = None
    from_cache: bool = False
    problem: str = ""
    notes: tuple[str, ...] = ()
    sources: tuple[DataSource, ...] = ()
    elsewhere: int = 0
    """How many court cases the sections of other pages list."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes, and how many court cases or contracts are missing."""
        missing = missing_rows(self.data, self.elsewhere)
        return (*self.notes, missing) if missing else self.notes


def section_of(
    operation: AnyOperation,
    request: str,
    answer: AnyAnswer | None,
    *,
    problem: str = "",
    nothing: bool = False,
    notes: Iterable[str] = (),
) -> EvidenceSection:
    """The section of an operation: its answer, or why there is none.

    ``nothing``: the profile rules data out. ``notes`` follow those of the source.
    """
    missing = LoadState.NOTHING if nothing else LoadState.NOT_LOADED
    section = EvidenceSection(
        operation=operation.name,
        title=SOURCES[operation.name],
        request=f"GET {request}",
        state=LoadState.FAILED if problem else missing,
        problem=problem,
    )
    if answer is None:
        return section
    return replace(
        section,
        state=LoadState.LOADED,
        data=answer.data,
        fetched_at=answer.fetched_at,
        from_cache=answer.from_cache,
        problem=problem or str(answer.failure or ""),
        notes=(*(note.text for note in answer.notes), *notes),
        sources=answer.sources,
    )


_EXTRA: Final = (ops.PEERS, ops.PUBLIC_MONEY, ops.CONTRACTS)
"""Operations that have a section only if they were asked."""


class Evidence(Struct, frozen=True, kw_only=True):
    """All data of a company at one time (UTC), from one source."""

    tax_id: str
    company_name: str
    source: str
    invented: bool
    made_at: dt.datetime
    sections: tuple[EvidenceSection, ...]
    signals: tuple[Signal, ...] = ()
    ratios: tuple[Ratio, ...] = ()


def evidence_of(  # noqa: PLR0913 (what the screen and the command line know of a company)
    tax_id: str,
    answers: Mapping[str, AnyAnswer],
    *,
    source: str,
    invented: bool,
    problems: Mapping[str, object],
    nothing: Collection[str],
    signals: tuple[Signal, ...],
    name: str = "",
    base: str = "",
    case_pages: Mapping[int, AnyAnswer] = MappingProxyType({}),
) -> Evidence:
    """The evidence in answers, by operation: a section for each one that every company has.

    Peers and public money have one if they were asked. ``problems`` says what failed, and
    ``nothing`` what the profile rules out; ``case_pages`` are later pages of court cases.
    ``base`` is the server's address, and ``name`` the company's while its profile is unknown.
    """
    data = {operation: answer.data for operation, answer in answers.items()}
    profile, figures = data.get(ops.PROFILE.name), data.get(ops.FINANCIAL.name)
    bought = purchases_in_sums(data.get(ops.PUBLIC_MONEY.name), data.get(ops.CONTRACTS.name))
    asked = {*answers, *problems, *nothing}
    sections: list[EvidenceSection] = []
    for operation in (*ops.COMPANY_OPERATIONS, *(e for e in _EXTRA if e.name in asked)):
        request = f"{base}{operation.url_path(tax_id)}"
        first = section_of(
            operation,
            request,
            answers.get(operation.name),
            problem=str(problems.get(operation.name, "")),
            nothing=operation.name in nothing,
            notes=bought if operation is ops.CONTRACTS else (),
        )
        if operation is ops.COURT_CASES:
            sections += _pages_of_cases(first, request, case_pages)
        else:
            sections.append(first)
    return Evidence(
        tax_id=tax_id,
        company_name=(profile.company_name if profile else "") or name,
        source=source,
        invented=invented,
        made_at=dt.datetime.now(dt.UTC),
        sections=tuple(sections),
        signals=signals,
        ratios=ratios(figures.financial_data if figures else ()),
    )


def _pages_of_cases(
    first: EvidenceSection, request: str, pages: Mapping[int, AnyAnswer]
) -> list[EvidenceSection]:
    """The first page of court cases, and a section for each later one."""
    found = [first]
    for number, answer in sorted(pages.items()):
        if number > 1:
            page = section_of(ops.COURT_CASES, f"{request}?page={number}", answer)
            found.append(replace(page, title=f"{_(first.title)} {number}"))
    listed = [
        len(each.data.court_cases) if isinstance(each.data, CourtCasePage) else 0 for each in found
    ]
    return [
        replace(each, elsewhere=sum(listed) - own) for each, own in zip(found, listed, strict=True)
    ]


INVENTED: Final = N_("Invented data: this company does not exist.")


def missing_rows(data: Resource | None, elsewhere: int = 0) -> str:
    """How many cases or contracts are on other pages, and what those cost at a server.

    ``elsewhere`` are the cases that other pages beside this one list.
    """
    if isinstance(data, CourtCasePage):
        total, here = data.total_cases or 0, len(data.court_cases) + elsewhere
        size = math.ceil(total / max(data.total_pages or 1, 1)) or 1
        pages = math.ceil((total - here) / size)
        text = ngettext(
            "{here} of {total} court cases are listed; the rest cost {count} request.",
            "{here} of {total} court cases are listed; the rest cost {count} requests.",
            pages,
        )
    elif isinstance(data, ContractPage):
        total, here = data.total_contracts or 0, len(data.contracts)
        pages = math.ceil((total - here) / SCREEN_SIZE.maximum)
        text = ngettext(
            "{here} of {total} public contracts are listed; the rest cost {count} request.",
            "{here} of {total} public contracts are listed; the rest cost {count} requests.",
            pages,
        )
    else:
        return ""
    return text.format(here=here, total=total, count=pages) if here < total else ""


def found(data: Resource) -> dict[str, Any]:
    """The values of a resource by the interface's names, without missing ones."""
    values: dict[str, Any] = as_read(msgspec.to_builtins(data))
    return {name: value for name, value in values.items() if value not in (None, "", ())}


def not_found(data: Resource) -> tuple[str, ...]:
    """The missing fields of a resource; those of a year are named with the year."""
    return tuple(_absent(data))


def _absent(data: Resource, prefix: str = "") -> Iterator[str]:
    known = found(data)
    for field in msgspec.structs.fields(data):
        value = getattr(data, field.name)
        if field.encode_name not in known and field.encode_name not in _not_requested(data):
            yield prefix + field.encode_name
        for item in value if isinstance(value, tuple) else ():
            # Only years are identified: every case or name is a record of its own.
            if getattr(item, "year", None) is not None:
                yield from _absent(item, f"{item.year}.")


def _not_requested(data: Resource) -> tuple[str, ...]:
    """Fields that are empty because another side or page was not asked for."""
    if isinstance(data, PublicMoney):
        other = "buyers" if data.side == AUTHORITY else "suppliers"
        return (other, f"total{other.capitalize()}")
    return ("nextCursor",)


def to_json(evidence: Evidence, *, ascii_only: bool = False) -> str:
    """The bundle as JSON: the interface's names, times in UTC."""
    return json.dumps(as_plain(evidence), ensure_ascii=ascii_only, indent=2) + "\n"


def as_plain(evidence: Evidence) -> dict[str, Any]:
    """The bundle as plain values."""
    return {
        "taxId": evidence.tax_id,
        "companyName": evidence.company_name,
        "source": evidence.source,
        "invented": evidence.invented,
        "madeAt": format_timestamp(evidence.made_at),
        "sections": [_section(each) for each in evidence.sections],
        "signals": [_signal(each) for each in evidence.signals],
        "ratios": [_ratio(each) for each in evidence.ratios],
    }


def _section(section: EvidenceSection) -> dict[str, Any]:
    data, fetched = section.data, section.fetched_at
    return {
        "operation": section.operation,
        "request": section.request,
        "state": section.state.value,
        "fetchedAt": None if fetched is None else format_timestamp(fetched),
        "fromCache": section.from_cache,
        "problem": section.problem or None,
        "found": None if data is None else found(data),
        "notFound": None if data is None else list(not_found(data)),
        "notes": list(section.remarks),
        "sources": [msgspec.to_builtins(source) for source in section.sources],
    }


def _signal(signal: Signal) -> dict[str, Any]:
    return {
        "rule": signal.rule,
        "title": _(signal.title),
        "definition": _(signal.definition),
        "level": signal.level.value,
        "note": _(signal.note) if signal.note else None,
        "figures": _figures(signal.figures),
        "notLoaded": list(signal.needs),
    }


def _ratio(ratio: Ratio) -> dict[str, Any]:
    return {
        "name": ratio.name,
        "title": _(ratio.label),
        "formula": _(ratio.formula),
        "unit": ratio.unit.value,
        "year": ratio.year,
        "value": ratio.value,
        "figures": _figures(ratio.figures),
    }


def _figures(figures: Sequence[Figure]) -> list[dict[str, Any]]:
    return [
        {
            "title": _(figure.label),
            "value": figure.value,
            "unit": figure.unit.value,
            "year": figure.year,
            "field": figure.field,
            "operation": figure.source,
        }
        for figure in figures
    ]
