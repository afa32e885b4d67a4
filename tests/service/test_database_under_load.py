"""A database that stops under load."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

from tests.postgres import OwnServer
from tests.service.companies import FULL
from tests.service.running import running
from tests.waiting import until
from tui_app.registry.postgres.publish import publish
from tui_app.service.postgres_accounts import PostgresAccounts

PROFILE = f"/v1/companies/{FULL}"


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
