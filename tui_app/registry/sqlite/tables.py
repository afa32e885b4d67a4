"""The second half of a build: ranked records become rows."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import new_registry_number
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.sqlite.ngrams import START, pieces, short_parts
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.schema import (
    CASE_COLUMNS,
    FINANCIAL_COLUMNS,
    PROFILE_COLUMNS,
    YEAR_COLUMNS,
)

_BATCH: Final = 1000

Row = tuple[object, ...]


def _insert(table: str, columns: int) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})"


_COMPANY: Final = _insert("company", len(PROFILE_COLUMNS) + 2).replace(
    "INSERT", "INSERT OR IGNORE", 1
)
_CHILDREN: Final = {
    "financial": _insert("financial", len(FINANCIAL_COLUMNS) + 1),
    "financial_year": _insert("financial_year", len(YEAR_COLUMNS) + 2),
    "court_case": _insert("court_case", len(CASE_COLUMNS) + 2),
    "contact": _insert("contact", 4),
    "name_piece": "INSERT INTO name_piece (rowid, pieces) VALUES (?, ?)",
    "identifier_piece": "INSERT INTO identifier_piece (rowid, pieces) VALUES (?, ?)",
    "waiting.registry_number": _insert("waiting.registry_number", 2),
    "waiting.name_part": _insert("waiting.name_part", 2),
    "waiting.identifier_part": _insert("waiting.identifier_part", 2),
}


class Writer:
    """Writes companies, best rank first, into the tables of a registry."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._rows: defaultdict[str, list[Row]] = defaultdict(list)
        # How many companies are kept for each short part.
        self._kept: dict[str, defaultdict[str, int]] = {
            "name_part": defaultdict(int),
            "identifier_part": defaultdict(int),
        }
        self._activity = lru_cache(maxsize=10_000)(self._activity_number)
        self.companies = 0

    def write(self, record: CompanyRecord, folded_name: str) -> None:
        """Write the next company. One whose tax id was written before is left out."""
        company = self.companies + 1
        profile = record.profile
        values = [getattr(profile, column) for column in PROFILE_COLUMNS]
        row = (company, *values, self._activity(profile.caen) if profile.caen else None)
        if not self._connection.execute(_COMPANY, row).rowcount:
            return
        self.companies = company
        self._write_resources(company, record)
        self._write_search(company, profile, folded_name)
        if company % _BATCH == 0:
            self._flush()

    def finish(self) -> None:
        """Write what still waits; after the last company."""
        self._flush()

    def _flush(self) -> None:
        for table, rows in self._rows.items():
            self._connection.executemany(_CHILDREN[table], rows)
            rows.clear()

    def _write_resources(self, company: int, record: CompanyRecord) -> None:
        rows = self._rows
        if record.has_financial_data:
            figures = record.financial
            rows["financial"].append((company, *_values(figures, FINANCIAL_COLUMNS)))
            rows["financial_year"] += (
                (company, position, *_values(year, YEAR_COLUMNS))
                for position, year in enumerate(figures.financial_data)
            )
        rows["court_case"] += (
            (company, position, *_values(case, CASE_COLUMNS))
            for position, case in enumerate(record.court_cases)
        )
        rows["contact"] += ((company, *contact) for contact in _contacts(record))

    def _write_search(self, company: int, profile: CompanyProfile, folded_name: str) -> None:
        rows = self._rows
        folded_id = fold(profile.company_id or "")
        number = new_registry_number(folded_id) or folded_id
        rows["waiting.registry_number"].append((number, company))
        self._write_parts(company, "name", START + folded_name)
        self._write_parts(company, "identifier", profile.tax_id, folded_id)

    def _write_parts(self, company: int, index: str, *texts: str) -> None:
        self._rows[f"{index}_piece"].append((company, pieces(*texts)))
        # Companies come in order of rank: the first ten with a part are its best.
        kept, waiting = self._kept[f"{index}_part"], self._rows[f"waiting.{index}_part"]
        for part in short_parts(*texts):
            if kept[part] < MAXIMUM_RESULTS:
                kept[part] += 1
                waiting.append((part, company))

    def _activity_number(self, caen: tuple[str, ...]) -> int:
        path = msgspec.json.encode(caen).decode()
        self._connection.execute("INSERT OR IGNORE INTO activity (caen) VALUES (?)", (path,))
        row = self._connection.execute("SELECT id FROM activity WHERE caen = ?", (path,))
        number: int = row.fetchone()[0]
        return number


def _values(resource: object, columns: tuple[str, ...]) -> Iterator[object]:
    return (getattr(resource, column) for column in columns)


def _contacts(record: CompanyRecord) -> Iterator[tuple[str, int, str]]:
    for resource in (record.phones, record.emails):
        for kind in resource.__struct_fields__:
            value = getattr(resource, kind)
            values = (value,) if isinstance(value, str) else value or ()
            yield from ((kind, position, each) for position, each in enumerate(values))
    yield from (("administrators", p, name) for p, name in enumerate(record.administrators))
    yield from (("websites", p, address) for p, address in enumerate(record.websites))
