"""How much an account may still ask: the month's allowance and the burst window.

Pure functions on numbers; ``accounts`` keeps them. A month is a calendar month in UTC. A
burst window opens with an account's first request and lets a fixed number through.
"""

from __future__ import annotations

import datetime as dt
import math
from typing import Final

from msgspec import Struct

DEFAULT_QUOTA: Final = 10_000
"""Successful requests of one account in a month."""


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


def month_of(now: float) -> str:
    """The month of a moment (seconds since 1970), ``YYYY-MM``."""
    return f"{dt.datetime.fromtimestamp(now, dt.UTC):%Y-%m}"


def seconds_to_next_month(now: float) -> int:
    """Whole seconds until the allowance is renewed."""
    today = dt.datetime.fromtimestamp(now, dt.UTC)
    # The 1st plus 32 days lies in the next month, whatever the month.
    later = today.replace(day=1, hour=0, minute=0, second=0, microsecond=0) + dt.timedelta(32)
    return max(1, math.ceil(later.replace(day=1).timestamp() - now))


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
