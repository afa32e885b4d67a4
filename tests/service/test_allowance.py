"""Months and what the RateLimit headers say."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from tui_app.service.allowance import (
    AllowanceStatus,
    Burst,
    month_of,
    rate_limit_headers,
    seconds_to_next_month,
)

MOMENTS = st.floats(0, 4_000_000_000)


@given(MOMENTS)
def test_the_next_month_begins_when_it_is_said_to(now: float) -> None:
    wait = seconds_to_next_month(now)
    assert month_of(now + wait) > month_of(now)
    assert month_of(now + wait - 2) == month_of(now) or wait < 2
    assert 1 <= wait <= 31 * 86400


def test_a_month_is_one_of_utc() -> None:
    last_second = dt.datetime(2025, 12, 31, 23, 59, 59, tzinfo=dt.UTC).timestamp()
    assert month_of(last_second) == "2025-12"
    assert month_of(last_second + 1) == "2026-01"
    assert seconds_to_next_month(last_second) == 1
    assert seconds_to_next_month(last_second - 86_400) == 86_401


def test_the_headers_name_both_limits() -> None:
    status = AllowanceStatus(10_000, 9_990, 86_400, Burst(600, 300), 590, 250)
    headers = rate_limit_headers(status)
    assert headers["RateLimit-Policy"] == '"burst";q=600;w=300, "month";q=10000'
    assert headers["RateLimit"] == '"burst";r=590;t=250, "month";r=9990;t=86400'


def test_the_headers_leave_out_a_burst_limit_that_is_not_there() -> None:
    headers = rate_limit_headers(AllowanceStatus(10, 0, 5))
    assert headers["RateLimit"] == '"month";r=0;t=5'


def test_an_account_that_is_not_rationed_has_no_headers() -> None:
    assert rate_limit_headers(AllowanceStatus(None, 2**53 - 1)) == {}
