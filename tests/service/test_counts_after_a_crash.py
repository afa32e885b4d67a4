"""What was counted before a crash of the database is counted after it."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from contextlib import closing

import psycopg

from tests.waiting import until
from tui_app.service.accounts import AccountsUnavailable
from tui_app.service.postgres_accounts import PostgresAccounts


def test_a_crash_of_the_database_loses_no_count_where_it_waits_for_the_disk(place: str) -> None:
    url = f"{place}&options=-c%20synchronous_commit%3Don"
    with closing(PostgresAccounts(url, burst=None)) as accounts:
        account = accounts.by_key(accounts.create("team", 1_000_000))
        answered, is_over = Counter[str](), threading.Event()

        def ask() -> None:
            while not is_over.is_set():
                try:
                    accounts.count(account, 1)
                except AccountsUnavailable:
                    is_over.wait(0.02)
                else:
                    answered["all"] += 1

        asking = threading.Thread(target=ask)
        asking.start()
        until(lambda: answered["all"] > 100)
        with psycopg.connect(place) as connection:
            of_the_log = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'"
            row = connection.execute(of_the_log).fetchone()
        # Killed, it takes what only memory has with it: all processes start anew.
        assert row is not None
        os.kill(row[0], signal.SIGKILL)
        before = answered["all"]
        until(lambda: answered["all"] > before + 10)
        is_over.set()
        asking.join()
        [counted] = accounts.with_keys()
        assert answered["all"] <= counted.used <= answered["all"] + 1
