"""The columns of the screening list, its sizes, and criteria in either language."""

from __future__ import annotations

import pytest

from tests.ui.screening.screening_list import (
    WIDE,
    has_keys,
    has_room,
    opened,
    rows,
    screen,
    screening,
)
from tests.ui.user import NARROW, explore
from tui_app.system.language import set_language
from tui_app.ui.lists.screening_columns import USUAL, placed
from tui_app.ui.screening.facets import FacetPane


async def test_where_there_is_room_for_one_the_facets_stand_in_front() -> None:
    async with explore(size=NARROW) as user:
        await user.press("escape", "Q")
        assert has_room(screening(user).rows) and not has_room(screening(user).facets)
        await user.press("enter", "D")
        assert has_room(screening(user).facets) and not has_room(screening(user).rows)
        assert "Legal form" in user.screen or "County" in user.screen
        await user.press("enter", "escape", "escape")
        assert has_room(screening(user).rows) and not has_room(screening(user).facets)
        assert has_keys(user, screening(user).rows)
        await user.press("enter")
        assert user.app.explorer.detail_has_focus


def test_the_most_important_column_stands_beside_the_detail_in_either_language() -> None:
    set_language("ro")
    assert [column.name for column, _width in placed(USUAL, 42)] == ["company_name", "turnover"]
    names = [column.name for column, _width in placed(USUAL, 74, "turnover")]
    assert {"employee", "growth"} <= {*names}  # the Romanian title of employees is short


async def test_every_column_can_be_sorted_by_and_shown() -> None:
    async with explore(size=WIDE) as user:
        await screen(user, "form:SA")
        await user.press("enter", "s", "enter")
        names = [row.company_name for row in rows(user)]
        assert "by name, A to Z" in user.screen
        assert names[0] < names[-1]
        await user.press("s", "enter")
        assert "by name, Z to A" in user.screen
        assert next(row.company_name for row in rows(user)) > names[0]
        await user.press("v")
        assert "Registry number" in user.screen and "Court cases" in user.screen
        await user.press("escape")
        screening(user).choose_columns(("tax_id", "founding_year", "has_phone"))
        await user.idle()
        for title in ("Tax id", "Founded", "Phone"):
            assert title in user.screen
        assert "Net profit" not in user.screen


async def test_the_order_and_the_line_hold_in_another_language_and_the_next_session() -> None:
    async with explore() as user:
        await screen(user, "form:SA")
        await user.press("enter", "S", "L")
        await user.until("după cifra de afaceri, cele mai mici întâi")
        await user.idle()
        assert screening(user).line.text == "forma:SA"
        assert user.app.explorer.location.queries["screen"].text == "form:SA"
        assert {row.company_type for row in rows(user)} == {"SA"}
        await user.press("L")
        await screen(user, "form:SA county:Cluj")
        location = user.app.explorer.location
    assert location.list == "screen"
    assert location.queries["screen"].text == "form:SA county:Cluj"


@pytest.mark.parametrize("size", [(40, 12), pytest.param((100, 20), marks=pytest.mark.slow)])
async def test_it_is_of_use_on_small_screens(size: tuple[int, int]) -> None:
    """The line, the facets, the dialogs and a company."""
    async with explore(size=size) as user:
        await user.press("escape", "Q")
        await user.paste("form:SA")
        await user.press("enter", "D", "enter", "escape", "escape")
        assert {row.company_type for row in rows(user)} == {"SA"}
        await user.press("K", "escape", "O", "escape", "E", "escape", "enter")
        assert opened(user) == rows(user)[0].tax_id


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_both_languages_are_read_in_both_and_english_is_sent(language: str) -> None:
    set_language(language)
    async with explore() as user:
        for line in ("județ:CJ forma:srl tva:da", "county:Cluj form:SRL vat"):
            await screen(user, line)
            query = screening(user).current_query
            assert query is not None
            assert set(query.line.split()) == {"county:Cluj", "form:SRL", "vat"}
            assert {row.county for row in rows(user)} == {"Cluj"}


async def test_the_screen_speaks_of_criteria_in_romanian() -> None:
    set_language("ro")
    async with explore() as user:
        await screen(user, "")
        await user.type("ju")
        assert "judet:" in user.screen
        await screen(user, "")
        await user.type("st")
        assert "stare:" in user.screen
        await screen(user, "cifra:>abc")
        await user.press("enter")
        assert "Cifra are nevoie de un număr" in user.screen
        await screen(user, "jude:Cluj")
        await user.press("enter")
        assert "judet" in user.screen and "county" not in user.screen
        await screen(user, "")
        screening(user).facets.post_message(FacetPane.Narrowed("county:Cluj"))
        await user.idle()
        assert screening(user).line.text == "judet:Cluj"
