"""Fills the tables for screening when a registry is built: a few scans in order of rank."""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress
from typing import Final

import msgspec
from pyroaring import BitMap

from tui_app.contract.resources import Emails, FinancialData, Phones, YearlyRecord
from tui_app.contract.screening.sections import codes_of, section_in
from tui_app.contract.timestamps import parse_timestamp
from tui_app.insight.growth import by_year, latest_two
from tui_app.insight.peers import size_of
from tui_app.registry.screening import layout
from tui_app.registry.sqlite.latest_year import is_year_before, latest_year
from tui_app.registry.sqlite.screening.tables import INDEXES
from tui_app.registry.sqlite.screening.writing import (
    Sets,
    add,
    insert_sets,
    sets_before,
    write_order,
)

_EMAILS: Final = Emails.__struct_fields__
_PHONES: Final = Phones.__struct_fields__
_BATCH: Final = 20_000
_PROFILE: Final = """
SELECT id, county, company_type, status, locality, activity, founding_year, vat
FROM {table} ORDER BY id
"""
_DATES: Final = (
    "SELECT id, registration_date FROM company WHERE registration_date IS NOT NULL ORDER BY id"
)
_PROFILE_FIELDS: Final = (*layout.TEXT_SETS, layout.ACTIVITY, "founding_year", "vat")
# How many years with a loss is unknown where no profit is known.
_LATEST: Final = "CREATE TEMP TABLE latest AS " + latest_year(
    "company", "financial_year", "equity", "sum(net_profit < 0) AS loss_years"
)
_FIGURES: Final = f"""
INSERT INTO screen_figure
SELECT number, latest.year,
  coalesce(latest.turnover, financial.turnover),
  CASE WHEN latest.year IS NULL THEN turnover_prev_year ELSE (
    SELECT turnover FROM financial_year
    WHERE financial_year.company = number AND {is_year_before("financial_year", "latest")}
  ) END,
  coalesce(latest.net_profit, financial.net_profit),
  coalesce(latest.employee, financial.employee),
  equity, loss_years
FROM (SELECT company AS number FROM financial UNION SELECT company FROM temp.latest)
LEFT JOIN financial ON financial.company = number
LEFT JOIN temp.latest AS latest ON latest.company = number
"""
# Only the user's own records can have a year twice.
_DOUBLED: Final = """
SELECT DISTINCT company FROM financial_year
WHERE source IN (SELECT number FROM source WHERE kind LIKE 'records%') AND year IS NOT NULL
GROUP BY company, year HAVING count(*) > 1
"""
_YEARS: Final = (
    "SELECT year, turnover, net_profit, employee, equity FROM financial_year WHERE company = ?"
)
_CORRECT: Final = """
UPDATE screen_figure SET year = ?, turnover = ?, turnover_before = ?, net_profit = ?,
  employee = ?, equity = ?, loss_years = ? WHERE company = ?
"""
_OF_FINANCIAL: Final = """
SELECT turnover, net_profit, employee FROM financial WHERE company = ?
"""
_FLAGS: Final = f"""
SELECT company, max(kind IN {_PHONES}), max(kind IN {_EMAILS}), max(kind = 'websites')
FROM contact GROUP BY company
"""
_CASES: Final = "SELECT DISTINCT company FROM court_case"
_SHARES: Final = {
    "margin": ("net_profit", "turnover"),
    "growth": ("turnover - turnover_before", "turnover_before"),
}
# Materialized, or the function would be called twice for each company.
_SHARE_ORDER: Final = """
WITH shares AS MATERIALIZED (
  SELECT company, share_key({part}, {whole}) AS share, 100.0 * ({part}) / {whole} AS exact
  FROM screen_figure WHERE {whole} > 0
) SELECT company, share FROM shares WHERE share IS NOT NULL ORDER BY share, exact, company
"""


def write(connection: sqlite3.Connection, *, anew: bool) -> None:
    """Fill the tables that are derived from a new registry's other tables.

    If not ``anew``, only companies in ``temp.changed`` differ from the attached ``before``.
    """
    connection.create_function("share_key", 2, layout.share_key, deterministic=True)
    connection.execute("BEGIN")
    _write_figures(connection)
    _write_profiles(connection, anew=anew)
    _write_flags(connection)
    _write_figure_sets(connection)
    for order in ("turnover", "net_profit", "equity"):
        known = f"FROM screen_figure WHERE {order} IS NOT NULL ORDER BY 2, 1"
        write_order(connection, order, connection.execute(f"SELECT company, {order} {known}"))
    for order, (part, whole) in _SHARES.items():
        rows = connection.execute(_SHARE_ORDER.format(part=part, whole=whole))
        write_order(connection, order, rows)
    connection.execute("COMMIT")


def finish(connection: sqlite3.Connection) -> None:
    """Index the tables, once they are filled."""
    connection.executescript(INDEXES)


