"""Builds a registry file from records, atomically and in bounded memory.

The work happens in a hidden folder beside the output, on the same disk; the finished file
takes its place in one step. However a build ends, what stood there before still stands.
"""

from __future__ import annotations

import datetime as dt
import errno
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from tui_app.contract.timestamps import format_timestamp
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.atomic_build import build_folder, publish
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.schema import APPLICATION_ID, INDEXES, SCHEMA_VERSION, TABLES
from tui_app.registry.sqlite.staging import Staging
from tui_app.registry.sqlite.tables import Writer

_SETTINGS: Final = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -65536;
"""
_SORTED: Final = {"registry_number": "number", "name_part": "part", "identifier_part": "part"}
"""Tables that are filled in their own order once all rows are known."""

_INDEXED: Final = ("name_piece", "identifier_piece")
# FTS5 writes what it has gathered when it is this large, and merges it all in the end.
_GATHERED_BYTES: Final = 32_000_000
_WAITING_TABLES: Final = "PRAGMA waiting.journal_mode = OFF;" + "".join(
    f"CREATE TABLE waiting.{table} ({column} TEXT, company INTEGER);"
    for table, column in _SORTED.items()
)
_GATHER: Final = "".join(
    f"INSERT INTO {table} ({table}, rank) VALUES ('hashsize', {_GATHERED_BYTES});"
    for table in _INDEXED
)
_SEARCH_TABLES: Final = "".join(
    f"INSERT INTO main.{table} SELECT * FROM waiting.{table} ORDER BY 1, 2;" for table in _SORTED
) + "".join(f"INSERT INTO {table} ({table}) VALUES ('optimize');" for table in _INDEXED)
_DRAFT: Final = "registry.db"
# A file that may not grow further is an I/O error to SQLite.
_FULL: Final = {"SQLITE_FULL", "SQLITE_IOERR_WRITE"}
_SORTS_IN_MEMORY: Final = 100_000
_REPORT_EVERY: Final = 10_000

Report = Callable[[str, int], None]
"""Told what the build is doing and how many companies that has reached."""


def build(
    records: Iterable[CompanyRecord],
    output: Path,
    *,
    invented: bool = False,
    report: Report = lambda _step, _count: None,
) -> RegistryInfo:
    """Build the registry ``output`` from records in any order.

    Of several records with one tax id the best ranked stays. ``invented`` marks data about
    companies that do not exist. Raises ``BuildError``; then nothing is left behind.
    """
    try:
        with build_folder(output) as folder:
            info = _fill(folder, _reported(records, report), invented, report)
            publish(folder / _DRAFT, output)
    except (sqlite3.Error, OSError) as error:
        raise BuildError(why_not_built(error, output)) from error
    except OverflowError:
        raise BuildError(f"{output} was not built: a number does not fit 64 bits") from None
    return info


def _fill(
    folder: Path, records: Iterable[CompanyRecord], invented: bool, report: Report
) -> RegistryInfo:
    with (
        closing(Staging(folder / "staging.db")) as staging,
        closing(sqlite3.connect(folder / _DRAFT, isolation_level=None)) as connection,
    ):
        staging.take(records)
        connection.executescript(_SETTINGS + TABLES + _GATHER)
        connection.execute("ATTACH ? AS waiting", (str(folder / "waiting.db"),))
        connection.executescript(_WAITING_TABLES)
        with _sorting_in(folder, connection, staging.taken):
            companies = _write(connection, staging, report)
            report("indexing", companies)
            connection.executescript(_SEARCH_TABLES + INDEXES)
        info = RegistryInfo(
            version=f"{SCHEMA_VERSION}-{staging.digest}",
            built_at=dt.datetime.now(dt.UTC).replace(microsecond=0),
            companies=companies,
            invented=invented,
        )
        connection.execute(
            "INSERT INTO build VALUES (?, ?, ?, ?)",
            (info.version, format_timestamp(info.built_at), companies, invented),
        )
    return info


def _write(connection: sqlite3.Connection, staging: Staging, report: Report) -> int:
    writer = Writer(connection)
    connection.execute("BEGIN")
    for count, (record, folded_name) in enumerate(staging.ranked(), 1):
        writer.write(record, folded_name)
        if count % _REPORT_EVERY == 0:
            report("written", count)
    writer.finish()
    connection.execute("COMMIT")
    return writer.companies


def _reported(records: Iterable[CompanyRecord], report: Report) -> Iterator[CompanyRecord]:
    for count, record in enumerate(records, 1):
        yield record
        if count % _REPORT_EVERY == 0:
            report("read", count)


@contextmanager
def _sorting_in(folder: Path, connection: sqlite3.Connection, companies: int) -> Iterator[None]:
    # SQLite sorts large sets in files: they belong where the build has its room. The setting
    # is the whole process's, so a build that sorts in memory leaves it alone.
    if companies <= _SORTS_IN_MEMORY:
        yield
        return
    quoted = str(folder).replace("'", "''")
    connection.execute(f"PRAGMA temp_store_directory = '{quoted}'")
    try:
        yield
    finally:
        connection.execute("PRAGMA temp_store_directory = ''")


def why_not_built(error: sqlite3.Error | OSError, output: Path) -> str:
    """What to tell a person whose registry could not be written."""
    full = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    if full or getattr(error, "sqlite_errorname", "") in _FULL:
        return (
            f"The disk is full: {output} was not built and nothing is left of the attempt. "
            f"Make room in {output.parent} or name an output on another disk."
        )
    reason = getattr(error, "strerror", None) or error
    return f"{output} was not built, nothing is left of the attempt: {reason}."
