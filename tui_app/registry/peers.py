"""The groups of peers, and a company's position among them, the same for every engine.

A firm belongs to the group of its latest statement's year, so that companies are compared
with figures of the same year.
"""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from tui_app.contract.folding import fold
from tui_app.contract.resources import PeerMeasure, Peers, YearlyRecord
from tui_app.contract.vocabulary.counties import plain_county
from tui_app.insight.growth import by_year
from tui_app.insight.peers import MEASURES, measures, peer_measure, size_of
from tui_app.registry.lookup import Owner, financial
from tui_app.registry.sql import Read

_CLASS: Final = re.compile(r"([0-9]{4})\s*-\s*(.*)")
_COMPANY: Final = """
SELECT activity.caen, company.county FROM {s}company
LEFT JOIN {s}activity ON activity.id = company.activity WHERE company.id = ?
"""
_GROUP: Final = """
SELECT measure, firms, cuts FROM {s}peer_group WHERE (caen, county, size, year) = (?, ?, ?, ?)
"""


class PeerGroup(NamedTuple):
    """The properties that peers share. ``activity`` is a class in one revision of CAEN."""

    activity: str
    county: str
    size: str
    year: int


def peers(read: Read, owner: Owner) -> Peers:
    """The position of a company; without measures if its group is unknown or too small."""
    ((caen, county),) = read(_COMPANY, (owner.number,))
    records = financial(read, owner).financial_data
    last = next(reversed(by_year(records)), YearlyRecord())
    size = size_of(last.employee)
    group = group_of(records, caen, county)
    return Peers(
        caen=class_of(caen),
        county=county,
        size=None if size is None else size.value,
        year=last.year,
        measures=() if group is None else _standings(read, group, records),
    )


def group_of(
    records: Iterable[YearlyRecord], caen: str | None, county: str | None
) -> PeerGroup | None:
    """The group of a firm; ``None`` if a part of it is unknown."""
    last = next(reversed(by_year(records)), None)
    size = size_of(last.employee) if last else None
    branch = branch_of(caen, county)
    if last is None or last.year is None or size is None or branch is None:
        return None
    return PeerGroup(*branch, size.value, last.year)


@lru_cache(maxsize=4096)
def branch_of(caen: str | None, county: str | None) -> tuple[str, str] | None:
    """The activity and the county of a group; ``None`` if one is unknown."""
    activity = _activity(caen)
    return (activity, plain_county(county)) if activity and county else None


def _standings(
    read: Read, group: PeerGroup, records: Sequence[YearlyRecord]
) -> tuple[PeerMeasure, ...]:
    own = measures(records)
    found = {measure: (array("d", cuts), firms) for measure, firms, cuts in read(_GROUP, group)}
    standings = (
        peer_measure(measure.name, *found[measure.name], own.get(measure.name))
        for measure in MEASURES
        if measure.name in found
    )
    return tuple(each for each in standings if each is not None)


def class_of(caen: str | None) -> str | None:
    """The class at the end of a stored activity path; ``None`` if it has none."""
    activity = _activity(caen)
    return activity[:4] if activity else None


@lru_cache(maxsize=4096)
def _activity(caen: str | None) -> str | None:
    """The class with a number for its title, since a changed class has one in each revision.

    The same class of both revisions may mean two things: 4391 is roofing, then masonry.
    """
    path = msgspec.json.decode(caen, type=list[str]) if caen else []
    match = _CLASS.match(path[-1]) if path else None
    return f"{match[1]} {zlib.crc32(fold(match[2]).encode()):08x}" if match else None
