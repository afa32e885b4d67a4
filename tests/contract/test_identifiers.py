"""Tax ids and registry numbers, on the cases that the public registers document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sample.tax_ids import with_control_digit
from tui_app.contract import identifiers as ids
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.registry_numbers import new_registry_number


@pytest.mark.parametrize("tax_id", ["14399840", "12345674", "4221306", "19", "990000013"])
def test_known_tax_ids_have_a_valid_control_digit(tax_id: str) -> None:
    assert ids.has_valid_control_digit(tax_id)
    assert not ids.has_valid_control_digit(tax_id[:-1] + str((int(tax_id[-1]) + 1) % 10))


@given(st.integers(1, 999_999_999))
def test_the_control_digit_made_is_the_control_digit_checked(body: int) -> None:
    assert ids.has_valid_control_digit(with_control_digit(str(body)))


@pytest.mark.parametrize(
    ("typed", "bare"),
    [
        ("14399840", "14399840"),
        (" RO14399840 ", "14399840"),
        ("ro 0019", "19"),
        ("CUI 75895", "75895"),
        ("CIF: RO75895", "75895"),
        ("C.U.I. RO 75895", "75895"),
        ("c.i.f.:75895", "75895"),
        ("cod fiscal 75895", "75895"),
        ("CUI75895", "75895"),
        ("RO-75895", "75895"),
        ("R.O. 75895", "75895"),
        ("75.895", "75895"),
        ("75 895", "75895"),
        ("RO 990 000 013", "990000013"),
        ("RO\u00a0990\u2009000\u202f013", "990000013"),
        ("\u202eRO\u200b75895\u2069", "75895"),
        ("\x1bRO75895", "75895"),
        ("(CUI: RO75895),", "75895"),
        ("„75895”.", "75895"),
        ("0000075895", "75895"),
        ("00000075895", None),
        ("1", None),
        ("0000", None),
        ("12345678901", None),
        ("1900101123456", None),
        ("RO", None),
        ("CUI", None),
        ("CUI RO", None),
        ("12a", None),
        ("ROMA 2000", None),
        ("75  895", None),
        ("75\u2013895", "75895"),
        ("75 \u2212 895", "75895"),
        ("75'895", "75895"),
        ("37,863,380", "37863380"),
        ("37.863.380", "37863380"),
        ("37.863.380,00", "37863380"),
        ("37,863,380.0", "37863380"),
        ("37863380.0", "37863380"),
        ("RO 37863380.00", "37863380"),
        ("1439984.0", "1439984"),
        ("1439984.01", None),
        ("99000001.3", None),
        ("9900.0013", None),
        ("1.439984e7", None),
        ("37,86,3380", None),
        ("RO\u201175895", "75895"),
        ("ＲＯ７５８９５", "75895"),
        ("CUI/CIF: RO75895", "75895"),
        ("CUI (RO) 75895", "75895"),
        ("CUI=75895", "75895"),
        ("CUI nr. 75895", "75895"),
        ("VAT ID: RO75895", "75895"),
        ("Cod unic de înregistrare: 75895", "75895"),
        ("Cod de inregistrare fiscala RO 75895", "75895"),
        ("COD 75895", None),
        ("TAX 2000", None),
        ("١٢٣", None),
    ],
)
def test_tax_ids_are_read_as_people_paste_them(typed: str, bare: str | None) -> None:
    assert ids.read_tax_id(typed) == bare


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("19", True), ("1234567890", True), ("1", False), ("019", False), ("RO19", False),
     ("12345678901", False), ("19 ", False), ("19\n", False), ("", False), ("١٩", False)],
)  # fmt: skip
def test_a_bare_tax_id_is_digits_alone(text: str, is_one: bool) -> None:
    assert ids.is_bare_tax_id(text) is is_one


@pytest.mark.parametrize(
    ("number", "new_form"),
    [
        ("J40/15812/2017", "J2017015812405"),
        ("j40-15812-2017", "J2017015812405"),
        ("J40/15812/20.05.2017", "J2017015812405"),
        ("J2025007081009", "J2025007081009"),
        ("j2025 007 081 009", "J2025007081009"),
        ("J 2025/007081/009", "J2025007081009"),
        ("J/05/881/1992", "J1992000881057"),
        ("J05.881.1992", "J1992000881057"),
        ("J5/881/1992", "J1992000881057"),
        ("J05/00881/1992", "J1992000881057"),
        ("J05 881 1992", "J1992000881057"),
        ("J058811992", "J1992000881057"),
        ("05/881/1992", "J1992000881057"),
        ("5.881.1992", "J1992000881057"),
        ("05 - 881 - 1992", "J1992000881057"),
        ("Nr. Reg. Com. J05/881/1992", "J1992000881057"),
        ("Nr.Reg.Com.: J05/881/1992", "J1992000881057"),
        ("nr. ord. reg. com.: 05/881/1992", "J1992000881057"),
        ("(J05/881/1992);", "J1992000881057"),
        ("F13/900200/2019", "F2019900200137"),
        ("J\u200b05/881/\u00a01992", "J1992000881057"),
        ("J05\u2013881\u20141992", "J1992000881057"),
        ("J05\u2215881\uff0f1992", "J1992000881057"),
        ("J05|881|1992", "J1992000881057"),
        ("J05881/1992", "J1992000881057"),
        ("J40/158122017", "J2017015812405"),
        ("R.C. J05/881/1992", "J1992000881057"),
        ("Nr. înreg. Reg. Com. J05/881/1992", "J1992000881057"),
        ("Număr de ordine în Registrul Comerţului: J05/881/1992", "J1992000881057"),
        ("Înregistrată la Reg. Com. sub nr. J05/881/1992", "J1992000881057"),
        ("EUID: ROONRC.J05/881/1992", "J1992000881057"),
        ("J40/1581", None),
        ("05/881.1992", None),
        ("53/881/1992", None),
        ("05/881/1892", None),
        ("058811992", None),
        ("J1900101123456", None),
        ("J202000012340", None),
        ("SC DEMO SRL", None),
    ],
)
def test_every_spelling_of_a_registry_number_is_one(number: str, new_form: str | None) -> None:
    assert new_registry_number(number) == new_form


PERSONAL = "1900101123456"


@pytest.mark.parametrize(
    "text",
    [
        PERSONAL, f"RO{PERSONAL}", f"RO {PERSONAL}", "1900101 123456", "1 900101 12 3456",
        "190.0101.123.456", "1-9-0-0-1-0-1-1-2-3-4-5-6", "1900101/123456", "1900101_123456",
        "1900101\u200b123456", "1900101\u00a0123456", "1900101\x1b123456",
        "１９００１０１１２３４５６", "١٩٠٠١٠١١٢٣٤٥٦", f"CNP {PERSONAL}", f"CUI: {PERSONAL}",
        f"POPESCU-PROBA ANA {PERSONAL}",
        f"{PERSONAL} POPESCU-PROBA", f"J{PERSONAL}", f"J {PERSONAL}", f"x{PERSONAL}",
        "19001011234", "190010112345", "1900101 1234", f"{PERSONAL}7", "19 00101 1234",
        "J1 900101 123456", "C 1.900101.123456", "F1/840617/460930", "J1 900101 111992",
        f"J40/99123/2020 {PERSONAL}", f"J2020099123406 {PERSONAL}", f"{PERSONAL} J2020099123",
    ],
)  # fmt: skip
def test_a_personal_code_is_known_in_any_spelling_and_beginning(text: str) -> None:
    assert may_be_personal_code(text)


@given(st.lists(st.sampled_from(["", "", " ", "-", ".", "/", "\u200b", "\u2009"]), min_size=12))
def test_no_separator_hides_a_personal_code(between: list[str]) -> None:
    text = "".join(digit + sep for digit, sep in zip(PERSONAL, [*between[:12], ""], strict=True))
    assert may_be_personal_code(text)
    assert may_be_personal_code(f"ro {text}")


@pytest.mark.parametrize(
    "text",
    [
        "1900101123", "RO990000013", "J40/15812/2017", "40/15812/2017", "J2020099123406",
        "J20200991234", "J 2020 099 123", "j202009912340", "Nr. Reg. Com. J2020099123406",
        "PETRO SRL J40/15812/2017", "REMAT 2000 SRL", "J40/15812/2017, CUI 990000013",
    ],
)  # fmt: skip
def test_what_names_a_company_is_no_personal_code(text: str) -> None:
    assert not may_be_personal_code(text)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("  petro  ", "petro"),
        ("pe\u200btro\u00a0srl\u202e", "petro srl"),
        ("\x1bpetro\x07", "petro"),
        ("petro\tsrl", "petro srl"),
        ("CUI 75895", "75895"),
        ("CUI 75896", "75896"),
        ("RO-990 000 013", "990000013"),
        ("RO 2000", "RO 2000"),
        ("75.895", "75895"),
        ("2000.2001", "2000.2001"),
        ("RO 19", "RO 19"),
        ("nr. reg. com. j/5/881/1992", "J05/881/1992"),
        ("05/881/1992", "J05/881/1992"),
        ("j2025 007081 009", "J2025007081009"),
    ],
)
def test_what_is_sent_is_what_any_server_knows(typed: str, sent: str) -> None:
    assert ids.as_search_text(typed) == sent


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("990000013", None),
        ("990000014", ids.Doubt.CONTROL_DIGIT),
        ("RO 990000014", ids.Doubt.CONTROL_DIGIT),
        ("99000001", ids.Doubt.CONTROL_DIGIT),
        ("R990000013", ids.Doubt.TAX_ID_PREFIX),
        ("O 990000013", ids.Doubt.TAX_ID_PREFIX),
        ("CU 990000013", ids.Doubt.TAX_ID_PREFIX),
        ("J202009912340", ids.Doubt.REGISTRY_NUMBER_SHORT),
        ("J40/99123/202", ids.Doubt.REGISTRY_NUMBER_SHORT),
        ("J40/99123/2020", None),
        ("2020099123406", ids.Doubt.REGISTRY_LETTER),
        ("12345678901", ids.Doubt.TOO_MANY_DIGITS),
        ("J40 / 99123 / 20", ids.Doubt.REGISTRY_NUMBER_SHORT),
        ("Nr. Reg. Com. J05881199", ids.Doubt.REGISTRY_NUMBER_SHORT),
        ("J2020/099123/40", ids.Doubt.REGISTRY_NUMBER_SHORT),
        ("J2020199", None),
        ("RO 7589", ids.Doubt.CONTROL_DIGIT),
        ("RO 75895", None),
        ("RO 758", None),
        ("24-7", None),
        ("petro", None),
        ("99000", None),
        ("IF 99000", None),
    ],
)
def test_what_is_nearly_an_identifier_gets_a_hint(text: str, doubt: ids.Doubt | None) -> None:
    assert ids.doubt_about(text) is doubt
