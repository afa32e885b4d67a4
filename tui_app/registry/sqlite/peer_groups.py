"""Groups of peers: written when a registry is built, read for one company.

A firm counts in the year of its latest statement, so that a company is compared with figures
of the same year.
"""

from __future__ import annotations

import re
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

import msgspec

from tui_app.contract.folding import fold
from tui_app.contract.resources import PeerMeasure, Peers, YearlyRecord
from tui_app.insight.growth import by_year
from tui_app.insight.peers import FEWEST, MEASURES, cuts_of, measures, size_of, standing
from tui_app.registry.sqlite.lookup import financial

_YEARS: Final = """
SELECT financial_year.company, year, turnover, net_profit, financial_year.employee,
  activity.caen, company.county
FROM financial_year
JOIN company ON company.id = financial_year.company
JOIN activity ON activity.id = company.activity
WHERE company.county IS NOT NULL
ORDER BY financial_year.company
"""
_INSERT: Final = "INSERT INTO peer_group VALUES (?, ?, ?, ?, ?, ?, ?)"
_COMPANY: Final = """
SELECT activity.caen, company.county FROM company
LEFT JOIN activity ON activity.id = company.activity WHERE company.id = ?
"""
_GROUP: Final = """
SELECT measure, firms, cuts FROM peer_group WHERE (caen, county, size, year) = (?, ?, ?, ?)
"""
_CLASS: Final = re.compile(r"([0-9]{4})\s*-")


class _Group(NamedTuple):
    """What makes firms peers."""

    caen: str
    county: str
    size: str
    year: int


def write(connection: sqlite3.Connection) -> None:
    """Fill the table from the companies and their years."""
    # Any: a row of the query.
    rows: Iterable[tuple[Any, ...]] = connection.execute(_YEARS)
    values: dict[tuple[_Group, str], array[float]] = defaultdict(lambda: array("d"))
    for _company, years in groupby(rows, key=itemgetter(0)):
        ordered = list(years)
        records = [
            YearlyRecord(year=year, turnover=turnover, net_profit=profit, employee=employee)
            for _c, year, turnover, profit, employee, _caen, _county in ordered
        ]
        group = _group(records, ordered[0][5], ordered[0][6])
        if group is not None:
            for measure, value in measures(records).items():
                values[group, measure].append(value)
    connection.execute("BEGIN")
    connection.executemany(_INSERT, _rows(values))
    connection.execute("COMMIT")


def _rows(values: dict[tuple[_Group, str], array[float]]) -> Iterator[tuple[object, ...]]:
    for (group, measure), of_firms in sorted(values.items(), key=itemgetter(0)):
        if len(of_firms) >= FEWEST:
            yield (*group, measure, len(of_firms), array("d", cuts_of(of_firms)).tobytes())


def read(connection: sqlite3.Connection, number: int) -> Peers:
    """Where a company stands; without measures where its group is unknown or too small."""
    caen, county = connection.execute(_COMPANY, (number,)).fetchone()
    records = financial(connection, number).financial_data
    last = next(reversed(by_year(records)), YearlyRecord())
    size = size_of(last.employee)
    group = _group(records, caen, county)
    return Peers(
        caen=class_of(caen),
        county=county,
        size=None if size is None else size.value,
        year=last.year,
        measures=() if group is None else _standings(connection, group, measures(records)),
    )


def _standings(
    connection: sqlite3.Connection, group: _Group, own: dict[str, float]
) -> tuple[PeerMeasure, ...]:
    found = {name: (firms, cuts) for name, firms, cuts in connection.execute(_GROUP, group)}
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


def _group(records: Iterable[YearlyRecord], caen: str | None, county: str | None) -> _Group | None:
    last = next(reversed(by_year(records)), None)
    size = size_of(last.employee) if last else None
    activity = class_of(caen)
    if last is None or last.year is None or size is None or activity is None or not county:
        return None
    return _Group(activity, _folded(county), size.value, last.year)


@lru_cache(maxsize=1024)
def class_of(caen: str | None) -> str | None:
    """The class of a path of activities as it is stored, ``None`` where it has none."""
    path = msgspec.json.decode(caen, type=list[str]) if caen else []
    match = _CLASS.match(path[-1]) if path else None
    return match[1] if match else None


_folded: Final = lru_cache(maxsize=1024)(fold)
