"""The Financials tab at the keyboard."""

from __future__ import annotations

import re

import pytest
from msgspec import convert

from tests.sample import landmarks
from tests.ui.user import NARROW, NORMAL, User, explore, program
from tui_app.config.settings import Settings
from tui_app.ui.charts.bars import draw
from tui_app.ui.charts.data import ChartData
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


async def test_the_chosen_figure_is_that_of_the_next_company_in_braille_as_wished() -> None:
    async with explore(program(convert({"charts": "braille"}, Settings))) as user:
        await _figures_of(user, landmarks.SHOWPIECE)
        assert "⣿⣿⣿" in user.screen.split("Turnover (RON)")[1]
        await user.press("minus")
        assert "Share capital (RON)" in user.screen
        await _figures_of(user, landmarks.DIACRITICS_COMMA)
        assert "Share capital (RON)" in user.screen


@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param((NORMAL, NARROW, (40, 12)), id="layouts"),
        pytest.param(((160, 50), (60, 20)), id="between", marks=pytest.mark.slow),
    ],
)
async def test_nothing_touches_the_scrollbar(sizes: tuple[tuple[int, int], ...]) -> None:
    async with explore() as user:
        await _figures_of(user, landmarks.LARGE_AMOUNTS)
        scroller = user.app.explorer.detail.section.focus_target
        for size in sizes:
            await user.pilot.resize_terminal(*size)
            await user.idle()
            column = scroller.region.right - 2
            for view in range(3):
                rows = user.screen.split("\n")[scroller.region.y : scroller.region.bottom]
                assert any(row.strip() for row in rows), (size, view)
                assert {row[column : column + 1] for row in rows} <= {"", " "}, (size, view)
                await user.press("t")


async def test_a_tiny_terminal_has_a_sparkline_for_each_figure() -> None:
    async with explore(size=(40, 12)) as user:
        await _figures_of(user, landmarks.LOSSES)
        assert "+316,209 RON" in user.screen
        # The line about signals takes a row, so the last figure needs scrolling.
        above = user.screen
        await user.press("pagedown")
        for name in ("Turnover", "Net profit", "Employees"):
            assert re.search(rf"{name} +[▁-█]{{10}}", above + user.screen), name
        assert "▔│" not in above + user.screen


@pytest.mark.parametrize(
    ("charts", "characters", "drawn_with"),
    [
        ("blocks", Characters.FULL, "█"),
        ("braille", Characters.FULL, "⣿"),
        ("braille", Characters.CONSOLE, "█"),
        ("braille", Characters.ASCII, "#"),
    ],
)
def test_braille_is_a_wish_where_the_terminal_has_it(
    charts: str, characters: Characters, drawn_with: str
) -> None:
    settings = convert({"charts": charts}, Settings)
    terminal = Terminal(term="xterm-256color", characters=characters)
    style = program(settings, terminal=terminal).chart_style
    growing = ChartData("Turnover", "RON", ((2023, 100), (2024, 400)))
    assert drawn_with * 3 in draw(growing, 60, 12, style).plain


async def test_headlines_name_their_years() -> None:
    async with explore(size=(160, 50)) as user:
        await _figures_of(user, landmarks.LOSSES)
        assert "2025 vs 2024" in user.screen
        assert "+316,209 RON" in user.screen
        assert re.search(r"Credit score +8\.9 · high", user.screen)
        await user.press("L")
        assert "2025 față de 2024" in user.screen
        assert re.search(r"Scor de credit +8,9 · risc ridicat", user.screen)
        assert re.search(r"−[\d,]+ mil\.▔│", user.screen)


async def test_a_range_is_said_and_its_years_without_figures_keep_their_place() -> None:
    async with explore() as user:
        await _figures_of(user, landmarks.HOLES)
        await user.press("t")
        assert "Latest" not in user.screen
        await user.press("z")
        assert "Latest 5 years: 2021–2025" in user.screen
        assert re.search(r"^.* 2021 +2022 +2023 +2024 +2025", user.screen, re.MULTILINE)
        await user.press("z")
        assert "Latest 3 years: 2023–2025" in user.screen
        assert re.search(r"[^\d–] +2023 +2024 +2025", user.screen)
        await user.press("L", "z", "z")
        assert "Ultimii 3 ani: 2023–2025" in user.screen
        await user.press("z")
        assert "Ultimii" not in user.screen