def _write_figures(connection: sqlite3.Connection) -> None:
    connection.execute(_LATEST)
    connection.execute("CREATE UNIQUE INDEX temp.latest_by_company ON latest (company)")
    connection.execute(_FIGURES)
    connection.execute("DROP TABLE temp.latest")
    for (company,) in connection.execute(_DOUBLED).fetchall():
        years = by_year(
            YearlyRecord(year=y, turnover=t, net_profit=p, employee=e, equity=q)
            for y, t, p, e, q in connection.execute(_YEARS, (company,))
        )
        known = connection.execute(_OF_FINANCIAL, (company,)).fetchone() or (None,) * 3
        figures = dict(zip(("turnover", "net_profit", "employee"), known, strict=True))
        last, before = latest_two(FinancialData(**figures, financial_data=years))
        values = (last.turnover, before.turnover, last.net_profit, last.employee)
        profits = [year.net_profit for year in years if year.net_profit is not None]
        losses = sum(profit < 0 for profit in profits) if profits else None
        connection.execute(_CORRECT, (last.year, *values, last.equity, losses, company))


def _write_profiles(connection: sqlite3.Connection, *, anew: bool) -> None:
    """The sets of profile fields, and the order of dates."""
    fields = (*_PROFILE_FIELDS, layout.ALL)
    sets: dict[str, Sets] = {field: {} for field in fields}
    if not anew:
        sets = {field: sets_before(connection, field) for field in fields}
        _leave_out(connection, sets)
    rows = connection.execute(_PROFILE.format(table="main.company" if anew else "temp.company_now"))
    _add_profiles(rows, sets)
    for field, found in sets.items():
        insert_sets(connection, field, found)
    days: dict[int, BitMap] = {}
    rows = connection.execute(_DATES)
    while some := rows.fetchmany(_BATCH):
        numbers, dates = zip(*some, strict=True)
        add(days, numbers, map(_known_moment, dates))
    write_order(
        connection,
        "registration_date",
        ((number, moment) for moment in sorted(days) for number in days[moment]),
    )
    sections: Sets = defaultdict(BitMap)
    for activity, path in connection.execute("SELECT id, caen FROM activity"):
        section = section_in(codes_of(msgspec.json.decode(path, type=list[str])))
        if section and str(activity) in sets[layout.ACTIVITY]:
            sections[section[0]] |= sets[layout.ACTIVITY][str(activity)]
    insert_sets(connection, layout.SECTION, sections)


def _add_profiles(rows: sqlite3.Cursor, sets: dict[str, Sets]) -> None:
    while some := rows.fetchmany(_BATCH):
        numbers, *columns = zip(*some, strict=True)
        for field, column in zip(_PROFILE_FIELDS, columns, strict=True):
            add(sets[field], numbers, column, key_of=str)
        add(sets[layout.ALL], numbers, ("1" for _ in numbers))


def _leave_out(connection: sqlite3.Connection, sets: dict[str, Sets]) -> None:
    """Take the companies that changed out of the sets of before."""
    gone: dict[str, Sets] = {field: {} for field in sets}
    _add_profiles(connection.execute(_PROFILE.format(table="temp.company_before")), gone)
    for field, found in gone.items():
        for value, members in found.items():
            sets[field][value] -= members


def _write_flags(connection: sqlite3.Connection) -> None:
    contacts = ("has_phone", "has_email", "has_website")
    sets: dict[str, BitMap] = {field: BitMap() for field in layout.FLAG_SETS}
    rows = connection.execute(_FLAGS)
    while some := rows.fetchmany(_BATCH):
        numbers, *columns = zip(*some, strict=True)
        for field, column in zip(contacts, columns, strict=True):
            sets[field].update(array("I", compress(numbers, column)))
    cases = (number for (number,) in connection.execute(_CASES))
    sets["has_court_cases"].update(array("I", cases))
    for field, members in sets.items():
        insert_sets(connection, field, {"1": members})


def _write_figure_sets(connection: sqlite3.Connection) -> None:
    fields = ("statement_year", "employee", "loss_years", layout.SIZE)
    sets: dict[str, Sets] = {field: {} for field in fields}
    rows = connection.execute(
        "SELECT company, year, employee, loss_years, turnover FROM screen_figure ORDER BY company"
    )
    while some := rows.fetchmany(_BATCH):
        numbers, years, employees, losses, turnovers = zip(*some, strict=True)
        columns = (years, employees, losses, map(size_of, employees))
        for field, column in zip(fields, columns, strict=True):
            add(sets[field], numbers, column, key_of=str)
        for figure, values in (("turnover", turnovers), ("employee", employees)):
            _add_bits(sets, figure, numbers, values)
    for field, found in sets.items():
        insert_sets(connection, field, found)


def _add_bits(
    sets: dict[str, Sets], figure: str, numbers: Sequence[int], values: Sequence[int | None]
) -> None:
    """Add companies to the sets of the bits of a figure, those below zero apart."""
    for below_zero in (False, True):
        sign = -1 if below_zero else 1
        amounts = [max(sign * value, 0) if value else 0 for value in values]
        for bit in range(max(amounts).bit_length()):
            mask = 1 << bit
            if found := array("I", compress(numbers, [amount & mask for amount in amounts])):
                field = layout.bit_field(figure, bit, below_zero=below_zero)
                sets.setdefault(field, {}).setdefault("1", BitMap()).update(found)


def _moment_of(text: str) -> int | None:
    moment = parse_timestamp(text)
    return None if moment is None else round(moment.timestamp() * 1000)


_known_moment: Final[Callable[[str], int | None]] = lru_cache(maxsize=65_536)(_moment_of)
