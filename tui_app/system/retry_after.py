"""Reads the Retry-After header."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

_END: Final = dt.datetime(9999, 1, 1, tzinfo=dt.UTC)


def read_retry_after(header: str) -> dt.datetime | None:
    """The time (UTC) in a Retry-After header, which contains seconds or a date.

    ``None`` if it is absent, unreadable, in the past or beyond the year 9998.
    """
    text = header.strip()
    if re.fullmatch(r"[0-9]{1,12}", text, re.ASCII):
        return time_after(int(text))
    try:
        import email.utils

        moment = email.utils.parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return aware.astimezone(dt.UTC) if dt.datetime.now(dt.UTC) <= aware < _END else None


def time_after(seconds: int) -> dt.datetime | None:
    """The time (UTC) in this many seconds; ``None`` beyond the year 9998."""
    now = dt.datetime.now(dt.UTC)
    return now + dt.timedelta(seconds=seconds) if seconds < (_END - now).total_seconds() else None
