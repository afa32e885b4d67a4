"""A service whose database is stopped, serializes, or has no room: it says so and recovers."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.postgres import OwnServer
from tests.relay import Relay, through, to_postgres
from tests.service.companies import FULL
from tests.service.running import running
from tests.waiting import until
from tui_app.registry.postgres.publish import publish
from tui_app.service import postgres_accounts as store
from tui_app.service.accounts import AccountsError, AccountsUnavailable
from tui_app.service.postgres_accounts import PostgresAccounts

PROFILE = f"/v1/companies/{FULL}"
PATIENCE = 60.0


@pytest.fixture(scope="module")
def server() -> Iterator[OwnServer]:
    """A server that these tests stop; making one takes longer than each of them."""
    with closing(OwnServer()) as own:
        yield own


@pytest.fixture
def place(server: OwnServer) -> str:
    """An empty database on it."""
    return server.new_database()


def test_a_database_that_stops_under_load_is_told_and_found_again(
    server: OwnServer, place: str, tmp_path: Path, registry_path: Path
) -> None:
    publish(registry_path, place, lambda _: None)
    with closing(PostgresAccounts(place)) as accounts:
        key = accounts.create("team", 1_000_000)
    arguments = ("--registry", place, "--accounts", place, "--burst", "off")
    with running(tmp_path, *arguments) as service:
        statuses: Counter[int] = Counter()
        is_over = threading.Event()

        def ask() -> None:
            with service.client(key) as client:
                while not is_over.is_set():
                    answer = client.get(PROFILE)
                    statuses[answer.status_code] += 1
                    if answer.status_code == 503:
                        assert int(answer.headers["retry-after"]) > 0
                    # Without a pause, the callers would need more of the machine than the service.
                    is_over.wait(0.05 if answer.status_code == 503 else 0.01)

        with ThreadPoolExecutor(4) as threads, ExitStack() as at_end:
            at_end.callback(is_over.set)
            callers = [threads.submit(ask) for _ in range(4)]
            until(lambda: statuses[200] > 20 or any(each.done() for each in callers))
            server.stop()
            until(lambda: statuses[503] > 3 or any(each.done() for each in callers))
            server.start()
            before = statuses[200]
            until(lambda: statuses[200] > before + 20 or any(each.done() for each in callers))
        for caller in callers:
            caller.result()
        service.stop()
    assert set(statuses) == {200, 503}
    with closing(PostgresAccounts(place)) as accounts:
        [account] = accounts.with_keys()
    messages = [entry.message or "" for entry in service.log() if entry.event == "unavailable"]
    doubtful = [text for text in messages if "may have been counted" in text]
    # What was counted and not answered stands in the log.
    assert statuses[200] <= account.used <= statuses[200] + len(doubtful)
    assert not any(entry.event == "fault" for entry in service.log())


# Each way, and once with a registry beside the database.
@pytest.mark.parametrize(
    ("way", "is_beside"), [("killed", False), ("killed", True), ("frozen", False)]
)
def test_a_stopped_database_is_told_within_half_a_second(
    server: OwnServer, place: str, tmp_path: Path, registry_path: Path, way: str, is_beside: bool
) -> None:
    """Every kind of request, from the first one on, and again where its answers come back."""
    registry = str(registry_path) if is_beside else place
    if not is_beside:
        publish(registry_path, place, lambda _: None)
    with closing(PostgresAccounts(place)) as accounts:
        key = accounts.create("team", 1_000_000)
    arguments = ("--accounts", place, "--burst", "off", "--reconcile", "--registry")
    with running(tmp_path, *arguments, registry) as service, service.client(key) as client:
        for path in REQUESTS:
            assert ask(client, path, key).status_code == 200, path
        took: defaultdict[tuple[int, str], float] = defaultdict(lambda: math.inf)
        for _ in range(ROUNDS):
            with stopped(server, way):
                for each in enumerate((*REQUESTS, *REQUESTS)):
                    began = time.perf_counter()
                    answer = ask(client, each[1], key)
                    took[each] = min(took[each], time.perf_counter() - began)
                    assert answer.status_code == 503, (each, answer.text)
            for path in REQUESTS:
                until(partial(is_answered, client, path, key))
            if max(took.values()) < 2:  # beside other tests; alone, each takes 0.5
                break
        else:
            raise AssertionError(took)
        assert client.get("/readyz").status_code in {200, 503}
        service.stop()
    assert not any(entry.event == "fault" for entry in service.log())


ROUNDS = 8
"""On a busy machine one request or another takes longer; the best of some rounds counts."""

REQUESTS = [
    f"/v1/companies/{FULL}", "/v1/companies/autocomplete?q=atelier",
    "/v1/companies/screen?q=vat&limit=3", "/v1/companies/match", "/reconcile/KEY?query=atelier",
    f"/reconcile/KEY/preview/{FULL}", "/v1/companies/?registration_date=2020-05-14",
]  # fmt: skip


def ask(client: httpx.Client, path: str, key: str) -> httpx.Response:
    if path.endswith("/match"):
        return client.post(path, json={"rows": [{"name": "atelier"}] * 7})
    return client.get(path.replace("KEY", key))


def is_answered(client: httpx.Client, path: str, key: str) -> bool:
    return ask(client, path, key).status_code == 200


@contextmanager
def stopped(server: OwnServer, way: str) -> Iterator[None]:
    """The server killed, with all its processes, or frozen, for the block."""
    postmaster = server.pid
    processes = [postmaster, *map(int, _children(postmaster))]
    if way == "killed":
        server.stop()
        yield
        server.start()
        return
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    yield
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


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
