"""Peers and connections, as shared by both engines: groups, keys and pages. No I/O.

A firm belongs to the group of its latest statement's year, so that companies are compared
with figures of the same year. People are identified by name alone, so two with the same
name count as one; the screen must say so. An address counts if it has a street
and a number, which "FN" (no number) is not.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from tui_app.contract.folding import fold
from tui_app.contract.operations import PAGE, PAGE_SIZE
from tui_app.contract.resources import (
    Connection,
    ConnectionPage,
    PeerMeasure,
    Peers,
    YearlyRecord,
)
from tui_app.insight.growth import by_year
from tui_app.insight.peers import MEASURES, measures, size_of, standing

_CLASS: Final = re.compile(r"([0-9]{4})\s*-")

Cuts = Mapping[str, tuple[int, bytes]]
"""By measure: the number of firms that have it, and their sorted values as packed doubles."""


class Group(NamedTuple):
    """The properties that peers share."""

    caen: str
    county: str
    size: str
    year: int


def group_of(records: Iterable[YearlyRecord], caen: str | None, county: str | None) -> Group | None:
    """The group of a firm; ``None`` where a part of it is unknown."""
    last = next(reversed(by_year(records)), None)
    size = size_of(last.employee) if last else None
    activity = class_of(caen)
    if last is None or last.year is None or size is None or activity is None or not county:
        return None
    return Group(activity, _folded(county), size.value, last.year)


def peers_of(
    records: Sequence[YearlyRecord],
    caen: str | None,
    county: str | None,
    cuts_of: Callable[[Group], Cuts],
) -> Peers:
    """Where a company stands; without measures where its group is unknown or too small."""
    last = next(reversed(by_year(records)), YearlyRecord())
    size = size_of(last.employee)
    group = group_of(records, caen, county)
    return Peers(
        caen=class_of(caen),
        county=county,
        size=None if size is None else size.value,
        year=last.year,
        measures=() if group is None else _standings(cuts_of(group), measures(records)),
    )


def _standings(found: Cuts, own: Mapping[str, float]) -> tuple[PeerMeasure, ...]:
    told = (
        standing(measure.name, _doubles(cuts), firms, own.get(measure.name))
        for measure in MEASURES
        for firms, cuts in [found.get(measure.name, (0, b""))]
    )
    return tuple(each for each in told if each is not None)


def _doubles(packed: bytes) -> array[float]:
    values = array("d")
    values.frombytes(packed)
    return values


@lru_cache(maxsize=1024)
def class_of(caen: str | None) -> str | None:
    """The class at the end of an activity path as stored; ``None`` where it has none."""
    path = msgspec.json.decode(caen, type=list[str]) if caen else []
    match = _CLASS.match(path[-1]) if path else None
    return match[1] if match else None


_folded: Final = lru_cache(maxsize=1024)(fold)


MOST_COUNTED: Final = 1_000
"""Companies of a link that are counted when asked; the count of a more popular one is kept."""


class Link(NamedTuple):
    """What companies may share: ``link`` is its kind, ``through`` its text for people."""

    link: str
    through: str
    key: int


# Any: a row of an engine.
def links_of(names: Iterable[str], addresses: Iterable[Sequence[Any]]) -> Iterator[Link]:
    """The links of a company: its people, then its address with the full text at the end.

    One person in two spellings is one link.
    """
    people: dict[int, str] = {}
    for name in names:
        people.setdefault(person_key(name), name)
    for key, name in people.items():
        yield Link("administrator", name, key)
    for *parts, full in addresses:
        told = full or ", ".join(part for part in parts if part)
        yield Link("address", told, address_key(*parts))


def page_of(
    links: Sequence[Link],
    page: int,
    count: Callable[[Link], int],
    others: Callable[[Link, int, int], list[Connection]],
) -> ConnectionPage:
    """One page across all links. ``others`` returns ``most`` companies of a link after ``skip``.

    A very common name or address comes last: it says least, and would fill all pages.
    """
    counted = sorted(((link, count(link)) for link in links), key=lambda c: c[1] > MOST_COUNTED)
    total = sum(of_link for _link, of_link in counted)
    skip, room = (page - 1) * PAGE_SIZE, PAGE_SIZE
    found: list[Connection] = []
    for link, of_link in counted:
        if skip < of_link and room:
            some = others(link, room, skip)
            found += some
            room -= len(some)
        skip = max(0, skip - of_link)
    return ConnectionPage(
        connections=tuple(found),
        total_pages=min(-(-total // PAGE_SIZE), PAGE.maximum),
        current_page=page,
        total_connections=total,
    )


def person_key(name: str) -> int:
    """The key of all people with a name."""
    return _key(f"person {fold(name)}")


# Any: a column may be NULL.
def address_key(*parts: Any) -> int:
    """The key of an address: county, locality, street and number."""
    return _key("address " + "|".join(fold(str(part or "")) for part in parts))


def _key(text: str) -> int:
    digest = hashlib.blake2b(text.encode(errors="replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
