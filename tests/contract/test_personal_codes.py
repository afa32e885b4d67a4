"""Personal codes are masked wherever they are, and no other number is.

python-stdnum decides which codes and registry numbers are valid; the masking itself does not use
it.
"""

from __future__ import annotations

import contextlib
import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from stdnum import iban
from stdnum.ro import cnp, onrc

from tests.sample.tax_ids import with_control_digit
from tui_app.contract.personal_codes import may_be_personal_code, without_personal_codes

BLOT = "█" * 13
COUNTIES = (*range(1, 41), 51, 52)


@pytest.mark.parametrize(
    "code",
    [
        "1900101123456", "1900101 123456", "1 900101-123456", "1900101\u2013123456",
        "1900101 - 123456", "1900101  123456", "1900101\u00a0123456", "19\u200b00101123456",
        "1900101_123456", "1 9 0 0 1 0 1 1 2 3 4 5 6", "1900101/123456", "190.0101.123.456",
        "１９００１０１１２３４５６", "١٩٠٠١٠١١٢٣٤٥٦",
    ],
)  # fmt: skip
def test_a_code_is_blotted_out_however_it_is_written(code: str) -> None:
    assert without_personal_codes(code) == BLOT
    assert without_personal_codes(f"Ana {code}, ș {code}.") == f"Ana {BLOT}, ș {BLOT}."


@st.composite
def codes(draw: st.DrawFn) -> str:
    """A valid personal code of a person born on any day, in any county."""
    day = draw(st.dates())
    body = (
        f"{draw(st.sampled_from('123456789'))}{day:%y%m%d}"
        f"{draw(st.sampled_from((*range(1, 49), 51, 52, 70, 80, 83))):02}"
        f"{draw(st.integers(0, 999)):03}"
    )
    return body + cnp.calc_check_digit(body)


SPACINGS = (
    (13,), (7, 6), (1, 6, 6), (1, 2, 2, 2, 2, 3, 1), (1, 6, 2, 4), (3, 4, 3, 3), (1,) * 13, (6, 7),
)  # fmt: skip
GAPS = ("", " ", "  ", "-", ".", "/", "_", " - ", "\u2013", "\u00a0", "\u200b")


@given(codes().filter(cnp.is_valid), st.sampled_from(SPACINGS), st.sampled_from(GAPS))
def test_every_valid_code_is_masked_in_every_spelling(
    code: str, spacing: tuple[int, ...], gap: str
) -> None:
    places = [sum(spacing[:number]) for number in range(len(spacing) + 1)]
    parts = [code[start:end] for start, end in pairwise(places)]
    spelled = gap.join(parts)
    for around in ("{}", "CNP {}", "Ana ({}), 12", "x{}", "2020-01-02 {}", "0722123456, {}"):
        masked = without_personal_codes(around.format(spelled))
        assert masked == around.format(BLOT)
    assert may_be_personal_code(spelled)


@given(codes())
def test_the_letter_of_a_registry_number_hides_no_code(code: str) -> None:
    text = f"J{code}"
    assert without_personal_codes(text) == (text if onrc.is_valid(text) else f"J{BLOT}")


@st.composite
def registry_numbers(draw: st.DrawFn) -> str:
    """A registry number of the new form, or of the old one."""
    letter = draw(st.sampled_from("JFCjfc"))
    year, serial = draw(st.integers(1990, 2030)), draw(st.integers(1, 999_999))
    county = draw(st.sampled_from(COUNTIES))
    if draw(st.booleans()):
        date = draw(st.sampled_from((f"{year}", f"15.07.{year}")))
        return f"{letter}{county:02}/{serial}/{date}"
    body = f"{letter}{year}{serial:06}{0 if year > 2024 else county:02}"
    total = ord(letter.upper()) % 10 + sum(map(int, body[1:]))
    return f"{body}{total % 10}"


