"""The register as it was on the day of a snapshot: searched and screened."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from tui_app.contract import resources as r
from tui_app.contract.envelope import Reason
from tui_app.contract.folding import fold
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.past import profile_on, snapshot_on
from tui_app.contract.ranking import Tier, read_query, tier
from tui_app.contract.registry_numbers import number_key
from tui_app.contract.screening.criteria import Criteria, Criterion
from tui_app.contract.screening.fields import FIELDS, known_value
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import FacetValue, ScreeningFacets, ScreeningPage, ScreeningRow
from tui_app.contract.status import classify_status
from tui_app.contract.vocabulary.legal_forms import form_in_name, forms_of
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.cursors import list_id, read_cursor, write_cursor
from tui_app.registry.history.layout import LARGEST_TAX_ID, Field
from tui_app.registry.history.reading import (
    HistoryDescription,
    company_history,
    former_texts,
    tax_id_text,
)
from tui_app.registry.history.screening import IDENTIFIER, PastScreening
from tui_app.registry.sql import Read, listed

_SHOWN: Final = (
    Field.NUMBER, Field.NAME, Field.FORM, Field.STATE, Field.COUNTY, Field.LOCALITY,
)  # fmt: skip
_ROWS: Final = (
    f"SELECT company, {listed([field.column for field in _SHOWN])} FROM {{s}}past_version"
    " WHERE valid_from <= ? AND valid_to > ? AND company IN {some} ORDER BY company"
)
_FORMER: Final = "SELECT DISTINCT company FROM {s}former_name WHERE name LIKE ? LIMIT 500"
_FORMER_NUMBER: Final = "SELECT company FROM {s}former_number WHERE number = ? LIMIT 20"
_MAX_FOUND: Final = 10
_PART_OF_IDENTIFIER: Final = re.compile(r"(?=.*[0-9])[a-z]?[0-9 ]*")
_LOOKED_AT: Final = 200
"""Companies with the words of a search, of which the best are shown."""


class PastCompany(NamedTuple):
    """A company as it is in a snapshot; ``values`` by field."""

    company: int
    values: dict[Field, str | None]

    def text(self, field: Field) -> str:
        """A value, empty if there is none."""
        return self.values[field] or ""


def companies_on(
    read: Read, history: HistoryDescription, day: int, companies: Sequence[int]
) -> list[PastCompany]:
    """Those of some companies that are in the snapshot of a day, in the order of their numbers."""
    found: list[PastCompany] = []
    uncovered = [field for field in _SHOWN if not history.covers(day, field)]
    for at in range(0, len(companies), 500):
        some = sorted(companies[at : at + 500])
        statement = _ROWS.replace("{some}", f"({listed('?' * len(some))})")
        for company, *texts in read(statement, (day, day, *some)):
            values = dict(zip(_SHOWN, texts, strict=True))
            found.append(PastCompany(company, values | dict.fromkeys(uncovered)))
    return found


def summary(history: HistoryDescription, company: PastCompany) -> r.CompanySummary:
    """A company as a search result."""
    name = company.text(Field.NAME)
    return r.CompanySummary(
        tax_id=tax_id_text(company.company),
        company_id=company.text(Field.NUMBER),
        company_name=name,
        company_type=company.text(Field.FORM) or form_in_name(name),
        status=history.status(company.text(Field.STATE)),
        locality=company.text(Field.LOCALITY),
        county=company.text(Field.COUNTY),
    )


def former(read: Read, q: str) -> list[int]:
    """The companies that once had a name with this text, or this number."""
    folded, query = fold(q), read_query(q)
    found = [company for (company,) in read(_FORMER, (f"%{folded}%",))] if len(folded) > 2 else []
    if query.registry_number:
        numbers = read(_FORMER_NUMBER, (query.registry_number,))
        found += [company for (company,) in numbers]
    return list(dict.fromkeys(found))


def formerly(read: Read, history: HistoryDescription, q: str) -> list[r.FormerCompany]:
    """The companies that once had such a name or number, as they are today."""
    companies = [each for each in former(read, q) if each <= LARGEST_TAX_ID][:_MAX_FOUND]
    day = history.days[-1]
    # A company that is gone from the register does not exist today.
    there = companies_on(read, history, day, companies)
    found = [_former(read, history, each, q, day) for each in there]
    return [each for each in found if each is not None]


def _former(
    read: Read, history: HistoryDescription, company: PastCompany, q: str, day: int
) -> r.FormerCompany | None:
    """A company with the latest name or number that fits and that it no longer had on a day."""
    folded, number = fold(q), read_query(q).registry_number
    numbers, names = (
        former_texts(read, company.company, field, day) for field in (Field.NUMBER, Field.NAME)
    )
    texts = [text for text in numbers if _is_number(text, number)]
    texts += [text for text in names if folded in fold(text)]
    if not texts:
        return None
    one = summary(history, company)
    fields = {name: getattr(one, name) for name in one.__struct_fields__}
    return r.FormerCompany(**fields, formerly=texts[-1])


def _is_number(text: str, number: str | None) -> bool:
    return number is not None and number_key(text) == number_key(number)


class PastDay:
    """The register on a day, from the snapshot of that day or the newest before it.

    Raises ``InvalidParameter`` if there is none.
    """

    def __init__(self, read: Read, history: HistoryDescription, day: dt.date) -> None:
        at = history.day_on(day)
        if at is None:
            first = history.snapshots[0].day
            message = f"The history begins on {first}: nothing is known of {day}"
            raise InvalidParameter(Reason.DATE_INVALID, message)
        self._read = read
        self._history = history
        self._date = day
        self._day = at

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """The profile of a company; ``None`` if it is not in the snapshot."""
        history = company_history(self._read, self._history, tax_id)
        snapshot = None if history is None else snapshot_on(history, self._date)
        return profile_on(history, snapshot) if history and snapshot else None

    def search(self, q: str, today: Sequence[r.CompanySummary]) -> SearchResults:
        """The companies whose name or number on that day, or before it, matches a text.

        ``today`` are those that match it today.
        """
        names = {
            int(each.tax_id): fold(each.company_name)
            for each in today
            if each.tax_id and not isinstance(each, r.FormerCompany)
        }
        query = read_query(q)
        others = former(self._read, q)
        if query.tax_id:
            others.append(int(query.tax_id))
        found = self._matching(q, names, others)
        more = []
        if len(today) >= _MAX_FOUND:
            # Of those that match today only the first are known, and they may all be younger.
            more.append(Criterion("name", (q,)))
        if _PART_OF_IDENTIFIER.fullmatch(query.identifier_part):
            more.append(Criterion(IDENTIFIER, (query.identifier_part,)))
        is_complete = True
        for criterion in more if len(found) < _MAX_FOUND else ():
            selected = PastScreening(self._read, self._history, self._day, (criterion,))
            others += selected.page("companyName", 0, _LOOKED_AT).companies
            is_complete &= selected.is_whole
        if more and len(found) < _MAX_FOUND:
            found = self._matching(q, names, others)
        return SearchResults(tuple(found[:_MAX_FOUND]), is_complete=is_complete)

    def _matching(
        self, q: str, names: dict[int, str], others: Sequence[int]
    ) -> list[r.CompanySummary]:
        """The companies that match on that day, best first; ``names`` match today."""
        query = read_query(q)
        found = []
        numbers = list(dict.fromkeys([*names, *others]))
        for each in companies_on(self._read, self._history, self._day, numbers):
            name, one = each.text(Field.NAME), summary(self._history, each)
            found_tier = tier(query, name, one.tax_id, one.company_id)
            if found_tier is None and names.get(each.company) != fold(name):
                # It had such a name or number before that day; a similar name is like none.
                former_one = _former(self._read, self._history, each, q, self._day)
                if former_one is None:
                    continue
                one = former_one
            found.append(((len(Tier) if found_tier is None else found_tier, fold(name)), one))
        return [one for _, one in sorted(found, key=lambda each: each[0])]

    def screen(self, criteria: Criteria, order: str, size: int, cursor: str) -> ScreeningPage:
        """One page of the companies that matched on a day.

        Raises ``InvalidParameter`` for criteria that cannot be applied to the past.
        """
        this = list_id(self._history.days, self._day, order, write(criteria))
        start = sum(read_cursor(cursor, this, 1))
        selected = PastScreening(self._read, self._history, self._day, criteria)
        page = selected.page(order, start, size)
        rows = companies_on(self._read, self._history, self._day, page.companies)
        by_tax_id = {each.company: each for each in rows}
        more = start + size < page.total and selected.is_whole
        return ScreeningPage(
            companies=tuple(_screen_row(self._history, by_tax_id[each]) for each in page.companies),
            total_companies=page.total,
            total_is_exact=selected.is_whole,
            next_cursor=write_cursor(this, start + size) if more else None,
        )

    def facets(self, criteria: Criteria) -> ScreeningFacets:
        """The facets of the companies that matched on a day: county, form and class of status."""
        selected = PastScreening(self._read, self._history, self._day, criteria)
        counts, total = selected.counts()
        classes: Counter[str] = Counter()
        for codes, count in counts[Field.STATE].items():
            classes[classify_status(self._history.status(codes)).value] += count
        return ScreeningFacets(
            total_companies=total,
            counted_companies=total,
            is_partial=not selected.is_whole,
            counties=_facet("county", counts[Field.COUNTY]),
            company_types=_facet("form", _plain_forms(counts[Field.FORM])),
            status_classes=_facet("status", classes),
        )


def _plain_forms(counts: Counter[str]) -> Counter[str]:
    """Counts by form, where an SRL-D counts as SRL: the criterion finds it, too."""
    plain: Counter[str] = Counter()
    for form, count in counts.items():
        plain["SRL" if form in forms_of("SRL") else form] += count
    return plain


def _facet(field: str, counts: Counter[str]) -> tuple[FacetValue, ...]:
    return tuple(_facet_value(field, *each) for each in counts.most_common())


def _facet_value(field: str, value: str, count: int) -> FacetValue:
    known = known_value(FIELDS[field], value) if value else None
    criteria = (Criterion(field, (known,)),) if known else None
    return FacetValue(value=value, criterion=write(criteria) if criteria else None, companies=count)


def _screen_row(history: HistoryDescription, company: PastCompany) -> ScreeningRow:
    one = summary(history, company)
    return ScreeningRow(
        tax_id=one.tax_id,
        company_name=one.company_name,
        company_id=one.company_id or None,
        company_type=one.company_type or None,
        status=one.status or None,
        status_class=classify_status(one.status).value,
        county=one.county or None,
        locality=one.locality or None,
    )
