"""One company in a list of any kind, and how much of it may be loaded."""

from __future__ import annotations

from enum import IntEnum

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from tui_app.contract.resources import (
    CompanyProfile,
    CompanySummary,
    ConnectedCompany,
    FormerCompany,
    RegisteredCompany,
)
from tui_app.contract.screening.page import ScreeningRow
from tui_app.system.language import _


class LoadLevel(IntEnum):
    """The user's level in a company, which decides what may be requested.

    Below ``OPEN`` only the list's data are shown; if requests are free, everything after a pause.
    """

    HIDDEN = -1
    """It is under the cursor of a list with the full width, which hides the detail pane."""
    PREVIEW = 0
    """It came under the cursor without a move, while the user types."""
    DWELL = 1
    """The cursor was moved to it."""
    OPEN = 2
    """It was opened: load it at once."""


class CompanyEntry(Struct, frozen=True, kw_only=True):
    """A list's data on a company; ``None`` for fields that the list lacks."""

    tax_id: str
    name: str
    company_type: str | None = None
    company_id: str | None = None
    status: str | None = None
    locality: str | None = None
    county: str | None = None
    note: str = ""
    """The list's note, in words."""
    is_news: bool = False
    """Whether the note is new to the user."""
    turnover: str = ""
    """The latest turnover with a sparkline of the years; empty if it is not shown."""

    @property
    def place(self) -> str:
        """Locality and county; only one if they are the same."""
        return ", ".join(dict.fromkeys(filter(None, (self.locality, self.county))))

    @property
    def words(self) -> str:
        """All texts that a filter searches: the row's, and the registry number."""
        texts = (self.tax_id, self.company_id, self.company_type, self.status, self.place)
        return " ".join(part for part in (self.name, *texts, self.note) if part)

    @property
    def partial_profile(self) -> CompanyProfile:
        """The part of the company's profile that the list has."""
        return CompanyProfile(**asdict(to_summary(self)))

    @property
    def record(self) -> dict[str, str]:
        """The known fields, by the interface's names; missing ones are left out."""
        values: dict[str, str] = msgspec.to_builtins(to_summary(self))
        return {name: value for name, value in values.items() if value}


def to_summary(entry: CompanyEntry) -> CompanySummary:
    """An entry as a search result; fields that its list lacks are empty."""
    return CompanySummary(
        tax_id=entry.tax_id,
        company_id=entry.company_id or "",
        company_name=entry.name,
        company_type=entry.company_type or "",
        status=entry.status or "",
        locality=entry.locality or "",
        county=entry.county or "",
    )


def from_record(
    record: CompanySummary | CompanyProfile | ConnectedCompany | ScreeningRow,
    note: str = "",
    *,
    is_news: bool = False,
) -> CompanyEntry:
    """An entry from a search result or the like, with a note if its list has one."""
    if isinstance(record, FormerCompany) and record.formerly:
        note = note or _("formerly {name}").format(name=record.formerly)
    return CompanyEntry(
        tax_id=record.tax_id,
        name=record.company_name,
        company_type=record.company_type,
        company_id=record.company_id,
        status=record.status,
        locality=record.locality,
        county=record.county,
        note=note,
        is_news=is_news,
    )


class ScreeningEntry(CompanyEntry, frozen=True, kw_only=True):
    """An entry with all fields of the screened company."""

    row: ScreeningRow = ScreeningRow()

    @property
    def partial_profile(self) -> CompanyProfile:
        """The part of the profile that the row has: more than in other lists."""
        return replace(
            super().partial_profile,
            registration_date=self.row.registration_date,
            founding_year=self.row.founding_year,
            vat=self.row.vat,
            caen=(self.row.caen,) if self.row.caen else (),
        )


def from_screening(row: ScreeningRow) -> ScreeningEntry:
    """An entry from a row of a screen."""
    return ScreeningEntry(**asdict(from_record(row)), row=row)


def from_registered(company: RegisteredCompany) -> CompanyEntry:
    """An entry from the registration-date listing."""
    return CompanyEntry(
        tax_id=company.tax_id,
        name=company.company_name,
        company_type=company.company_type,
        note=_("has a phone") if company.has_phone else "",
    )
