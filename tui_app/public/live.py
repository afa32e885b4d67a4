"""The public services as a ``CompanyRegistry``.

An imported registry adds lists and data that the services lack; the services give today's data.
Only what the user wants is requested, and nothing in advance.
"""

from __future__ import annotations

import datetime as dt
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from tui_app.contract import operations as op
from tui_app.contract import resources as r
from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.contract.live import Remarks, SourceNote
from tui_app.contract.provenance import DataSource
from tui_app.public.active_call import ActiveCall, StoppedError
from tui_app.public.case_lookup import page_of
from tui_app.public.merging import (
    differing_figures,
    financial_data,
    merge_phones,
    merge_profiles,
)
from tui_app.public.profile import phones_of, profile_of, statements_since, summary_of
from tui_app.public.register import Register, years_of
from tui_app.public.services import Services
from tui_app.public.statement_lookup import Figures, notes_on
from tui_app.registry.company_registry import CompanyRegistry, RegistryInfo, SearchResults
from tui_app.registry.errors import SourceLacksDataError, SourceUnavailableError
from tui_app.system.language import N_, _
from tui_app.system.wording import day_text

T = TypeVar("T")

_NAMES: Final = N_(
    "Public services find whole tax ids only; names need the trade register: firmeterm data import."
)


class LiveRegistry:
    """Answers the nine operations from public services, and from the imported ``register``.

    Raises ``SourceUnavailableError`` if a service did not answer, and ``SourceLacksDataError`` for
    data that none of them has.
    """

    def __init__(self, services: Services, register: CompanyRegistry | None = None) -> None:
        self._services = services
        self._register = Register(register)
        # No public service has these.
        self.registered = self._register.registered
        self.emails = self._register.emails
        self.administrators = self._register.administrators
        self.websites = self._register.websites
        self._versions = itertools.count()

    @property
    def info(self) -> RegistryInfo:
        """A new version each time, so that the service's cache reuses no answer of this source."""
        return RegistryInfo(
            version=f"live-{next(self._versions)}",
            built_at=dt.datetime.now(dt.UTC),
            companies=self._register.companies,
            invented=False,
        )

    @property
    def extensions(self) -> tuple[str, ...]:
        """None: the public services answer the operations of the interface alone."""
        return ()

    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """The register's results; a whole tax id that is not in it is looked up."""
        listed = self._register.search(q, interrupt)
        tax_id = read_tax_id(q)
        is_whole = tax_id is not None and has_valid_control_digit(tax_id)
        if tax_id is None or not is_whole or (interrupt and interrupt.is_set()):
            if listed is None:
                raise SourceLacksDataError(_(_NAMES))
            return listed
        if listed is not None and any(c.tax_id == tax_id for c in listed.companies):
            return listed
        return self._with_looked_up(tax_id, listed)

    def _with_looked_up(self, tax_id: str, listed: SearchResults | None) -> SearchResults:
        rest = listed.companies if listed else ()
        try:
            with self._call(op.AUTOCOMPLETE.name, tax_id) as call:
                taxpayer = self._services.taxpayers.find(tax_id, call).value.taxpayer
        except SourceUnavailableError:
            if not rest:
                raise
            return SearchResults(rest, is_complete=False)
        found = (summary_of(taxpayer),) if taxpayer else ()
        is_complete = listed is None or listed.is_complete
        return SearchResults((*found, *rest)[: op.MAXIMUM_RESULTS], is_complete)

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """Today's data, with the data that only the register has."""
        register = self._register.profile(tax_id)
        day = self._register.day_of(register) if register else dt.date.min
        if register is not None:
            self._register_financial(tax_id)
        try:
            with self._call(op.PROFILE.name, tax_id) as call:
                known = self._services.taxpayers.find(tax_id, call, fresh=self._is_refresh(call))
        except SourceUnavailableError as failure:
            return self._register_alone(call, register, day, failure)
        if known.value.taxpayer is None:
            return self._register_alone(call, register, day)
        live = profile_of(known.value.taxpayer, has_fin_data=self._services.has_figures(tax_id))
        notes: tuple[SourceNote, ...] = ()
        if register is not None:
            today = known.fetched_at.astimezone().date()
            live, notes = merge_profiles(live, register, day, today)
        if live.registration_date and not (register and register.registration_date):
            for_taxes = _("The registration date is the one for tax purposes.")
            notes = (*notes, SourceNote(for_taxes, "registrationDate"))
        if live.status and not (register and register.status):
            for_taxes = _(
                "The status is the one for tax purposes: ANAF does not record bankruptcy."
            )
            notes = (*notes, SourceNote(for_taxes, "status"))
        self._remark(call, Remarks(fetched_at=known.fetched_at, notes=notes))
        return live

    def _register_alone(
        self,
        call: ActiveCall,
        found: T | None,
        day: dt.date,
        failure: SourceUnavailableError | None = None,
    ) -> T | None:
        """The register's data if ANAF gave no answer; a note gives the reason."""
        if found is None:
            if failure is not None:
                raise failure
            return None
        why = str(failure) if failure else _("ANAF does not know this company.")
        text = _("{why} This is the register of {day}.")
        text = text.format(why=why, day=day_text(day, dt.datetime.now(dt.UTC).date()))
        self._remark(call, Remarks(notes=(SourceNote(text),), complete=failure is None))
        return found

    def financial(self, tax_id: str) -> r.FinancialData | None:
        """The statements of all possible years, newest first, as far as they could be loaded."""
        register = self._register_financial(tax_id)
        known = years_of(register)
        try:
            with self._call(op.FINANCIAL.name, tax_id) as call:
                found = self._services.taxpayers.find(tax_id, call)
                if found.value.taxpayer is None:
                    return register
                fresh = self._is_refresh(call)
                figures = self._services.statements.find(
                    tax_id,
                    statements_since(found.value.taxpayer),
                    call,
                    fresh=fresh,
                    whole=self._services.calls.wants_all(op.FINANCIAL.name, tax_id),
                    known={} if fresh else known,
                )
        except SourceUnavailableError as failure:
            there = register if known else None
            return self._register_alone(call, there, self._register.day, failure)
        if not figures.statements and not known and figures.failure is not None:
            raise figures.failure
        if not figures.statements and not known and figures.stopped:
            raise SourceUnavailableError(_("Stopped before anything was requested."))
        self._remark(call, self._remarks_on(figures, known))
        return financial_data((known | _by_year(figures)).values())

    def _register_financial(self, tax_id: str) -> r.FinancialData | None:
        """The register's figures; a waiting time does not count their years."""
        found = self._register.financial(tax_id)
        self._services.statements.known[tax_id] = frozenset(years_of(found))
        return found

    def _remarks_on(self, figures: Figures, known: dict[int, r.YearlyRecord]) -> Remarks:
        notes = notes_on(figures)
        if known:
            today, day = dt.datetime.now(dt.UTC).date(), self._register.day
            text = _("Years that were not requested come from the register of {day}.")
            loaded = _by_year(figures)
            notes = (*notes, *differing_figures(loaded, known, day, today))
            if known.keys() - loaded.keys():
                notes = (*notes, SourceNote(text.format(day=day_text(day, today)), "financialData"))
        return Remarks(
            fetched_at=min((s.fetched_at for s in figures.statements), default=None),
            notes=notes,
            complete=figures.failure is None and not figures.stopped,
        )

    def court_cases(self, tax_id: str, page: int) -> r.CourtCasePage | None:
        """One page of the cases with a party of the company's name."""
        with self._call(op.COURT_CASES.name, tax_id) as call:
            company_name = self._company_name(tax_id, call)
            if company_name is None:
                return None
            found = self._services.cases.find(
                tax_id,
                company_name,
                call,
                fresh=self._is_refresh(call),
                whole=self._services.calls.wants_all(op.COURT_CASES.name, tax_id),
            )
        remarks = Remarks(fetched_at=found.fetched_at, notes=found.notes, complete=found.complete)
        self._remark(call, remarks)
        return page_of(found.cases, page)

    def _company_name(self, tax_id: str, call: ActiveCall) -> str | None:
        """ANAF's name of a company, else the register's; ``None`` if neither knows it."""
        register = self._register.profile(tax_id)
        known_as = register.company_name if register else ""
        try:
            taxpayer = self._services.taxpayers.find(tax_id, call).value.taxpayer
        except SourceUnavailableError:
            if not known_as:
                raise
            return known_as
        return (taxpayer.name if taxpayer else "") or known_as or None

    def phones(self, tax_id: str) -> r.Phones | None:
        """ANAF's number, and the register's."""
        register = self._register.phones(tax_id)
        try:
            with self._call(op.PHONES.name, tax_id) as call:
                known = self._services.taxpayers.find(tax_id, call, fresh=self._is_refresh(call))
        except SourceUnavailableError as failure:
            there = None if register == r.Phones() else register
            return self._register_alone(call, there, self._register.day, failure)
        self._remark(call, Remarks(fetched_at=known.fetched_at))
        if known.value.taxpayer is None:
            return register
        return merge_phones(phones_of(known.value.taxpayer), register)

    def sources(self, _tax_id: str, _operation: str) -> tuple[DataSource, ...]:
        """None: the remarks say where the data come from."""
        return ()

    def close(self) -> None:
        """Close everything, without waiting for calls under way."""
        self._services.close()
        self._register.close()

    @contextmanager
    def _call(self, operation: str, tax_id: str) -> Iterator[ActiveCall]:
        try:
            with self._services.calls.begin(operation, tax_id) as call:
                yield call
        except StoppedError:
            raise SourceUnavailableError(_("Stopped before anything was requested.")) from None

    def _remark(self, call: ActiveCall, remarks: Remarks) -> None:
        self._services.calls.remark(call.operation, call.tax_id, remarks)

    def _is_refresh(self, call: ActiveCall) -> bool:
        return self._services.calls.spend_refresh(call.operation, call.tax_id)


def _by_year(figures: Figures) -> dict[int, r.YearlyRecord]:
    return {s.value.year: s.value.record for s in figures.statements if s.value.record}
