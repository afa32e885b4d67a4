"""Finds the changes between two answers about a company. Pure functions on resources.

It compares name, status, address, VAT, turnover, the number of court cases and the administrators.
Texts are compared folded. A missing value is not a change, and neither is a value that appears for
the first time: the comparison is with the last known value.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.resources import (
    Administrators,
    CompanyProfile,
    CourtCasePage,
    FinancialData,
)
from tui_app.contract.vocabulary.streets import plain_street
from tui_app.system.untyped import FieldValue, Json

Values = Mapping[str, FieldValue]

WatchedResource = CompanyProfile | FinancialData | CourtCasePage | Administrators
"""The resources that are compared."""

_LATEST: Final = "turnover"
_YEAR: Final = "turnover:"
_CASES: Final = "cases"
_PEOPLE: Final = "administrators"


class Change(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A changed value. ``added`` and ``removed`` are the members of a list.

    ``field`` is ``name``, ``status``, ``address``, ``vat``, ``turnover``, ``cases`` or
    ``administrators``; ``before`` and ``after`` are texts, flags, whole RON, or numbers of
    cases or administrators. ``first_seen`` (UTC) is when the new value was first seen.

    A change between two snapshots of the register has their days as ``not_before`` and
    ``not_after``, and may be of ``form``, ``liquidator`` or ``gone``, too.
    """

    field: str
    before: str | int | bool | None
    after: str | int | bool | None
    first_seen: dt.datetime
    year: int | None = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    not_before: str | None = None
    not_after: str | None = None

    @property
    def members(self) -> str:
        """The members of a list that came and went: ``+ANA, −DAN``."""
        return ", ".join(
            [*(f"+{name}" for name in self.added), *(f"−{name}" for name in self.removed)]
        )


class Comparison(Struct, frozen=True):
    """The changes, and the known values after them."""

    changes: tuple[Change, ...]
    known: Values


class KnownCases(Struct, frozen=True, kw_only=True):
    """The cases seen so far. ``whole``: all cases were seen, so any other case is new."""

    total: int | None
    numbers: tuple[str, ...]
    whole: bool


_TEXTS: Final = frozenset(("name", "status", "address"))


def check_known(field: str, value: Json) -> None:
    """Raise ``msgspec.ValidationError`` if the value cannot be compared with later answers."""
    kind: FieldValue
    if field in _TEXTS:
        kind = str
    elif re.fullmatch(rf"{_LATEST}|{_YEAR}[0-9]{{1,9}}", field):
        kind = int
    else:
        kind = {"vat": bool, _CASES: KnownCases, _PEOPLE: list[str]}.get(field)
    if kind is None:
        raise msgspec.ValidationError(f"Invalid field {field!r}")
    msgspec.convert(value, kind)


def operation_of(field: str) -> str:
    """The operation whose answer a known value comes from."""
    return {_CASES: "court_cases", _PEOPLE: "administrators"}.get(
        field, "financial" if field.startswith(_LATEST) else "profile"
    )


def compare(known: Values, seen: WatchedResource, seen_at: dt.datetime) -> Comparison:
    """The changes since the known values."""
    match seen:
        case CompanyProfile():
            return _scalars(known, _of_profile(seen), seen_at)
        case FinancialData():
            return _turnover(known, seen, seen_at)
        case CourtCasePage():
            return _cases(known, seen, seen_at)
        case Administrators():
            return _people(known, seen, seen_at)


def _of_profile(profile: CompanyProfile) -> dict[str, str | bool]:
    values: dict[str, str | bool | None] = {
        "name": profile.company_name,
        "status": profile.status,
        "address": address_of(profile),
        "vat": profile.vat,
    }
    return {name: value for name, value in values.items() if value is not None and value != ""}


def address_of(profile: CompanyProfile) -> str:
    """The address as one text: as the server gives it, else composed of its parts."""
    parts = (profile.county, profile.locality, profile.street_name, profile.street_nr)
    return profile.full_address or ", ".join(part for part in parts if part)


