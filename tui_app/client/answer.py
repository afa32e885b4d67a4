"""The result of every operation of the client."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tui_app.client.errors import ClientError
from tui_app.contract.live import SourceNote
from tui_app.contract.provenance import DataSource
from tui_app.contract.search_notes import SearchNotes

T = TypeVar("T")


class Answer(Struct, Generic[T], frozen=True, kw_only=True):
    """The data of one operation, and how they were obtained.

    ``remaining`` is the allowance in the answer, ``None`` if it names none or comes from the cache.
    ``fetched_at`` is UTC. ``faults`` has one short text for each field with a value of the wrong
    type. ``requests`` is the number of requests sent for it, including retries: 0 for a cached
    answer. ``partial``: our own service stopped the search at its time limit. ``invented``: the
    service said that its companies do not exist. ``newest_year`` is the latest year with statements
    at the source, if known.

    ``stale`` marks a cached answer that must not pass for a fresh one: it is past its age limit, or
    it replaces an answer that failed, and then ``failure`` says why. ``notes`` come from a live
    source. ``sources`` names the files that the data come from, if known. ``search`` says what a
    search found beyond its text.
    """

    data: T
    fetched_at: dt.datetime
    remaining: int | None = None
    from_cache: bool = False
    requests: int = 1
    faults: tuple[str, ...] = ()
    stale: bool = False
    partial: bool = False
    invented: bool = False
    failure: ClientError | None = None
    notes: tuple[SourceNote, ...] = ()
    sources: tuple[DataSource, ...] = ()
    newest_year: int | None = None
    search: SearchNotes = SearchNotes()


# Any: operations differ in their result.
AnyAnswer = Answer[Any]


def joined(answers: Sequence[AnyAnswer], data: T) -> Answer[T]:
    """One answer made of one or more: as old as its oldest part, as doubtful as its worst.

    It is from the cache if all are, and its allowance is the lowest that was reported.
    """
    return Answer(
        data=data,
        fetched_at=min(each.fetched_at for each in answers),
        remaining=min(
            (each.remaining for each in answers if each.remaining is not None), default=None
        ),
        from_cache=all(each.from_cache for each in answers),
        requests=sum(each.requests for each in answers),
        faults=_distinct(fault for each in answers for fault in each.faults),
        stale=any(each.stale for each in answers),
        partial=any(each.partial for each in answers),
        invented=any(each.invented for each in answers),
        failure=next((each.failure for each in answers if each.failure is not None), None),
        notes=_distinct(note for each in answers for note in each.notes),
        sources=_distinct(source for each in answers for source in each.sources),
        newest_year=max((each.newest_year for each in answers if each.newest_year), default=None),
    )


def _distinct(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))
