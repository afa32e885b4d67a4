from __future__ import annotations

import datetime as dt

import pytest

from tui_app.system.retry_after import read_retry_after


def test_a_retry_after_is_read_as_seconds_and_as_a_date() -> None:
    now = dt.datetime.now(dt.UTC)
    seconds = read_retry_after("120")
    date = read_retry_after((now + dt.timedelta(hours=1)).strftime("%a, %d %b %Y %H:%M:%S GMT"))
    assert seconds is not None
    assert date is not None
    assert abs((seconds - now).total_seconds() - 120) < 2
    assert abs((date - now).total_seconds() - 3600) < 2


@pytest.mark.parametrize(
    "header",
    [
        "",
        "soon",
        "-5",
        "1e3",
        "9" * 12,
        "9" * 4000,
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "Mon, 01 Jan 2001 00:00:00 GMT",
    ],
)
def test_an_absurd_retry_after_is_not_believed(header: str) -> None:
    assert read_retry_after(header) is None
