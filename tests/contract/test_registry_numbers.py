"""Registry numbers: one key for both forms, checked by another package."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.ro import onrc

from tui_app.contract.registry_numbers import new_registry_number, number_key, year_of_key

LETTERS = st.sampled_from("JFC")
COUNTIES = st.sampled_from([*range(1, 41), 51, 52])
SERIALS = st.integers(1, 99_999)
YEARS = st.integers(1990, 2024)


@given(LETTERS, COUNTIES, SERIALS, YEARS)
def test_both_forms_and_every_spelling_have_one_key(
    letter: str, county: int, serial: int, year: int
) -> None:
    old = f"{letter}{county:02}/{serial}/{year}"
    new = new_registry_number(old)
    assert new is not None
    assert onrc.is_valid(new)
    key = number_key(new)
    assert year_of_key(key) == year
    for spelling in (
        old,
        f"{letter}{county}/{serial}/{year}",
        f"{letter} {county} / {serial} / {year}",
        f"{letter}{county:02}/{serial}/14.05.{year}",
        f"{letter}{county:02}-{serial}-{year}",
        f" {old.lower()} ",
        f"{letter}/{county:02}/{serial}/{year}",
        f"ROONRC.{old}",
        f"Nr. Reg. Com. {old}",
    ):
        assert number_key(spelling) == key, spelling
    if letter == "J":
        assert number_key(f"{county}/{serial}/{year}") == key


def test_different_numbers_have_different_keys() -> None:
    numbers = [f"J{county:02}/{serial}/{year}" for county in (1, 12, 40) for serial in (1, 12, 120)
               for year in (1991, 2020)]  # fmt: skip
    assert len({number_key(number) for number in numbers}) == len(numbers)
    assert number_key("J40/1/2020") != number_key("F40/1/2020")


def test_a_text_of_another_form_joins_only_with_itself() -> None:
    assert number_key("veche 12") == number_key(" VECHE 12 ")
    assert number_key("") == ""


@given(st.integers(1_000_000_000_000, 9_999_999_999_999), st.sampled_from(["", " ", "-", "."]))
def test_thirteen_digits_join_with_nothing(digits: int, gap: str) -> None:
    text = str(digits)
    assert number_key(gap.join((text[0], text[1:7], text[7:]))) == ""


@pytest.mark.parametrize(
    ("written", "year"),
    [
        ("J40/1/1990", 1990),
        ("J40/1/2024", 2024),
        ("J2024000001407", 2024),
        ("J40/1/1850", 1850),
        ("J40/1/2100", 2100),
        ("J40/1/1849", None),
        ("J40/1/2101", None),
        ("J40/1/9999", None),
        ("J9999000001409", None),
        ("J40/1/0000", None),
        ("veche 12", None),
        ("", None),
    ],
)
def test_a_year_that_no_register_knows_is_none(written: str, year: int | None) -> None:
    assert year_of_key(number_key(written)) == year
