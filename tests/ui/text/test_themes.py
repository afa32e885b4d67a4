"""Themes: readable, complete, and told apart by eyes that see no red or green."""

from __future__ import annotations

import math
from itertools import combinations, product

import pytest
from textual.app import App
from textual.color import Color
from textual.theme import Theme

from tests.ui.hostile import told
from tests.ui.user import explore, program
from tui_app.config.settings import Settings
from tui_app.ui.terminal.capabilities import ANSI_THEME, Marker
from tui_app.ui.text.drawing import STYLES
from tui_app.ui.text.formatting import status_mark
from tui_app.ui.text.themes import THEMES, chart_style, variable_defaults

OF_COLOURS = [theme for theme in THEMES if not theme.ansi]
GROUNDS = ("background", "surface", "panel", "block-hover-background")
TEXTS = (
    *("text", "foreground", "text-muted", "primary", "secondary", "accent"),
    *("warning", "error", "success", "footer-key-foreground", "footer-description-foreground"),
    *("chart-series", "chart-negative", "chart-axis"),
    *("status-good", "status-caution", "status-grave"),
)
PAIRS = [
    *product(TEXTS, GROUNDS),
    ("block-cursor-foreground", "block-cursor-background"),
    ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
    ("text-muted", "block-cursor-blurred-background"),
    ("strip-foreground", "strip-background"),
    ("strip-chosen", "strip-chosen-background"),
    *((text, "field-background") for text in ("text", "text-muted", "accent")),
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


EYES = {
    "all three": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Machado, Oliveira, Fernandes 2009: no red, no green, no blue cones, in linear RGB.
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
STATUSES = ("status-good", "status-caution", "status-grave", "text-muted")
MIN_DIFFERENCE = 12.0
"""CIE 1976, of which 2.3 is just noticeable side by side."""


def seen(name: str, eyes: str) -> tuple[float, float, float]:
    """Where a colour lies in CIELAB (D65) for some eyes."""
    parts = Color.parse(name).normalized
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    rows = EYES[eyes]
    r, g, b = (
        min(1.0, max(0.0, sum(k * c for k, c in zip(row, linear, strict=True)))) for row in rows
    )

    def root(value: float) -> float:
        return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116

    x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
    y = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", OF_COLOURS, ids=lambda theme: theme.name)
def test_the_colours_of_statuses_differ_for_all_eyes(theme: Theme, eyes: str) -> None:
    found = variables(theme)
    alike = {
        (one, other): round(difference, 1)
        for one, other in combinations(STATUSES, 2)
        if (difference := math.dist(seen(found[one], eyes), seen(found[other], eyes)))
        < MIN_DIFFERENCE
    }
    assert not alike


@pytest.mark.parametrize("theme", OF_COLOURS, ids=lambda theme: theme.name)
def test_active_is_green_suspended_amber_struck_off_red_unknown_grey(theme: Theme) -> None:
    found = variables(theme)
    hues = {name: Color.parse(found[name]).hsl for name in STATUSES}
    assert 110 <= hues["status-good"].h * 360 <= 170
    assert 30 <= hues["status-caution"].h * 360 <= 50
    assert hues["status-grave"].h * 360 >= 345 or hues["status-grave"].h * 360 <= 12
    assert hues["text-muted"].s < 0.2
    wanted = {
        "functiune": "status-good",
        "suspendata": "status-caution",
        "insolventa": "status-grave",
        "radiata": "status-grave",
        "altceva": "text-muted",
    }
    assert {said: STYLES[status_mark(said)[1]].strip("$") for said in wanted} == wanted


@pytest.mark.parametrize("theme", OF_COLOURS, ids=lambda theme: theme.name)
def test_losses_differ_from_gains_in_blue_and_not_only_in_red_and_green(theme: Theme) -> None:
    found = variables(theme)
    gains, losses = Color.parse(found["chart-series"]), Color.parse(found["chart-negative"])
    assert abs(gains.b - losses.b) > 60


def test_the_ansi_theme_uses_the_terminals_own_colours_only() -> None:
    theme = next(theme for theme in THEMES if theme.name == ANSI_THEME)
    ours = {
        name: value for name, value in theme.variables.items() if not name.endswith("text-style")
    }
    assert all(value.startswith("ansi_") for value in ours.values())


def test_every_theme_has_the_same_variables_and_a_chart_style() -> None:
    wanted = {"chart-series", "chart-negative", "chart-axis", "frame-quiet"}
    wanted |= set(STATUSES) - {"text-muted"}
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


async def test_an_unknown_theme_is_told_with_those_that_exist() -> None:
    async with explore(program(Settings(theme="firmeterm-drak"))) as user:
        assert "Unknown theme firmeterm-drak" in told(user)
        assert "firmeterm-dark" in told(user)
        assert user.app.theme == "firmeterm-dark"
