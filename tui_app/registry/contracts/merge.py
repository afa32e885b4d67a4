"""Builds the contracts beside a registry from the staged procurement files.

Files are merged by winner and buyer from their sorted runs, in memory that does not grow with them.
The result is a pure function of the staged files: nothing is read back from it.
"""

from __future__ import annotations

import datetime as dt
import heapq
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

from tui_app.contract.timestamps import format_timestamp
from tui_app.registry.contracts import staged
from tui_app.registry.contracts.changes import ChangeOfContract, ChangesOfContracts, ContractRow
from tui_app.registry.contracts.natures import KEPT, LARGE, SUMMED, ContractNature
from tui_app.registry.contracts.tables import (
    APPLICATION_ID,
    AUTHORITY,
    COLUMNS,
    INDEXES,
    SCHEMA_VERSION,
    SUPPLIER,
    create_tables,
    pack,
)
from tui_app.registry.sqlite.drafts import drafted
from tui_app.registry.sqlite.finished import FileMark
from tui_app.registry.sqlite.schema import TABLES as REGISTRY_TABLES
from tui_app.registry.sqlite.sources import SourceInfo, version_of, write_sources
from tui_app.system.garbage import no_garbage_collection
from tui_app.system.untyped import DbRow, DbValue

PURCHASES: Final = "direct purchases"
CHANGES: Final = "changes of contracts"

_SOURCE: Final = next(t for t in REGISTRY_TABLES.split(";\n") if " source (" in t)
_SUMMED: Final = ", ".join(str(int(each)) for each in SUMMED)
_IS_SUMMED: Final = f"nature IN ({_SUMMED}) AND value <= {LARGE}"
_IS_LARGE: Final = f"nature IN ({_SUMMED}) AND value > {LARGE}"
_YEAR: Final = "CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER)"
_PAIRS: Final = f"""
SELECT winner, buyer, -1, coalesce(sum({_IS_SUMMED}), 0),
  sum(CASE WHEN {_IS_SUMMED} THEN value ELSE 0 END), sum(nature = {int(ContractNature.FRAMEWORK)})
FROM money_contract GROUP BY winner, buyer ORDER BY winner, buyer
"""
_OF_CONTRACTS: Final = f"""
SELECT {{side}} AS side, {{party}} AS party, {_YEAR} AS year, sum({_IS_SUMMED}) AS contracts,
  sum(CASE WHEN {_IS_SUMMED} THEN value ELSE 0 END) AS contract_sum, sum({_IS_LARGE}) AS large,
  sum(CASE WHEN {_IS_LARGE} THEN value ELSE 0 END) AS large_sum,
  sum(nature = {int(ContractNature.FRAMEWORK)}) AS frameworks,
  sum(nature = {int(ContractNature.NOT_TOLD)}) AS not_told,
  sum(nature IN ({_SUMMED}) AND value IS NULL) AS no_value, 0 AS purchases, 0 AS purchase_sum,
  0 AS apart, 0 AS apart_sum
FROM money_contract GROUP BY {{party}}, {_YEAR}
"""
_OF_PURCHASES: Final = """
SELECT {side}, {party}, year, 0, 0, 0, 0, 0, 0, sum(no_value), sum(count), sum(sum), sum(apart),
  sum(apart_sum)
FROM money_purchase_year GROUP BY {party}, year
"""
_YEARS: Final = f"""
INSERT INTO money_year
SELECT {
    ", ".join(
        c if c in {"side", "party", "year"} else f"coalesce(sum({c}), 0)"
        for c in COLUMNS["money_year"]
    )
}
FROM ({{parts}}) GROUP BY side, party, year
"""
_PARTIES: Final = f"""
UPDATE money_party SET won = (
    SELECT coalesce(sum(contract_sum + purchase_sum), 0) FROM money_year
    WHERE side = {SUPPLIER} AND party = money_party.number
  ), bought = (
    SELECT coalesce(sum(contract_sum + purchase_sum), 0) FROM money_year
    WHERE side = {AUTHORITY} AND party = money_party.number
  ), buyers = (SELECT count(*) FROM money_pair WHERE winner = money_party.number),
  suppliers = (SELECT count(*) FROM money_pair WHERE buyer = money_party.number)
"""

_CODES: Final = f"""
INSERT OR IGNORE INTO money_cpv SELECT DISTINCT winner, CAST(substr(cpv, 1, 8) AS INTEGER)
FROM money_contract WHERE cpv IS NOT NULL AND {_IS_SUMMED}
"""

Report = Callable[[str, int], None]
"""Called with the step, and its number of rows."""


