"""Prometheus metrics of all workers, on their own port.

They are counted from the log entries, so that no other code of the service deals with
them. Accounts appear by public id: no key and no label.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from tui_app.registry.company_registry import PoolUse
from tui_app.service.log import LogEntry

_SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
# Its own default is every address of the machine.
_LOOPBACK: Final = "127.0.0.1"
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
        own = CollectorRegistry()
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
        self._cut_short = Counter(
            "firmeterm_searches_cut_short", "Searches whose time was over", registry=own
        )
        self._connections = Gauge(
            "firmeterm_pool_connections", "Connections to PostgreSQL", ["pool", "state"],
            registry=own, multiprocess_mode="livesum",
        )  # fmt: skip

    def note(self, entry: LogEntry) -> None:
        """Count a log entry."""
        if entry.event != "request":
            return
        operation = entry.operation or "other"
        self._requests.labels(operation, str(entry.status)).inc()
        self._seconds.labels(operation).observe(entry.ms / 1000)
        if entry.account and entry.status == 200:
            self._charged.labels(entry.account).inc()
        if entry.cut_short:
            self._cut_short.inc()

    def show_pool(self, pool: str, use: PoolUse) -> None:
        """Set the gauges of a pool: its connections, and how many are in use."""
        self._connections.labels(pool, "open").set(use.open)
        self._connections.labels(pool, "in use").set(use.in_use)
        self._connections.labels(pool, "waited for").set(use.waited_for)


def _forget_dead_workers() -> None:
    """Take the gauges of workers that were killed out of the sums of living ones."""
    from prometheus_client.multiprocess import mark_process_dead

    for path in Path(os.environ[_SHARED]).glob("gauge_live*.db"):
        worker = int(path.stem.rpartition("_")[2])
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            mark_process_dead(worker)  # type: ignore[no-untyped-call]
