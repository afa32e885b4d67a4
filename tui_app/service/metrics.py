"""Prometheus metrics of all workers, on their own port.

They are counted from the log entries, so that no other code of the service deals with them.
Accounts appear by public id: no key and no label.
"""

from __future__ import annotations

import atexit
import datetime as dt
import math
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from tui_app.registry.company_registry import PoolUse
from tui_app.service.log import LogEntry
from tui_app.service.readiness import State

if TYPE_CHECKING:
    from prometheus_client import Gauge

_SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
# The library's own default is every address of the machine.
_LOOPBACK: Final = "127.0.0.1"
_Mode = Literal["livemax", "livemin", "livesum"]
"""How the values of the living workers are combined."""

_KEPT: Final = 0.983
"""The share of a value that is left after a second: a third after a minute."""

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


def listen(port: int) -> None:
    """Serve ``/metrics`` for this process and the workers it starts afterwards.

    Raises ``OSError`` when the port is taken, ``ImportError`` without the extra.
    """
    # The directory of the workers' counts; must be set before the library is imported.
    if _SHARED not in os.environ:
        os.environ[_SHARED] = folder = tempfile.mkdtemp(prefix="firmeterm-metrics-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    from prometheus_client import CollectorRegistry, start_http_server
    from prometheus_client.multiprocess import MultiProcessCollector

    every_worker = CollectorRegistry()
    MultiProcessCollector(every_worker)  # type: ignore[no-untyped-call]
    start_http_server(port, _LOOPBACK, registry=every_worker)


class Metrics:
    """The counts of one worker."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        _forget_dead_workers()
        self.own = own = CollectorRegistry()
        self._requests = Counter(
            "firmeterm_requests", "Answered requests", ["operation", "status"], registry=own
        )
        self._seconds = Histogram(
            "firmeterm_request_seconds", "Time to an answer", ["operation"],
            buckets=_SECONDS, registry=own,
        )  # fmt: skip
        self._charged = Counter(
            "firmeterm_allowance_used", "Requests charged to an account", ["account"], registry=own
        )
        self._refused = Counter(
            "firmeterm_refusals", "Refused requests by cause", ["reason"], registry=own
        )
        self._cut_short = Counter(
            "firmeterm_requests_cut_short", "Searches and screens without all results", registry=own
        )

        def gauge(
            name: str, text: str, labels: tuple[str, ...] = (), mode: _Mode = "livemax"
        ) -> Gauge:
            return Gauge(f"firmeterm_{name}", text, labels, registry=own, multiprocess_mode=mode)

        self._connections = gauge(
            "pool_connections", "Connections to PostgreSQL", ("pool", "state"), "livesum"
        )
        self._waiting = gauge("waiting_requests", "Requests that wait for a thread", mode="livesum")
        self._ready = gauge("ready", "Whether every worker can answer and charge", mode="livemin")
        self._version = gauge("registry_version", "1 for the registry in use", ("version",))
        self._age = gauge("registry_age_seconds", "Time since the registry was built")
        self._published = gauge("publication_age_seconds", "Time since it was published")
        self._publication = gauge("publication_refused", "1: a newer one cannot be read")
        self._lag = gauge("replica_lag_seconds", "Replicas; +Inf: no answer", ("replica",))
        self._share = gauge(
            "busiest_account_share", "Part of the time of the busiest account", ("account",)
        )
        self._spent: dict[str, float] = {}
        """Milliseconds spent on each account in the last minute or so."""
        self._shown: dict[Gauge, str] = {}

    def note(self, entry: LogEntry) -> None:
        """Count a log entry."""
        if entry.event != "request":
            return
        operation = entry.operation or "other"
        self._requests.labels(operation, str(entry.status)).inc()
        self._seconds.labels(operation).observe(entry.ms / 1000)
        if entry.account and entry.status == 200:
            self._charged.labels(entry.account).inc()
        if entry.reason:
            self._refused.labels(entry.reason).inc()
        if entry.cut_short:
            self._cut_short.inc()
        if entry.account:
            self._spent[entry.account] = self._spent.get(entry.account, 0.0) + entry.ms

    def show_pool(self, pool: str, use: PoolUse) -> None:
        """Set the gauges of a pool: its connections, and how many are in use."""
        self._connections.labels(pool, "open").set(use.open)
        self._connections.labels(pool, "in use").set(use.in_use)
        self._connections.labels(pool, "waited for").set(use.waited_for)

    def show_state(self, state: State, waiting: int) -> None:
        """Set the gauges of readiness, data age, waiting requests and the busiest account.

        Called once a second.
        """
        now = dt.datetime.now(dt.UTC)
        self._ready.set(not state.failed)
        self._waiting.set(waiting)
        if state.built_at is not None:
            self._age.set((now - state.built_at).total_seconds())
            self._show_one(self._version, state.version, 1)
        if state.publication is not None:
            self._published.set((now - state.publication.at).total_seconds())
            self._publication.set(state.publication.is_refused)
        for replica, lag in state.lags.items():
            self._lag.labels(replica).set(math.inf if lag is None else lag)
        # A copy: entries are noted in other threads.
        spent = {name: _KEPT * ms for name, ms in [*self._spent.items()] if ms > 1}
        self._spent = spent
        if spent:
            busiest = max(spent, key=lambda name: spent[name])
            self._show_one(self._share, busiest, spent[busiest] / sum(spent.values()))

    def _show_one(self, gauge: Gauge, label: str, value: float) -> None:
        """Set the gauge of one label, and set the previous one to 0."""
        before = self._shown.get(gauge)
        if before is not None and before != label:
            gauge.labels(before).set(0)
        self._shown[gauge] = label
        gauge.labels(label).set(value)


def _forget_dead_workers() -> None:
    """Remove the gauges of workers that were killed from the sums."""
    from prometheus_client.multiprocess import mark_process_dead

    for path in Path(os.environ[_SHARED]).glob("gauge_live*.db"):
        worker = int(path.stem.rpartition("_")[2])
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            mark_process_dead(worker)  # type: ignore[no-untyped-call]
