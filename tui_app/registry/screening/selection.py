"""Selects the companies that match some criteria."""

from __future__ import annotations

import datetime as dt
import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Final, NamedTuple, cast

import msgspec
from pyroaring import FrozenBitMap

from tui_app.contract.envelope import Reason
from tui_app.contract.folding import fold, words
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.screening import OF_MONEY, OF_THE_PAST
from tui_app.contract.screening.criteria import Criteria, Criterion, Range, Value
from tui_app.contract.screening.fields import FIELDS, FieldKind, known_value
from tui_app.contract.screening.sections import SECTION, codes_of, section_in
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.contract.vocabulary.counties import read_sector
from tui_app.contract.vocabulary.legal_forms import DEBUTANT, forms_of
from tui_app.registry.history.criteria import of_the_past, since_of
from tui_app.registry.screening import layout, money
from tui_app.registry.screening.bitmap_index import NO_COMPANIES, BitmapIndex, union

_FLAGS: Final = {
    "vat": "vat", "phone": "has_phone", "email": "has_email", "website": "has_website",
    "cases": "has_court_cases",
}  # fmt: skip
_NUMBERS: Final = {"founded": "founding_year", "employees": "employee", "losses": "loss_years"}
_MONEY_NUMBERS: Final = {"won-year": "won_year", "buyers": "buyers"}
_ORDERS: Final = {
    "won": "won", "public-share": "public_share",
    "registered": "registration_date", "turnover": "turnover", "profit": "net_profit",
    "equity": "equity", "margin": "margin", "growth": "growth",
}  # fmt: skip
_LAST: Final = "\U0010ffff"
_EPOCH: Final = dt.date(1970, 1, 1)
_DAY: Final = 86_400_000


class Selection(NamedTuple):
    """The companies that match all criteria; incomplete unless ``is_whole``."""

    companies: FrozenBitMap
    is_whole: bool = True


def selected(index: BitmapIndex, criteria: Criteria) -> Selection:
    """The companies that match a screen; after a timeout a subset, never a wrong one."""
    required: list[FrozenBitMap] = []
    excluded: list[FrozenBitMap] = []
    is_whole = True
    since = since_of(criteria)
    if not index.has_contracts and any(each.field in OF_MONEY for each in criteria):
        # No data were searched: an empty list would say that nobody won anything.
        raise InvalidParameter(
            Reason.CRITERIA_INVALID,
            "No public contracts were imported, so companies cannot be found by them: firmeterm"
            " data download --procurement",
        )
    for criterion in dict.fromkeys(criteria):
        if criterion.field in OF_THE_PAST:
            members, has_all = of_the_past(index, criterion, since) & index.all_companies, True
        else:
            members, has_all = _matching(index, criterion)
        is_whole = is_whole and has_all
        if criterion.negated and not has_all:
            # An incomplete set would exclude too few companies: select none.
            return Selection(NO_COMPANIES, is_whole=False)
        (excluded if criterion.negated else required).append(members)
    found = index.all_companies
    for members in sorted(required, key=len):
        found = members if found is index.all_companies else found & members
    for members in excluded:
        found = found - members
    return Selection(found, is_whole)


def _matching(index: BitmapIndex, criterion: Criterion) -> Selection:
    """The companies that match one of a criterion's values."""
    if criterion.field in _FLAGS:
        return Selection(index.members(_FLAGS[criterion.field], "1"))
    if criterion.field in _STORED_VALUES:
        return _having_stored(index, *_STORED_VALUES[criterion.field], criterion)
    found: list[FrozenBitMap] = []
    for value in _merged(criterion):
        if index.is_out_of_time:
            return Selection(union(found), is_whole=False)
        found.append(_having(index, criterion.field, value))
    return Selection(union(found))


def _having_stored(
    index: BitmapIndex,
    field: str,
    stored: Callable[[BitmapIndex, str], Iterable[str]],
    criterion: Criterion,
) -> Selection:
    """From the sets of a field with many values, each of which is read once."""
    found: dict[str, None] = {}
    is_whole = True
    for value in dict.fromkeys(criterion.values):
        is_whole = not index.is_out_of_time
        if not is_whole:
            break
        found |= dict.fromkeys(stored(index, cast(str, value)))
    return Selection(index.any_of(field, list(found)), is_whole)


def _merged(criterion: Criterion) -> list[Value]:
    """The values, each once, with adjacent ranges joined: repetition does not add work."""
    values = list(dict.fromkeys(criterion.values))
    ranges = [_key_range(FIELDS[criterion.field].kind, v) for v in values if isinstance(v, Range)]
    merged: list[tuple[float, float]] = []
    for low, high in sorted(map(_ends, ranges)):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    whole = [Range(_whole(low), _whole(high)) for low, high in merged]
    return [*(value for value in values if isinstance(value, str)), *whole]


def _whole(end: float) -> int | None:
    return None if math.isinf(end) else int(end)


