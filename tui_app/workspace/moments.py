"""Times as stored in the workspace file: whole milliseconds since 1970, UTC."""

from __future__ import annotations

import datetime as dt

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def now() -> dt.datetime:
    """The current time, UTC."""
    return dt.datetime.now(dt.UTC)


def to_stored(moment: dt.datetime) -> int:
    """The stored form of an aware time."""
    return (moment - _EPOCH) // dt.timedelta(milliseconds=1)


def from_stored(number: int) -> dt.datetime:
    """The time of a stored number, UTC."""
    return _EPOCH + dt.timedelta(milliseconds=number)
