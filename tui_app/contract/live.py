"""The reports of a live source besides its answers: progress, waiting times and notes.

A live source sends requests to public services, about one a second. The user must be able to
see its progress and to stop it, and its answers need explanations. This is the protocol
between the program's own parts; none of it is sent over HTTP.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct


class Progress(Struct, frozen=True, kw_only=True):
    """The progress of a call of an operation: request ``step`` of ``steps``.

    ``text`` says it in words, such as ``year 3 of 12``.
    """

    operation: str
    tax_id: str
    step: int
    steps: int
    text: str


class Wait(Struct, frozen=True, kw_only=True):
    """The cost of a call: requests to others, and the approximate seconds.

    ``text`` says it in words, such as ``12 years: about 13 s``; empty if nothing is sent.
    ``warning`` is a text that the user should read before confirming.
    """

    requests: int
    seconds: float
    text: str
    warning: str = ""


class SourceNote(Struct, frozen=True):
    """A note on an answer; ``field`` names the interface's field it is about."""

    text: str
    field: str = ""


class Remarks(Struct, frozen=True, kw_only=True):
    """Remarks on the newest answer: when its oldest part was fetched (UTC), and notes.

    An answer that is not ``complete`` was stopped or cut; asking again continues it. The source has
    no statement of any company for the years after ``newest_year``. ``if_empty`` is the note on an
    answer without items, if that does not mean that there are none.
    """

    fetched_at: dt.datetime | None = None
    notes: tuple[SourceNote, ...] = ()
    complete: bool = True
    newest_year: int | None = None
    if_empty: SourceNote | None = None


RemarksOn = Callable[[str, str], Remarks]
"""The remarks on the newest answer of an operation, by its name, for a tax id."""

Listener = Callable[[Progress], None]
"""Called with the progress of a call, from the thread that works on it."""


class LiveSource(Protocol):
    """A source that sends requests to others. Only ``prepare`` blocks."""

    def listen(self, listener: Listener | None) -> None:
        """Report the progress of each call to ``listener`` from now on."""

    def stop(self, tax_id: str | None = None) -> None:
        """Send no further requests for the calls under way, of one company or of all."""

    def refresh(self, operation: str, tax_id: str) -> None:
        """Let the next call of this operation bypass the cache."""

    def load_everything(self, operation: str, tax_id: str) -> None:
        """Let later calls of this operation load everything, however long it takes."""

    def wait_for(self, operation: str, tax_id: str, *, fresh: bool = False) -> Wait:
        """The cost of a call now; ``fresh`` bypasses the cache."""

    def wait_for_all(self, operations: Sequence[str], tax_ids: Sequence[str]) -> Wait:
        """The cost of several operations of several companies, after ``prepare``."""

    def remarks(self, operation: str, tax_id: str) -> Remarks:
        """The remarks on the newest answer."""

    def prepare(self, tax_ids: Sequence[str], *, fresh: bool = False) -> None:
        """Look up the profiles of several companies together; blocks.

        ``fresh`` bypasses the cache.

        Raises nothing: a company that failed is looked up again by itself.
        """
