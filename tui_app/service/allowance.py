"""How much an account may still ask: the month's allowance and the burst window.

Pure functions on numbers; ``accounts`` keeps them. A month is a calendar month in UTC. A
burst window opens with an account's first request and lets a fixed number through.
"""

from __future__ import annotations

import datetime as dt
import math
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

DEFAULT_QUOTA: Final = 10_000
"""Successful requests of one account in a month."""


_DAY: Final = 86_400


class Burst(Struct, frozen=True):
    """At most ``limit`` requests in a window of ``seconds``."""

    limit: int = 600
    seconds: int = 300


class Standing(Struct, frozen=True):
    """What is left to an account; resets are in whole seconds from now, at least 1.

    ``burst`` is ``None`` for an account without a burst limit.
    """

    quota: int
    remaining: int
    month_resets_in: int
    burst: Burst | None
    burst_remaining: int
    burst_resets_in: int


class RateLimited(Exception):
    """Too many requests in the burst window."""

    def __init__(self, standing: Standing) -> None:
        super().__init__()
        self.standing = standing


class QuotaExceeded(Exception):
    """The month's allowance is used up."""

    def __init__(self, standing: Standing) -> None:
        super().__init__()
        self.standing = standing


def before(standing: Standing, units: int) -> Standing:
    """What was left before a request that was charged ``units``."""
    return msgspec.structs.replace(
        standing,
        remaining=standing.remaining + units,
        burst_remaining=standing.burst_remaining + (standing.burst is not None),
    )


def month_of(now: float) -> str:
    """The month of a moment (seconds since 1970), ``YYYY-MM``."""
    return _month(int(now // _DAY))[0]


def seconds_to_next_month(now: float) -> int:
    """Whole seconds until the allowance is renewed."""
    return max(1, math.ceil(_month(int(now // _DAY))[1] - now))


@lru_cache(maxsize=4)
def _month(day: int) -> tuple[str, float]:
    """The name of a day's month, and when the next one begins."""
    first = dt.datetime.fromtimestamp(day * _DAY, dt.UTC).replace(day=1)
    # The 1st plus 32 days lies in the next month, whatever the month.
    following = (first + dt.timedelta(32)).replace(day=1)
    return f"{first:%Y-%m}", following.timestamp()


def rate_limit_headers(standing: Standing) -> list[tuple[bytes, bytes]]:
    """``RateLimit-Policy`` and ``RateLimit`` as the draft of the HTTP working group has them.

    The tightest policy comes first in both.
    """
    # A month's length varies: the policy states the window that is now running out.
    policies = [f'"month";q={standing.quota}']
    limits = [f'"month";r={standing.remaining};t={standing.month_resets_in}']
    if standing.burst is not None:
        policies.insert(0, f'"burst";q={standing.burst.limit};w={standing.burst.seconds}')
        limits.insert(0, f'"burst";r={standing.burst_remaining};t={standing.burst_resets_in}')
    return [
        (b"ratelimit-policy", ", ".join(policies).encode()),
        (b"ratelimit", ", ".join(limits).encode()),
    ]
