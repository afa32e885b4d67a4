"""A replica that has not replayed a publication."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import psycopg

from tests.postgres import OwnServer
from tests.registry.postgres.test_postgres import quiet, registry_file
from tests.waiting import until
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.registry import PostgresRegistry


def test_a_replica_is_behind_only_while_it_has_not_replayed_all(
    server: OwnServer, tmp_path: Path
) -> None:
    publish(registry_file(tmp_path / "1.db", "ONE"), server.url, quiet)
    with (
        server.replica() as replica,
        closing(PostgresRegistry(server.url, [replica])) as both,
    ):

        def lag() -> float | None:
            return next(iter(both.replica_lag().values()))

        until(lambda: lag() == 0)  # however long ago the last change was
        with psycopg.connect(replica, autocommit=True) as connection:
            connection.execute("SELECT pg_wal_replay_pause()")
            publish(registry_file(tmp_path / "2.db", "TWO"), server.url, quiet)
            until(lambda: (lag() or 0) > 0)
            connection.execute("SELECT pg_wal_replay_resume()")
        until(lambda: lag() == 0)
