"""Parses answers of the court portal: the XML of ``CautareDosare``.

The portal is searched by a party's name and returns whole cases with all their
parties. Most parties are private persons, so only the case and the company's own role leave
this module: see ``cases_of``. Times are Romanian local time without a zone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from tui_app.contract.pasted_text import without_entities
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.resources import CourtCase
from tui_app.contract.timestamps import format_timestamp
from tui_app.public.party_names import PartyName
from tui_app.system.language import _

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LARGEST_ANSWER: Final = 64_000_000
"""The most bytes of an answer; a thousand cases with all hearings have about ten million."""

MAX_DEPTH: Final = 24
"""The deepest nesting of elements; a real answer has nine levels."""

MAX_CASES: Final = 1000
"""The most cases in one answer of the portal: with that many, some may be missing."""

_ROMANIA: Final = ZoneInfo("Europe/Bucharest")
_ANSWERS: Final = frozenset({"CautareDosareResponse", "CautareDosare2Response"})


class CourtAnswerError(ValueError):
    """A document is not a valid answer of the portal; the text says why."""


class CourtFaultError(CourtAnswerError):
    """The portal refused or failed; the text is its own ``faultstring``."""


class Party(Struct, frozen=True):
    """One party: the name as the court wrote it, and its role."""

    name: str
    role: str


class PortalCase(Struct, frozen=True, kw_only=True):
    """A case as the portal gives it. ``date`` and ``modified`` are timestamps of the contract."""

    number: str
    date: str | None
    modified: str | None
    institution: str
    department: str
    category: str
    stage: str
    subject: str
    parties: tuple[Party, ...]


def read_answer(xml: bytes) -> tuple[PortalCase, ...]:
    """The cases of a SOAP answer, in its order; empty if the portal found none.

    Raises ``CourtFaultError`` for a SOAP fault, and ``CourtAnswerError`` for anything that is not
    an answer: another document, broken XML, entities, too many bytes or levels.
    """
    if len(xml) > LARGEST_ANSWER:
        raise CourtAnswerError(_("more than {size} MB").format(size=LARGEST_ANSWER // 1_000_000))
    cases: list[PortalCase] = []
    is_answer = False
    fault: str | None = None
    for element in _elements(xml):
        name = _local(element)
        if name == "Dosar":
            cases.append(_case(element))
            element.clear()
        elif name in _ANSWERS:
            is_answer = True
        elif name == "Fault":
            fault = _text(element, "faultstring") or _("no reason given")
    if fault is not None:
        raise CourtFaultError(fault)
    if not is_answer:
        raise CourtAnswerError(_("it does not contain an answer of the court portal"))
    return tuple(cases)


def cases_of(cases: Iterable[PortalCase], tax_id: str, company_name: str) -> tuple[CourtCase, ...]:
    """The cases in which a company is a party, newest first, each once.

    The parties' names are compared with ``company_name``, and ``matched_by`` (a ``MatchKind``) of
    each case says how they match: some may be another company's or a private person's.
    """
    company = PartyName.read(company_name)
    matched = (_matched(case, company) for case in cases)
    return newest_first(
        replace(case, tax_id=tax_id, company_name=company_name) for case in matched if case
    )


def newest_first(cases: Iterable[CourtCase]) -> tuple[CourtCase, ...]:
    """The cases by date, newest first, each once, in its latest version."""
    unique: dict[tuple[str | None, ...], CourtCase] = {}
    for case in cases:
        key = (case.case_number, case.institution, case.procedural_stage)
        other = unique.setdefault(key, case)
        if (case.last_update or "") > (other.last_update or ""):
            unique[key] = case
    by_number = sorted(unique.values(), key=lambda case: case.case_number or "")
    return tuple(sorted(by_number, key=lambda case: case.date or "", reverse=True))


def _matched(case: PortalCase, company: PartyName) -> CourtCase | None:
    parties = [(company.match(party.name), party) for party in case.parties]
    best = max((kind for kind, _ in parties if kind), key=lambda k: k.rank, default=None)
    if best is None:
        return None
    roles = dict.fromkeys(p.role for kind, p in parties if kind is best and p.role)
    return CourtCase(
        case_number=case.number or None,
        party_status=", ".join(roles) or None,
        date=case.date,
        last_update=case.modified,
        institution=case.institution or None,
        case_category=case.category or None,
        subject=case.subject or None,
        department=case.department or None,
        procedural_stage=case.stage or None,
        matched_by=best.value,
    )


def _elements(xml: bytes) -> Iterator[Element]:
    """Every element, once it ends. A DTD, an entity or an external reference is refused."""
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    depth = 0
    try:
        for event, element in iterparse(BytesIO(xml), ("start", "end"), forbid_dtd=True):
            depth += 1 if event == "start" else -1
            if depth > MAX_DEPTH:
                raise CourtAnswerError(
                    _("elements nested more than {max_depth} deep").format(max_depth=MAX_DEPTH)
                )
            if event == "end":
                yield element
    except DefusedXmlException:
        raise CourtAnswerError(_("it declares a document type or entities")) from None
    except (ParseError, LookupError, ValueError) as error:
        if isinstance(error, CourtAnswerError):
            raise
        raise CourtAnswerError(_("it is not well-formed XML")) from None


def _case(element: Element) -> PortalCase:
    return PortalCase(
        number=_text(element, "numar"),
        date=_moment(_text(element, "data")),
        modified=_moment(_text(element, "dataModificare")),
        institution=_text(element, "institutie"),
        department=_text(element, "departament"),
        category=_text(element, "categorieCazNume") or _text(element, "categorieCaz"),
        stage=_text(element, "stadiuProcesualNume") or _text(element, "stadiuProcesual"),
        subject=_text(element, "obiect"),
        parties=tuple(
            Party(_text(party, "nume"), _text(party, "calitateParte"))
            for party in element.iterfind("{*}parti/{*}DosarParte")
        ),
    )


def _text(element: Element, name: str) -> str:
    text = element.findtext(f"{{*}}{name}", "")
    return without_personal_codes(" ".join(without_entities(text).split()))


def _local(element: Element) -> str:
    """The name of an element without its namespace, which differs between saved files."""
    return element.tag.rpartition("}")[2]


def _moment(text: str) -> str | None:
    """A local time in UTC. Midnight means a date without a time; the date is not shifted."""
    try:
        moment = dt.datetime.fromisoformat(text)
        if moment.tzinfo is None:
            is_day = moment.time() == dt.time()
            moment = moment.replace(tzinfo=dt.UTC if is_day else _ROMANIA)
        # .NET writes the year 1 for a missing date.
        return format_timestamp(moment) if moment.year > 1 else None
    except (ValueError, OverflowError):
        return None
