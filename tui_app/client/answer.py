"""What every operation of the client returns."""

from __future__ import annotations

import datetime as dt
from typing import Generic, TypeVar

from msgspec import Struct

from tui_app.client.errors import ClientError

T = TypeVar("T")


class Answer(Struct, Generic[T], frozen=True, kw_only=True):
    """The data of one operation and what is known about how it was had.

    ``remaining`` is the allowance the server named, ``None`` when it named none or the
    answer was not fetched. ``partial``: a search whose time was over before it was through, as
    our own service tells. ``fetched_at`` is UTC. ``faults`` names the fields that were
    missing a value of the right type, one short text each. ``requests`` counts what was
    sent for it, retries included: 0 for a kept answer.

    ``stale`` marks a kept answer that must not pass for a fresh one: it is past its age, or
    it stands in for an answer that could not be had, and then ``failure`` says why.
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
