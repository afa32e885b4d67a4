"""The imported registry beside the public services, or none: what it knows and of which day."""

from __future__ import annotations

import datetime as dt
import threading

from tui_app.contract import resources as r
from tui_app.contract.timestamps import parse_timestamp
from tui_app.language import N_, _
from tui_app.registry.company_registry import CompanyRegistry, SearchResults
from tui_app.registry.errors import NotKnownToSourceError

_NOT_KNOWN = N_("{what}: not known to public services.")
_IMPORT = N_("The trade register has them: {command}.")


class Register:
    """A registry that may be missing: then nothing is known to it."""

    def __init__(self, registry: CompanyRegistry | None) -> None:
        self._registry = registry

    @property
    def companies(self) -> int:
        """How many it has."""
        return self._registry.info.companies if self._registry else 0

    @property
    def day(self) -> dt.date:
        """When it was imported."""
        return self._registry.info.built_at.date() if self._registry else dt.date.min

    def day_of(self, profile: r.CompanyProfile) -> dt.date:
        """Of when a record is: its own date, else the day it was imported."""
        own = parse_timestamp(profile.update_date) if profile.update_date else None
        return own.date() if own else self.day

    def search(self, q: str, interrupt: threading.Event | None) -> SearchResults | None:
        """The companies that match; ``None`` without a registry."""
        return self._registry.search(q, interrupt=interrupt) if self._registry else None

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """What it has of a company."""
        return self._registry.profile(tax_id) if self._registry else None

    def financial(self, tax_id: str) -> r.FinancialData | None:
        """The figures that it has."""
        return self._registry.financial(tax_id) if self._registry else None

    def phones(self, tax_id: str) -> r.Phones | None:
        """The phone numbers that it has."""
        return self._registry.phones(tax_id) if self._registry else None

    # What no public service knows. Files that lack it say nothing of the company: an empty
    # record is not known, rather than nothing on record.

    def registered(self, date: dt.date, page: int) -> r.RegisteredCompanyPage:
        """The companies of a day. Raises ``NotKnownToSourceError``, as all below."""
        if self._registry is None:
            raise _not_known(_("Registration days"), "firmeterm data import")
        return self._registry.registered(date, page)

    def emails(self, tax_id: str) -> r.Emails:
        """The e-mail addresses that it has."""
        found = self._registry.emails(tax_id) if self._registry else None
        if found is None or found == r.Emails():
            raise _not_known(_("E-mail addresses"))
        return found

    def administrators(self, tax_id: str) -> r.Administrators:
        """The administrators that it has."""
        found = self._registry.administrators(tax_id) if self._registry else None
        if found is None or found == r.Administrators():
            raise _not_known(_("Administrators"), "firmeterm data import --with-administrators")
        return found

    def websites(self, tax_id: str) -> r.Websites:
        """The websites that it has."""
        found = self._registry.websites(tax_id) if self._registry else None
        if found is None or found == r.Websites():
            raise _not_known(_("Websites"))
        return found

    def close(self) -> None:
        """Let go of it."""
        if self._registry is not None:
            self._registry.close()


def years_of(figures: r.FinancialData | None) -> dict[int, r.YearlyRecord]:
    """The yearly records by year."""
    records = figures.financial_data if figures else ()
    return {record.year: record for record in records if record.year is not None}


def _not_known(what: str, command: str = "") -> NotKnownToSourceError:
    text = _(_NOT_KNOWN).format(what=what)
    if command:
        text = f"{text} {_(_IMPORT).format(command=command)}"
    return NotKnownToSourceError(text)
