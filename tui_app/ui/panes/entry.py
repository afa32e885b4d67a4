"""One company in a list, whatever list it came from, and how much it is wanted."""

from __future__ import annotations

from enum import IntEnum

import msgspec
from msgspec import Struct

from tui_app.contract.resources import CompanyProfile, CompanySummary, RegisteredCompany
from tui_app.language import _


class Interest(IntEnum):
    """How much somebody wants to know of a company, which decides what may be asked.

    Below ``OPEN`` what the list holds is shown; where asking is free, all of it after a rest.
    """

    GLANCE = 0
    """It came under the cursor by itself, while somebody types."""
    DWELL = 1
    """The cursor was moved there."""
    OPEN = 2
    """It was chosen: ask at once."""


class Entry(Struct, frozen=True, kw_only=True):
    """What a list knows of a company; ``None`` where that list does not say."""

    tax_id: str
    name: str
    company_type: str | None = None
    company_id: str | None = None
    status: str | None = None
    locality: str | None = None
    county: str | None = None
    note: str = ""
    """What else that list says, in words."""
    is_news: bool = False
    """Whether that was not looked at yet."""

    @property
    def place(self) -> str:
        """Locality and county, once where they are the same."""
        parts = dict.fromkeys(part for part in (self.locality, self.county) if part)
        return ", ".join(parts)

    @property
    def words(self) -> str:
        """Everything a filter looks at: what a row shows, and the registry number."""
        known = (self.tax_id, self.company_id, self.company_type, self.status, self.place)
        return " ".join(part for part in (self.name, *known, self.note) if part)

    @property
    def record(self) -> dict[str, str]:
        """What is known, by the interface's names; what the list does not say is left out."""
        values: dict[str, str] = msgspec.to_builtins(to_summary(self))
        return {name: value for name, value in values.items() if value}


def to_summary(entry: Entry) -> CompanySummary:
    """An entry in the form of search results; empty where its list does not say."""
    return CompanySummary(
        tax_id=entry.tax_id,
        company_id=entry.company_id or "",
        company_name=entry.name,
        company_type=entry.company_type or "",
        status=entry.status or "",
        locality=entry.locality or "",
        county=entry.county or "",
    )


def from_summary(summary: CompanySummary, note: str = "", *, is_news: bool = False) -> Entry:
    """An entry of search results, or of a list that says more."""
    return Entry(
        tax_id=summary.tax_id,
        name=summary.company_name,
        company_type=summary.company_type,
        company_id=summary.company_id,
        status=summary.status,
        locality=summary.locality,
        county=summary.county,
        note=note,
        is_news=is_news,
    )


def from_registered(company: RegisteredCompany) -> Entry:
    """An entry of the registration-date listing."""
    return Entry(
        tax_id=company.tax_id,
        name=company.company_name,
        company_type=company.company_type,
        note=_("has a phone") if company.has_phone else "",
    )


def from_profile(profile: CompanyProfile) -> Entry:
    """What a profile says, in the form of an entry."""
    return Entry(
        tax_id=profile.tax_id,
        name=profile.company_name,
        company_type=profile.company_type,
        company_id=profile.company_id,
        status=profile.status,
        locality=profile.locality,
        county=profile.county,
    )
