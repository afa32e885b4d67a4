"""The changes in the whole register, page by page, newest first."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

from pyroaring import FrozenBitMap

from tui_app.contract.folding import fold, words
from tui_app.contract.past import ChangePage, RegisterChange
from tui_app.contract.screening import OF_THE_PAST
from tui_app.contract.screening.criteria import Criteria, Criterion
from tui_app.contract.screening.fields import FIELDS, known_value
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import FacetValue
from tui_app.contract.status import classify_status
from tui_app.registry.cursors import list_id, read_cursor, write_cursor
from tui_app.registry.history.criteria import (
    SetName,
    names_of_sets,
    of_the_past,
    set_of,
    since_of,
)
from tui_app.registry.history.events import RegisterEvent
from tui_app.registry.history.layout import KINDS, LISTED_KINDS
from tui_app.registry.history.reading import HistoryDescription, change, tax_id_text
from tui_app.registry.history.screening import has_words
from tui_app.registry.screening.bitmap_index import NO_COMPANIES, BitmapIndex, union
from tui_app.registry.screening.selection import selected, texts_by_value

_LATEST: Final = """
FROM {s}past_outside AS past_outside JOIN {s}past_version AS latest
ON latest.company = past_outside.company AND latest.valid_to =
  (SELECT max(valid_to) FROM {s}past_version AS own WHERE own.company = past_outside.company)
"""
_OUTSIDE: Final = (
    f"SELECT past_outside.number, name, form, state, county, locality {_LATEST} ORDER BY 1"
)
_SETS: Final = ("form", "status", "county")
"""Criteria that compare a whole value; in the order of the columns above."""

_COMPANIES: Final = "SELECT id, tax_id, company_name, company_id FROM {s}company WHERE id IN"
_GONE: Final = (
    f"SELECT past_outside.number, latest.company, name, latest.number {_LATEST}"
    " WHERE past_outside.number IN"
)
_EVENTS: Final = (
    "SELECT company, not_after, kind, not_before, before, after FROM {s}past_event WHERE company IN"
)


class _Start(NamedTuple):
    """The start of a page: a company's change of a kind, on a day."""

    day: int
    number: int
    kind: int


def change_page(
    index: BitmapIndex,
    history: HistoryDescription,
    version: str,
    criteria: Criteria,
    size: int,
    cursor: str,
) -> ChangePage:
    """One page of the changes of the companies that match.

    Raises ``InvalidParameter`` for a cursor of another list.
    """
    this = list_id(version, history.days, write(criteria))
    place = read_cursor(cursor, this, 3)
    start = _Start(*place) if place else None
    kinds, since = _kinds(criteria), since_of(criteria)
    chosen = tuple(c for c in criteria if c.field not in {"changed", "since"})
    companies = _selection(index, history, chosen) if chosen else None
    sets = {
        name: set_of(index, name) if companies is None else set_of(index, name) & companies
        for name in names_of_sets(index)
        if name[0] == "changed" and name[1] in kinds and name[2] >= since
    }
    found, after = _page(sets, start, size)
    facets = _facets(index, sets, criteria) if not cursor else {}
    return ChangePage(
        changes=_rows(index, history, found),
        total_changes=sum(map(len, sets.values())),
        next_cursor=None if after is None else write_cursor(this, *after),
        days=tuple(history.iso.values()),
        **facets,
    )


def _kinds(criteria: Criteria) -> set[str]:
    kinds = set(LISTED_KINDS)
    for criterion in criteria:
        if criterion.field == "changed":
            values = {value for value in criterion.values if isinstance(value, str)}
            kinds = kinds - values if criterion.negated else kinds & values
    return kinds


def _selection(index: BitmapIndex, history: HistoryDescription, chosen: Criteria) -> FrozenBitMap:
    """The companies that match; those missing from the registry match by their latest values."""

    def make() -> tuple[FrozenBitMap, int]:
        inside = selected(index, chosen).companies
        outside = union(list(_outside_by(index, history, "county").values()))
        for criterion in chosen:
            matching = _outside_matching(index, history, criterion)
            outside = outside - matching if criterion.negated else outside & matching
        return inside | outside, 2 * len(inside) + 2 * len(outside)

    return index.cache.find(("changed companies", write(chosen)), make)


def _outside_matching(
    index: BitmapIndex, history: HistoryDescription, criterion: Criterion
) -> FrozenBitMap:
    if criterion.field in OF_THE_PAST:
        return of_the_past(index, criterion, 0)
    values = {value for value in criterion.values if isinstance(value, str)}
    if criterion.field in _SETS:
        by_value = _outside_by(index, history, criterion.field)
        return union([by_value[value] for value in values if value in by_value])
    found = []
    for number, name, *_, locality in index.read(_OUTSIDE, ()):
        match criterion.field:
            case "name":
                fits = any(has_words(fold(name), words(fold(value))) for value in values)
            case "locality":
                own = set(words(fold(locality or "")))
                fits = any(own.issuperset(words(fold(value))) for value in values)
            case _:
                fits = False
        if fits:
            found.append(number)
    return FrozenBitMap(found)


