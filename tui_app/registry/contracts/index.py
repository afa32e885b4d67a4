"""The index for screening companies by their contracts, which joins them with the registry.

It is rebuilt, in seconds, when either changes.
"""

from __future__ import annotations

import sqlite3
import statistics
from collections import defaultdict
from typing import Final

from pyroaring import BitMap

from tui_app.insight.peers import MIN_GROUP
from tui_app.registry.contracts.tables import SUPPLIER
from tui_app.registry.peers import class_of
from tui_app.registry.screening import layout
from tui_app.registry.sqlite.screening.writing import Sets, insert_sets, write_order

_TABLES: Final = """
CREATE TABLE money_set (field TEXT, value TEXT, companies INTEGER, members BLOB);
CREATE TABLE money_span (field TEXT, number INTEGER, low INTEGER, high INTEGER, companies INTEGER,
  members BLOB, ordered BLOB, keys BLOB);
CREATE TABLE money_figure (company INTEGER PRIMARY KEY, won INTEGER, share REAL, buyers INTEGER);
CREATE TABLE money_class (class TEXT PRIMARY KEY, firms INTEGER, median REAL);
"""
_INDEXES: Final = """
CREATE UNIQUE INDEX money_set_by_value ON money_set (field, value, companies);
CREATE UNIQUE INDEX money_span_by_number ON money_span (field, number, low, high, companies);
"""
_KNOWN: Final = """
CREATE TEMP TABLE known AS
SELECT company.id AS id, money_party.number AS number, money_party.won AS won
FROM money.money_party JOIN registry.company ON company.tax_id = CAST(money_party.number AS TEXT)
WHERE money_party.number > 0 AND EXISTS (
  SELECT 1 FROM money.money_pair WHERE winner = money_party.number AND count > 0
) ORDER BY 1;
CREATE UNIQUE INDEX temp.known_by_number ON known (number);
"""
_FIGURES: Final = f"""
SELECT known.id, (known.won + 50) / 100,
  (SELECT contract_sum + purchase_sum FROM money.money_year
   WHERE side = {SUPPLIER} AND party = known.number AND year = figure.year),
  figure.turnover, figure.year,
  (SELECT count(*) FROM money.money_pair WHERE winner = known.number AND count > 0),
  activity.caen
FROM temp.known JOIN registry.company ON company.id = known.id
LEFT JOIN registry.screen_figure AS figure ON figure.company = known.id
LEFT JOIN registry.activity ON activity.id = company.activity
ORDER BY known.id
"""
_SETS: Final = {
    "buyer": """SELECT id, buyer FROM money.money_pair JOIN temp.known ON number = winner
      WHERE count > 0""",
    "cpv": """SELECT id, printf('%08d', cpv)
      FROM money.money_cpv JOIN temp.known ON number = party""",
    "cpv_division": """SELECT id, printf('%02d', cpv / 1000000)
      FROM money.money_cpv JOIN temp.known ON number = party""",
    "won_year": f"""SELECT id, year FROM money.money_year JOIN temp.known ON number = party
      WHERE side = {SUPPLIER} AND contracts + purchases > 0""",
}


def write_index(connection: sqlite3.Connection) -> None:
    """Write the index into a new file, to which ``registry`` and the contracts ``money`` belong."""
    connection.executescript(f"{_TABLES} {_KNOWN}")
    connection.execute("BEGIN")
    shares: dict[str, list[float]] = defaultdict(list)
    keyed: list[tuple[int, float, int]] = []
    buyers: Sets = defaultdict(BitMap)
    figures = []
    for company, won, part, turnover, _year, count, caen in connection.execute(_FIGURES):
        share = None
        if turnover and turnover > 0:
            of_year = part or 0
            share = of_year / (100 * turnover)
            key = layout.share_key(of_year, 100 * turnover)
            if key is not None:
                keyed.append((key, share, company))
            if activity := class_of(caen):
                shares[activity].append(share)
        figures.append((company, won, share, count))
        buyers[str(count)].add(company)
    connection.executemany("INSERT INTO money_figure VALUES (?, ?, ?, ?)", figures)
    won_order = "SELECT company, won FROM money_figure ORDER BY won, company"
    write_order(connection, "won", connection.execute(won_order), "money")
    write_order(connection, "public_share", ((c, k) for k, _, c in sorted(keyed)), "money")
    insert_sets(connection, "buyers", buyers, "money")
    for field, statement in _SETS.items():
        sets: Sets = defaultdict(BitMap)
        for company, value in connection.execute(statement):
            sets[str(value)].add(company)
        insert_sets(connection, field, sets, "money")
    connection.executemany(
        "INSERT INTO money_class VALUES (?, ?, ?)",
        (
            (activity, len(some), statistics.median(some))
            for activity, some in shares.items()
            if len(some) >= MIN_GROUP
        ),
    )
    connection.execute("COMMIT")
    connection.executescript(_INDEXES)
