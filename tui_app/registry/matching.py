"""Finds the companies that a row of a list may mean, in any registry of SQL tables."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

from tui_app.contract.identifiers import is_bare_tax_id, read_tax_id
from tui_app.contract.matching import LONGEST_TEXT, CompanyMatch, MatchRow
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.resources import CompanySummary
from tui_app.insight.matching.common_words import is_common_anywhere
from tui_app.insight.matching.names import search_text
from tui_app.insight.matching.scoring import Candidate, match
from tui_app.registry import lookup
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.sql import Read, listed

_BY_TAX_ID: Final = "SELECT id FROM {s}company WHERE tax_id = ?"
_BY_NUMBER: Final = "SELECT company FROM {s}registry_number WHERE number = ? ORDER BY 1 LIMIT 10"
_STREETS: Final = "SELECT tax_id, coalesce(street_name, '') FROM {s}company WHERE tax_id IN"

T = TypeVar("T")


class Searchable(Protocol):
    """What matching asks of a registry: see ``SqlRegistry``."""

    # Any: the content that is read, which matching does not use.
    def read(self, reading: Callable[[Read, Any], T]) -> T:
        """The result of ``reading``."""

    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """At most ten companies, most relevant first."""


def match_rows(
    registry: Searchable, rows: Sequence[MatchRow], interrupt: threading.Event | None = None
) -> tuple[CompanyMatch, ...]:
    """The answer for each row, in order; those after an interruption are empty.

    What may be a person's code is neither searched nor compared.
    """
    is_common = is_common_anywhere
    found = []
    for row in map(_readable, rows):
        if interrupt is not None and interrupt.is_set():
            found.append(CompanyMatch())
            continue
        found.append(match(row, _candidates(registry, row, interrupt), is_common))
    return tuple(found)


def _readable(row: MatchRow) -> MatchRow:
    """The row without what may be a person's code, and with values of a bearable length."""
    values = {name: getattr(row, name)[:LONGEST_TEXT].strip() for name in row.__struct_fields__}
    return MatchRow(
        **{name: "" if may_be_personal_code(value) else value for name, value in values.items()}
    )


def _candidates(
    registry: Searchable, row: MatchRow, interrupt: threading.Event | None
) -> Iterable[Candidate]:
    companies: dict[str, CompanySummary] = {}
    numbered = registry.read(lambda read, _content: _numbered(read, row))
    text = search_text(row.name)
    named = registry.search(text, interrupt=interrupt).companies if text else ()
    for company in (*numbered, *named):
        companies.setdefault(company.tax_id, company)
    streets: dict[str, str] = {}
    if row.address and companies:
        streets = registry.read(lambda read, _content: _streets(read, list(companies)))
    return [Candidate(company, streets.get(tax_id, "")) for tax_id, company in companies.items()]


def _numbered(read: Read, row: MatchRow) -> tuple[CompanySummary, ...]:
    """The companies with the tax id or the registry number of a row."""
    numbers: list[int] = []
    tax_id, number = read_tax_id(row.tax_id), new_registry_number(row.registry_number)
    if tax_id is not None and is_bare_tax_id(tax_id):
        numbers += [company for (company,) in read(_BY_TAX_ID, (tax_id,))]
    if number is not None:
        numbers += [company for (company,) in read(_BY_NUMBER, (number,))]
    return lookup.summaries(read, list(dict.fromkeys(numbers)))


def _streets(read: Read, tax_ids: list[str]) -> dict[str, str]:
    return dict(read(f"{_STREETS} ({listed('?' * len(tax_ids))})", tax_ids))
