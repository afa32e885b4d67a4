"""Typed ranges of every kind: what each means, and that it is written as it is read."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from tui_app.contract.screening.criteria import Range
from tui_app.contract.screening.fields import FieldKind
from tui_app.contract.screening.values import (
    activity_list,
    read_activity,
    read_range,
    without_comma,
    without_thousands,
    write_range,
)

AMOUNT, PERCENT, YEAR, DAY, FIRST_DAY = (
    FieldKind.AMOUNT, FieldKind.PERCENT, FieldKind.YEAR, FieldKind.DAY, FieldKind.FIRST_DAY,
)  # fmt: skip
D = dt.date


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        (AMOUNT, "5", Range(5, 5)),
        (AMOUNT, "1.5M", Range(1_500_000, 1_500_000)),
        (AMOUNT, "1.000.000", Range(1_000_000, 1_000_000)),
        (AMOUNT, "-2K", Range(-2_000, -2_000)),
        (AMOUNT, ">1b", Range(low=10**9, low_open=True)),
        (AMOUNT, ">= 5", Range(low=5)),
        (AMOUNT, "<5", Range(high=5, high_open=True)),
        (AMOUNT, "<=5", Range(high=5)),
        (AMOUNT, "1K..2K", Range(1_000, 2_000)),
        (AMOUNT, " 1K .. 2K ", Range(1_000, 2_000)),
        (AMOUNT, "5..5", Range(5, 5)),
        (AMOUNT, "5..", Range(low=5)),
        (AMOUNT, "..5", Range(high=5)),
        (AMOUNT, "2K..1K", None),
        (AMOUNT, "..", None),
        (AMOUNT, "x..5", None),
        (AMOUNT, "5..x", None),
        (AMOUNT, ">x", None),
        (AMOUNT, "1.2345K", None),  # not whole
        (AMOUNT, "0.5", None),
        (PERCENT, "2.5", Range(Decimal("2.5"), Decimal("2.5"))),
        (PERCENT, "-1..1", Range(Decimal(-1), Decimal(1))),
        (YEAR, "2024", Range(2024, 2024)),
        (YEAR, ">2020", Range(low=2020, low_open=True)),
        (YEAR, "3024", None),
        (YEAR, "202", None),
        (DAY, "2024", Range(D(2024, 1, 1), D(2024, 12, 31))),
        (DAY, "2024-02", Range(D(2024, 2, 1), D(2024, 2, 29))),
        (DAY, ">2024-02", Range(low=D(2024, 2, 29), low_open=True)),
        (DAY, ">=2024-02", Range(low=D(2024, 2, 1))),
        (DAY, "<2024-02", Range(high=D(2024, 2, 1), high_open=True)),
        (DAY, "<=2024-02", Range(high=D(2024, 2, 29))),
        (DAY, "2020..2024-02", Range(D(2020, 1, 1), D(2024, 2, 29))),
        (DAY, "2024..2020", None),
        (DAY, "2024-13", None),
        (FIRST_DAY, "2024", Range(low=D(2024, 1, 1))),
        (FIRST_DAY, ">=2024-02-03", Range(low=D(2024, 2, 3))),
        (FIRST_DAY, "2024..", Range(low=D(2024, 1, 1))),
        (FIRST_DAY, "x", None),
    ],
)
def test_a_range_is_read_and_written_back(kind: FieldKind, text: str, found: Range | None) -> None:
    assert read_range(kind, text) == found
    if found is not None:
        assert read_range(kind, write_range(kind, found)) == found


@pytest.mark.parametrize(
    ("kind", "found", "text"),
    [
        (AMOUNT, Range(1_500_000, 1_500_000), "1500K"),
        (AMOUNT, Range(2 * 10**9, 3 * 10**9), "2B..3B"),
        (AMOUNT, Range(0, 999), "0..999"),
        (AMOUNT, Range(low=-5_000_000), ">=-5M"),
        (YEAR, Range(2000, 2000), "2000"),
        (PERCENT, Range(high=Decimal("0.5"), high_open=True), "<0.5"),
        (FIRST_DAY, Range(low=D(2024, 2, 3)), "2024-02-03"),
    ],
)
def test_a_range_is_written_shortly(kind: FieldKind, found: Range, text: str) -> None:
    assert write_range(kind, found) == text


def test_a_comma_may_be_of_a_number() -> None:
    assert without_comma(AMOUNT, ">1", "5M") == ">1.5M"
    assert without_comma(AMOUNT, "1", "5M") == "1.5M"
    assert without_comma(PERCENT, ">1", "5") == ">1.5"
    assert without_comma(AMOUNT, ">1", "500") == ">1500"
    assert without_comma(AMOUNT, "1", "5") is None  # a list
    assert without_comma(YEAR, ">2020", "2021") is None
    assert without_thousands(AMOUNT, "1,000,000") == "1000000"
    assert without_thousands(AMOUNT, "1,500") is None
    assert without_thousands(YEAR, "1,000,000") is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4711", "4711"), ("62.01", "6201"), ("g", "G"), ("g/3", "G/3"), ("y/3", None),
        ("retail", "retail"), ("ab", None), ("123456", None),
    ],
)  # fmt: skip
def test_an_activity_is_a_code_or_words(text: str, code: str | None) -> None:
    assert read_activity(text) == code


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("62-64", "62,63,64"), ("01-03", "01,02,03"), ("64-62", "64,62"), ("62-62", "62,62"),
        ("62-6201", "62,6201"), ("0100-9900", "0100,9900"), ("62", None),
    ],
)  # fmt: skip
def test_a_range_of_activities_is_a_list(text: str, codes: str | None) -> None:
    assert activity_list(text) == codes
