"""Searches the courts' portal for the cases of a party, by name, over SOAP 1.1.

The portal has no TLS: requests can be read on the network. It takes up to a minute for
names with many cases, and returns at most a thousand.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from tui_app.public.active_call import ActiveCall
from tui_app.public.courts import (
    LARGEST_ANSWER,
    CourtAnswerError,
    CourtFaultError,
    PortalCase,
    read_answer,
)
from tui_app.public.party_names import search_text
from tui_app.public.web import Host, HostClient, HostRequest, HostResponse
from tui_app.registry.errors import SourceUnavailableError
from tui_app.system.language import N_, _

SECONDS: Final = 60.0

_LONGEST_REASON: Final = 200
_HEADERS: Final = {
    "Content-Type": "text/xml; charset=utf-8",
    "SOAPAction": '"portalquery.just.ro/CautareDosare"',
}
_REFUSED: Final = N_("{name} refused the search: {reason}")
# In the portal's own order. Typed elements must be nil; texts may be empty.
_ENVELOPE: Final = """<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
<CautareDosare xmlns="portalquery.just.ro"><numarDosar></numarDosar><obiectDosar></obiectDosar>\
<numeParte>{name}</numeParte>
<institutie xsi:nil="true"/>{start}{stop}</CautareDosare></soap:Body></soap:Envelope>"""


class Portal(HostClient):
    """The courts' portal."""

    def __init__(
        self, base_url: str, folder: Path, interval: float, seconds: float, *, offline: bool
    ) -> None:
        """``folder`` holds the rate limiter's lock file. Raises ``WebAddressError``."""
        host = Host(
            name=N_("The courts' portal"),
            base_url=base_url,
            seconds=seconds,
            largest=LARGEST_ANSWER,
            repeats=False,
            offline=offline,
        )
        super().__init__(host, folder, interval)

    def cases(
        self, company_name: str, call: ActiveCall, year: int | None = None
    ) -> tuple[PortalCase, ...]:
        """The cases with a party of this name, of one year or of all, at most a thousand.

        Raises ``SourceUnavailableError`` and ``StoppedError``.
        """
        request = HostRequest(
            method="POST",
            path="/query.asmx",
            headers=_HEADERS,
            content=request_body(company_name, year),
            accepts=lambda response: response.status == 500 and _is_soap(response),
        )
        response = self.send(request, call)
        try:
            return read_answer(response.body)
        except CourtFaultError as fault:
            name = _(self.host.name)
            text = _(_REFUSED).format(name=name, reason=str(fault)[:_LONGEST_REASON])
            raise SourceUnavailableError(text) from None
        except CourtAnswerError:
            raise self.did_not_answer(_("it did not send a list of cases")) from None


def request_body(company_name: str, year: int | None = None) -> bytes:
    """The SOAP request for a party's cases, of all years or of one."""
    start = _day("dataStart", dt.date(year, 1, 1) if year else None)
    stop = _day("dataStop", dt.date(year, 12, 31) if year else None)
    name = escape("".join(c for c in search_text(company_name) if c.isprintable()))
    return _ENVELOPE.format(name=name, start=start, stop=stop).encode()


def _day(name: str, day: dt.date | None) -> str:
    if day is None:
        return f'<{name} xsi:nil="true"/>'
    return f"<{name}>{day.isoformat()}T00:00:00</{name}>"


def _is_soap(response: HostResponse) -> bool:
    """Whether a failure is a SOAP fault, which gives the service's own reason."""
    return b"faultstring" in response.body
