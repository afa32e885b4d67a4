"""Whether the service can answer and charge, and how old its data are.

Anybody may ask at any rate: the answer is the latest state, which one thread renews once a second.
A second thread asks the replicas, which may hang without harm to the service.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import math
import threading
import time
import traceback
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from tui_app.registry.company_registry import CompanyRegistry, Publication, ReplicatedRegistry
from tui_app.registry.errors import RegistryError
from tui_app.service.accounts import Accounts, AccountsError
from tui_app.service.log import Log, LogEntry

_CHECK_SECONDS: Final = 1.0
_STALE_SECONDS: Final = 8.0
"""If no check ended for this many seconds, something hangs: it is longer than any time limit."""

_FIRST_SECONDS: Final = 5.0
_ANY_TAX_ID: Final = "10"
"""A possible tax id: for any other the registry is not read."""


class State(Struct, frozen=True, kw_only=True):
    """The result of the checks. Without ``failed`` the service is ready.

    ``failed`` says what does not work, for anybody; ``message`` says why, for the log. ``version``
    and ``built_at`` are the registry's; ``lags`` has the seconds that each replica is behind,
    ``None`` for one that does not answer.
    """

    failed: str = ""
    message: str = ""
    version: str = ""
    built_at: dt.datetime | None = None
    publication: Publication | None = None
    lags: dict[str, float | None] = {}
    checked_at: float = math.inf

    @property
    def lag(self) -> float | None:
        """How many seconds the slowest replica is behind; ``None`` if one does not answer."""
        known = [lag for lag in self.lags.values() if lag is not None]
        return max(known, default=0.0) if len(known) == len(self.lags) else None


class Readiness:
    """The latest ``State``; ``close`` it before registry and accounts."""

    def __init__(self, registry: CompanyRegistry, accounts: Accounts, log: Log) -> None:
        self._registry = registry
        self._accounts = accounts
        self._log = log
        self._state = State()
        self._lags: dict[str, float | None] = {}
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._first_check = threading.Event()
        self._closed = threading.Event()

    def start(self) -> None:
        """Check once a second from now on, unless that has begun already."""
        with self._lock:
            if self._threads or self._closed.is_set():
                return
            self._begin("readiness", self._check)
            if isinstance(self._registry, ReplicatedRegistry):
                self._begin("replicas", self._check_replicas)

    async def first(self) -> State:
        """The latest state; waits only for the very first one, which it starts."""
        if not self._first_check.is_set():
            self.start()
            await asyncio.to_thread(self._first_check.wait, _FIRST_SECONDS)
        return self.latest

    @property
    def latest(self) -> State:
        """The latest state; not ready when the checks hang."""
        state = self._state
        is_stale = time.monotonic() - state.checked_at > _STALE_SECONDS
        if is_stale or not self._first_check.is_set():
            return State(failed="The checks have not ended yet", message="the checks hang")
        return state

    def close(self) -> None:
        """End the checks; waits for those that are running."""
        self._closed.set()
        for thread in self._threads:
            thread.join()

    def _begin(self, name: str, check: Callable[[], None]) -> None:
        def repeat() -> None:
            while True:
                check()
                if self._closed.wait(_CHECK_SECONDS):
                    return

        thread = threading.Thread(target=repeat, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _check(self) -> None:
        before, state = self._state, self._found()
        self._state = state
        self._first_check.set()
        if state.failed and state.message != before.message:
            self._log(LogEntry(event="not_ready", message=state.message))
        elif before.failed and not state.failed:
            self._log(LogEntry(event="ready"))

    def _found(self) -> State:
        try:
            self._accounts.check()
            self._registry.profile(_ANY_TAX_ID)
            info = self._registry.info
            publication = None
            if isinstance(self._registry, ReplicatedRegistry):
                publication = self._registry.publication
        except AccountsError as error:
            failed, message = "The accounts cannot be used", str(error)
        except RegistryError as error:
            failed, message = "The registry cannot be read", str(error)
        except Exception:  # noqa: BLE001 (becomes a state that is not ready, and is logged)
            failed, message = "The checks failed", traceback.format_exc()
        else:
            return State(
                version=info.version,
                built_at=info.built_at,
                publication=publication,
                lags=self._lags,
                checked_at=time.monotonic(),
            )
        return State(failed=failed, message=message, checked_at=time.monotonic())

    def _check_replicas(self) -> None:
        if isinstance(self._registry, ReplicatedRegistry):
            self._lags = self._registry.replica_lag()
