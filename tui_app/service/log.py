"""The log: one JSON object per line, without secrets.

Neither keys nor search texts are written: the operation's name, the taxId if
there is one, and the public id of the account are enough.
"""

from __future__ import annotations

import datetime as dt
import logging
import queue
import threading
from collections.abc import Callable
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct, field

from tui_app.contract.timestamps import format_timestamp
from tui_app.registry.events import Notify, RegistryEvent

_BATCH_SECONDS: Final = 0.05


def _now() -> str:
    return format_timestamp(dt.datetime.now(dt.UTC))


class LogEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line: an answered request, or an event such as a stop or an error.

    ``caller`` is an address: that of the connection, or what a trusted proxy says. ``status`` 499
    means that the caller disconnected. ``ms`` is the duration in milliseconds.
    """

    at: str = field(default_factory=_now)
    event: str
    message: str = ""
    method: str = ""
    operation: str = ""
    tax_id: str = ""
    status: int = 0
    reason: str = ""
    ms: float = 0.0
    account: str = ""
    caller: str = ""
    request_id: str = ""
    cut_short: bool = False


Log = Callable[[LogEntry], None]
"""Takes an entry; never blocks."""


def no_log(entry: LogEntry) -> None:
    """For an explorer's own service, whose log nobody reads."""


def registry_log(log: Log) -> Notify:
    """Logs the events of a registry."""

    def note(event: RegistryEvent, text: str) -> None:
        log(LogEntry(event=event, message=text))

    return note


class LogWriter:
    """Writes entries to a stream from its own thread, several at a time.

    A slow or closed reader costs log lines, but never delays an answer: entries beyond
    ``most_waiting`` are counted, and the count is logged later.
    """

    def __init__(self, stream: BinaryIO, most_waiting: int = 100_000) -> None:
        self._stream = stream
        # Written in C: a queue with a maximum cost a tenth of a worker's time under load.
        self._entries: queue.SimpleQueue[LogEntry | None] = queue.SimpleQueue()
        self._most_waiting = most_waiting
        self._lost = 0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def __call__(self, entry: LogEntry) -> None:
        """Queue an entry."""
        if self._entries.qsize() < self._most_waiting:
            self._entries.put(entry)
        else:
            self._lost += 1

    def close(self) -> None:
        """Write the queued entries; waits at most two seconds."""
        self._closing.set()
        self._entries.put(None)
        self._thread.join(2.0)

    def _run(self) -> None:
        encoder = msgspec.json.Encoder()
        while True:
            entries = self._next_batch()
            lost, self._lost = self._lost, 0
            if lost:
                entries.insert(
                    0, LogEntry(event="log_lost", message=f"{lost} lines were not written")
                )
            try:
                self._stream.write(encoder.encode_lines([e for e in entries if e is not None]))
                self._stream.flush()
            except (OSError, ValueError):
                return
            if None in entries:
                return

    def _next_batch(self) -> list[LogEntry | None]:
        """The queued entries, after a short wait for more."""
        first = self._entries.get()
        self._closing.wait(_BATCH_SECONDS)
        return [first, *(self._entries.get() for _ in range(self._entries.qsize()))]


class _AsEntry(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(
            LogEntry(event="server", message=super().format(record))
        ).decode()


SERVER_LOG_CONFIG: Final = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"entry": {"()": _AsEntry}},
    "handlers": {"log": {"class": "logging.StreamHandler", "formatter": "entry"}},
    "loggers": {
        "_granian": {"handlers": ["log"], "propagate": False},
        "psycopg.pool": {"handlers": ["log"], "propagate": False},
    },
}
"""Turns log records of granian and the connection pools into lines of our log."""
