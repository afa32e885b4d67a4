"""What processes that share accounts do. It imports little, for each process imports it anew."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from tui_app.service.accounts_location import open_accounts
from tui_app.service.allowance import QuotaExceeded
from tui_app.service.in_process import SampleAccounts
from tui_app.service.sqlite_accounts import SqliteAccounts


def spend(location: str, key: str, requests: int) -> list[int | None]:
    """What each of many simultaneous requests in one process is told; ``None`` for refused."""
    shared = open_accounts(location, None)

    def ask(_: int) -> int | None:
        try:
            return shared.count(shared.by_key(key), 1).remaining
        except QuotaExceeded:
            return None

    with closing(shared), ThreadPoolExecutor(8) as threads:
        return list(threads.map(ask, range(requests)))


def open_and_count(path: Path) -> int:
    """What is left after one request of a program that may have to make the database."""
    with closing(SampleAccounts(SqliteAccounts(path, burst=None))) as accounts:
        return accounts.count(accounts.by_key(accounts.token), 1).remaining
