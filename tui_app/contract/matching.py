"""The request and the answer of a match: the extension ``POST /v1/companies/match``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct, field

from tui_app.contract.envelope import Reason
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.resources import Resource, no_text, nothing_on_record

MAX_ROWS: Final = 100
"""The most rows in one request; each costs one request of the allowance."""

MAX_CANDIDATES: Final = 3
LONGEST_TEXT: Final = 300
"""The most characters of a value that are considered."""


class Decision(StrEnum):
    """Whether a row names one company."""

    MATCHED = "matched"
    SEVERAL = "several"
    NONE = "none"


DecisionText = Annotated[str, Meta(extra_json_schema={"enum": [each.value for each in Decision]})]


def _no_decision() -> str:
    # As for arrays: a default would be left out.
    return Decision.NONE.value


class MatchRow(Resource, frozen=True):
    """What a row says about a company; empty fields say nothing."""

    name: str = ""
    county: str = ""
    locality: str = ""
    address: str = ""
    registry_number: str = ""
    tax_id: str = ""


class MatchRequest(Struct, frozen=True):
    """The body of a request: 1 to 100 rows."""

    rows: Annotated[tuple[MatchRow, ...], Meta(min_length=1, max_length=MAX_ROWS)]


def read_rows(body: bytes) -> tuple[MatchRow, ...]:
    """The rows of a request; raises ``InvalidParameter``."""
    try:
        return msgspec.json.decode(body, type=MatchRequest).rows
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        # It names the place and never repeats a value.
        raise InvalidParameter(Reason.ROWS_INVALID, f"The body: {error}") from None


class MatchCandidate(Resource, frozen=True):
    """A company that a row may mean. ``confidence`` is from 0 to 1.

    ``features`` are the words of ``insight.matching.features``: what agrees and what differs;
    ``because`` says them in English.
    """

    tax_id: str = field(default_factory=no_text)
    company_id: str | None = None
    company_name: str = field(default_factory=no_text)
    company_type: str | None = None
    status: str | None = None
    locality: str | None = None
    county: str | None = None
    confidence: float = field(default_factory=float)
    because: str = field(default_factory=no_text)
    features: tuple[str, ...] = field(default_factory=nothing_on_record)


class CompanyMatch(Resource, frozen=True):
    """The answer for a row. Only a ``matched`` one has ``tax_id`` and ``company_name``.

    ``candidates`` are the likeliest companies, at most three, best first. ``of`` is the number of
    companies that match, including a matched one.
    """

    decision: DecisionText = field(default_factory=_no_decision)
    tax_id: str | None = None
    company_name: str | None = None
    confidence: float = field(default_factory=float)
    because: str = field(default_factory=no_text)
    of: int = field(default_factory=int)
    candidates: tuple[MatchCandidate, ...] = field(default_factory=nothing_on_record)
