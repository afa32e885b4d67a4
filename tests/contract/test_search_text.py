"""What people write and paste around a company, and what is sent for it."""

from __future__ import annotations

import pytest

from tui_app.contract.search_text import as_sent, domain_in, other_readings


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
