"""The palette and the search of the help: every action by typing a word of it."""

from __future__ import annotations

from textual.widgets import Input

from tests.sample import landmarks
from tests.ui import seen
from tests.ui.hostile import told
from tests.ui.user import User, explore
from tui_app.system.language import language
from tui_app.ui.actions.palette import find
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.text.keys import shown_key

ACTIONS = ActionTable()


async def test_the_palette_has_every_action_with_its_key_and_the_reason_against_it() -> None:
    async with explore() as user:
        explorer = user.app.explorer
        await user.press("escape")
        commands = find(explorer, explorer.keys, "")
        for action in ACTIONS:
            if action.name == "palette":
                continue
            reason, way = action.reason(explorer), action.leads_to(explorer)
            about = action.help
            if reason and way and not ACTIONS.by_name[way].reason(explorer):
                about, reason = f"{reason} ⏎ goes there", ""
            found = next(
                c for c in commands if (c.title, c.about[: len(about)]) == (action.label, about)
            )
            assert found.keys == shown_key(ACTIONS.keymap[action.name][0])
            assert found.reason == reason
        await user.press("ctrl+p")
        await user.paste("export")
        row = next(line for line in user.screen.splitlines() if "  e " in line)
        assert "export          – There is nothing to export." in row
        assert "Write the list" not in row
        await user.press("enter")
        assert "There is nothing to export." in told(user)


async def _command(user: User, typed: str) -> None:
    """Run the first entry that the palette finds for a text."""
    await user.press("escape", "ctrl+p")
    field = user.app.focused
    assert isinstance(field, Input)
    field.value = typed
    await user.idle()
    await user.press("enter")


async def test_the_palette_jumps() -> None:
    jumps: tuple[tuple[str, seen.See, object], ...] = (
        ("go to tax id 990000013", seen.tax_id, landmarks.SHOWPIECE),
        ("990 002 146", seen.tax_id, "990002146"),
        ("sort by name", seen.order, (1, False)),
        ("new companies of -1d", seen.day, "2026-11-19"),
        ("theme light", seen.theme, "firmeterm-light"),
        ("language rom", lambda user: language(), "ro"),
    )
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "down")
        for typed, see, after in jumps:
            assert see(user) != after, typed
            await _command(user, typed)
            assert see(user) == after, typed


async def test_a_command_that_needs_more_begins_its_text_and_no_persons_code_is_offered() -> None:
    async with explore() as user:
        for code in ("1960101123457", "1960101 123457", "go to tax id 1960101-123457"):
            await user.press("ctrl+p")
            await user.paste(code)
            assert "No matching command" in user.screen, code
            await user.press("escape")
        await _command(user, "go to")  # it needs more, and begins its text
        await user.paste("990000013")
        await user.press("enter")
        assert seen.tax_id(user) == landmarks.SHOWPIECE
        # What cannot run here leads to where it can.
        await user.press("ctrl+p")
        await user.paste("earlier search")
        assert "⏎ goes there" in user.screen
        await user.press("enter")
        await user.when(lambda: not user.app.explorer.detail_has_focus)


async def test_a_day_in_the_palette_leads_to_its_list() -> None:
    days = {
        "new companies of 19.11.2026": "2026-11-19",
        "2026-11-18": "2026-11-18",
        "17.11.2026": "2026-11-17",
    }
    async with explore() as user:
        assert seen.list_name(user) == "search"
        for typed, day in days.items():
            await _command(user, typed)
            assert (seen.list_name(user), seen.day(user)) == ("new", day), typed


async def test_the_palette_begins_with_the_last_companies_and_what_this_pane_can() -> None:
    async with explore() as user:
        for text in ("990000013", "990000021"):
            await user.search(text)
            await user.press("enter", "escape")
        await user.when(lambda: len(user.app.explorer.lists["visited"].entries) == 2)
        first, second, *_rest = find(user.app.explorer, user.app.explorer.keys, "")
        # The theme in use is not offered.
        assert first.about == "990000013"
        assert not second.about.isdigit()
        await user.press("4")
        first, *_rest = find(user.app.explorer, user.app.explorer.keys, "")
        assert first.about == "990000013 (up to 4 requests)"
        await user.press("ctrl+p", "enter")
        assert seen.tax_id(user) == landmarks.SHOWPIECE


async def test_the_help_is_searched_by_typing() -> None:
    async with explore() as user:
        await user.press("escape", "question_mark")
        await user.paste("note")
        assert "Note" in user.screen or "note" in user.screen
        assert "One row down" not in user.screen
        await user.press("escape")
        assert "One row down" in user.screen or "Keys:" in user.screen
        await user.type("q")
        assert "Quit" in user.screen
        await user.press("escape", "escape")
        assert seen.dialog(user) == "ExplorerScreen"
