"""What the live registry and its controls share: both services, and the cache."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from tui_app.public import calls, portal
from tui_app.public.anaf import Anaf
from tui_app.public.answer_cache import AnswerCache, AnswerStore
from tui_app.public.calls import Calls
from tui_app.public.case_lookup import CaseLookup
from tui_app.public.portal import Portal
from tui_app.public.statement_lookup import StatementLookup, last_year
from tui_app.public.statements import FIRST_YEAR
from tui_app.public.taxpayer_lookup import TaxpayerLookup


class Limits(Struct, frozen=True, kw_only=True):
    """Seconds: between two requests to a host, for an answer of the courts, for a whole call."""

    interval: float
    courts: float = portal.SECONDS
    call: float = calls.SECONDS


class Services:
    """Both services with their ``limits``.

    ``folder`` holds the lock files that all processes share, ``store`` the
    answers of earlier sessions. ``offline``: nothing is sent, and answers of any age are used.
    Raises ``WebAddressError``.
    """

    def __init__(
        self,
        folder: Path,
        *,
        anaf_url: str,
        courts_url: str,
        limits: Limits,
        store: AnswerStore | None = None,
        offline: bool = False,
    ) -> None:
        self.interval = interval = limits.interval
        self.calls = Calls(limits.call)
        self._cache = AnswerCache(store, any_age=offline)
        self.anaf = Anaf(anaf_url, folder, interval, offline=offline)
        self.portal = Portal(courts_url, folder, interval, limits.courts, offline=offline)
        self.taxpayers = TaxpayerLookup(self.anaf, self._cache)
        self.statements = StatementLookup(self.anaf, self._cache)
        self.cases = CaseLookup(self.portal, self._cache)

    def has_figures(self, tax_id: str) -> bool | None:
        """Whether a statement is filed, if that is known."""
        years = range(last_year(), FIRST_YEAR - 1, -1)
        cached = (self.statements.cached(tax_id, year) for year in years)
        return any(dated.value.is_filed for dated in cached if dated is not None) or None

    def close(self) -> None:
        """Stop calls under way, and close connections and cache."""
        self.calls.stop()
        self.anaf.close()
        self.portal.close()
        self._cache.close()
