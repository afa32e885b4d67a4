"""The list's cursor and the company that is shown never disagree."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.seeds import NEW_SEED, chance_of
from tests.ui.hostile import remote
from tests.ui.screening.screening_list import screen
from tests.ui.user import NARROW, NORMAL, User, explore
from tui_app.ui.dialogs.note import NoteScreen

A_DAY = landmarks.MANY_COMPANIES_DAY.isoformat()
MOVES = (
    *"jjjkkbbfF1234snwpSHWQDl",
    "enter",
    "enter",
    "escape",
    "space",
    "down",
    "up",
    "end",
    "home",
)


def _shown(user: User) -> str:
    entry = user.app.explorer.detail.entry
    return entry.tax_id if entry else ""


def _under_cursor(user: User) -> str:
    """The company of the lit row."""
    entry = user.app.explorer.list.current
    return entry.tax_id if entry else ""


WAYS = {
    "a line after :": (("colon", f"show {landmarks.NOTHING_ON_RECORD}"), "from the line after :"),
    "the palette": (("ctrl+p", f"go to tax id {landmarks.NOTHING_ON_RECORD}"), "from the palette"),
    "a link": (("7", ""), "from PETROTERM"),
}
"""A key, what is typed then, and what the head says of a company that is not in the list."""


def _agree(user: User) -> bool:
    """Both are one company, or it is not in the list: that was said. A list that hides the
    company has it under its cursor, and none where the list is empty.
    """
    explorer, shown = user.app.explorer, _shown(user)
    listed = [entry.tax_id for entry in explorer.list.shown]
    if explorer.list.wants_full_width:
        return shown == _under_cursor(user)
    return not listed or shown == _under_cursor(user) or bool(shown and shown not in listed)


async def _search(user: User, chance: random.Random) -> None:
    await user.press("escape", "slash")
    texts = ("petro", "agro", "demo", "srl", landmarks.SHOWPIECE, "construct")
    await user.search(chance.choice(texts))


@pytest.mark.long
@pytest.mark.parametrize("size", [NORMAL, NARROW])
@pytest.mark.parametrize(("seed", "steps"), [(1, 20), NEW_SEED])
async def test_on_a_walk_of_random_keys_they_agree(
    seed: int | None, steps: int, size: tuple[int, int]
) -> None:
    chance = chance_of(seed)
    async with explore(size=size) as user:
        await user.search("petro")
        await user.press("enter", "escape")
        apart, way = False, []
        for _step in range(steps):
            key = chance.choice((*MOVES, "search", "day", "screening"))
            way.append(key)
            if key == "search":
                await _search(user, chance)
                await user.press("escape")
            elif key == "screening":
                await user.press("escape", "Q")
                await screen(user, chance.choice(("form:SA", "county:Cluj", "", "name:zzqq")))
                await user.press("enter")
            elif key == "day":
                await user.press("escape", "N")
                user.new_list.field.value = A_DAY
                await user.press("enter")
            else:
                await user.press(key)
            if user.app.explorer.foot.filtering:
                await user.type(chance.choice(("de", "srl")))
                await user.press("enter")
            told = (
                " ".join(way[-12:]),
                user.app.explorer.list.tab,
                _shown(user),
                _under_cursor(user),
            )
            assert _agree(user), told
            was_apart, apart = apart, _shown(user) != _under_cursor(user)
            if apart and not was_apart and _under_cursor(user):
                assert key in {"b", "f"}, told
                assert "is not in this list" in user.screen, told


async def test_no_key_acts_on_a_company_that_the_screening_list_hides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "4", "escape")
        hidden = _shown(user)
        await user.press("Q")
        await screen(user, "form:SA")
        await user.press("enter", "down")
        here = _under_cursor(user)
        assert here and here != hidden
        await user.press("m")
        note = user.app.screen
        assert isinstance(note, NoteScreen) and note._entry.tax_id == here
        await user.press("escape", "o")
        assert user.app.screen is user.app.explorer, "no website of this company is loaded"
        await user.press("w", "2")
        assert _shown(user) == here == user.app.explorer.detail.section.tax_id
        assert user.app.explorer.detail.section.values[0].answer is not None
        nothing: tuple[str, ...] = ()
        watched = await user.app.workspace_thread.ask(
            lambda kept: tuple(each.summary.tax_id for each in kept.watch_list.entries()), nothing
        )
        assert watched == (here,)


async def test_a_list_that_takes_the_width_again_has_the_company_under_its_cursor() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "escape", "Q")
        await screen(user, "form:SA")
        await user.press("enter", "down", "enter", "b")
        assert _shown(user) == landmarks.SHOWPIECE != _under_cursor(user)
        await user.press("escape", "D")
        assert user.app.explorer.list.wants_full_width
        assert _shown(user) == _under_cursor(user)


async def test_an_empty_screening_list_leaves_no_company_to_act_on() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "Q")
        await screen(user, "name:zzqq")
        await user.press("enter")
        assert not user.app.explorer.list.shown and _shown(user) == ""
        await user.press("m")
        assert user.app.screen is user.app.explorer and "No company is open." in user.screen
        await user.press("slash", "escape")
        assert _shown(user) == _under_cursor(user) != ""
        await user.press("Q")
        assert not user.app.explorer.list.shown and _shown(user) == ""


async def test_another_list_is_met_at_the_company_that_is_shown() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "h", "down", "down", "enter", "h", "down", "enter")
        shown = _shown(user)
        await user.press("H", "escape", "j", "enter", "slash", "escape")
        assert _under_cursor(user) == _shown(user) != shown


async def test_what_was_only_previewed_is_no_company_looked_at() -> None:
    """Until something of it is asked."""
    async with explore() as user:
        await user.search("petro")
        await user.press("enter")
        first = _shown(user)
        await user.press("h", "down")
        previewed = _shown(user)
        assert user.app.explorer.detail.profile.answer is not None
        await user.press("b")
        assert _shown(user) == first == _under_cursor(user)
        await user.press("down", "3", "h")
        assert _shown(user) == previewed
        await user.press("b")
        assert _shown(user) == first
        await user.press("f")
        assert _shown(user) == previewed == _under_cursor(user)


async def test_where_asking_is_free_the_company_is_shown_whole_while_typing_too() -> None:
    """A search without a result leaves a company that says so."""
    async with explore() as user:
        await user.search("petro")
        assert user.app.explorer.detail.profile.answer is not None
        assert "VAT payer" in user.screen
        await user.press("escape", "down")
        assert "VAT payer" in user.screen
        assert user.app.explorer.detail.section.company_name in user.screen
        await user.press("enter")
        await user.search("xyzzyx")
        assert "opened before" in user.screen
        await user.search("petroterm")
        assert "opened before" not in user.screen and _shown(user) == _under_cursor(user)


async def test_with_an_allowance_only_enter_loads(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        await user.press("escape", "down", "down")
        await user.pilot.pause(0.1)
        assert [entry["operation"] for entry in faulty.log()] == ["autocomplete"]
        assert "load (1 request)" in user.screen
        await user.press("enter")
        assert [entry["operation"] for entry in faulty.log()] == ["autocomplete", "profile"]
        assert "⏎ load (1 request)" not in user.screen


async def test_the_lit_row_is_the_company_shown_or_the_head_says_where_it_came_from() -> None:
    async with explore() as user:
        rows = user.app.explorer.list.rows
        for (key, typed), origin in WAYS.values():
            await user.search("petro")
            await user.press("escape", "home", "enter", key)
            if typed:
                await user.paste(typed)
            await user.press("enter")
            listed = {row.key for row in rows.rows}
            assert _shown(user) not in listed and not rows.has_cursor, origin
            assert not _under_cursor(user), origin
            assert origin in user.screen.splitlines()[4] and "›" not in user.screen, origin
            await user.press("h", "space")  # no row is lit, so none is marked
            assert not user.app.explorer.list.marked
            await user.press("down")  # the first step lights the row under the cursor
            assert _shown(user) == _under_cursor(user) == landmarks.SHOWPIECE
            assert origin not in user.screen
            await user.press("b", "b")
            assert _shown(user) == _under_cursor(user), origin