def _scalars(known: Values, values: Mapping[str, str | int], seen_at: dt.datetime) -> Comparison:
    changes = tuple(
        Change(field=name, before=known[name], after=value, first_seen=seen_at)
        for name, value in values.items()
        if name in known and not _is_same(name, known[name], value)
    )
    return Comparison(changes, values)


def _is_same(field: str, one: object, other: object) -> bool:
    """Whether two values are the same, apart from how names and streets are written."""
    if not isinstance(one, str) or not isinstance(other, str):
        return one == other
    if field != "address":
        return fold(one) == fold(other)
    before, after = (
        [each for each in map(plain_street, text.split(",")) if each] for text in (one, other)
    )
    return before == after


def _turnover(known: Values, data: FinancialData, seen_at: dt.datetime) -> Comparison:
    years = {
        f"{_YEAR}{record.year}": record.turnover
        for record in data.financial_data
        if record.year is not None and record.turnover is not None
    }
    known_years = [int(name.removeprefix(_YEAR)) for name in known if name.startswith(_YEAR)]
    changes = [
        Change(
            field="turnover",
            before=known.get(name),
            after=turnover,
            first_seen=seen_at,
            year=int(name.removeprefix(_YEAR)),
        )
        for name, turnover in sorted(years.items(), reverse=True)
        if _moved(known, name, turnover, known_years)
    ]
    latest = {} if data.turnover is None else {_LATEST: data.turnover}
    if not changes:
        changes += _scalars(known, latest, seen_at).changes
    return Comparison(tuple(changes), years | latest)


def _moved(known: Values, name: str, turnover: int, known_years: Sequence[int]) -> bool:
    if name in known:
        return bool(known[name] != turnover)
    # A newer statement is a change; an older one was merely missing before.
    return bool(known_years) and int(name.removeprefix(_YEAR)) > max(known_years)


def _cases(known: Values, page: CourtCasePage, seen_at: dt.datetime) -> Comparison:
    numbers = tuple(case.case_number for case in page.court_cases if case.case_number)
    total = page.total_cases
    is_whole = total is not None and total <= len(page.court_cases)
    if _CASES not in known:
        first = KnownCases(total=total, numbers=tuple(dict.fromkeys(numbers)), whole=is_whole)
        return Comparison((), {_CASES: msgspec.to_builtins(first)})
    before = msgspec.convert(known[_CASES], KnownCases)
    unseen = tuple(n for n in dict.fromkeys(numbers) if n not in set(before.numbers))
    more = 0 if total is None else total - (before.total or 0)
    # If not all cases were seen before, an unseen one may be old: only the total counts.
    new = unseen if before.whole else unseen[: max(0, more)] if before.total is not None else ()
    is_whole |= before.whole and len(unseen) == more
    after = KnownCases(
        total=before.total if total is None else total,
        numbers=(*before.numbers, *unseen),
        whole=is_whole,
    )
    changes: tuple[Change, ...] = ()
    if new or (before.total is not None and more > 0):
        changes = (
            Change(
                field=_CASES,
                before=before.total,
                after=after.total,
                first_seen=seen_at,
                added=new,
            ),
        )
    return Comparison(changes, {_CASES: msgspec.to_builtins(after)})


def _people(known: Values, data: Administrators, seen_at: dt.datetime) -> Comparison:
    people = data.administrators
    if not people:
        return Comparison((), {})
    before: Sequence[str] = known.get(_PEOPLE, people)
    added = _without(people, before)
    removed = _without(before, people)
    changes: tuple[Change, ...] = ()
    if added or removed:
        changes = (
            Change(
                field=_PEOPLE,
                before=len(before),
                after=len(people),
                first_seen=seen_at,
                added=added,
                removed=removed,
            ),
        )
    return Comparison(changes, {_PEOPLE: list(people)})


def _without(names: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    folded = {fold(name) for name in others}
    return tuple(name for name in names if fold(name) not in folded)
