"""Keys go to the focused pane, however it got the focus."""

from __future__ import annotations

import datetime as dt
import re

from textual.widget import Widget

from tests.sample import landmarks
from tests.ui.user import NARROW, NORMAL, TODAY, User, explore, program
from tui_app.config.settings import Settings
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.widgets.row_list import RowList

A_DAY = landmarks.MANY_COMPANIES_DAY.isoformat()


def _tax_id(user: User) -> str:
    entry = user.app.explorer.detail.entry
    return entry.tax_id if entry else ""


def _has_keys(user: User, widget: Widget) -> bool:
    return user.app.explorer.focused is widget


def _in_front(user: User) -> str:
    """The panes that are on the screen."""
    explorer = user.app.explorer
    panes = {"list": explorer.list, "detail": explorer.detail}
    return " ".join(name for name, pane in panes.items() if pane.region.area)


async def _list_day(user: User) -> None:
    await user.press("escape", "N")
    await user.paste(A_DAY)
    await user.press("enter")


async def test_each_pane_keeps_its_keys_and_its_place_in_front() -> None:
    async with explore() as user:
        await _read_a_company(user)
        await _click_beside_the_filter(user)
        await _go_to_the_company_with_tab(user)
        await user.pilot.resize_terminal(*NORMAL)
        await _bring_forward_with_a_click(user)


async def _read_a_company(user: User) -> None:
    """The list does not change."""
    await user.search("petro")
    await user.press("escape", "space", "enter")
    pane, company = user.app.explorer.list, _tax_id(user)
    before = pane.rows.cursor, pane.marked.copy(), pane.shown
    for key in ("space", "U", "s", "S", "F"):
        await user.press(key)
        assert "Only in the list (←)." in user.screen
    assert (pane.rows.cursor, pane.marked, pane.shown) == before
    assert _tax_id(user) == company
    await user.press("h", "space")
    assert len(pane.marked) == 2


async def _click_beside_the_filter(user: User) -> None:
    """Its field closes, and the filter stays."""
    explorer = user.app.explorer
    await user.search("petro")
    await user.press("escape", "F")
    await user.paste("petroterm")
    count = len(explorer.list.shown)
    await user.pilot.click(explorer.list.rows, offset=(4, 0))
    await user.idle()
    assert not explorer.foot.field.display
    assert _has_keys(user, explorer.list.rows)
    assert explorer.list.filter_text == "petroterm"
    await user.press("escape")
    assert len(explorer.list.shown) > count


async def _go_to_the_company_with_tab(user: User) -> None:
    """It stays in front."""
    explorer = user.app.explorer
    await user.search("petro")
    await user.press("enter", "h")
    await user.press("tab")
    assert explorer.detail_has_focus
    await user.pilot.resize_terminal(*NARROW)
    await user.idle()
    assert explorer.detail_has_focus
    assert _in_front(user) == "detail"


async def _bring_forward_with_a_click(user: User) -> None:
    """It stays in front where one pane is shown."""
    explorer = user.app.explorer
    await user.search("petro")
    await user.press("enter", "h")
    await user.pilot.click(explorer.detail.section.text_pane, offset=(4, 8))
    await user.pilot.resize_terminal(80, 16)
    await user.idle()
    assert _in_front(user) == "detail"
    await user.press("1")
    row, scroller = explorer.list.rows.cursor, explorer.detail.section.scroller
    await user.press("pagedown")
    assert scroller.scroll_y > 0
    assert explorer.list.rows.cursor == row

    await user.pilot.resize_terminal(*NORMAL)
    await user.idle()
    await user.pilot.click(explorer.list.rows, offset=(4, 0))
    await user.pilot.resize_terminal(*NARROW)
    await user.idle()
    assert _in_front(user) == "list"
    await user.press("j")
    assert explorer.list.rows.cursor == 1


async def test_the_list_of_a_day_has_its_own_keys() -> None:
    async with explore() as user:
        await _list_day(user)
        await _go_back_to_the_field(user)
        await _list_day(user)
        await _turn_no_page_from_a_company(user)


async def _go_back_to_the_field(user: User) -> None:
    """By the list's key."""
    assert _has_keys(user, user.new_list.rows)
    await user.press("N")
    assert _has_keys(user, user.new_list.field)
    assert user.new_list.field.selected_text == A_DAY
    await user.paste(landmarks.ONE_COMPANY_DAY.isoformat())
    await user.press("enter")
    assert "1 company · page 1 of 1" in user.screen
    await user.press("slash")
    await user.press("escape", "N")
    assert _has_keys(user, user.new_list.field)


async def _turn_no_page_from_a_company(user: User) -> None:
    await user.press("enter")
    company = _tax_id(user)
    for key in ("n", "p"):
        await user.press(key)
        assert "Not paged" in user.screen
    assert user.new_list.page == 1
    assert _tax_id(user) == company
    await user.press("h", "n")
    assert user.new_list.page == 2


async def test_the_way_to_the_list_is_told_by_the_key_in_force() -> None:
    async with explore(program(Settings(keys={"left_pane": "ctrl+l"}))) as user:
        await user.search("petro")
        await user.press("enter", "space")
        assert "Only in the list (^l)." in user.screen


async def test_it_runs_without_any_key_of_its_own() -> None:
    keys = {action.name: "" for action in ActionTable()}
    async with explore(program(Settings(keys=keys))) as user:
        await user.search("petro")
        assert "PETROTERM DEMO SRL" in user.screen


async def test_arrows_in_the_filter_of_court_cases_move_along_the_cases() -> None:
    async with explore() as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter", "3", "F")
        explorer = user.app.explorer
        section, row = explorer.detail.section, explorer.list.rows.cursor
        assert isinstance(section, CourtCasesSection)
        await user.press("down", "down", "pagedown")
        assert section.rows.cursor > 2
        assert explorer.list.rows.cursor == row
        await user.press("up")
        assert explorer.foot.field.has_focus
        await user.press("escape", "h", "F", "down")
        assert explorer.list.rows.cursor == min(row + 1, len(explorer.list.shown) - 1)


async def test_today_is_another_day_after_midnight() -> None:
    app = program()
    days = [TODAY]
    app.today = lambda: days[-1]
    async with explore(app) as user:
        await user.press("escape", "N")
        days.append(TODAY + dt.timedelta(days=1))
        await user.paste("-3d")
        assert "2026-11-18" in user.screen
        await user.press("enter")
        assert user.new_list.day == dt.date(2026, 11, 18)


async def test_a_click_in_the_palette_chooses_and_typing_goes_on() -> None:
    async with explore() as user:
        await user.press("escape", "ctrl+p")
        rows = user.app.screen.query_one(RowList)
        await user.pilot.click(rows, offset=(4, 3))
        assert rows.cursor == 3
        await user.paste("firmeterm-light")
        await user.pilot.click(rows, offset=(4, 0))
        await user.press("enter")
        assert user.app.theme == "firmeterm-light"
        await user.press("ctrl+p")
        await user.paste("theme")
        named = [theme.removeprefix("theme: ") for theme in re.findall(r"theme: \S+", user.screen)]
        ours = [name for name in named if name.startswith("firmeterm-")]
        assert len(ours) == 4 and ours == named[:4] and "nord" in named
        await user.type(": firmeterm-dark")
        await user.pilot.click(user.app.screen.query_one(RowList), offset=(4, 0), times=2)
        await user.idle()
        assert user.app.theme == "firmeterm-dark"
