"""What every operation of the client returns."""

from __future__ import annotations

import datetime as dt
from typing import Generic, TypeVar

from msgspec import Struct

from tui_app.client.errors import ClientError
from tui_app.contract.live import Note

T = TypeVar("T")


class Answer(Struct, Generic[T], frozen=True, kw_only=True):
    """The data of one operation and how it was obtained.

    ``remaining`` is the allowance the server named, ``None`` when it named none or the answer
    comes from the cache. ``fetched_at`` is UTC. ``faults`` has one short text for each field
    without a value of the right type. ``requests`` counts what was sent for it, retries
    included: 0 for a cached answer. ``partial``: our own service stopped the search before it
    was through, for want of time.

    ``stale`` marks a cached answer that must not pass for a fresh one: it is past its age, or
    it stands in for an answer that could not be had, and then ``failure`` says why. ``notes``
    are what a live source says about it.
    """

    data: T
    fetched_at: dt.datetime
    remaining: int | None = None
    from_cache: bool = False
    requests: int = 1
    faults: tuple[str, ...] = ()
    stale: bool = False
    partial: bool = False
    failure: ClientError | None = None
    notes: tuple[Note, ...] = ()
