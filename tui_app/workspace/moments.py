"""Moments as the workspace file holds them: whole milliseconds since 1970, UTC."""

from __future__ import annotations

import datetime as dt

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def now() -> dt.datetime:
    """This moment, UTC."""
    return dt.datetime.now(dt.UTC)


def to_stored(moment: dt.datetime) -> int:
    """An aware moment as it is stored."""
    return (moment - _EPOCH) // dt.timedelta(milliseconds=1)


def from_stored(number: int) -> dt.datetime:
    """The moment of a stored number, UTC."""
    return _EPOCH + dt.timedelta(milliseconds=number)
