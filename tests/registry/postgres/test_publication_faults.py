"""A publication that is killed, and one that is taken back."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg

from tests.registry.postgres.test_postgres import quiet, registry_file, schemas
from tests.service.running import environment
from tests.waiting import until
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.errors import BuildError
from tui_app.registry.postgres.publish import publish, roll_back
from tui_app.registry.postgres.registry import PostgresRegistry
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.service.postgres_accounts import PostgresAccounts


def large_registry(path: Path, companies: int = 600) -> Path:
    """Some companies that take 40 MB in a database, and no time to index."""
    dice = random.Random(1)
    records = (
        CompanyRecord(
            profile=CompanyProfile(
                tax_id=str(10 + number),
                company_name="LARGE",
                full_address=dice.randbytes(60_000).hex(),
            )
        )
        for number in range(companies)
    )
    build(records, path)
    return path


def test_a_publication_that_is_killed_is_cleaned_up_by_the_next(url: str, tmp_path: Path) -> None:
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    large = large_registry(tmp_path / "large.db")
    command = [sys.executable, "-m", "tui_app", "registry", "publish", str(large), url]
    with subprocess.Popen(
        command, env=environment(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        until(lambda: _is_copying(url))
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    with closing(PostgresRegistry(url)) as registry:
        profile = registry.profile("10")
        assert profile is not None and profile.company_name == "ONE"
    until(lambda: _publishes(registry_file(tmp_path / "2.db", "TWO"), url))
    assert len(schemas(url)) == 2


def _is_copying(url: str) -> bool:
    with psycopg.connect(url) as connection:
        return bool(connection.execute("SELECT FROM pg_stat_progress_copy").fetchall())


def _publishes(file: Path, url: str) -> bool:
    """The server may need a moment to see that its caller is dead."""
    try:
        publish(file, url, quiet)
    except BuildError as error:
        assert "Another publication" in str(error)
        return False
    return True


def test_rolling_back_leaves_accounts_alone(url: str, tmp_path: Path) -> None:
    with closing(PostgresAccounts(url)) as accounts:
        publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
        key = accounts.create("team", 10)
        publish(registry_file(tmp_path / "2.db", "TWO"), url, quiet)
        accounts.count(accounts.by_key(key), 1)
        roll_back(url)
        accounts.count(accounts.by_key(key), 1)
        assert [each.used for each in accounts.with_keys()] == [2]