def _ends(value: Range) -> tuple[float, float]:
    """The first and the last whole number of a range, inclusive; infinite without a bound."""
    low, high = cast(int | None, value.low), cast(int | None, value.high)
    return (
        -math.inf if low is None else low + value.low_open,
        math.inf if high is None else high - value.high_open,
    )


def _having(index: BitmapIndex, field: str, value: Value) -> FrozenBitMap:
    if isinstance(value, Range):
        if number := (_NUMBERS | _MONEY_NUMBERS).get(field):
            return _in_number_range(index, number, value)
        return _in_value_range(index, _ORDERS[field], value)
    match field:
        case "name":
            return _with_name_words(index, value)
        case "buyer":
            return money.with_buyer(index, value)
        case "cpv":
            return money.with_cpv(index, value)
        case "county":
            return index.any_of("county", texts_by_value(index, "county").get(value, []))
        case "form":
            return of_form(index, value)
    some = index.any_of("status", statuses(index).get(value, []))
    # A missing status belongs to no known class.
    return union([some, index.unknown("status")]) if value == StatusGroup.OTHER else some


def of_form(index: BitmapIndex, code: str) -> FrozenBitMap:
    """The companies of a legal form, by the register; an SRL-D also by its name."""
    texts = texts_by_value(index, "form")
    codes = forms_of(code)
    found = index.any_of("company_type", [text for each in codes for text in texts.get(each, ())])
    return union([found, index.members(layout.DEBUTANT, "1")]) if DEBUTANT.code in codes else found


def texts_by_value(index: BitmapIndex, field: str) -> dict[str, list[str]]:
    """The texts on record for each known county or legal form; others are their own value."""

    def make() -> tuple[dict[str, list[str]], int]:
        found: dict[str, list[str]] = defaultdict(list)
        column = "county" if field == "county" else "company_type"
        for text in index.values(column):
            found[known_value(FIELDS[field], text) or text].append(text)
        return found, 10_000

    return index.cache.find(("texts by value", field), make)


def statuses(index: BitmapIndex) -> dict[str, list[str]]:
    """The texts on record for each status class."""

    def make() -> tuple[dict[str, list[str]], int]:
        found: dict[str, list[str]] = defaultdict(list)
        for text in index.values("status"):
            found[classify_status(text).value].append(text)
        return found, 20_000

    return index.cache.find(("statuses",), make)


def _in_number_range(index: BitmapIndex, field: str, value: Range) -> FrozenBitMap:
    """From the sets of a field with few values."""
    low, high = cast(int | None, value.low), cast(int | None, value.high)

    def fits(number: int) -> bool:
        return (low is None or number >= low) and (high is None or number <= high)

    return index.any_of(field, [text for text in index.values(field) if fits(int(text))])


def _key_range(kind: FieldKind, value: Range) -> Range:
    """A range, converted to the integers that order a field."""
    if kind is not FieldKind.DAY:
        number = layout.bound_key if kind is FieldKind.PERCENT else int
        as_number = cast(Callable[[object], int], number)
        return msgspec.structs.replace(
            value,
            low=None if value.low is None else as_number(value.low),
            high=None if value.high is None else as_number(value.high),
        )
    # A time within a day counts as that day.
    low, high = value.low, value.high
    return Range(
        None if low is None else _milliseconds(low) + _DAY * value.low_open,
        None if high is None else _milliseconds(high) + _DAY * (not value.high_open) - 1,
    )


def _milliseconds(day: dt.date | Decimal | int) -> int:
    return (cast(dt.date, day) - _EPOCH).days * _DAY


def _in_value_range(index: BitmapIndex, order: str, value: Range) -> FrozenBitMap:
    """From the spans of a field: whole ones between the two that contain the range's ends."""
    low, high = cast(int | None, value.low), cast(int | None, value.high)
    whole, found = [], []
    for span in index.spans(order):
        first, last = cast(int, span.low), cast(int, span.high)
        begins = low is None or first >= low
        ends = high is None or last <= high
        if begins and ends:
            whole.append(span.number)
        elif (low is None or last >= low) and (high is None or first <= high):
            numbers, keys = index.ordered(order, span.number)
            start, end = 0, len(keys)
            if low is not None:
                start = bisect_left(keys, low)
            if high is not None:
                end = bisect_right(keys, high)
            found.append(FrozenBitMap(numbers[start:end]))
    return union([*found, *_spans(index, order, whole)])


