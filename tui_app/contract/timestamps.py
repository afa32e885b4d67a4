"""Timestamps of the interface: ISO 8601 in UTC with millisecond precision."""

from __future__ import annotations

import datetime as dt


def format_timestamp(moment: dt.datetime) -> str:
    """An aware moment as the interface writes it: ``2020-05-14T00:00:00.000Z``."""
    utc = moment.astimezone(dt.UTC)
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_timestamp(text: str) -> dt.datetime | None:
    """The aware UTC moment of a timestamp as sent, or ``None`` if it is not one.

    A server may omit the zone or the time; they default to UTC and midnight.
    """
    try:
        moment = dt.datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    try:
        return aware.astimezone(dt.UTC)
    except OverflowError:
        return None