cases = st.builds(
    "{}/{}/{}{}".format,
    st.integers(1, 999_999),
    st.integers(1, 9_999),
    st.integers(1990, 2030),
    st.sampled_from(("", "*", "/a1", "/a12.3")),
)
phones = st.builds(
    "{}{}{}".format,
    st.sampled_from(("+40", "0040", "0", "+40 ", "0040 ")),
    st.sampled_from("237"),
    st.from_regex(r"[0-9]{2}[ .]?[0-9]{3}[ .]?[0-9]{3}", fullmatch=True),
)
tax_ids = st.builds(
    "{}{}".format,
    st.sampled_from(("", "RO", "RO ", "CUI ")),
    st.integers(1, 999_999_999).map(lambda body: with_control_digit(str(body))),
)


@given(st.one_of(registry_numbers(), cases, phones, tax_ids))
@example("J2021012345408")
@example("10511/1748/2023")
@example("0040722000000")
def test_no_other_number_is_masked_wherever_it_stands(number: str) -> None:
    for around in ("{}", "tel {}", "Dosar {}", "nr. {}, din 12.05.2020", "({})", "{}, 2024", "{};"):
        text = around.format(number)
        assert without_personal_codes(text) == text


@given(st.one_of(registry_numbers(), cases, phones, tax_ids))
def test_no_other_number_is_kept_from_a_search(number: str) -> None:
    assert not may_be_personal_code(number)
    assert not may_be_personal_code(f"SC DEMO SRL {number}")


@given(st.lists(st.one_of(registry_numbers(), cases, phones, codes()), min_size=1, max_size=4))
def test_among_other_numbers_the_codes_alone_are_masked(numbers: list[str]) -> None:
    masked = without_personal_codes(", ".join(numbers)).split(", ")
    for number, after in zip(numbers, masked, strict=True):
        is_code = re.fullmatch("[0-9]{13}", number) is not None and cnp.is_valid(number)
        assert after == BLOT if is_code else after in (number, BLOT)


@pytest.mark.parametrize(
    "text",
    [
        "J2025900001003", "nr. j2025900001003.", "990000013 990000021", "turnover:1000000..5000000",
        "0722 123 456 / 0744 123 456", "RO49AAAA1B31007593840000", "1900101\n123456",
        "+4915112345678", "19601011234567", "12 345 678", "2011-01-15 12345", "5941234567890",
        "190112012 2025",
    ],
)  # fmt: skip
def test_other_long_numbers_stay(text: str) -> None:
    assert without_personal_codes(text) == text


@given(st.from_regex("[1-9][0-9]{2}[01][0-9][0-3][0-9][0-4][0-9]{5}", fullmatch=True))
def test_a_doubtful_number_is_a_code_only_if_all_of_it_fits(digits: str) -> None:
    # In this spelling a number is a code only with a day that there was and its control digit.
    spelled = f"{digits[:4]} {digits[4:9]} {digits[9:]}"
    born = cnp.get_birth_date(digits) if _is_day(digits) else None
    is_code = born is not None and cnp.calc_check_digit(digits[:-1]) == digits[-1]
    county = digits[7:9] in cnp._COUNTIES
    assert (without_personal_codes(spelled) == BLOT) is (is_code and county)


def _is_day(digits: str) -> bool:
    with contextlib.suppress(Exception):
        return cnp.get_birth_date(digits) is not None
    return False


@pytest.mark.parametrize(
    "account",
    ["RO49AAAA1B31007593840000", "RO49 AAAA 1B31 0075 9384 0000", "RO66BACX0000001234567890"],
)
def test_the_number_of_an_account_is_no_code(account: str) -> None:
    assert iban.is_valid(account)
    text = f"ANA SRL, cont {account}, BCR"
    assert without_personal_codes(text) == text
    assert not may_be_personal_code(text)


def test_digits_in_the_form_of_an_account_may_still_be_a_code() -> None:
    assert may_be_personal_code("RO48AAAA1B31007593840000")
    code = "190010112345" + cnp.calc_check_digit("190010112345")
    account = f"ROxxAAAAAAA{code}"
    account = account.replace("xx", iban.calc_check_digits(account.replace("xx", "00")))
    assert iban.is_valid(account)
    assert without_personal_codes(account) == account.replace(code, BLOT)