def _spans(index: BitmapIndex, order: str, numbers: list[int]) -> list[FrozenBitMap]:
    """The companies of consecutive spans, using combined sets where they exist."""
    found: list[FrozenBitMap] = []
    last = index.spans(order)[-1].number if numbers else 0
    at = 0
    while at < len(numbers):
        number = numbers[at]
        end = min(number + layout.SPANS_TOGETHER - 1, last)
        if number % layout.SPANS_TOGETHER == 0 and numbers[-1] >= end:
            found.append(
                index.members(layout.combined_spans(order), str(number // layout.SPANS_TOGETHER))
            )
            at += end - number + 1
        else:
            found.append(index.of_span(order, number))
            at += 1
    return found


def _with_name_words(index: BitmapIndex, text: str) -> FrozenBitMap:
    """The companies whose name has a word beginning with each word of a text."""
    found: FrozenBitMap | None = None
    for word in sorted(set(words(fold(text))), key=len, reverse=True):
        if len(word) <= layout.SHORT_START:
            members = index.members(layout.START, word)
        else:
            members = index.with_words(word, word + _LAST)
        found = members if found is None else found & members
    return NO_COMPANIES if found is None else found


def _localities(index: BitmapIndex, text: str) -> list[str]:
    """The localities that contain every word of a text.

    The capital's are its sectors: ``Sectorul 3`` is in ``bucuresti``, and is ``sector 3``.
    """

    def make() -> tuple[dict[str, set[str]], int]:
        found: dict[str, set[str]] = defaultdict(set)
        for locality in index.values("locality"):
            own = words(fold(locality))
            if read_sector(locality):
                own += ["sector", "sectorul", "bucuresti", "municipiul"]
            for word in own:
                found[word].add(locality)
        return found, 200 * len(index.values("locality"))

    by_word = index.cache.find(("localities",), make)
    sought = set(words(fold(text)))
    if not sought:
        return []
    return sorted(set.intersection(*(by_word.get(word, set()) for word in sought)))


def activities(index: BitmapIndex) -> dict[str, list[tuple[str, str]]]:
    """The main activities on record by number: code and folded title, from broad to specific."""

    def make() -> tuple[dict[str, list[tuple[str, str]]], int]:
        found = {}
        for number, path in index.read("SELECT id, caen FROM {s}activity", ()):
            levels = codes_of(msgspec.json.decode(path, type=list[str]))
            found[str(number)] = [(code, fold(title)) for code, title in levels]
        return found, 1000 * len(found)

    return index.cache.find(("activities",), make)


def sections(index: BitmapIndex) -> dict[str, list[str]]:
    """The main activities on record by their section, as ``section_of`` names it."""

    def make() -> tuple[dict[str, list[str]], int]:
        found: dict[str, list[str]] = defaultdict(list)
        have = index.values(layout.ACTIVITY)
        for number, steps in activities(index).items():
            section = section_in(steps)
            if number in have and section:
                found[section].append(number)
        return found, 20_000

    return index.cache.find(("sections",), make)


def _activity_numbers(index: BitmapIndex, text: str) -> list[str]:
    have = index.values(layout.ACTIVITY)
    if SECTION.fullmatch(text):
        return sections(index).get(text, [])
    by_code, by_title = _numbers_by_code(index), _numbers_by_title(index)
    if text.isdigit() or (len(text) == 1 and text.isalpha()):
        return [number for number in by_code.get(text, ()) if number in have]
    found = [_titles_with(index, word) for word in words(fold(text))]
    titles = set.intersection(*found) if found else set()
    return [number for title in titles for number in by_title[title] if number in have]


def _numbers_by_code(index: BitmapIndex) -> dict[str, list[str]]:
    """The main activities on record by code and by each code above it: 6201 is in 62, too."""

    def make() -> tuple[dict[str, list[str]], int]:
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for number, steps in activities(index).items():
            for code, _title in steps:
                starts = (code[:end] for end in range(1, len(code) + 1)) if code.isdigit() else ()
                for start in (code, *starts):
                    found[start][number] = None
        return {code: list(numbers) for code, numbers in found.items()}, 500 * len(found)

    return index.cache.find(("activities by code",), make)


def _numbers_by_title(index: BitmapIndex) -> dict[str, list[str]]:
    """The main activities on record by each of their titles."""

    def make() -> tuple[dict[str, list[str]], int]:
        found: dict[str, list[str]] = defaultdict(list)
        for number, steps in activities(index).items():
            for _code, title in steps:
                found[title].append(number)
        return found, 500 * len(found)

    return index.cache.find(("activities by title",), make)


def _titles_with(index: BitmapIndex, start: str) -> set[str]:
    """The titles of activities with a word that begins with ``start``."""

    def make() -> tuple[list[tuple[str, str]], int]:
        titles = {title for steps in activities(index).values() for _code, title in steps}
        found = sorted((word, title) for title in titles for word in words(title))
        return found, 200 * len(found)

    by_word = index.cache.find(("titles by word",), make)
    first = bisect_left(by_word, (start, ""))
    return {title for _word, title in by_word[first : bisect_left(by_word, (start + _LAST, ""))]}


_STORED_VALUES: Final[dict[str, tuple[str, Callable[[BitmapIndex, str], Iterable[str]]]]] = {
    "locality": ("locality", _localities),
    "caen": (layout.ACTIVITY, _activity_numbers),
}
"""The fields whose values name some of those on record."""