def _outside_by(
    index: BitmapIndex, history: HistoryDescription, field: str
) -> dict[str, FrozenBitMap]:
    """The companies that the registry does not have, by their latest value of a field."""

    def value_of(text: str) -> str:
        if field == "status":
            return classify_status(history.status(text)).value
        return known_value(FIELDS[field], text) or ""

    def make() -> tuple[dict[str, FrozenBitMap], int]:
        numbers: dict[str, list[int]] = defaultdict(list)
        column = 2 + _SETS.index(field)
        for row in index.read(_OUTSIDE, ()):
            numbers[row[column] or ""].append(row[0])
        found: dict[str, FrozenBitMap] = {}
        for text, some in numbers.items():
            value = value_of(text)
            found[value] = FrozenBitMap(some) | found.get(value, NO_COMPANIES)
        return found, 2 * sum(map(len, found.values()))

    return index.cache.find(("companies outside", field), make)


def _page(
    sets: dict[SetName, FrozenBitMap], start: _Start | None, size: int
) -> tuple[list[_Start], _Start | None]:
    """The changes of a page, and the first one of the next page."""
    by_day: dict[int, dict[int, FrozenBitMap]] = defaultdict(dict)
    for (_, name, of_day), companies in sets.items():
        by_day[of_day][KINDS.index(name)] = companies
    found: list[_Start] = []
    for day in sorted(by_day, reverse=True):
        if start is not None and day > start.day:
            continue
        begin = start.number if start is not None and day == start.day else 0
        by_kind = by_day[day]
        for number in union(list(by_kind.values())).iter_equal_or_larger(begin):
            for kind in sorted(by_kind):
                this = _Start(day, number, kind)
                if number not in by_kind[kind]:
                    continue
                if start is not None and (day, number) == start[:2] and kind < start.kind:
                    continue
                if len(found) == size:
                    return found, this
                found.append(this)
    return found, None


def _rows(
    index: BitmapIndex, history: HistoryDescription, starts: list[_Start]
) -> tuple[RegisterChange, ...]:
    numbers = sorted({start.number for start in starts})
    known = {
        number: (int(tax_id), name, company_id)
        for number, tax_id, name, company_id in index.rows(_COMPANIES, numbers)
    }
    gone = [number for number in numbers if number not in known]
    for number, company, name, registry_number in index.rows(_GONE, gone):
        known[number] = (company, name, registry_number)
    companies = [company for company, *_ in known.values()]
    events = {row[:3]: RegisterEvent._make(row[1:]) for row in index.rows(_EVENTS, companies)}
    found = []
    for start in starts:
        company, name, number = known[start.number]
        event, tax_id = events[company, start.day, start.kind], tax_id_text(company)
        found.append(change(history, event, tax_id=tax_id, name=name, number=number))
    return tuple(found)


def _facets(
    index: BitmapIndex, sets: dict[SetName, FrozenBitMap], criteria: Criteria
) -> dict[str, tuple[FacetValue, ...]]:
    """How many companies changed, by kind and county."""
    by_kind: dict[str, list[FrozenBitMap]] = defaultdict(list)
    for (_, kind, _day), companies in sets.items():
        by_kind[kind].append(companies)
    changed = {kind: union(by_kind[kind]) for kind in LISTED_KINDS if kind in by_kind}
    everybody = union(list(changed.values()))
    possible = _chosen_counties(criteria)
    counties = {
        value: (texts[0], index.any_of("county", texts).intersection_cardinality(everybody))
        for value, texts in texts_by_value(index, "county").items()
        if possible is None or value in possible
    }
    return {
        "kinds": _values("changed", {kind: (kind, len(some)) for kind, some in changed.items()}),
        "counties": _values("county", counties) if everybody else (),
    }


def _chosen_counties(criteria: Criteria) -> set[str] | None:
    """The only counties that a criterion leaves; ``None`` for all."""
    chosen = [
        {value for value in criterion.values if isinstance(value, str)}
        for criterion in criteria
        if criterion.field == "county" and not criterion.negated
    ]
    return set.intersection(*chosen) if chosen else None


def _values(field: str, counts: dict[str, tuple[str, int]]) -> tuple[FacetValue, ...]:
    """``counts`` has the text and the number of companies of each value of a criterion."""
    largest = sorted(counts.items(), key=lambda each: (-each[1][1], each[0]))
    return tuple(
        FacetValue(value=text, criterion=write((Criterion(field, (value,)),)), companies=count)
        for value, (text, count) in largest
        if count
    )
