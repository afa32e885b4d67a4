"""After an ordinary end typing is search, and no key writes on a company that was not opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.held_answers import holding
from tests.ui.hostile import told
from tests.ui.user import User, explore, program
from tui_app.ui.compare.screen import CompareScreen
from tui_app.ui.dialogs.note import NoteScreen
from tui_app.workspace.saved_location import load_location


async def kept(user: User) -> tuple[tuple[str, ...], str]:
    """The watched companies, and the note on the current one."""
    entry = user.app.explorer.detail.entry
    tax_id = entry.tax_id if entry else ""
    nothing: tuple[tuple[str, ...], str] = ((), "")
    return await user.app.workspace_thread.ask(
        lambda workspace: (workspace.watch_list.tax_ids(), workspace.notes.text(tax_id)), nothing
    )


@pytest.mark.parametrize(("status", "focus"), [(0, "field"), (129, "list")])
async def test_an_ordinary_end_leads_to_the_field(status: int, focus: str, tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    async with explore(program(location_file=file)) as user:
        await user.search("petro")
        await user.press("escape", "down", "enter", "2", "escape")
        user.app.exit(return_code=status)
    assert load_location(file).location.focus == focus
    async with explore(program(location_file=file)) as user:
        explorer = user.app.explorer
        assert explorer.detail.entry is not None and explorer.detail.section.tab == "finance"
        if status:
            assert explorer.focused is explorer.list.rows
            await user.press("m")
            assert user.app.screen is explorer and "opens the company first" in told(user)
            await user.press("w")
            assert await kept(user) == ((), "")
            await user.press("down", "m")
            assert isinstance(user.app.screen, NoteScreen)
        else:
            before = explorer.detail.entry
            await user.type("zambila")
            field = explorer.lists["search"].focus_target
            assert field.value == "zambila" and explorer.detail.entry == before  # type: ignore[attr-defined]
            assert user.app.screen is explorer


async def test_u_takes_back_what_was_written_last() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "w")
        first = user.app.explorer.detail.entry
        assert first is not None
        await user.press("down", "m")
        await user.type("hello")
        await user.press("escape", "space")
        marked = set(user.app.explorer.list.marked)
        assert marked
        await user.press("u")
        assert not user.app.explorer.list.marked
        user.app.explorer.list.rows.cursor = 1
        await user.idle()
        assert (await kept(user))[1] == "hello"
        await user.press("u")
        assert await kept(user) == ((first.tax_id,), "")
        await user.press("u")
        assert (await kept(user))[0] == ()
        await user.press("u")
        assert "Nothing to undo" in told(user)


async def test_an_unwatched_company_comes_back_as_it_was() -> None:
    """What was undone is told in the language of the screen."""
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "w")

        async def rows() -> object:
            return await user.app.workspace_thread.ask(
                lambda w: w.watch_list.kept([landmarks.SHOWPIECE]), ()
            )

        before = await rows()
        await user.press("w")
        assert await rows() == ()
        await user.press("u")
        assert await rows() == before != ()
        await user.press("L", "u")
        await user.until("Anulat: Se urmărește PETROTERM")


async def test_a_company_that_was_removed_from_the_comparison_comes_back() -> None:
    """So does the comparison that the removal ended."""
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "space", "c")
        comparison = user.app.screen
        assert isinstance(comparison, CompareScreen)
        before = [each.entry.tax_id for each in comparison._companies]
        await user.press("right", "x")
        left = [each.entry.tax_id for each in comparison._companies]
        assert left == [before[0], before[2]]
        await user.press("u")
        assert [each.entry.tax_id for each in comparison._companies] == before
        await user.press("x", "x")
        assert user.app.screen is user.app.explorer
        await user.press("u")
        again = user.app.screen
        assert isinstance(again, CompareScreen)
        remained = [each.entry.tax_id for each in again._companies]
        assert len(remained) == 2 and set(remained) < set(before)


async def test_a_company_that_was_removed_while_it_was_loaded_comes_back_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "space")
        with holding(monkeypatch) as gate:
            await user.pilot.press("c")
            await user.when(lambda: bool(gate.held))
            comparison = user.app.screen
            assert isinstance(comparison, CompareScreen)
            await user.pilot.press("right", "x")
        await user.when(lambda: not comparison.is_loading)
        await user.press("u")
        assert all(each.loaded.answers for each in comparison._companies)


async def test_a_deleted_screen_comes_back() -> None:
    async with explore() as user:
        await user.press("escape", "Q")
        await user.paste("form:SA")
        await user.press("enter", "K")
        await user.paste("mine")
        await user.press("enter", "O", "d", "d")
        assert "u undoes it" in user.screen
        await user.press("u")
        assert "mine" in user.screen
        await user.press("d", "d", "escape", "u")
        assert "Undone: “mine” deleted" in told(user)
        await user.press("O")
        assert "mine" in user.screen and "form:SA" in user.screen
