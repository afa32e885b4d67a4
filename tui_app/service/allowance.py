"""The limits of an account: the monthly allowance and the burst window.

Pure functions on numbers; the accounts store them. A month is a calendar month in UTC. A
burst window starts with an account's first request and allows a fixed number.
"""

from __future__ import annotations

import datetime as dt
import math
from functools import lru_cache
from typing import Final

from msgspec import Struct

DEFAULT_QUOTA: Final = 10_000
"""Successful requests of one account per month."""


_DAY: Final = 86_400


class Burst(Struct, frozen=True):
    """At most ``limit`` requests in a window of ``seconds``."""

    limit: int = 600
    seconds: int = 300


class AllowanceStatus(Struct, frozen=True):
    """The remainder of an account's limits; resets are in whole seconds from now, at least 1.

    ``quota`` is ``None`` for an unlimited account, ``burst`` for one without a burst limit.
    """

    quota: int | None
    remaining: int
    month_resets_in: int = 1
    burst: Burst | None = None
    burst_remaining: int = 0
    burst_resets_in: int = 1


class RateLimited(Exception):
    """Too many requests in the burst window."""

    def __init__(self, status: AllowanceStatus) -> None:
        super().__init__()
        self.status = status


class QuotaExceeded(Exception):
    """The month's allowance is used up."""

    def __init__(self, status: AllowanceStatus) -> None:
        super().__init__()
        self.status = status


def month_of(now: float) -> str:
    """The month of a time (seconds since 1970), ``YYYY-MM``."""
    return _month(int(now // _DAY))[0]


def later_month(month: str, months: int = 1) -> str:
    """The month ``months`` months later, ``YYYY-MM``."""
    number = int(month[:4]) * 12 + int(month[5:]) - 1 + months
    return f"{number // 12:04}-{number % 12 + 1:02}"


def seconds_to_next_month(now: float) -> int:
    """Whole seconds until the allowance restarts."""
    return max(1, math.ceil(_month(int(now // _DAY))[1] - now))


@lru_cache(maxsize=4)
def _month(day: int) -> tuple[str, float]:
    """The name of a day's month, and when the next one begins."""
    first = dt.datetime.fromtimestamp(day * _DAY, dt.UTC).replace(day=1)
    # The 1st plus 32 days is in the next month, whatever the month.
    following = (first + dt.timedelta(32)).replace(day=1)
    return f"{first:%Y-%m}", following.timestamp()


def rate_limit_headers(status: AllowanceStatus) -> dict[str, str]:
    """``RateLimit-Policy`` and ``RateLimit``, as in the draft of the HTTP working group.

    The tightest policy comes first in both. Empty for an unlimited account.
    """
    if status.quota is None:
        return {}
    # A month's length varies: the policy states the current month's window.
    policies = [f'"month";q={status.quota}']
    limits = [f'"month";r={status.remaining};t={status.month_resets_in}']
    if status.burst is not None:
        policies.insert(0, f'"burst";q={status.burst.limit};w={status.burst.seconds}')
        limits.insert(0, f'"burst";r={status.burst_remaining};t={status.burst_resets_in}')
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(limits)}
