"""While a line is typed after : it is suggested, completed and brought back."""

from __future__ import annotations

from typing import Final

from textual.widgets import Input

from tests.ui import seen
from tests.ui.actions.test_command_line import FIRST, SECOND, type_line
from tests.ui.user import explore
from tui_app.ui.dialogs.commands import CommandLineDialog

SUGGESTED: Final = [
    ("ne", 1, "new "),
    ("visi", 1, "open --list visited "),
    ("fina", 1, f"open {FIRST} --tab finance "),
    ("petrot", 1, f"show {FIRST} "),
    (f"compare {FIRST[:5]}", 2, f"compare {SECOND} "),
    ("screen coun", 1, "screen county:"),
]


async def test_a_line_is_suggested_while_one_types() -> None:
    """Commands, lists, tabs and companies looked at; ↑↓ walk, as under the criteria."""
    async with explore() as user:
        for tax_id in (SECOND, FIRST):
            await type_line(user, f"show {tax_id}")
        await user.press("escape")
        for typed, walks, line in SUGGESTED:
            await user.press("colon")
            await user.paste(typed)
            dialog = user.app.screen
            assert isinstance(dialog, CommandLineDialog)
            assert dialog._field.is_offering and line.rsplit(maxsplit=1)[-1] in user.screen, typed
            await user.press(*["down"] * walks, *["up"] * (walks > 0), "enter")
            assert dialog._field.value.startswith(line.split(maxsplit=1)[0]), typed
            await user.paste(typed)
            await user.press(*["down"] * (walks - 1), "tab")
            assert dialog._field.value == line
            await user.press("escape", "escape")
            assert user.app.screen is user.app.explorer


async def test_tab_completes_and_up_brings_earlier_lines_back() -> None:
    async with explore() as user:
        await type_line(user, f"show {FIRST}")
        await user.press("colon", *"scr", "tab")
        field = user.app.focused
        assert isinstance(field, Input) and field.value == "screen "
        await user.press("up")
        assert field.value == f"show {FIRST}"
        await user.press("end", *" --sect", "tab")
        assert field.value == f"show {FIRST} --section "
        await user.press(*"sig", "tab", "enter")
        assert seen.tab(user) == "signals"
        await user.press("colon", *"lang r", "tab")
        assert isinstance(user.app.focused, Input) and user.app.focused.value == "lang ro "
        field = user.app.focused
        for typed, completed in (
            ("theme nor", "theme nord "),
            ("changes chang", "changes changed:"),
        ):
            field.value = typed
            await user.press("end", "tab")
            assert field.value.strip() == completed.strip()
