"""Sends requests to ANAF, the tax administration: taxpayers by tax id, and yearly statements."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tui_app.language import N_, _
from tui_app.public import statements, taxpayers
from tui_app.public.answers import NoAnswerError
from tui_app.public.gate import INTERVAL
from tui_app.public.statements import Statement
from tui_app.public.taxpayers import TaxpayerAnswer
from tui_app.public.ticket import Ticket
from tui_app.public.web import Host, HostClient, HttpRequest, HttpResponse
from tui_app.registry.errors import SourceUnavailableError

BASE_URL: Final = "https://webservicesp.anaf.ro"
SECONDS: Final = 20.0
LARGEST_ANSWER: Final = 4_000_000

_TAXPAYERS: Final = "/api/PlatitorTvaRest/v9/tva"
_JSON: Final = {"Accept": "application/json"}
_WEB_PAGE: Final = N_("it sent a web page, perhaps of its firewall")
_OTHER: Final = N_("what it sent is not its usual answer")
_LEFT_OUT: Final = N_("what it sent says nothing of this company")


class Anaf(HostClient):
    """The tax administration's two services, which share one gate."""

    def __init__(
        self, base_url: str, folder: Path, interval: float = INTERVAL, *, offline: bool = False
    ) -> None:
        """``folder`` holds the gate's lock file. Raises ``BadAddressError``."""
        host = Host(
            name="ANAF",
            base_url=base_url,
            seconds=SECONDS,
            largest=LARGEST_ANSWER,
            repeats=True,
            offline=offline,
        )
        super().__init__(host, folder, interval)

    def taxpayers(self, tax_ids: Sequence[str], day: dt.date, ticket: Ticket) -> TaxpayerAnswer:
        """At most ``LARGEST_BATCH`` companies as of a day, in one request.

        Raises ``SourceUnavailableError`` and ``StoppedError``.
        """
        call = HttpRequest(
            method="POST",
            path=_TAXPAYERS,
            headers={**_JSON, "Content-Type": "application/json"},
            content=taxpayers.question(tax_ids, day),
            # The register's answer when it knows none of the companies.
            accepts=lambda r: r.status == 404 and taxpayers.is_not_found(r.body),
        )
        reply = self.send(call, ticket)
        try:
            found = taxpayers.read_answer(reply.body)
        except NoAnswerError:
            raise self.did_not_answer(_why(reply)) from None
        if reply.status == 404:
            found = TaxpayerAnswer(found.taxpayers, frozenset(tax_ids) - found.taxpayers.keys())
        return found

    def left_out(self) -> SourceUnavailableError:
        """The error for an answer that omits a company of the request."""
        return self.did_not_answer(_(_LEFT_OUT))

    def statement(self, tax_id: str, year: int, ticket: Ticket) -> Statement:
        """The statement of one company and year.

        Raises ``SourceUnavailableError`` and ``StoppedError``.
        """
        path = f"/bilant?an={year}&cui={int(tax_id)}"
        reply = self.send(HttpRequest(method="GET", path=path, headers=_JSON), ticket)
        try:
            return statements.read_statement(reply.body, tax_id, year)
        except NoAnswerError:
            raise self.did_not_answer(_why(reply)) from None


def _why(reply: HttpResponse) -> str:
    return _(_WEB_PAGE) if reply.body.lstrip()[:1] == b"<" else _(_OTHER)
