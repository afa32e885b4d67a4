"""What people write and paste around a company, and what is sent for it."""

from __future__ import annotations

import pytest

from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.search_text import (
    as_sent,
    domain_in,
    other_readings,
    registry_number_in_cell,
    tax_id_in_cell,
)


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        # An identifier within a text decides.
        ("PETROTERM RO990000013", "990000013"),
        ("PETROTERM DEMO 990000013", "990000013"),
        ("S.C. PETROTERM S.R.L. CUI: 990000013", "990000013"),
        ("SC Petroterm SRL, C.U.I. RO 990000013, J40/99123/2020, București", "990000013"),
        ("Petroterm cod fiscal 14841555 Cluj", "14841555"),
        ("75895 ro", "75895"),
        ("PETROTERM SRL J40/99123/2020", "J40/99123/2020"),
        ("PETROTERM J2020099123406", "J2020099123406"),
        ("J05/881/92", "J05/881/1992"),
        # A number that belongs to a name, or is being typed, does not.
        ("ALFA 2000 SRL", "ALFA 2000 SRL"),
        ("ALFA 123456", "ALFA 123456"),
        ("RO 2000 ALFA", "RO 2000 ALFA"),
        ("J05/881/19", "J05/881/19"),
        ("J05/881/20", "J05/881/20"),
        # Addresses stand for their name.
        ("https://www.petroterm-demo.ro/contact?x=1", "petroterm demo"),
        ("www.petroterm.com.ro", "petroterm"),
        ("petroterm.ro", "petroterm"),
        ("Petroterm <office@petroterm.ro>", "petroterm"),
        ("petroterm.demo@gmail.com", "petroterm demo"),
        ("S.C. ALFA.BETA S.R.L.", "S.C. ALFA.BETA S.R.L."),
        ("petroterm", "petroterm"),
    ],
)
def test_what_is_pasted_is_sent_as_every_server_knows_it(text: str, sent: str) -> None:
    assert as_sent(text) == sent
    assert as_sent(sent) == sent


def test_a_domain_is_sent_to_a_source_that_knows_domains() -> None:
    assert as_sent("https://www.alfa.ro/x", knows_domains=True) == "alfa.ro"
    assert as_sent("alfa@yahoo.com", knows_domains=True) == "alfa"
    assert domain_in("ALFA SRL") is domain_in("office@gmail.com") is None


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("firma petroterm", ["petroterm"]),
        ("Petroterm Romania", ["petroterm"]),
        ("soc. petroterm", ["petroterm"]),
        ("S.C.PETROTERM S.R.L.", ["sc petroterm srl"]),
        ("Petroterm SRL în insolvență", ["petroterm srl"]),
        ("S.C. PETROTERM S.R.L.", []),
        ("firma romania", []),
        ("alfa intl", ["alfa int", "alfa international", "alfa internationala"]),
        ("alfa 2", ["alfa doi", "alfa doua"]),
        ("alfa doi", ["alfa 2", "alfa doua"]),
        ("firma alfa mgmt", ["alfa mgmt", "alfa mgm", "alfa management"]),
        ("firma alfa RO990000013", ["990000013"]),
        ("J05/881/92", ["J05/881/1992"]),
        ("petroterm", []),
    ],
)
def test_a_text_is_read_in_other_ways(text: str, readings: list[str]) -> None:
    assert list(other_readings(text)) == readings


def test_a_text_longer_than_any_name_is_not_searched_for_numbers_and_addresses() -> None:
    # For 60,000 characters the patterns would take minutes, on each typed letter.
    text = "1 " * 30_000 + "a" * 60_000
    assert as_sent(text, knows_domains=True) == text


@pytest.mark.parametrize(
    "text",
    [
        '="990000013"', "='990000013'", "990000013,00", "990000013.00", "990000013,0",
        "R990000013", "R 990000013", "RO990000013/J40/12345/2015", "990000013 / J40/12345/2015",
        "RO990000013, J2017015812405", "J40/12345/2015; RO990000013", "CUI 990000013 J12/10/91",
        "RO\u00a0990000013", "'990000013", "0990000013", "RO-990.000.013",
    ],
)  # fmt: skip
def test_a_tax_id_as_tables_write_it(text: str) -> None:
    assert tax_id_in_cell(text) == "990000013"
    assert not may_be_personal_code(text)


@pytest.mark.parametrize(
    "text",
    ["R2000", "RO", "-", "9,9E+08", "R990000014", "J40/12345/2015", "ALFA 990000013", "2,50"],
)
def test_other_cells_are_no_tax_id(text: str) -> None:
    assert tax_id_in_cell(text) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("J52/10/91", "J52/10/1991"),
        ("J40/12345/2015 din 14.05.2015", "J40/12345/2015"),
        ("J40/12345/2015/14.05.2015", "J40/12345/2015"),
        ("J40/12345/2015 din data de 14.05.2015", "J40/12345/2015"),
        ("Nr. Reg. Com. J40/12345/14.05.2015", "J40/12345/2015"),
        ("J40/12345/14.05.2015", "J40/12345/2015"),
        ("J2017015812405", "J2017015812405"),
        ("ALFA SRL J52/10/91", None),
        ("", None),
    ],
)
def test_a_registry_number_as_tables_write_it(text: str, number: str | None) -> None:
    assert registry_number_in_cell(text) == number
