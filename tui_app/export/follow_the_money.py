"""Companies as FollowTheMoney entities, for Aleph, OpenSanctions and their like.

An entity is ``id``, ``schema`` and ``properties``, each a list of texts. Written by hand: the
library of that name takes 300 MB. Ids are stable: ``ro-cui-N`` is the company with tax id N.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.operations import PROFILE
from tui_app.contract.resources import (
    Administrators,
    CompanyProfile,
    CourtCase,
    Emails,
    Phones,
    Websites,
)
from tui_app.contract.timestamps import parse_timestamp
from tui_app.system.untyped import Json, JsonObject

COUNTRY: Final = "ro"

Entity = JsonObject


class Provenance(Struct, frozen=True, kw_only=True):
    """The source of the entities: its address if it has one, and the time of the answer."""

    source_url: str = ""
    retrieved_at: dt.datetime | None = None

    @property
    def properties(self) -> dict[str, str | None]:
        """The provenance as properties of an entity; the time is UTC."""
        at = self.retrieved_at
        moment = f"{at.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%S}" if at else None
        return {"sourceUrl": self.source_url, "retrievedAt": moment}


def company_id(tax_id: str) -> str:
    """The id of a company."""
    return f"ro-cui-{tax_id}"


def company_entities(
    profile: CompanyProfile,
    provenance: Provenance,
    *,
    phones: Phones | None = None,
    emails: Emails | None = None,
    websites: Websites | None = None,
) -> Iterator[Entity]:
    """The company and its address."""
    own = company_id(profile.tax_id)
    address = f"{own}-address" if profile.full_address or profile.locality else None
    registered = _day(profile.registration_date)
    # Of an authority that the register does not have, only the name is known.
    is_company = profile.company_id or profile.company_type
    yield entity(
        own,
        "Company" if is_company else "LegalEntity",
        provenance,
        name=profile.company_name,
        taxNumber=profile.tax_id,
        vatCode=f"RO{profile.tax_id}" if profile.vat else None,
        registrationNumber=profile.company_id,
        legalForm=profile.company_type,
        status=profile.status,
        jurisdiction=COUNTRY,
        country=COUNTRY,
        incorporationDate=registered or _text(profile.founding_year),
        sector=profile.caen[-1] if profile.caen else None,
        address=profile.full_address,
        addressEntity=address,
        phone=_phones(phones),
        email=_emails(emails),
        website=websites.websites if websites else None,
    )
    if address is not None:
        street = " ".join(filter(None, (profile.street_name, profile.street_nr)))
        postal = None if profile.postal_code is None else f"{profile.postal_code:06d}"
        yield entity(
            address,
            "Address",
            provenance,
            full=profile.full_address,
            street=street,
            city=profile.locality,
            postalCode=postal,
            region=profile.county,
            country=COUNTRY,
        )


def directorships(tax_id: str, people: Administrators, provenance: Provenance) -> Iterator[Entity]:
    """The people who represent a company.

    A person's id belongs to the company: an equal name elsewhere may be another person.
    """
    own = company_id(tax_id)
    for name in people.administrators:
        person = f"{own}-person-{digest_of(fold(name))}"
        yield entity(person, "Person", provenance, name=name)
        yield entity(
            f"{person}-directorship",
            "Directorship",
            provenance,
            director=person,
            organization=own,
            role="administrator",
        )


def court_cases(
    tax_id: str, cases: Iterable[CourtCase], provenance: Provenance
) -> Iterator[Entity]:
    """Court cases, and the company's part in them; cases without a number have no stable id."""
    for case in cases:
        if not case.case_number:
            continue
        court = fold(case.institution or "")
        at_court = f"ro-case-{digest_of(f'{case.case_number} {court}')}"
        yield entity(
            at_court,
            "CourtCase",
            provenance,
            name=case.case_number,
            caseNumber=case.case_number,
            court=case.institution,
            category=case.case_category,
            status=case.procedural_stage,
            fileDate=_day(case.date),
            summary=case.subject,
            country=COUNTRY,
        )
        yield entity(
            f"{at_court}-{company_id(tax_id)}",
            "CourtCaseParty",
            provenance,
            party=company_id(tax_id),
            case=at_court,
            role=case.party_status,
        )


def company_of_row(row: Mapping[str, Json], source: Mapping[str, Json] | None) -> Entity:
    """The company of a row with the interface's names, from a list or a screen.

    ``source`` is the source's address and time, as in the JSON output of commands.
    """
    tax_id = str(row.get("taxId") or "")
    caen = row.get("caen")
    base, fetched = ((source or {}).get(name) for name in ("address", "fetchedAt"))
    provenance = Provenance(
        source_url=f"{base.rstrip('/')}{PROFILE.url_path(tax_id)}" if base else "",
        retrieved_at=parse_timestamp(fetched) if fetched else None,
    )
    return entity(
        company_id(tax_id),
        "Company",
        provenance,
        name=row.get("companyName"),
        taxNumber=tax_id,
        registrationNumber=row.get("companyId"),
        legalForm=row.get("companyType"),
        status=row.get("status"),
        jurisdiction=COUNTRY,
        country=COUNTRY,
        incorporationDate=_day(row.get("registrationDate")) or _text(row.get("foundingYear")),
        sector=caen if isinstance(caen, str) else None,
    )


def entity(own: str, schema: str, provenance: Provenance, **values: object) -> Entity:
    """An entity with the properties that have a value, each as a list of texts."""
    lists = {name: _texts(value) for name, value in {**values, **provenance.properties}.items()}
    return {
        "id": own,
        "schema": schema,
        "properties": {name: texts for name, texts in lists.items() if texts},
    }


def _texts(value: object) -> list[str]:
    if isinstance(value, tuple | list):
        return list(dict.fromkeys(str(each) for each in value if each))
    return [str(value)] if value else []


def _phones(phones: Phones | None) -> tuple[str | None, ...]:
    if phones is None:
        return ()
    single = (phones.primary_phone, phones.secondary_phone)
    return (*single, *phones.verified_phones, *phones.contact_phones, *phones.website_phones)


def _emails(emails: Emails | None) -> tuple[str | None, ...]:
    if emails is None:
        return ()
    single = (emails.primary_email, emails.secondary_email, emails.contact_email)
    return (*single, *emails.website_emails)


def _day(timestamp: object) -> str | None:
    moment = parse_timestamp(timestamp) if isinstance(timestamp, str) else None
    return moment.date().isoformat() if moment else None


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def digest_of(text: str) -> str:
    """A part of an id that always follows from the same text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
