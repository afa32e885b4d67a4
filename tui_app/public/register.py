"""The imported registry, which complements the public services, if there is one."""

from __future__ import annotations

import datetime as dt
import threading
from typing import TypeVar

from tui_app.contract import resources as r
from tui_app.contract.timestamps import parse_timestamp
from tui_app.registry.company_registry import CompanyRegistry, SearchResults
from tui_app.registry.errors import SourceLacksDataError
from tui_app.system.language import N_, _

T = TypeVar("T")

_NOT_KNOWN = N_("{what}: not known to public services.")
_IMPORT = N_("The trade register has them: {command}.")


class Register:
    """A registry that may be missing: then it knows nothing."""

    def __init__(self, registry: CompanyRegistry | None) -> None:
        self._registry = registry

    @property
    def companies(self) -> int:
        """The number of companies in it."""
        return self._registry.info.companies if self._registry else 0

    @property
    def day(self) -> dt.date:
        """The date of its import."""
        return self._registry.info.built_at.date() if self._registry else dt.date.min

    def day_of(self, profile: r.CompanyProfile) -> dt.date:
        """The date of a record: its own, else that of the import."""
        own = parse_timestamp(profile.update_date) if profile.update_date else None
        return own.date() if own else self.day

    def search(self, q: str, interrupt: threading.Event | None) -> SearchResults | None:
        """The companies that match; ``None`` without a registry."""
        return self._registry.search(q, interrupt=interrupt) if self._registry else None

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """Its record of a company."""
        return self._registry.profile(tax_id) if self._registry else None

    def financial(self, tax_id: str) -> r.FinancialData | None:
        """Its figures."""
        return self._registry.financial(tax_id) if self._registry else None

    def phones(self, tax_id: str) -> r.Phones | None:
        """Its phone numbers."""
        return self._registry.phones(tax_id) if self._registry else None

    # Data that no public service has. If the imported files lack them, an empty
    # record means unknown, not that nothing is on record.

    def registered(self, date: dt.date, page: int) -> r.RegisteredCompanyPage:
        """The companies of a day. Raises ``SourceLacksDataError``, like all methods below."""
        if self._registry is None:
            raise _not_known(_("Registration days"), "firmeterm data import")
        return self._registry.registered(date, page)

    def emails(self, tax_id: str) -> r.Emails:
        """Its e-mail addresses."""
        found = self._registry.emails(tax_id) if self._registry else None
        return _known(found, r.Emails(), _("E-mail addresses"))

    def administrators(self, tax_id: str) -> r.Administrators:
        """Its administrators."""
        found = self._registry.administrators(tax_id) if self._registry else None
        command = "firmeterm data import --with-administrators"
        return _known(found, r.Administrators(), _("Administrators"), command)

    def websites(self, tax_id: str) -> r.Websites:
        """Its websites."""
        found = self._registry.websites(tax_id) if self._registry else None
        return _known(found, r.Websites(), _("Websites"))

    def close(self) -> None:
        """Close the registry."""
        if self._registry is not None:
            self._registry.close()


def years_of(figures: r.FinancialData | None) -> dict[int, r.YearlyRecord]:
    """The yearly records by year."""
    records = figures.financial_data if figures else ()
    return {record.year: record for record in records if record.year is not None}


def _known(found: T | None, empty: T, what: str, command: str = "") -> T:
    if found is None or found == empty:
        raise _not_known(what, command)
    return found


def _not_known(what: str, command: str = "") -> SourceLacksDataError:
    text = _(_NOT_KNOWN).format(what=what)
    if command:
        text = f"{text} {_(_IMPORT).format(command=command)}"
    return SourceLacksDataError(text)
