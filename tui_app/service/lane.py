"""Threads that answer questions, several at a time.

A thread for each question would be simpler, but the loop and the threads would then fight
for the interpreter, and with many callers that costs more than the answers. Here one thread
takes what waits, answers it together and wakes the loop once. The others only step in when
a question waits behind a slow search.
"""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final

from msgspec import Struct

from tui_app.service.answering import Answering
from tui_app.service.questions import Question
from tui_app.service.replies import Reply

_SPARE_THREADS: Final = 3
_GATHER_SECONDS: Final = 0.01
"""After this nothing more is taken into a group of questions.

Long enough for all that many callers have asked meanwhile: each group costs a transaction
and a hand-over of the interpreter between two threads.
"""

_SLOW_SECONDS: Final = 0.01
"""A question that has been looked up for so long holds up those behind it."""


class _Job(Struct, frozen=True):
    question: Question
    hung_up: threading.Event
    answer: asyncio.Future[Reply]


class Lane:
    """Where questions wait for a thread."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._calls: SimpleQueue[bool] = SimpleQueue()
        self._taken_up = 0.0
        """When a thread last began with a question."""
        spare = [
            threading.Thread(target=self._help, name=f"service-spare-{n}", daemon=True)
            for n in range(_SPARE_THREADS)
        ]
        self._threads = [threading.Thread(target=self._serve, name="service", daemon=True), *spare]
        for thread in self._threads:
            thread.start()

    def ask(self, question: Question, hung_up: threading.Event) -> asyncio.Future[Reply]:
        """The reply to come, for the running loop."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(question, hung_up, answer))
        return answer

    def call_for_help(self) -> None:
        """A question waits long: let another thread step in if it waits behind a slow one.

        Where it waits behind many, more threads would only fight for the interpreter.
        """
        if time.monotonic() - self._taken_up > _SLOW_SECONDS:
            self._calls.put(True)

    def close(self) -> None:
        """End the threads once they have answered what waits."""
        self._jobs.put(None)
        for _ in range(_SPARE_THREADS):
            self._calls.put(False)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            self._answer_with_those_behind(job)

    def _help(self) -> None:
        while self._calls.get():
            while (job := self._next()) is not None:
                self._answer_with_those_behind(job)

    def _next(self) -> _Job | None:
        try:
            job = self._jobs.get_nowait()
        except Empty:
            return None
        if job is None:
            self._jobs.put(None)  # it was meant for the thread that serves
        return job

    def _answer_with_those_behind(self, first: _Job) -> None:
        self._taken_up = time.monotonic()
        end = self._taken_up + _GATHER_SECONDS
        jobs = [first]
        findings = [self._answering.find(first.question, first.hung_up)]
        while (now := time.monotonic()) < end and (job := self._next()) is not None:
            self._taken_up = now
            jobs.append(job)
            findings.append(self._answering.find(job.question, job.hung_up))
        replies = self._answering.settle(findings)
        done = [(job.answer, reply) for job, reply in zip(jobs, replies, strict=True)]
        for loop in {answer.get_loop() for answer, _ in done}:
            with suppress(RuntimeError):  # a loop that was closed: nobody waits there
                loop.call_soon_threadsafe(_hand_over, loop, done)


def _hand_over(
    loop: asyncio.AbstractEventLoop, done: list[tuple[asyncio.Future[Reply], Reply]]
) -> None:
    for answer, reply in done:
        if answer.get_loop() is loop and not answer.done():  # its caller may be cancelled
            answer.set_result(reply)
