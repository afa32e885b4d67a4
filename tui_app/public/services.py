"""What the live registry and its controls share: the ways to both services, and what is kept."""

from __future__ import annotations

from pathlib import Path

from tui_app.public import anaf, portal
from tui_app.public.anaf import Anaf
from tui_app.public.calls import Calls
from tui_app.public.figures import Years, last_year
from tui_app.public.gate import INTERVAL
from tui_app.public.kept import Kept, Store
from tui_app.public.lawsuits import Docket
from tui_app.public.lookup import Lookup
from tui_app.public.portal import Portal
from tui_app.public.statements import FIRST_YEAR


class Services:
    """Both services, asked at most once every ``interval`` seconds each.

    ``folder`` holds the lock files that keep requests of all processes apart, ``store`` the
    answers of earlier sessions. Raises ``BadAddressError``.
    """

    def __init__(
        self,
        folder: Path,
        *,
        anaf_url: str | None = None,
        courts_url: str | None = None,
        store: Store | None = None,
        interval: float = INTERVAL,
        court_seconds: float = portal.SECONDS,
    ) -> None:
        self.interval = interval
        self.calls = Calls()
        self._kept = Kept(store)
        self.anaf = Anaf(anaf_url or anaf.BASE_URL, folder, interval)
        self.portal = Portal(courts_url or portal.BASE_URL, folder, interval, court_seconds)
        self.lookup = Lookup(self.anaf, self._kept)
        self.years = Years(self.anaf, self._kept)
        self.docket = Docket(self.portal, self._kept)

    def has_figures(self, tax_id: str) -> bool | None:
        """Whether a statement is filed, as far as it was asked."""
        kept = [self.years.kept(tax_id, year) for year in range(last_year(), FIRST_YEAR - 1, -1)]
        asked = [dated for dated in kept if dated is not None]
        return True if any(dated.value.is_filed for dated in asked) else None

    def close(self) -> None:
        """Leave what is under way, close every connection and what is kept."""
        self.calls.stop()
        self.anaf.close()
        self.portal.close()
        self._kept.close()
