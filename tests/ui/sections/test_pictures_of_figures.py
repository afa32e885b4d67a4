"""A picture of the figures of a company in each layout, and in the characters of each terminal."""

from __future__ import annotations

import pytest

from tests.sample import landmarks
from tests.ui.pictures import Pictures, pictures
from tests.ui.test_snapshots import opened
from tests.ui.user import NARROW, program
from tui_app.ui.terminal.capabilities import DEFAULT_THEME, Characters, Colours, Terminal

__all__ = ["pictures"]
TALL, TINY = (200, 60), (40, 12)


async def test_figures(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.SHOWPIECE, "2")
        await pictures.take(user, "financials")
        await pictures.take(user, "financials-tall", TALL)
        await user.press("e")
        await pictures.take(user, "export")
        await user.press("escape")
        await user.press("t")
        await pictures.take(user, "financials_chart")
        await user.press("t")
        await pictures.take(user, "financials_table")


@pytest.mark.parametrize(
    "themes",
    [
        pytest.param(("firmeterm-ansi",), id="ansi"),
        pytest.param(("firmeterm-light", "firmeterm-contrast"), id="rgb", marks=pytest.mark.slow),
    ],
)
async def test_losses_in_every_layout_and_theme(
    pictures: Pictures, themes: tuple[str, ...]
) -> None:
    """Contrast and colours of the others are held by ``test_themes``."""
    async with pictures.walk() as user:
        await opened(user, landmarks.LOSSES, "2", "plus")
        await pictures.take(user, "losses")
        for theme in themes:
            user.app.theme = theme
            await user.idle()
            await pictures.take(user, f"theme-{theme}")
        user.app.theme = DEFAULT_THEME
        await user.idle()
        await pictures.take(user, "losses-tiny", TINY, whole=True)


async def test_companies_with_little_much_and_odd_on_record(pictures: Pictures) -> None:
    async with pictures.walk() as user:
        await opened(user, landmarks.LONG_TEXTS)
        await pictures.take(user, "profile_long")
        for picture, company in (
            ("financials_holes", landmarks.HOLES),
            ("financials_large", landmarks.LARGE_AMOUNTS),
        ):
            await opened(user, company, "2")
            await pictures.take(user, picture)


@pytest.mark.parametrize("characters", [Characters.CONSOLE, Characters.ASCII])
async def test_characters(characters: Characters, pictures: Pictures) -> None:
    terminal = Terminal(term="linux", characters=characters, colours=Colours.ANSI_16)
    async with pictures.walk(program(terminal=terminal), NARROW) as user:
        await opened(user, landmarks.LOSSES, "2", "plus")
        await pictures.take(user, f"losses-{characters.name.lower()}")
