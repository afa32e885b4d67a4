"""It opens where it was left, with the focus in the same pane."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual import events
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.user import NARROW, NORMAL, User, explore, program
from tui_app.client.companies import Companies
from tui_app.client.errors import ClientError
from tui_app.config.settings import Settings
from tui_app.workspace.saved_location import SavedLocation, SavedQuery, load_location, save_location

MANY = landmarks.MANY_COURT_CASES


# Any: whatever belongs to a place.
def left(file: Path, **more: Any) -> None:
    """Save a location as the explorer does, by default in a company of a search."""
    searched = {"search": SavedQuery(text=MANY)}
    place = SavedLocation(queries=searched, tax_id=MANY, focus="detail")
    save_location(file, replace(place, **more))


def _pane(user: User) -> str:
    explorer = user.app.explorer
    assert (explorer.detail if explorer.detail_has_focus else explorer.list).region.area
    return "detail" if explorer.detail_has_focus else explorer.list.tab


async def test_a_company_that_was_read_is_read_on(tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    async with explore(program(location_file=file), NARROW) as user:
        await user.search(MANY)
        await user.press("enter")
    name, like = load_location(file).location.company_name, tmp_path / "like.json"
    left(like, company_name=name)
    assert like.read_bytes() == file.read_bytes()
    for tab, key_of_next in (("overview", "3"), ("cases", "h")):
        async with explore(program(location_file=file), NARROW) as user:
            explorer = user.app.explorer
            assert explorer.detail.section.tab == tab
            assert MANY in user.screen
            assert explorer.focused is explorer.detail.section.focus_target
            assert _pane(user) == "detail"
            await user.press(key_of_next)
            assert _pane(user) == ("search" if key_of_next == "h" else "detail")
    async with explore(program(location_file=file)) as user:
        explorer = user.app.explorer
        assert _pane(user) == "search"
        assert explorer.detail.section.tab == "cases"
        # A letter is a key again, and not text in the field.
        assert explorer.focused is explorer.list.rows
        assert explorer.list.rows.current and explorer.list.rows.current.key == MANY
        await user.press("slash")
    async with explore(program(location_file=file), NARROW) as user:
        assert isinstance(user.app.focused, Input)


async def test_the_company_is_saved_at_once_and_what_may_be_a_personal_code_is_not(
    tmp_path: Path,
) -> None:
    file = tmp_path / "place.json"
    listed = f"{MANY}, {landmarks.SHOWPIECE}"
    codes = (("1900101 1234", ""), (f"{MANY}, 1900101123456, RO {landmarks.SHOWPIECE}", listed))
    async with explore(program(location_file=file)) as user:
        await user.search("petro")
        await user.press("escape", "down", "down")
        company = user.app.explorer.detail.tax_id
        assert company
        await user.when(lambda: load_location(file).location.tax_id == company)
        for typed, kept in codes:
            await user.search(typed)
            await user.press("escape", "N")
            await user.when(lambda: load_location(file).location.list == "new")
            saved = load_location(file).location.queries
            assert saved.get("search", SavedQuery()).text == kept, typed
            await user.press("escape", "slash")
            await user.when(lambda: load_location(file).location.list == "search")
    saved = load_location(file).location.queries
    assert saved["search"].text == listed


async def test_what_was_clicked_last_is_remembered(tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    left(file, focus="list")
    async with explore(program(location_file=file)) as user:
        assert user.app.explorer.focused is user.app.explorer.list.rows
        await user.pilot.click(user.app.explorer.detail.section.text_pane, offset=(4, 2))
        await user.idle()
    async with explore(program(location_file=file), NARROW) as user:
        assert _pane(user) == "detail"


async def test_a_place_without_a_focus_opens_in_the_list(tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    file.write_text(
        json.dumps({"queries": {"search": {"text": "petro"}}, "tax_id": landmarks.SHOWPIECE})
    )
    async with explore(program(location_file=file), NARROW) as user:
        assert _pane(user) == "search"
        assert "PETROTERM DEMO SRL" in user.screen


@pytest.mark.parametrize("tax_id", ["", "../../etc"])
async def test_a_place_in_no_company_can_be_left(tax_id: str, tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    file.write_text(json.dumps({"focus": "detail", "tax_id": tax_id}))
    async with explore(program(location_file=file), NARROW) as user:
        assert _pane(user) == ("detail" if tax_id else "search")
        await user.search(landmarks.SHOWPIECE)
        assert "PETROTERM DEMO SRL" in user.screen


async def test_what_is_typed_before_the_connection_is_there_is_not_mixed_with_what_was_saved(
    tmp_path: Path,
) -> None:
    """The price shown was for the saved text, but the field's text was requested."""
    file = tmp_path / "place.json"
    queries = {"search": SavedQuery(text="petro"), "new": SavedQuery(text="2025-03-03")}
    left(file, queries=queries, tax_id=landmarks.SHOWPIECE, focus="field")
    app = program(location_file=file)
    async with app.run_test(size=NORMAL) as pilot:
        search = app.explorer.lists["search"].focus_target
        assert isinstance(search, Input)
        search.value = "ag"  # too short for a request, and not the saved text
        user = User(app, pilot)
        await user.idle()
        assert search.value == "ag"
        assert "1 more character" in user.screen
        assert not app.explorer.list.entries


@pytest.mark.parametrize(("keys", "page"), [(("n", "n", "p", "n"), 3), (("n", "1"), 0)])
async def test_a_key_before_the_last_place_is_loaded_acts_once_it_is(
    keys: tuple[str, ...], page: int, tmp_path: Path
) -> None:
    file = tmp_path / "place.json"
    left(file, tab="cases")
    app = program(location_file=file)
    async with app.run_test(size=NORMAL) as pilot:
        for key in keys:
            app.post_message(events.Key(key, key))
        assert app.client is None
        user = User(app, pilot)
        await user.idle()
        assert app.explorer.detail.section.tab == ("cases" if page else "overview")
        assert not page or f"page {page} of 8" in user.screen


async def test_without_a_connection_the_keys_act_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    queries = {"search": SavedQuery(text=MANY), "new": SavedQuery(text="2025-03-03")}
    left(file, focus="list", tab="cases", page=2, queries=queries)

    def connect(_settings: Settings) -> Companies:
        raise ClientError("No connection at all.")

    async with explore(program(location_file=file, connect=connect)) as user:
        assert "No connection at all." in user.screen
        await user.press("j")
        saved = load_location(file).location
        assert (saved.tab, saved.page) == ("cases", 2), "it is opened the next time"
        assert saved.queries == queries
        await user.press("2")
        assert user.app.explorer.detail.section.tab == "finance"
        assert user.app.explorer.location.tab == "finance"
        await user.press("n")
        assert "Not paged" in user.screen


@pytest.mark.parametrize("focus", ["N", "escape"])
async def test_a_list_has_the_keys_again(focus: str, tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    async with explore(program(location_file=file)) as user:
        await user.press("escape", "N")
        await user.paste("2025-03-03")
        await user.press("enter", "down", focus)
        before = user.app.explorer.saved_focus
    async with explore(program(location_file=file)) as user:
        explorer = user.app.explorer
        assert explorer.list.tab == "new"
        assert explorer.saved_focus == before
