"""Personal codes are blotted out of what a user types, before it is stored anywhere."""

import pytest

from tui_app.contract.personal_codes import without_personal_codes

BLOT = "█" * 13


@pytest.mark.parametrize(
    "code",
    [
        "1900101123456", "1900101 123456", "1 900101-123456", "1900101\u2013123456",
        "1900101 - 123456", "1900101  123456", "1900101\u00a0123456", "19\u200b00101123456",
        "1900101_123456", "1 9 0 0 1 0 1 1 2 3 4 5 6",
        "１９００１０１１２３４５６", "١٩٠٠١٠١١٢٣٤٥٦",
    ],
)  # fmt: skip
def test_a_code_is_blotted_out_however_it_is_written(code: str) -> None:
    assert without_personal_codes(code) == BLOT
    assert without_personal_codes(f"Ana {code}, ș {code}.") == f"Ana {BLOT}, ș {BLOT}."


@pytest.mark.parametrize(
    "text",
    [
        "J2025900001003", "nr. j2025900001003.", "990000013 990000021", "turnover:1000000..5000000",
        "0722 123 456 / 0744 123 456", "RO49AAAA1B31007593840000", "1900101\n123456",
    ],
)  # fmt: skip
def test_other_long_numbers_stay_among_them_new_registry_numbers(text: str) -> None:
    assert without_personal_codes(text) == text


def test_the_letter_of_a_registry_number_hides_no_code() -> None:
    assert without_personal_codes("J1900101123456") == f"J{BLOT}"
