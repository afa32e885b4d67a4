"""The ``LiveSource`` of the public services: progress, stopping and waiting times."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from tui_app.contract import operations as op
from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.live import Wait
from tui_app.public import portal
from tui_app.public.active_call import StoppedError
from tui_app.public.case_lookup import FIRST_YEAR as FIRST_YEAR_OF_CASES
from tui_app.public.profile import statements_since
from tui_app.public.services import Services
from tui_app.public.statement_lookup import last_year
from tui_app.public.taxpayers import LARGEST_BATCH
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.registry.errors import SourceUnavailableError
from tui_app.system.language import _

_NOTHING = Wait(requests=0, seconds=0.0, text="")
_PREPARE = "prepare"
_FROM_TAXPAYER = frozenset({op.PROFILE.name, op.PHONES.name, op.AUTOCOMPLETE.name})


class Controls:
    """Implements ``LiveSource``; ``register`` is the imported registry."""

    def __init__(self, services: Services, register: CompanyRegistry | None = None) -> None:
        self._services = services
        self._register = register
        # ``Calls`` implements this part of the protocol.
        self.listen = services.calls.listen
        self.stop = services.calls.stop
        self.refresh = services.calls.refresh
        self.load_everything = services.calls.load_everything
        self.remarks = services.calls.remarks

    def wait_for(self, operation: str, tax_id: str, *, fresh: bool = False) -> Wait:
        """The requests and seconds that a call would take now; cached answers take none."""
        if operation == op.AUTOCOMPLETE.name and not self._looks_up(tax_id):
            return _NOTHING
        company = 1 if self._services.taxpayers.cached(tax_id) is None else 0
        if operation in _FROM_TAXPAYER:
            requests = 1 if fresh else company
            return self._of_requests(requests, _("about {seconds} s")) if requests else _NOTHING
        if operation == op.FINANCIAL.name:
            return self._for_figures(tax_id, company, fresh=fresh)
        if operation == op.COURT_CASES.name:
            return self._for_cases(tax_id, company, fresh=fresh)
        return _NOTHING

    def _looks_up(self, tax_id: str) -> bool:
        """Whether a search sends a request: only for a whole tax id that is not in the register."""
        return tax_id != "" and (self._register is None or self._register.profile(tax_id) is None)

    def wait_for_all(self, operations: Sequence[str], tax_ids: Sequence[str]) -> Wait:
        """The requests and seconds of all calls: one for a hundred profiles, one for each other."""
        unknown = sum(self._services.taxpayers.cached(tax_id) is None for tax_id in set(tax_ids))
        requests = -(-unknown // LARGEST_BATCH)
        if op.FINANCIAL.name in operations:
            requests += sum(len(self._years_to_ask(tax_id)) for tax_id in set(tax_ids))
        return self._of_requests(requests, _("about {seconds} s")) if requests else _NOTHING

    def prepare(self, tax_ids: Sequence[str], *, fresh: bool = False) -> None:
        """Look up the profiles of several companies, a hundred per request."""
        read = [tax_id for text in tax_ids if (tax_id := read_tax_id(text))]
        with (
            suppress(SourceUnavailableError, StoppedError),
            self._services.calls.begin(_PREPARE, "") as call,
        ):
            self._services.taxpayers.prepare(read, call, fresh=fresh)

    def _years_to_ask(self, tax_id: str, *, fresh: bool = False) -> list[int]:
        """The years whose figures would be requested."""
        cached = self._services.taxpayers.cached(tax_id)
        since = statements_since(cached.value.taxpayer if cached else None)
        if fresh:
            return list(range(since, last_year() + 1))
        whole = self._services.calls.wants_all(op.FINANCIAL.name, tax_id)
        return self._services.statements.to_ask(tax_id, since, whole=whole)

    def _for_figures(self, tax_id: str, company: int, *, fresh: bool) -> Wait:
        years = self._years_to_ask(tax_id, fresh=fresh)
        if not years:
            return _NOTHING
        text = _("{years} years: about {seconds} s") if len(years) > 1 else _("about {seconds} s")
        return self._of_requests(len(years) + company, text, len(years))

    def _for_cases(self, tax_id: str, company: int, *, fresh: bool) -> Wait:
        cached = self._services.cases.cached(tax_id)
        if fresh or cached is None:
            text = _("up to {seconds} s").format(seconds=f"{portal.SECONDS:.0f}")
            return Wait(
                requests=1 + company,
                seconds=portal.SECONDS,
                text=text,
                warning=_("The company's name goes to the courts' portal unencrypted (http)."),
            )
        wants_all = self._services.calls.wants_all(op.COURT_CASES.name, tax_id)
        if not (wants_all and cached.value.capped):
            return _NOTHING
        years = range(FIRST_YEAR_OF_CASES, last_year() + 2)
        missing = [y for y in years if self._services.cases.cached(tax_id, y) is None]
        return self._of_requests(
            len(missing), _("{years} years: at least {seconds} s"), len(missing)
        )

    def _of_requests(self, requests: int, text: str, years: int = 0) -> Wait:
        seconds = requests * self._services.interval
        words = text.format(seconds=max(1, round(seconds)), years=years)
        return Wait(requests=requests, seconds=seconds, text=words)
