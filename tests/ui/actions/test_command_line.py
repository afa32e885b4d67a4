"""The line ``:`` takes what the command line takes, and ``y`` copies the line that leads back."""

from __future__ import annotations

import shlex
from typing import Final

from textual.widgets import Input

from tests.sample import landmarks
from tests.ui import seen
from tests.ui.screening.screening_list import screening
from tests.ui.user import User, explore
from tui_app.system.language import language
from tui_app.ui.compare.screen import CompareScreen
from tui_app.ui.dialogs.commands import CommandLineDialog

FIRST, SECOND = landmarks.SHOWPIECE, landmarks.MANY_COURT_CASES


async def type_line(user: User, line: str) -> None:
    if user.app.screen is user.app.explorer:
        if isinstance(user.app.focused, Input):
            await user.press("escape")
        await user.press("colon")
    field = user.app.focused
    assert isinstance(field, Input)
    field.value = line
    await user.press("enter")


async def test_lines_lead_where_they_say(copied: list[str]) -> None:
    async with explore() as user:
        explorer = user.app.explorer
        await type_line(user, f"show {FIRST} --tab signals")
        assert seen.tax_id(user) == FIRST and seen.tab(user) == "signals"
        await type_line(user, f"firmeterm open RO{SECOND} --tab cases")
        assert seen.tax_id(user) == SECOND and seen.tab(user) == "cases"
        await type_line(user, "screen county:CJ form:SRL --sort companyName")
        assert explorer.list is screening(user)
        assert screening(user).line.criteria is not None and screening(user).shown
        assert screening(user).order_shown == ("companyName", False)
        await type_line(user, f"new {landmarks.MANY_COMPANIES_DAY.isoformat()} --page 2")
        assert user.new_list.day == landmarks.MANY_COMPANIES_DAY and user.new_list.page == 2
        await type_line(user, "search petro")
        assert "PETRO" in explorer.list.shown[0].name
        await type_line(user, f"compare {FIRST} {SECOND}")
        assert isinstance(user.app.screen, CompareScreen)
        await user.press("y", "v")
        assert copied == [f"compare {FIRST} {SECOND}"]
        await user.press("escape")
        await type_line(user, "theme light")
        assert user.app.theme == "firmeterm-light"
        await type_line(user, f"--theme=firmeterm-dark show {SECOND}")
        assert (user.app.theme, seen.tax_id(user)) == ("firmeterm-dark", SECOND)
        await type_line(user, "lang ro")
        assert language() == "ro"


async def test_a_setting_and_the_command_after_it() -> None:
    async with explore() as user:
        for setting, tax_id, tab in (
            ("--sample", SECOND, "signals"),
            ("--source=sample", FIRST, "cases"),
            ("--lang=ro", SECOND, "signals"),
            ("--theme=nord", FIRST, "cases"),
        ):
            await type_line(user, f"{setting} show {tax_id} --tab {tab}")
            await user.until(tax_id)
            await user.idle()
            assert (seen.tax_id(user), seen.tab(user)) == (tax_id, tab), setting
        assert (language(), user.app.theme) == ("ro", "nord")


WRONG: Final = [
    ("show 990000013 --tab nothing", "'nothing' is not one of"),
    ("show abc", "ax id"),
    ("serch petro", "Did you mean search?"),
    ("theme nowhere", "Unknown theme nowhere"),
    ("serve", "Only on the command line: firmeterm serve"),
    ("new yesterdayish", "A day is written"),
    ("show 'x", "No closing quotation"),
    ("watch add 990000013", "Only on the command line: firmeterm watch add 990000013"),
    ("config", "Only on the command line: firmeterm config"),
    ("--offline", "Only on the command line: --offline"),
    ("search petro --limit 3", "Only on the command line: --limit"),
    ("screen foo:bar", "Unknown criterion: foo"),
]


async def test_a_wrong_line_says_what_the_command_line_says() -> None:
    async with explore() as user:
        for line, error in WRONG:
            await type_line(user, line)
            assert isinstance(user.app.screen, CommandLineDialog), line
            shown = " ".join(part.strip("│ ") for part in user.screen.splitlines())
            assert error in shown, line
            field = user.app.focused
            assert isinstance(field, Input) and field.value == line


COPIED: Final = [
    f"open {FIRST} --tab signals",
    f"open {FIRST} --tab events",
    f"open {FIRST} --tab overview",
    f"show {SECOND} --section cases --page 2",
    "screen county:Cluj form:SRL --sort=-turnover",
    "screen --sort=companyName",
    "open -- -petro",
    "watch",
    "open --list visited",
    "open petroterm --list visited",
    f"new {landmarks.MANY_COMPANIES_DAY.isoformat()} --page 2",
]


async def test_y_copies_the_line_that_brings_the_view_back(copied: list[str]) -> None:
    async with explore() as user:
        for line in COPIED:  # each leads elsewhere than the one before it
            await type_line(user, line)
            if isinstance(user.app.focused, Input):
                await user.press("escape")
            await user.press("y", "v")
            assert shlex.split(copied.pop()) == shlex.split(line) and not copied, line
