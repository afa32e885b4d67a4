"""The lines above the tabs say which company this is, however little room there is."""

from __future__ import annotations

import datetime as dt

import pytest
from msgspec.structs import replace

from tests.sample import landmarks
from tests.ui.user import TODAY, explore
from tui_app.contract.resources import CompanyProfile
from tui_app.system.language import set_language
from tui_app.ui.panes.company import from_record
from tui_app.ui.sections.profile import draw_header, whole_years

MERGING = CompanyProfile(
    tax_id="990000013",
    company_id="J2020099123407",
    company_name="PETROTERM DEMO SRL",
    company_type="SRL",
    status="reorganizare - fuziune prin absorbtie",
    locality="București",
    county="București",
    registration_date="2020-05-14T00:00:00.000Z",
)


@pytest.mark.parametrize("width", [8, 20, 38, 60, 120])
def test_a_long_status_is_cut_and_leaves_the_name_whole(width: int) -> None:
    first, *names, second = draw_header(from_record(MERGING), MERGING, TODAY, width).split("\n")
    assert all(line.cell_length <= width for line in (first, *names, second))
    # The name takes further lines only where it has no room beside the status, at most three.
    assert len(names) == {8: 2, 20: 1}.get(width, 0)
    if width >= 20:
        name = " ".join([first.plain.partition("◐")[0].strip(), *(line.plain for line in names)])
        assert name == "PETROTERM DEMO SRL"
    assert ("…" in first.plain) == (width < 60)
    if width >= 20:
        assert "◐ reorga" in first.plain
    if width >= 38:
        assert second.plain.startswith(("990000013  J2020099123407  6 years old", "CUI"))


def test_form_and_place_give_way_before_the_age() -> None:
    shown = [
        draw_header(from_record(MERGING), MERGING, TODAY, width).split("\n")[-1].plain
        for width in (80, 50, 45, 38, 26)
    ]
    assert shown == [
        "CUI 990000013  J2020099123407  SRL  6 years old  București",
        "CUI 990000013  J2020099123407  SRL  6 years old",
        "CUI 990000013  J2020099123407  6 years old",
        "990000013  J2020099123407  6 years old",
        "990000013  J2020099123407",
    ]


@pytest.mark.parametrize(
    ("registered", "founded", "years"),
    [
        ("2020-12-15T00:00:00.000Z", 2020, 5),
        ("2020-11-20T00:00:00.000Z", 2020, 6),
        ("2020-11-21T00:00:00.000Z", 2020, 5),
        ("2024-02-29T00:00:00.000Z", None, 2),
        (None, 2020, 6),
        ("soon", 2020, 6),
        (None, None, None),
    ],
)
def test_the_age_is_counted_in_whole_years(
    registered: str | None, founded: int | None, years: int | None
) -> None:
    profile = CompanyProfile(registration_date=registered, founding_year=founded)
    assert whole_years(profile, dt.date(2026, 11, 20)) == years


async def test_the_age_is_in_sight_on_the_smallest_screen() -> None:
    async with explore(size=(40, 12)) as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        assert "990000013  J40/99123/2020" in user.screen
        assert "6 years old" in user.screen


def test_the_meaning_of_a_status_is_there_from_the_width_at_which_it_fits() -> None:
    active = replace(MERGING, status="functiune")
    whole = "PETROTERM DEMO SRL  ● functiune (active)"
    for width, fits in ((len(whole), True), (len(whole) - 1, False)):
        first = draw_header(from_record(active), active, TODAY, width).split("\n")[0].plain
        assert " ".join(first.split()) == " ".join(whole.split()[: 6 if fits else 5])


def test_a_status_that_is_its_own_translation_is_said_once() -> None:
    insolvent = replace(MERGING, status="insolventa")
    set_language("ro")
    first = draw_header(from_record(insolvent), insolvent, TODAY, 100).split("\n")[0].plain
    assert first.endswith("▲ insolventa")
