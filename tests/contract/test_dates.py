"""Days as people type them."""

import datetime as dt
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.dates import day_in_name, read_day, read_days, read_typed_day

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
        ("ieri", dt.date(2026, 11, 19)),
        ("Yesterday", dt.date(2026, 11, 19)),
        ("14-05-2020", dt.date(2020, 5, 14)),
        ("31.02.2024", None),
        ("2024-13-01", None),
        (f"2024-02-01 {'12:30:00 ' * 20}", dt.date(2024, 2, 1)),
        (f"1 mai 2024{' ' * 40}x", None),
        ("-99999d", dt.date(1753, 2, 5)),
        ("", None),
        ("tomorrow", None),
        ("٢٠٢٦-١١-٢٠", None),
    ],
)
def test_days(typed: str, day: dt.date | None) -> None:
    assert read_typed_day(typed, TODAY) == day


def test_what_is_typed_letter_by_letter_does_not_stay_in_memory() -> None:
    tracemalloc.start()
    before, _peak = tracemalloc.get_traced_memory()
    for length in range(1, 3_000):
        read_typed_day("9" * length, TODAY)
    after, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 100_000  # bytes; all of it would be 4.5 million


@given(st.dates())
def test_every_day_is_read_in_both_orders(day: dt.date) -> None:
    assert read_typed_day(day.isoformat(), TODAY) == day
    assert read_typed_day(f"{day.day}.{day.month}.{day.year:04}", TODAY) == day


@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    read_typed_day(text, TODAY)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("14/05/2020", dt.date(2020, 5, 14)),
        ("14-05-2020", dt.date(2020, 5, 14)),
        ("14.05.2020 10:22:00", dt.date(2020, 5, 14)),
        ("2020-05-14T00:00:00", dt.date(2020, 5, 14)),
        ("2020/05/14", dt.date(2020, 5, 14)),
        ("14 mai 2020", dt.date(2020, 5, 14)),
        ("1 Noiembrie 2020", dt.date(2020, 11, 1)),
        ("14/05-2020", None),
        ("05/14/2020", None),
        ("14 may 2020", None),
        ("20200514", None),
        ("", None),
    ],
)
def test_days_of_files(text: str, day: dt.date | None) -> None:
    assert read_day(text) == day


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2020", (dt.date(2020, 1, 1), dt.date(2020, 12, 31))),
        ("2020-02", (dt.date(2020, 2, 1), dt.date(2020, 2, 29))),
        ("2020-12", (dt.date(2020, 12, 1), dt.date(2020, 12, 31))),
        ("14-05-2020", (dt.date(2020, 5, 14), dt.date(2020, 5, 14))),
        ("2020-13", None),
        ("0000", None),
    ],
)
def test_periods(text: str, days: tuple[dt.date, dt.date] | None) -> None:
    assert read_days(text) == days


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("1firme_neradiate_fara_sediu_18-03-2025.csv", dt.date(2025, 3, 18)),
        ("2radiatefarasediu-31.07.2015.csv", dt.date(2015, 7, 31)),
        ("2firme_radiate_fara_sediu_2023-04-07.csv", dt.date(2023, 4, 7)),
        ("3opendata-neradiatecusediu-01.02.2019.001.csv", dt.date(2019, 2, 1)),
        ("firme-inregistrate-pana-la-data-de-07-aprilie-2022", dt.date(2022, 4, 7)),
        ("OD_FIRME_20260902.CSV", dt.date(2026, 9, 2)),
        ("platitori_iunie_2026", dt.date(2026, 6, 1)),
        ("31-aprilie-2022", None),
        ("WEB_UU_AN2024.txt", None),
        ("990000013_2026", None),
    ],
)
def test_days_in_names_of_files(name: str, day: dt.date | None) -> None:
    assert day_in_name(name) == day
