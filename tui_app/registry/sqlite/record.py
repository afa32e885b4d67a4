"""The input format of the registry: one company with all its resources, one JSON object per line.

Field names are the contract's own::

    {"profile": {"taxId": "990000013", …}, "financial": {…}, "courtCases": [{…}],
     "phones": {…}, "emails": {…}, "administrators": ["…"], "websites": ["https://…"]}

Everything but ``profile`` may be omitted. The registry sets the ``has…`` flags by
what is on record, and fills in the company's tax id and name where a court case omits
them.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.contract.resources import CompanyProfile, CourtCase, Emails, FinancialData, Phones

_NO_FIGURES: Final = FinancialData()
_NO_PHONES: Final = Phones()
_NO_EMAILS: Final = Emails()


class CompanyRecord(
    Struct,
    frozen=True,
    kw_only=True,
    rename="camel",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """One company with all its data. ``financial.turnover`` determines its rank."""

    profile: CompanyProfile
    financial: FinancialData = _NO_FIGURES
    court_cases: tuple[CourtCase, ...] = ()
    phones: Phones = _NO_PHONES
    emails: Emails = _NO_EMAILS
    administrators: tuple[str, ...] = ()
    websites: tuple[str, ...] = ()

    @property
    def has_phone(self) -> bool:
        """Whether any phone number is on record."""
        return self.phones != _NO_PHONES

    @property
    def has_email(self) -> bool:
        """Whether any e-mail address is on record."""
        return self.emails != _NO_EMAILS


def read_records(path: Path) -> Iterator[CompanyRecord]:
    """The packaged companies, one at a time. Files of users are read by an import."""
    decoder = msgspec.json.Decoder(CompanyRecord)
    with gzip.open(path) as lines:
        yield from map(decoder.decode, lines)
