"""A queue of waiting work for each caller, served in turns, so that nobody waits for another's.

A caller has a share of the threads, and one thread while others ask: threads of one interpreter
slow each other down. Further work waits in the caller's own queue, which is bounded. Not safe for
several threads: ``BatchThreads`` has the lock.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from typing import Final, Generic, TypeVar

from tui_app.service.accounts import Account

ACTIVE_SECONDS: Final = 1.0
"""Seconds after a request during which a caller counts as active."""

_MOST_KEYS: Final = 10_000
Job = TypeVar("Job")


class CallerQueueFull(Exception):
    """Too much work of a caller is already waiting."""


class CallerQueues(Generic[Job]):
    """``share``: a caller's maximum of running jobs; ``most_waiting``: of waiting jobs."""

    def __init__(self, share: int, most_waiting: int | None) -> None:
        self._share = share
        self._most_waiting = most_waiting
        self._waiting: defaultdict[str, deque[Job]] = defaultdict(deque)
        self._running: Counter[str] = Counter()
        self._turns: deque[str] = deque()
        """The callers with work that may run, each once."""
        self._queued: set[str] = set()
        self._last = self._other = ("", -ACTIVE_SECONDS)
        """The latest two callers, and when they asked."""

    def __bool__(self) -> bool:
        """Whether any work may run now."""
        return bool(self._turns)

    def __len__(self) -> int:
        """The number of jobs that wait."""
        return sum(map(len, self._waiting.values()))

    def put(self, caller: str, job: Job) -> None:
        """Append to a caller's queue; raises ``CallerQueueFull``."""
        queue = self._waiting[caller]
        if self._most_waiting is not None and len(queue) >= self._most_waiting:
            raise CallerQueueFull
        queue.append(job)
        now = time.monotonic()
        if caller != self._last[0]:
            self._other = self._last
        self._last = caller, now
        self._queue_up(caller)

    def next_job(self) -> tuple[str, Job]:
        """The next job and its caller, who has one turn less; report it to ``done`` afterwards.

        Call it only while there is work that may run.
        """
        caller = self._turns.popleft()
        self._queued.discard(caller)
        queue = self._waiting[caller]
        job = queue.popleft()
        self._running[caller] += 1
        if queue:
            self._queue_up(caller)
        else:
            del self._waiting[caller]
        return caller, job

    def done(self, caller: str) -> None:
        """Record that a job of a caller has ended."""
        self._running[caller] -= 1
        if not self._running[caller]:
            del self._running[caller]
        if caller in self._waiting:
            self._queue_up(caller)

    def is_alone(self, caller: str) -> bool:
        """Whether no other caller has asked lately."""
        _name, asked = self._other if self._last[0] == caller else self._last
        return time.monotonic() - asked >= ACTIVE_SECONDS

    def _queue_up(self, caller: str) -> None:
        share = self._share if self.is_alone(caller) else 1
        if caller not in self._queued and self._running[caller] < share:
            self._queued.add(caller)
            self._turns.append(caller)


class Callers:
    """In whose line a request waits before its key is checked: the account of each key, by id.

    Keys not seen before share one line.
    """

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}

    def line_of(self, key: str) -> str:
        """The line in which a request with this key waits."""
        return self._accounts.get(key, "")

    def remember(self, key: str, account: Account) -> None:
        """Let further requests with this key wait in the account's own line."""
        if len(self._accounts) >= _MOST_KEYS:
            self._accounts.clear()
        self._accounts[key] = account.id

    def forget(self, key: str) -> None:
        """The key opens no account any more."""
        self._accounts.pop(key, None)
