"""``scale``: PostgreSQL beside SQLite: publishing, search, and a request on shared accounts.

Small by default; ``--full`` is the whole country, 4 200 000 companies, and writes results.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import msgspec
import psycopg

from tests.benchmarks import report
from tests.benchmarks.building import build_country
from tests.benchmarks.country import WHOLE_COUNTRY, companies
from tests.benchmarks.queries import mixed
from tests.postgres import database, postgres_server
from tests.service.running import running
from tui_app.contract.folding import fold
from tui_app.contract.ranking import Query, read_query
from tui_app.registry.postgres import registry as reading
from tui_app.registry.postgres import schema
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.tables import tables_of
from tui_app.registry.registry_location import open_registry
from tui_app.service.accounts_location import open_accounts

SMALL: Final = 60_000
_PLAIN: Final = 60
"""Texts for the plain statement, which may take minutes each; it is given up after 10 s."""

_REQUESTS: Final = 1_500
_INFIX: Final = """
SELECT id FROM plain WHERE folded LIKE %s OR tax_id LIKE %s ORDER BY id LIMIT 10
"""


class Times(NamedTuple):
    """Milliseconds, and the searches that were cut short."""

    p50: float
    p95: float
    p99: float
    longest: float
    cut_short: int = 0


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks scale", description=__doc__)
    parser.add_argument("--full", action="store_true", help="4 200 000 companies; writes results")
    parser.add_argument("--companies", type=int, default=SMALL, help=f"how many ({SMALL})")
    parser.add_argument("--texts", type=int, default=2_400, help="texts searched (2400)")
    parser.add_argument("--registry", type=Path, help="a registry of that size, built before")
    options = parser.parse_args(arguments)
    size = WHOLE_COUNTRY if options.full else options.companies
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        path = options.registry or Path(folder) / "registry.db"
        if not path.exists():
            build_country(size, path)
        with database(server) as url:
            text = _measured(path, url, Path(folder), options.texts, options.full)
    print(f"{size:,} companies\n\n{text}")
    if options.full:
        report.write_section("scale", text)


def _measured(path: Path, url: str, folder: Path, count: int, full: bool) -> str:
    verdict = report.verdict if full else lambda _holds: "told by --full"
    by_hand = _copied_by_hand(path, url)
    seconds = _timed(lambda: publish(path, url, lambda _: None))
    texts = [text.q for text in mixed(count)]
    found = {"SQLite": _searched(str(path), texts), "PostgreSQL": _searched(url, texts)}
    with patch.object(reading, "read_query", _without_words):
        found["PostgreSQL, the contract's tiers"] = _searched(url, texts)
    found["plain ranked LIKE"] = _plain(url, texts[:_PLAIN])
    shared, alone = _answered(path, url, folder), _answered(path, "", folder)
    rows = [(name, *(f"{ms:.2f}" for ms in t[:4]), str(t.cut_short)) for name, t in found.items()]
    ours, plain = found["PostgreSQL"], found["plain ranked LIKE"]
    contract = found["PostgreSQL, the contract's tiers"]
    return "\n".join(
        (
            report.table(("search", "p50 ms", "p95 ms", "p99 ms", "longest ms", "cut short"), rows),
            "",
            f"- search in PostgreSQL, the contract's tiers: p95 {contract.p95:.1f} ms (goal 50: "
            f"{verdict(contract.p95 <= 50)})",
            f"- search in PostgreSQL, all tiers: p95 {ours.p95:.1f} ms (goal 100: "
            f"{verdict(ours.p95 <= 100)}), {ours.cut_short} cut short (goal 0: "
            f"{verdict(ours.cut_short == 0)})",
            f"- the plain statement: {plain.p95 / ours.p95:.0f} times the p95 (goal 20: "
            f"{verdict(plain.p95 >= 20 * ours.p95)})",
            f"- publishing: {seconds:.0f} s, {seconds / by_hand:.1f} times COPY and CREATE INDEX "
            f"by hand (goal at most 3: {verdict(seconds <= 3 * by_hand)})",
            f"- a request on shared accounts: p50 {shared:.2f} ms, {shared / alone:.1f} times one "
            f"on SQLite accounts (goal at most 2: {verdict(shared <= 2 * alone)})",
        )
    )


def _without_words(q: str) -> Query:
    """As the contract has it. Letters stay: by them a rare text is found in all its tiers."""
    return msgspec.structs.replace(read_query(q), words=())


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _times(seconds: Sequence[float], cut_short: int = 0) -> Times:
    cuts = statistics.quantiles([1000 * each for each in seconds], n=100)
    return Times(cuts[49], cuts[94], cuts[98], 1000 * max(seconds), cut_short)


def _searched(location: str, texts: Sequence[str]) -> Times:
    seconds, cut_short = [], 0
    with closing(open_registry(location)) as registry:
        for q in texts[:50]:
            registry.search(q)
        for q in texts:
            start = time.perf_counter()
            found = registry.search(q)
            seconds.append(time.perf_counter() - start)
            cut_short += not found.is_complete
    return _times(seconds, cut_short)


def _copied_by_hand(path: Path, url: str) -> float:
    """Seconds for the same rows by COPY, and indexes, as one would do it by hand.

    The table ``plain`` stays, for the plain statement.
    """

    def copy() -> None:
        with (
            psycopg.connect(url, autocommit=True) as connection,
            closing(sqlite3.connect(path)) as read,
        ):
            connection.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            connection.execute("CREATE SCHEMA by_hand")
            connection.execute("SET search_path TO by_hand, public")
            connection.execute("SET maintenance_work_mem = '256MB'")
            connection.execute("CREATE TABLE public.plain (id bigint, folded text, tax_id text)")
            tables = list(tables_of(read))
            for table in tables:
                connection.execute(table.create)
                _copy(connection, table.name, read.execute(f"SELECT * FROM {table.source}"))
            names = read.execute("SELECT id, company_name, tax_id FROM company")
            _copy(connection, "plain", ((n, fold(name), tax) for n, name, tax in names))
            for statement in filter(None, (table.add_key for table in tables)):
                connection.execute(statement)
            connection.execute(schema.INDEXES)
            connection.execute("ALTER TABLE plain ADD PRIMARY KEY (id)")
            for column in ("folded", "tax_id"):
                connection.execute(f"CREATE INDEX ON plain USING gin ({column} gin_trgm_ops)")
            connection.execute("ANALYZE")

    return _timed(copy)


# Any: what SQLite keeps in a row.
def _copy(connection: psycopg.Connection, into: str, rows: Iterable[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _plain(url: str, texts: Sequence[str]) -> Times:
    seconds = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET statement_timeout = 10000")
        for q in texts:
            part = f"%{read_query(q).text}%"
            start = time.perf_counter()
            with suppress(psycopg.errors.QueryCanceled):
                connection.execute(_INFIX, (part, part)).fetchall()
            seconds.append(time.perf_counter() - start)
    return _times(seconds)


def _answered(path: Path, accounts: str, folder: Path) -> float:
    """The p50 of one request after the other, in ms."""
    home = folder / ("shared" if accounts else "alone")
    home.mkdir()
    location = accounts or str(home / "accounts.db")
    with closing(open_accounts(location)) as opened:
        key = opened.create("benchmark", 10_000_000)
    known = [record.profile.tax_id for record in companies(200)]
    seconds = []
    arguments = ("--registry", str(path), "--accounts", location, "--burst", "off")
    with running(home, *arguments) as service, service.client(key) as client:
        for number in range(_REQUESTS):
            start = time.perf_counter()
            client.get(f"/v1/companies/{known[number % 200]}")
            seconds.append(time.perf_counter() - start)
    return 1000 * statistics.median(seconds)
