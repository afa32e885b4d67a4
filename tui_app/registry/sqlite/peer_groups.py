"""Writes the groups of peers when a registry is built: see ``registry.peers``."""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

from tui_app.contract.resources import YearlyRecord
from tui_app.insight.peers import MIN_GROUP, cuts_of, measures
from tui_app.registry.peers import PeerGroup, branch_of, group_of
from tui_app.registry.sqlite.drafts import write_many
from tui_app.system.untyped import DbRow

_YEARS: Final = """
SELECT financial_year.company, year, turnover, net_profit, financial_year.employee,
  activity.caen, company.county
FROM financial_year
JOIN company ON company.id = financial_year.company
JOIN activity ON activity.id = company.activity
WHERE company.county IS NOT NULL
ORDER BY financial_year.company
"""
_MOVED: Final = """
SELECT caen, county FROM (
  SELECT tax_id, activity, county FROM temp.company_{one}
  EXCEPT SELECT tax_id, activity, county FROM temp.company_{other}
) JOIN activity ON activity.id = activity WHERE county IS NOT NULL
"""
_BEFORE: Final = "SELECT * FROM before.peer_group"
_INSERT: Final = "INSERT INTO peer_group VALUES (?, ?, ?, ?, ?, ?, ?)"


def write(connection: sqlite3.Connection, *, anew: bool) -> None:
    """Fill the table from the companies and their years.

    If not ``anew``, only groups of companies in ``temp.changed`` differ from the attached
    ``before``; the years of a company are the same.
    """
    joined: set[tuple[str, str] | None] | None = None
    kept: list[DbRow] = []
    if not anew:
        joined = {
            branch_of(caen, county)
            for one, other in (("now", "before"), ("before", "now"))
            for caen, county in connection.execute(_MOVED.format(one=one, other=other))
        }
        kept = [row for row in connection.execute(_BEFORE) if row[:2] not in joined]
    values: dict[tuple[PeerGroup, str], array[float]] = defaultdict(lambda: array("d"))
    for _company, years in groupby(connection.execute(_YEARS), key=itemgetter(0)):
        ordered = list(years)
        if joined is not None and branch_of(*ordered[0][5:]) not in joined:
            continue
        records = [
            YearlyRecord(year=year, turnover=turnover, net_profit=profit, employee=employee)
            for _c, year, turnover, profit, employee, _caen, _county in ordered
        ]
        group = group_of(records, ordered[0][5], ordered[0][6])
        if group is not None:
            for measure, value in measures(records).items():
                values[group, measure].append(value)
    write_many(connection, _INSERT, sorted([*kept, *_rows(values)]))


def _rows(values: dict[tuple[PeerGroup, str], array[float]]) -> Iterator[DbRow]:
    for (group, measure), of_firms in values.items():
        if len(of_firms) >= MIN_GROUP:
            yield (*group, measure, len(of_firms), array("d", cuts_of(of_firms)).tobytes())
