"""The log's writer: its losses are limited, and logged."""

from __future__ import annotations

import io
import threading

import msgspec

from tui_app.service.log import LogEntry, LogWriter


class Stuck(io.BytesIO):
    """A reader that reads nothing until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.writing = threading.Event()
        self.free = threading.Event()

    def write(self, data: object) -> int:
        self.writing.set()
        self.free.wait(20)
        return super().write(data)  # type: ignore[arg-type]


def test_a_reader_that_stopped_costs_lines_and_bounded_memory() -> None:
    stream = Stuck()
    log = LogWriter(stream, most_waiting=10)
    log(LogEntry(event="first"))
    assert stream.writing.wait(10)
    for number in range(50):
        log(LogEntry(event=f"later {number}"))
    stream.free.set()
    log.close()
    written = [msgspec.json.decode(line, type=LogEntry) for line in stream.getvalue().splitlines()]
    assert [e.event for e in written] == [
        "first",
        "log_lost",
        *(f"later {number}" for number in range(10)),
    ]
    assert written[1].message.startswith("40 lines")


def test_everything_is_written_before_the_end() -> None:
    stream = io.BytesIO()
    log = LogWriter(stream)
    for number in range(100):
        log(LogEntry(event=str(number)))
    log.close()
    assert len(stream.getvalue().splitlines()) == 100
