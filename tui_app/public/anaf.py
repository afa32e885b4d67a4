"""Sends requests to ANAF, the tax administration: taxpayers by tax id, and yearly statements."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tui_app.public import statements, taxpayers
from tui_app.public.active_call import ActiveCall
from tui_app.public.answers import NoAnswerError
from tui_app.public.statements import Statement
from tui_app.public.taxpayers import TaxpayerAnswer
from tui_app.public.web import Host, HostClient, HostRequest, HostResponse
from tui_app.system.language import _

SECONDS: Final = 20.0
LARGEST_ANSWER: Final = 4_000_000

_TAXPAYERS: Final = "/api/PlatitorTvaRest/v9/tva"
_JSON: Final = {"Accept": "application/json"}


class Anaf(HostClient):
    """The tax administration's two services, which share one rate limit."""

    def __init__(self, base_url: str, folder: Path, interval: float, *, offline: bool) -> None:
        """``folder`` holds the rate limiter's lock file. Raises ``WebAddressError``."""
        host = Host(
            name="ANAF",
            base_url=base_url,
            seconds=SECONDS,
            largest=LARGEST_ANSWER,
            repeats=True,
            offline=offline,
        )
        super().__init__(host, folder, interval)

    def taxpayers(self, tax_ids: Sequence[str], day: dt.date, call: ActiveCall) -> TaxpayerAnswer:
        """At most ``LARGEST_BATCH`` companies as of a day, in one request.

        Raises ``SourceUnavailableError`` and ``StoppedError``.
        """
        request = HostRequest(
            method="POST",
            path=_TAXPAYERS,
            headers={**_JSON, "Content-Type": "application/json"},
            content=taxpayers.request_body(tax_ids, day),
            # The register's answer when it knows none of the companies.
            accepts=lambda r: r.status == 404 and taxpayers.is_not_found(r.body),
        )
        response = self.send(request, call)
        try:
            found = taxpayers.read_answer(response.body)
        except NoAnswerError:
            raise self.did_not_answer(_why(response)) from None
        if response.status == 404:
            found = TaxpayerAnswer(found.taxpayers, frozenset(tax_ids) - found.taxpayers.keys())
        return found

    def statement(self, tax_id: str, year: int, call: ActiveCall) -> Statement:
        """The statement of one company and year.

        Raises ``SourceUnavailableError`` and ``StoppedError``.
        """
        path = f"/bilant?an={year}&cui={int(tax_id)}"
        response = self.send(HostRequest(method="GET", path=path, headers=_JSON), call)
        try:
            return statements.read_statement(response.body, tax_id, year)
        except NoAnswerError:
            raise self.did_not_answer(_why(response)) from None


def _why(response: HostResponse) -> str:
    if response.body.lstrip().startswith(b"<"):
        return _("it sent a web page, perhaps of its firewall")
    return _("its answer has an unknown form")
