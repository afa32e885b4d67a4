"""PgBouncer between the service and PostgreSQL, which runs each transaction in any session."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from tests.postgres import database
from tests.registry.postgres.test_postgres import quiet, registry_file
from tests.waiting import until
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.registry import PostgresRegistry
from tui_app.service.postgres_accounts import PostgresAccounts

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
pytestmark = pytest.mark.skipif(PGBOUNCER is None, reason="PgBouncer is not installed")


@pytest.fixture
def pooled(postgres: str) -> Iterator[str]:
    """A new database by way of a pooler with three sessions, in its transaction mode."""
    with database(postgres) as url, tempfile.TemporaryDirectory(dir="/tmp") as folder:
        target = psycopg.conninfo.conninfo_to_dict(url)
        reached = " ".join(f"{name}={value}" for name, value in target.items())
        settings = Path(folder, "pgbouncer.ini")
        settings.write_text(
            f"[databases]\npooled = {reached}\n"
            f"[pgbouncer]\nlisten_addr =\nunix_socket_dir = {folder}\nauth_type = any\n"
            "pool_mode = transaction\ndefault_pool_size = 3\n"
            "ignore_startup_parameters = options\n"
        )
        Path(folder).chmod(0o777)
        settings.chmod(0o644)
        # It refuses to be root, and a local server may be open to its own user only.
        local = Path(str(target["host"]), ".s.PGSQL.5432")
        owner = local.owner() if local.exists() else "nobody"
        as_user = ("-u", owner) if os.geteuid() == 0 else ()
        command = [str(PGBOUNCER), "-q", *as_user, str(settings)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as pooler:
            address = f"postgresql://postgres@/pooled?host={quote(folder)}&port=6432"
            until(lambda: _answers(address))
            yield address
            pooler.terminate()


def _answers(address: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(address, connect_timeout=5):
        return True
    return False


def test_reads_counts_and_publications_go_through_a_pooler(pooled: str, tmp_path: Path) -> None:
    publish(registry_file(tmp_path / "1.db", "ONE"), pooled, quiet)
    with (
        closing(PostgresRegistry(pooled)) as registry,
        closing(PostgresAccounts(pooled, burst=None)) as accounts,
        ThreadPoolExecutor(6) as callers,
    ):
        account = accounts.by_key(accounts.create("team", 1_000))

        def call(number: int) -> str:
            accounts.count(account, 1)
            assert registry.financial("10") is not None
            if number == 100:  # while others read; it needs the right that the first one gave back
                publish(registry_file(tmp_path / "2.db", "TWO"), pooled, quiet)
            profile = registry.profile("10")
            return str(profile and profile.company_name)

        names = Counter(callers.map(call, range(300)))
        assert {*names} <= {"ONE", "TWO"}
        assert [each.used for each in accounts.with_keys()] == [300]
    with psycopg.connect(pooled) as other:
        assert other.execute("SHOW search_path").fetchone() == ('"$user", public',)
