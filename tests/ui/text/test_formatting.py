"""Numbers, shares and days as they are shown, in both languages: below zero, tiny and huge."""

from __future__ import annotations

import datetime as dt

import pytest

from tui_app.system.language import set_language
from tui_app.ui.charts.wording import compact
from tui_app.ui.text import formatting as fmt


@pytest.mark.parametrize(
    ("value", "decimals", "english", "romanian"),
    [
        (None, 0, "–", "–"),
        (0, 0, "0", "0"),
        (-0.4, 0, "0", "0"),
        (1_234_567, 0, "1,234,567", "1.234.567"),
        (-1_234_567, 0, "−1,234,567", "−1.234.567"),
        (1_234.56, 1, "1,234.6", "1.234,6"),
        (-0.04, 1, "0.0", "0,0"),
        (-0.06, 1, "−0.1", "−0,1"),
        (10**18, 0, "1,000,000,000,000,000,000", "1.000.000.000.000.000.000"),
    ],
)
def test_a_number_has_its_groups_and_its_sign(
    value: float | None, decimals: int, english: str, romanian: str
) -> None:
    assert fmt.number(value, decimals=decimals) == english
    set_language("ro")
    assert fmt.number(value, decimals=decimals) == romanian


@pytest.mark.parametrize(
    ("value", "share", "change"),
    [
        (None, "–", "–"),
        (0.0, "0%", "0%"),
        (0.25, "25.0%", "+25.0%"),
        (-0.25, "−25.0%", "−25.0%"),
        (1.0, "100.0%", "+100.0%"),
        (-1.0, "−100.0%", "−100.0%"),
        (-3.5, "−350.0%", "−350.0%"),
        (0.0004, "0%", "0%"),
        (-0.0004, "0%", "0%"),
        (0.0006, "0.1%", "+0.1%"),
        (-0.0006, "−0.1%", "−0.1%"),
        (99.99, "9,999.0%", "+9,999.0%"),
        (100.0, ">9,999%", ">9,999%"),
        (-100.0, "<−9,999%", "<−9,999%"),
        (1e300, ">9,999%", ">9,999%"),
    ],
)
def test_a_share_below_zero_keeps_its_sign_and_a_huge_one_has_a_bound(
    value: float | None, share: str, change: str
) -> None:
    assert fmt.share(value) == share
    assert fmt.percent(value) == change
    set_language("ro")
    assert fmt.share(value) == share.replace(",", "~").replace(".", ",").replace("~", ".")


@pytest.mark.parametrize(
    ("value", "short"),
    [
        (0, "0"), (999, "999"), (-999, "−999"), (1_000, "1k"), (-1_500, "−1.5k"), (999_600, "1M"),
        (999_400, "999k"), (12_345, "12.3k"), (-24_730_844, "−24.7M"), (8_050_000_000, "8.05B"),
        (10**12, "1T"),
    ],
)  # fmt: skip
def test_an_amount_in_three_digits(value: int, short: str) -> None:
    assert compact(value) == short


def test_days_and_moments() -> None:
    assert fmt.timestamp("2020-05-14T00:00:00.000Z") == "2020-05-14"
    assert (fmt.timestamp("soon"), fmt.timestamp(""), fmt.timestamp(None)) == ("soon", "–", "–")
    now = dt.datetime.now(dt.UTC).replace(hour=9, minute=5)
    before = now - dt.timedelta(days=1)
    assert fmt.clock(now) == "09:05"
    assert fmt.clock(before) == f"{before:%Y-%m-%d} 09:05"
    assert [fmt.yes_no(each) for each in (True, False, None)] == ["yes", "no", "–"]
    assert fmt.text("") == fmt.text(None) == "–" and fmt.text("0") == "0"
    for name in ("Județul Cluj", "judetul Cluj", "JUDEŢUL Cluj", "Municipiul Cluj", "Cluj"):
        assert fmt.county(name) == "Cluj"
    set_language("ro")
    assert (
        fmt.date(dt.date(2020, 5, 4)) == fmt.timestamp("2020-05-04T00:00:00.000Z") == "04.05.2020"
    )
    assert [fmt.yes_no(each) for each in (True, False, None)] == ["da", "nu", "–"]


@pytest.mark.parametrize(
    ("status", "mark", "label"),
    [
        ("functiune", "●", "active"),
        ("insolventa", "▲", "insolvent"),
        ("radiata", "✕", "struck off"),
        ("inactiva", "○", "inactive"),
        ("ceva nou", "?", ""),
        (None, "?", ""),
    ],
)
def test_a_status_has_a_mark_and_a_word(status: str | None, mark: str, label: str) -> None:
    assert fmt.status_mark(status)[0] == mark
    assert fmt.status_label(status) == label
