"""The profile: two columns, nothing twice, and missing data as dashes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.hostile import all_of, remote
from tests.ui.user import TODAY, explore
from tui_app.contract.resources import CompanyProfile
from tui_app.system.language import set_language
from tui_app.ui.panes.company import from_record
from tui_app.ui.sections.contacts import ContactsSection
from tui_app.ui.sections.profile import _activity, draw_header, draw_profile
from tui_app.ui.terminal.capabilities import set_spoken

KNOWN = CompanyProfile(
    tax_id="990000013",
    company_id="J40/99123/2020",
    company_name="PETROTERM DEMO SRL",
    company_type="SRL",
    status="functiune",
    locality="Bistrița",
    county="Bistrița-Năsăud",
    full_address="Bistrita, Str. Fictiva 1, jud. Bistrita-Nasaud",
    registration_date="2020-05-14T00:00:00.000Z",
    caen=("G - Comert", "4671 - Comert cu ridicata"),
)


def _drawn(profile: CompanyProfile, width: int) -> str:
    header = draw_header(from_record(profile), profile, TODAY, width + 1)
    return draw_profile(profile, header.plain, width).plain


@pytest.mark.parametrize("width", [40, 69, 70, 71, 110, 160])
def test_nothing_is_wider_than_its_room_and_two_columns_begin_at_70(width: int) -> None:
    rows = _drawn(KNOWN, width).split("\n")
    assert max(len(row) for row in rows) <= width
    assert any("Registered" in row and "VAT payer" in row for row in rows) == (width >= 70)


def test_no_label_is_cut_where_there_are_two_columns() -> None:
    set_language("ro")
    assert "Plata defalcată a TVA  nu" in _drawn(replace(KNOWN, split_vat=False), 70)


def test_what_the_header_says_is_not_said_again() -> None:
    text = _drawn(KNOWN, 71)
    for value in (KNOWN.company_name, KNOWN.tax_id, KNOWN.company_id, "SRL", "functiune"):
        assert value is not None and value not in text
    assert "County" not in text  # the whole address holds it, without its letters' marks
    assert "4671  Comert cu ridicata" in text
    assert "yes" not in text


def test_what_has_no_room_in_the_header_stands_in_the_profile() -> None:
    of_state = replace(KNOWN, company_name="TRANSPORT DEMO", company_type="RA")
    assert "Legal form" in _drawn(of_state, 40)  # RA is not a word of the name
    long = "reorganizare - fuziune prin absorbtie"
    profile = CompanyProfile(tax_id="990000014", company_name="X" * 60, status=long)
    text = " ".join(_drawn(profile, 60).split())
    assert "X" * 30 in text
    assert long in text
    assert "(invalid check digit)" in text


async def test_an_average_overview_fits_36_rows() -> None:
    async with explore(size=(120, 36)) as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        section = user.app.explorer.detail.section
        assert section.scroller.max_scroll_y == 0
        assert "4 Contact 5 Signals" in user.screen
        # Brackets in a name are not markup.
        await user.search(landmarks.BRACKETS)
        assert user.screen.count("AGRO [DEMO] [/b] MACHETA SRL") == 2


def test_an_activity_without_a_code_is_a_value_and_none_is_a_dash() -> None:
    for sent, shown in (
        (("G - Comert", "4711 - A - B", "fara cod"),
         [("G", "Comert"), ("4711", "A - B"), ("", "fara cod")]),
        ((), [("CAEN", "–")]),
    ):  # fmt: skip
        fields = _activity(CompanyProfile(caen=sent))
        assert [(each.label, each.value) for each in fields] == shown


def test_a_screen_reader_gets_one_column_and_no_signs() -> None:
    set_spoken(True)
    try:
        rows = _drawn(KNOWN, 110).split("\n")
        signs = [
            ContactsSection.signs(CompanyProfile(has_phone=each, has_email=each, has_website=each,
                                                 has_administrator=each)) for each in (True, False)
        ]  # fmt: skip
    finally:
        set_spoken(False)
    assert "Company" in rows and "Tax" in rows and "Address" in rows
    assert signs == ["", "–"]


def test_signs_of_contacts() -> None:
    none = CompanyProfile(
        has_phone=False, has_email=False, has_website=False, has_administrator=False
    )
    assert ContactsSection.signs(CompanyProfile(has_phone=True, has_email=True)) == "☎ ✉"
    assert ContactsSection.signs(none) == "–"
    assert ContactsSection.signs(CompanyProfile()) == ""


async def test_what_the_list_holds_fills_the_profiles_own_layout(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        said = all_of(user)
        assert said.count("load (1 request)") == 1
        assert "Locality Sectorul 3" in said
        # A dash would say that the server knows no value: it was not asked yet.
        assert "–" not in said
        await user.press("enter")
        assert "⏎ load" not in all_of(user)
