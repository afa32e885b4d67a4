"""The Financials tab at the keyboard."""

from __future__ import annotations

import re

import pytest
from msgspec import convert

from tests.sample import landmarks
from tests.ui.explorer import NARROW, NORMAL, User, explore, program
from tui_app.settings import Settings
from tui_app.ui.terminal.capabilities import Characters, Terminal


async def _figures_of(user: User, tax_id: str) -> None:
    await user.press("escape", "slash")
    await user.search(tax_id)
    await user.press("enter", "2")


async def test_a_company_with_losses_opens_on_net_profit() -> None:
    async with explore() as user:
        await _figures_of(user, landmarks.LOSSES)
        assert "Net profit (RON)" in user.screen
        await user.press("plus")
        assert "Net profit (RON)" not in user.screen
        await _figures_of(user, landmarks.SHOWPIECE)
        assert "Net profit (RON)" not in user.screen
        await _figures_of(user, landmarks.LOSSES)
        assert "Net profit (RON)" in user.screen


async def test_the_figure_that_was_chosen_is_that_of_the_next_company() -> None:
    async with explore() as user:
        await _figures_of(user, landmarks.SHOWPIECE)
        await user.press("minus")
        assert "Share capital (RON)" in user.screen
        await _figures_of(user, landmarks.DIACRITICS_COMMA)
        assert "Share capital (RON)" in user.screen


@pytest.mark.parametrize("size", [NORMAL, NARROW, (160, 50), (60, 20), (40, 12)], ids=str)
async def test_nothing_touches_the_scrollbar(size: tuple[int, int]) -> None:
    async with explore(size=size) as user:
        await _figures_of(user, landmarks.LARGE_AMOUNTS)
        scroller = user.app.explorer.detail.section.focus_target
        column = scroller.region.right - 2
        for _view in range(3):
            rows = user.screen.split("\n")[scroller.region.y : scroller.region.bottom]
            assert {row[column : column + 1] for row in rows} <= {"", " "}
            await user.press("t")


async def test_a_tiny_terminal_has_a_sparkline_for_each_figure() -> None:
    async with explore(size=(40, 12)) as user:
        await _figures_of(user, landmarks.LOSSES)
        assert "+316,209 RON" in user.screen
        # The line about signals takes a row: the last figure is scrolled to.
        above = user.screen
        await user.press("pagedown")
        for name in ("Turnover", "Net profit", "Employees"):
            assert re.search(rf"{name} +[▁-█]{{10}}", above + user.screen), name
        assert "┤" not in above + user.screen


@pytest.mark.parametrize(
    ("charts", "characters", "drawn_with"),
    [
        ("blocks", Characters.FULL, "█"),
        ("braille", Characters.FULL, "⣿"),
        ("braille", Characters.CONSOLE, "█"),
        ("braille", Characters.ASCII, "#"),
    ],
)
async def test_braille_is_a_wish_where_the_terminal_has_it(
    charts: str, characters: Characters, drawn_with: str
) -> None:
    settings = convert({"charts": charts}, Settings)
    terminal = Terminal(term="xterm-256color", characters=characters)
    async with explore(program(settings, terminal=terminal)) as user:
        await _figures_of(user, landmarks.SHOWPIECE)
        assert drawn_with * 3 in user.screen.split("Turnover (RON)")[1]


async def test_headlines_name_their_years() -> None:
    async with explore(size=(160, 50)) as user:
        await _figures_of(user, landmarks.LOSSES)
        assert "2025 vs 2024" in user.screen
        assert "+316,209 RON" in user.screen
        assert re.search(r"Credit score +8\.9 · high", user.screen)
        await user.press("L")
        assert "2025 față de 2024" in user.screen
        assert re.search(r"Scor de credit +8,9 · risc ridicat", user.screen)
        assert re.search(r"−1 mil\. ┤", user.screen)
