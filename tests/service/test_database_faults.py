"""Accounts in a database that serializes, is silent, or ends connections: each count holds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from tests.relay import Relay, through, to_postgres
from tests.service.companies import FULL
from tests.waiting import until
from tui_app.service import postgres_accounts as store
from tui_app.service.accounts import AccountsError, AccountsUnavailable
from tui_app.service.postgres_accounts import PostgresAccounts

PROFILE = f"/v1/companies/{FULL}"
PATIENCE = 60.0


# Each way, and once with a registry beside the database.


def test_every_count_holds_where_the_database_insists_on_serializing(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        level = "SET default_transaction_isolation = 'serializable'"
        connection.execute(f"ALTER DATABASE {name} {level}")
    with closing(PostgresAccounts(url)) as accounts:
        account = accounts.by_key(accounts.create("team", 100))
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda _: accounts.count(account, 1), range(60)))
        assert [each.used for each in accounts.with_keys()] == [60]


def test_a_count_that_serialization_refused_is_tried_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = "-c default_transaction_isolation=repeatable\\ read"
    monkeypatch.setattr(store, "_SETTINGS", level)
    with closing(PostgresAccounts(url)) as accounts, psycopg.connect(url) as other:
        account = accounts.by_key(accounts.create("team", 100))
        other.execute("UPDATE firmeterm_accounts.account SET label = 'held'")
        with ThreadPoolExecutor(1) as threads, psycopg.connect(url, autocommit=True) as look:
            counted = threads.submit(accounts.count, account, 1)
            until(lambda: _waits_for_a_lock(look))
            other.commit()
            assert counted.result(PATIENCE).remaining == 99


def _waits_for_a_lock(look: psycopg.Connection) -> bool:
    waiting = f"SELECT count(*) {_OTHERS} AND wait_event_type = 'Lock'"
    return look.execute(waiting).fetchone() != (0,)


def test_a_silent_database_of_accounts_counts_as_gone(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_HANGING_SECONDS", 0.5)
    with (
        closing(Relay([to_postgres(url)])) as line,
        closing(PostgresAccounts(through(line, url))) as accounts,
    ):
        account = accounts.by_key(accounts.create("team", 100))
        line.stall()
        with pytest.raises(AccountsUnavailable, match="may have been counted"):
            accounts.count(account, 1)
        line.mend()


def test_nothing_is_said_to_be_counted_that_was_never_sent(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_WAIT_SECONDS", 60)
    with (
        closing(Relay([to_postgres(url)])) as line,
        closing(PostgresAccounts(through(line, url), connections=1)) as accounts,
        psycopg.connect(url) as other,
    ):
        account = accounts.by_key(accounts.create("team", 100))
        patience = accounts._pool.timeout

        def refusal() -> str:
            with pytest.raises(AccountsUnavailable) as refused:
                accounts.count(account, 1)
            return str(refused.value)

        with accounts._pool.connection():
            accounts._pool.timeout = 0.3
            refusals = [refusal()]  # no connection was free
        accounts._pool.timeout = patience
        with accounts._connection() as connection:
            connection.execute("SET statement_timeout = 200")
        other.execute("UPDATE firmeterm_accounts.account SET label = 'held'")
        refusals.append(refusal())  # the server gave up, and undid what it had done
        other.rollback()
        line.cut()
        accounts._pool.timeout = 0.3
        refusals.append(refusal())  # there was nobody to send it to
        assert not [text for text in refusals if "may have been counted" in text]
        line.mend()
        used = f"SELECT used FROM firmeterm_accounts.account WHERE id = '{account.id}'"
        assert other.execute(used).fetchall() == [(0,)]


def test_no_count_fails_after_the_database_has_ended_all_connections(url: str) -> None:
    """As after a restart, which tells each connection the reason."""
    with closing(PostgresAccounts(url)) as accounts, psycopg.connect(url, autocommit=True) as other:
        account = accounts.by_key(accounts.create("team", 100))
        with ExitStack() as lent:
            for _ in range(accounts._pool.max_size):
                lent.enter_context(accounts._pool.connection())
        ended = other.execute(f"SELECT pid, pg_terminate_backend(pid) {_OTHERS}").fetchall()
        # PostgreSQL forgets a process before that closes its socket.
        until(lambda: not [pid for pid, _ in ended if Path(f"/proc/{pid}").exists()])
        assert accounts.count(account, 1).remaining == 99


_OTHERS = """
FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def test_accounts_of_another_version_are_explained(url: str) -> None:
    PostgresAccounts(url).close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE firmeterm_accounts.version SET number = 99")
    with pytest.raises(AccountsError, match="version 99"):
        PostgresAccounts(url)
