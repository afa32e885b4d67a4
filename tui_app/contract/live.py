"""What a slow source says beside its answers: how far it is, how long it takes, what to note.

The nine operations carry the data. A source that asks others, a request a second, is also
waited for and left, and its answers need a word of explanation. The program's own parts
agree on that here; nothing of it travels over a line.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct


class Progress(Struct, frozen=True, kw_only=True):
    """How far a call of an operation is: at request ``step`` of ``steps``.

    ``text`` says it in words, such as ``year 3 of 12``.
    """

    operation: str
    tax_id: str
    step: int
    steps: int
    text: str


class Wait(Struct, frozen=True, kw_only=True):
    """What asking would take: requests to others, and about how many seconds.

    ``text`` says it in words, such as ``12 years: about 13 s``; empty where nothing is sent.
    ``warning`` is what the user should read before it is asked.
    """

    requests: int
    seconds: float
    text: str
    warning: str = ""


class Note(Struct, frozen=True):
    """A sentence about an answer; ``field`` names the field of the interface it speaks of."""

    text: str
    field: str = ""


class Remarks(Struct, frozen=True, kw_only=True):
    """What to know of the newest answer: when its oldest part was fetched (UTC), and notes.

    An answer that is not ``complete`` was left, or cut off; asking again goes on.
    """

    fetched_at: dt.datetime | None = None
    notes: tuple[Note, ...] = ()
    complete: bool = True


Listener = Callable[[Progress], None]
"""Told how far a call is, from whichever thread works on it."""


class LiveSource(Protocol):
    """A source that asks others. Its methods never wait, but ``prepare``."""

    def listen(self, listener: Listener | None) -> None:
        """Tell ``listener`` from now on how far each call is."""

    def stop(self, tax_id: str | None = None) -> None:
        """Send nothing more for the calls under way, of one company or of all."""

    def renew(self, operation: str, tax_id: str) -> None:
        """Let the next call of this operation pass by what is kept."""

    def want_all(self, operation: str, tax_id: str) -> None:
        """Let calls of this operation from now on ask for all there is, however long it takes."""

    def wait_for(self, operation: str, tax_id: str, *, fresh: bool = False) -> Wait:
        """What asking now would take; ``fresh`` passes by what is kept."""

    def wait_for_all(self, operations: Sequence[str], tax_ids: Sequence[str]) -> Wait:
        """What asking several operations of several companies would take, after ``prepare``."""

    def remarks(self, operation: str, tax_id: str) -> Remarks:
        """What to know of the newest answer."""

    def prepare(self, tax_ids: Sequence[str], *, fresh: bool = False) -> None:
        """Look up the profiles of several companies together; blocks.

        ``fresh`` passes by what is kept.

        Raises nothing: what could not be had is asked for again one by one.
        """
