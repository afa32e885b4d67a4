"""The first half of a build: records come in any order and leave in order of rank.

They wait in a SQLite file of their own, so that memory does not grow with their number.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.ranking import static_rank
from tui_app.contract.resources import CourtCase
from tui_app.contract.timestamps import format_timestamp, parse_timestamp
from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.record import CompanyRecord

_TABLE: Final = """
CREATE TABLE staged (
  not_active INTEGER, no_turnover INTEGER, minus_turnover INTEGER, name TEXT, tax_id TEXT,
  record BLOB
)
"""
_IN_ORDER: Final = """
SELECT record, name FROM staged
ORDER BY not_active, no_turnover, minus_turnover, name, tax_id, rowid
"""


class Staging:
    """Takes records in and gives them back in order of rank, each with its folded name."""

    def __init__(self, path: Path) -> None:
        self._digest = hashlib.blake2b(digest_size=12)
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = OFF")
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("PRAGMA cache_size = -65536")
        self._connection.execute(_TABLE)
        self.taken = 0

    @property
    def digest(self) -> str:
        """Names everything taken in so far."""
        return self._digest.hexdigest()

    def take(self, records: Iterable[CompanyRecord]) -> None:
        """Take records in; raises ``BuildError`` for one that cannot be kept."""
        insert = "INSERT INTO staged VALUES (?, ?, ?, ?, ?, ?)"
        self._connection.execute("BEGIN")
        self._connection.executemany(insert, map(self._row, records))
        self._connection.execute("COMMIT")

    def ranked(self) -> Iterator[tuple[CompanyRecord, str]]:
        """Everything taken in, best rank first, with the folded name."""
        decoder = msgspec.msgpack.Decoder(CompanyRecord)
        for packed, name in self._connection.execute(_IN_ORDER):
            yield decoder.decode(packed), name

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _row(self, record: CompanyRecord) -> tuple[bool, bool, int, str, str, bytes]:
        self.taken += 1
        try:
            record = _checked(record)
            packed = msgspec.msgpack.encode(record)
        except ValueError as error:
            raise BuildError(f"Company {self.taken} of the input: {error}") from None
        profile = record.profile
        self._digest.update(packed)
        rank = static_rank(
            profile.status or "", record.financial.turnover, profile.company_name, profile.tax_id
        )
        return (*rank, packed)


def _checked(record: CompanyRecord) -> CompanyRecord:
    profile = record.profile
    # What was refused may be a personal code: the text does not repeat it.
    if read_tax_id(profile.tax_id) != profile.tax_id:
        raise ValueError("taxId must be 2 to 10 digits, without RO and leading zeros")
    profile = msgspec.structs.replace(
        profile,
        registration_date=_timestamp("registrationDate", profile.registration_date),
        update_date=_timestamp("updateDate", profile.update_date),
    )
    cases = [_checked_case(case) for case in record.court_cases]
    cases.sort(key=lambda case: case.date or "", reverse=True)
    return msgspec.structs.replace(record, profile=profile, court_cases=tuple(cases))


def _checked_case(case: CourtCase) -> CourtCase:
    return msgspec.structs.replace(
        case,
        date=_timestamp("date of a court case", case.date),
        last_update=_timestamp("lastUpdate of a court case", case.last_update),
    )


def _timestamp(name: str, text: str | None) -> str | None:
    if text is None:
        return None
    moment = parse_timestamp(text)
    if moment is None:
        raise ValueError(f"{name} is not an ISO 8601 timestamp")
    return format_timestamp(moment)
