"""Days as people type them."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.insight.days import read_day

TODAY = dt.date(2026, 11, 20)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-11-20", dt.date(2026, 11, 20)),
        (" 20.11.2026 ", dt.date(2026, 11, 20)),
        ("1/2/2024", dt.date(2024, 2, 1)),
        ("today", TODAY),
        ("Azi", TODAY),
        ("-3d", dt.date(2026, 11, 17)),
        ("-3z", dt.date(2026, 11, 17)),
        ("31.02.2024", None),
        ("2024-13-01", None),
        ("-99999d", dt.date(1753, 2, 5)),
        ("", None),
        ("tomorrow", None),
        ("٢٠٢٦-١١-٢٠", None),
    ],
)
def test_days(typed: str, day: dt.date | None) -> None:
    assert read_day(typed, TODAY) == day


@given(st.dates())
def test_every_day_is_read_in_both_orders(day: dt.date) -> None:
    assert read_day(day.isoformat(), TODAY) == day
    assert read_day(f"{day.day}.{day.month}.{day.year:04}", TODAY) == day


@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    read_day(text, TODAY)