def merge(
    output: Path,
    sources: Sequence[tuple[SourceInfo, Sequence[Path]]],
    *,
    all_purchases: bool,
    report: Report,
) -> None:
    """Write the contracts of all ``sources``, with their staged files, into the new ``output``."""
    mark = FileMark(APPLICATION_ID, SCHEMA_VERSION)
    with no_garbage_collection(), drafted(output, mark) as connection:
        connection.executescript(f"{create_tables()}{_SOURCE};")
        connection.execute("BEGIN")
        merging = _Merge(connection, sources, all_purchases=all_purchases)
        report("contracts", 0)
        merging.write_changes()
        merging.write_contracts()
        report("purchases", 0)
        merging.write_pairs()
        connection.execute("COMMIT")
        report("summing", 0)
        connection.executescript(INDEXES)
        connection.execute("BEGIN")
        connection.execute(_CODES)
        for side, party in ((SUPPLIER, "winner"), (AUTHORITY, "buyer")):
            parts = " UNION ALL ".join((_OF_CONTRACTS, _OF_PURCHASES)).format(
                side=side, party=party
            )
            connection.execute(_YEARS.format(parts=parts))
        merging.write_parties()
        connection.execute(_PARTIES)
        merging.write_build()
        connection.execute("COMMIT")


class _Merge:
    def __init__(
        self,
        connection: sqlite3.Connection,
        sources: Sequence[tuple[SourceInfo, Sequence[Path]]],
        *,
        all_purchases: bool,
    ) -> None:
        self._connection = connection
        self._sources = sources
        self._all_purchases = all_purchases
        self._changes = ChangesOfContracts()
        self._written = 0
        self._files = [
            (number, path, staged.head_of(path))
            for number, (_, paths) in enumerate(sources, 1)
            for path in paths
        ]

    def write_changes(self) -> None:
        """Write the changes of contracts, and remember them for ``write_contracts``."""
        for number, path, head in self._of(CHANGES):
            rows = []
            for date, buyer, winner, before, after, contract, title, line in staged.rows_of(path):
                day = head.days[date]
                if day is not None:
                    self._changes.add(
                        buyer, contract, ChangeOfContract(day, winner, before, after, title)
                    )
                    rows.append((day, buyer, winner, before, after, contract, title, number, line))
            self._insert("money_change", rows)

    def write_contracts(self) -> None:
        """Write all contracts, call-offs, frameworks and awards without a notice.

        A changed one has its value after the latest change.
        """
        for number, path, head in self._files:
            if head.table not in {PURCHASES, CHANGES}:
                shared = _shared(path)
                self._insert("money_contract", self._contracts(number, path, head, shared))
        self._connection.executemany(
            "UPDATE money_contract SET value_after = ? WHERE rowid = ?",
            self._changes.values_after(),
        )

    def _contracts(
        self,
        source: int,
        path: Path,
        head: staged.StagedHead,
        shared: dict[tuple[int, str], int],
    ) -> Iterator[DbRow]:
        days, framework = head.days, int(ContractNature.FRAMEWORK)
        for nature, date, buyer, winner, value, number, title, cpv, line in staged.rows_of(path):
            day = days[date]
            if day is None:
                continue
            self._written += 1
            self._changes.may_mean(
                buyer, number, ContractRow(self._written, day, winner, value, title)
            )
            others = shared.get((buyer, number)) if nature == framework else None
            yield (
                nature, day, buyer, winner, value, None, cpv, others, number, title, source, line,
            )  # fmt: skip

    def write_pairs(self) -> None:
        """Write the sums of each winner and buyer, by year, and their largest purchases."""
        runs: list[Iterator[DbValue]] = []
        for number, path, head in self._of(PURCHASES):
            years = [None if day is None else _year(day) for day in head.days]
            runs += [
                _numbered(run, len(runs) + at, (number, head.days, years))
                for at, run in enumerate(staged.runs_of(path))
            ]
        contracts = self._connection.execute(_PAIRS)
        pairs = groupby(heapq.merge(contracts, *runs), key=itemgetter(0, 1))
        waiting: list[DbRow] = []
        for (winner, buyer), groups in pairs:
            waiting.append(self._pair(winner, buyer, groups))
            if len(waiting) == 5_000:
                self._write_pairs(waiting)
        self._write_pairs(waiting)

    def _pair(self, winner: int, buyer: int, groups: Iterator[DbRow]) -> DbRow:
        contracts = contract_sum = frameworks = 0
        rows: list[list[DbValue]] = []
        sums: dict[int, list[int]] = {}
        codes: set[str | None] = set()
        for group in groups:
            if group[2] < 0:
                contracts, contract_sum, frameworks = group[3:]
                continue
            _, _, _, some, (source, days, years) = group
            for row in some:
                year = years[row[0]]
                if year is None:
                    continue
                if year not in sums:
                    sums[year] = [0, 0, 0, 0, 0]
                of_year, first = sums[year], 2 if row[6] else 0
                if row[1] is None:
                    of_year[4] += 1
                else:
                    of_year[first] += 1
                    of_year[first + 1] += row[1]
                if row[1] is not None and not row[6]:
                    codes.add(row[4])
                row[0] = days[row[0]]
                row.append(source)
                rows.append(row)
            if len(rows) > 100 * KEPT and not self._all_purchases:
                rows = heapq.nlargest(KEPT, rows, key=_size)
        if len(rows) > KEPT and not self._all_purchases:
            rows = heapq.nlargest(KEPT, rows, key=_size)
        else:
            rows.sort(key=_size, reverse=True)
        purchases = sum(each[0] for each in sums.values())
        purchase_sum = sum(each[1] for each in sums.values())
        years_of_pair = [(winner, buyer, year, *each) for year, each in sums.items()]
        return (
            (
                winner, buyer, contracts + purchases, contract_sum + purchase_sum, contracts,
                contract_sum, frameworks, purchases, purchase_sum, len(rows), pack(rows),
            ),
            years_of_pair,
            [(winner, int(code[:8])) for code in codes if code],
        )  # fmt: skip

    def _write_pairs(self, waiting: list[DbRow]) -> None:
        self._insert("money_pair", (pair for pair, _, _ in waiting))
        self._insert("money_purchase_year", (year for _, years, _ in waiting for year in years))
        self._insert("money_cpv", (code for _, _, codes in waiting for code in codes))
        waiting.clear()

    def write_parties(self) -> None:
        """Write everybody who buys or wins, in the spelling of the latest file."""
        names: dict[int, tuple[object, str]] = {}
        for (source, _), number in zip(
            self._sources, range(1, len(self._sources) + 1), strict=True
        ):
            age = (max(_last_month(h) for n, _, h in self._files if n == number), source.kind)
            for _, path, _ in (each for each in self._files if each[0] == number):
                for party, name in staged.parties_of(path):
                    known = names.get(party)
                    if known is None or (age, name) > known:
                        names[party] = age, name
        self._insert("money_party", ((p, n, 0, 0, 0, 0) for p, (_, n) in names.items()))
        self._connection.execute(
            "INSERT OR IGNORE INTO money_party SELECT DISTINCT winner, '', 0, 0, 0, 0"
            " FROM money_pair WHERE winner = 0"
        )

    def write_build(self) -> None:
        """Write the sources, and the description of the file."""
        sources = [source for source, _ in self._sources]
        write_sources(self._connection, sources)
        self._insert(
            "money_source",
            (
                (number, source.kind, source.name, source.day.isoformat(), source.rows)
                for number, source in enumerate(sources, 1)
            ),
        )
        days = [day for _, _, head in self._files for day in head.days if day is not None]
        kept = "all" if self._all_purchases else str(KEPT)
        version = f"{SCHEMA_VERSION}-{version_of(sources, kept)}"
        now = format_timestamp(dt.datetime.now(dt.UTC).replace(microsecond=0))
        row = version, now, self._all_purchases, min(days, default=None), max(days, default=None)
        self._insert("money_build", [row])

    def _of(self, table: str) -> list[tuple[int, Path, staged.StagedHead]]:
        return [each for each in self._files if each[2].table == table]

    def _insert(self, table: str, rows: DbValue) -> None:
        marks = ", ".join("?" * len(COLUMNS[table]))
        self._connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)


def _size(row: list[DbValue]) -> int:
    """A purchase's value for sorting: one without a value comes last."""
    return -(1 << 62) if row[1] is None else int(row[1])


def _numbered(run: Iterator[staged.Group], at: int, of_file: DbValue) -> Iterator[DbRow]:
    for winner, buyer, rows in run:
        yield winner, buyer, at, rows, of_file


def _shared(path: Path) -> dict[tuple[int, str], int]:
    """How many others share each framework's ceiling, by buyer and number."""
    winners: dict[tuple[int, str], set[int]] = {}
    for nature, _date, buyer, winner, _value, number, *_ in staged.rows_of(path):
        if nature == ContractNature.FRAMEWORK and number:
            winners.setdefault((buyer, number), set()).add(winner)
    return {key: len(some) - 1 for key, some in winners.items()}


def _last_month(head: staged.StagedHead) -> str:
    return max(head.months, default="")


def _year(day: int) -> int:
    return (dt.date(1970, 1, 1) + dt.timedelta(day)).year
