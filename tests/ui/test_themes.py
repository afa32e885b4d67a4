"""Themes: readable, complete, and told apart by eyes that see no red or green."""

from __future__ import annotations

from itertools import product

import pytest
from textual.app import App
from textual.color import Color
from textual.theme import Theme

from tui_app.contract.status import StatusGroup
from tui_app.ui.charts.data import Marker
from tui_app.ui.text.themes import (
    ANSI_THEME,
    THEMES,
    chart_style,
    status_variable,
    variable_defaults,
)

OF_COLOURS = [theme for theme in THEMES if not theme.ansi]
GROUNDS = ("background", "surface", "panel", "block-hover-background")
TEXTS = (
    *("text", "foreground", "text-muted", "primary", "secondary", "accent"),
    *("warning", "error", "success", "footer-key-foreground", "footer-description-foreground"),
    *("chart-series", "chart-negative", "chart-axis"),
    *(status_variable(group) for group in StatusGroup),
)
PAIRS = [
    *product(TEXTS, GROUNDS),
    ("block-cursor-foreground", "block-cursor-background"),
    ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
    ("text-muted", "block-cursor-blurred-background"),
    ("input-cursor-foreground", "input-cursor-background"),
    ("input-selection-foreground", "input-selection-background"),
]


def contrast(first: str, second: str) -> float:
    """The contrast ratio of WCAG 2.2 for two colours."""

    def luminance(name: str) -> float:
        parts = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(name))
        red, green, blue = parts
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def rgb(name: str) -> tuple[float, float, float]:
        colour = Color.parse(name)
        assert colour.a == 1
        return colour.normalized

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def variables(theme: Theme) -> dict[str, str]:
    return {**theme.to_color_system().generate(), **theme.variables}


@pytest.mark.parametrize("theme", OF_COLOURS, ids=lambda theme: theme.name)
def test_text_stands_out_from_its_ground(theme: Theme) -> None:
    found = variables(theme)
    weak = {
        (text, ground): round(ratio, 2)
        for text, ground in PAIRS
        if (ratio := contrast(found[text], found[ground])) < 4.5
    }
    assert not weak


def test_the_contrast_theme_keeps_seven_to_one() -> None:
    found = variables(next(theme for theme in THEMES if theme.name.endswith("contrast")))
    assert min(contrast(found[text], found[ground]) for text, ground in PAIRS) >= 7


@pytest.mark.parametrize("theme", OF_COLOURS, ids=lambda theme: theme.name)
def test_good_and_grave_differ_in_blue_and_not_only_in_red_and_green(theme: Theme) -> None:
    found = variables(theme)
    for good, bad in (("status-good", "status-grave"), ("chart-series", "chart-negative")):
        assert abs(Color.parse(found[good]).b - Color.parse(found[bad]).b) > 60


def test_the_ansi_theme_uses_the_terminals_own_colours_only() -> None:
    theme = next(theme for theme in THEMES if theme.name == ANSI_THEME)
    ours = {
        name: value for name, value in theme.variables.items() if not name.endswith("text-style")
    }
    assert all(value.startswith("ansi_") for value in ours.values())


def test_every_theme_has_the_same_variables_and_a_chart_style() -> None:
    wanted = {"chart-series", "chart-negative", "chart-axis", "frame-quiet"}
    wanted |= {status_variable(group) for group in StatusGroup}
    for theme in THEMES:
        found = variables(theme)
        assert wanted | set(variables(THEMES[0])) <= set(found)
        assert chart_style(found, Marker.ASCII).negative == found["chart-negative"]


async def test_each_can_be_put_on() -> None:
    app = App[None]()
    for theme in THEMES:
        app.register_theme(theme)
    async with app.run_test() as pilot:
        for theme in THEMES:
            app.theme = theme.name
            await pilot.pause()
            assert app.native_ansi_color is theme.ansi


def test_textuals_own_themes_give_a_chart_style_too() -> None:
    wanted = set(THEMES[0].variables)
    for theme in App[None]().available_themes.values():
        found = {**variable_defaults(theme), **variables(theme)}
        assert {name for name in wanted if name.startswith(("chart", "status"))} <= set(found)
        assert chart_style(found, Marker.BRAILLE).series == found["primary"]
