"""Tax ids and registry numbers, on the cases that the public registers document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract import identifiers as ids


@pytest.mark.parametrize("tax_id", ["14399840", "12345674", "4221306", "19", "990000013"])
def test_known_tax_ids_have_a_valid_control_digit(tax_id: str) -> None:
    assert ids.has_valid_control_digit(tax_id)
    assert not ids.has_valid_control_digit(tax_id[:-1] + str((int(tax_id[-1]) + 1) % 10))


@given(st.integers(1, 999_999_999))
def test_the_control_digit_made_is_the_control_digit_checked(body: int) -> None:
    assert ids.has_valid_control_digit(ids.with_control_digit(str(body)))


@pytest.mark.parametrize(
    ("typed", "bare"),
    [
        ("14399840", "14399840"),
        (" RO14399840 ", "14399840"),
        ("ro 0019", "19"),
        ("1", None),
        ("0000", None),
        ("12345678901", None),
        ("1900101123456", None),
        ("RO", None),
        ("12a", None),
        ("١٢٣", None),
    ],
)
def test_tax_ids_are_read_as_people_type_them(typed: str, bare: str | None) -> None:
    assert ids.read_tax_id(typed) == bare


@pytest.mark.parametrize(
    ("number", "new_form"),
    [
        ("J40/15812/2017", "J2017015812405"),
        ("j40-15812-2017", "J2017015812405"),
        ("J40/15812/20.05.2017", "J2017015812405"),
        ("J2025007081009", "J2025007081009"),
        ("J40/1581", None),
        ("SC DEMO SRL", None),
    ],
)
def test_both_forms_of_a_registry_number_are_one(number: str, new_form: str | None) -> None:
    assert ids.new_registry_number(number) == new_form


def test_a_personal_code_is_known_by_its_shape() -> None:
    assert ids.is_personal_code("1900101123456")
    assert not ids.is_personal_code("190010112345")
