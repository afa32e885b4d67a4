"""Writes the groups of peers when a registry is built: see ``registry.peers``."""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from tui_app.contract.resources import YearlyRecord
from tui_app.insight.peers import MIN_GROUP, cuts_of, measures
from tui_app.registry.peers import PeerGroup, group_of

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


def write(connection: sqlite3.Connection) -> None:
    """Fill the table from the companies and their years."""
    # Any: a row of the query.
    rows: Iterable[tuple[Any, ...]] = connection.execute(_YEARS)
    values: dict[tuple[PeerGroup, str], array[float]] = defaultdict(lambda: array("d"))
    for _company, years in groupby(rows, key=itemgetter(0)):
        ordered = list(years)
        records = [
            YearlyRecord(year=year, turnover=turnover, net_profit=profit, employee=employee)
            for _c, year, turnover, profit, employee, _caen, _county in ordered
        ]
        group = group_of(records, ordered[0][5], ordered[0][6])
        if group is not None:
            for measure, value in measures(records).items():
                values[group, measure].append(value)
    connection.execute("BEGIN")
    connection.executemany(_INSERT, _rows(values))
    connection.execute("COMMIT")


def _rows(values: dict[tuple[PeerGroup, str], array[float]]) -> Iterator[tuple[object, ...]]:
    for (group, measure), of_firms in sorted(values.items(), key=itemgetter(0)):
        if len(of_firms) >= MIN_GROUP:
            yield (*group, measure, len(of_firms), array("d", cuts_of(of_firms)).tobytes())
