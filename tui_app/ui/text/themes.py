"""Our own themes. Colour-blind eyes can tell green, amber and red apart by blue or lightness.

Besides Textual's variables each theme has ``chart-series``, ``chart-negative``, ``chart-axis``,
``frame-quiet`` (a border without focus) and ``status-…`` for the style sheets and for
``chart_style``. Text colours keep a contrast of 4.5 to 1 and are given outright, so that a test can
check them; the ANSI theme leaves them to the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from textual.theme import BUILTIN_THEMES, Theme

from tui_app.system.language import _
from tui_app.system.nearest import nearest
from tui_app.ui.terminal.capabilities import (
    ANSI_THEME,
    DEFAULT_THEME,
    LIGHT_THEME,
    ChartStyle,
    Marker,
)


def chart_style(variables: Mapping[str, str], marker: Marker) -> ChartStyle:
    """How charts look in a theme. ``variables`` are those of ``App.theme_variables``."""
    series = variables.get("chart-series", variables["primary"])
    negative = variables.get("chart-negative", variables["warning"])
    good, caution = (
        variables.get(f"status-{name}", variables[other])
        for name, other in (("good", "success"), ("caution", "warning"))
    )
    return ChartStyle(
        marker,
        series=series,
        negative=negative,
        axis=variables.get("chart-axis", ""),
        # Marks tell lines apart if a theme has fewer colours than there are lines.
        lines=(series, negative, good, caution, ""),
    )


def known_themes() -> tuple[str, ...]:
    """The names of our own themes, then those of Textual's."""
    return (*(theme.name for theme in THEMES), *BUILTIN_THEMES)


def unknown_theme(name: str) -> str:
    """Names the known themes to somebody who asked for another one."""
    names = ", ".join(theme.name for theme in THEMES)
    text = _("Unknown theme {name}. Available: {names} and those of Textual.")
    return text.format(name=name, names=names) + nearest(name, known_themes())


def variable_defaults(theme: Theme) -> dict[str, str]:
    """Our own variables for a theme that lacks them, such as Textual's own.

    For ``App.get_theme_variable_defaults``: a style sheet that names an unknown variable
    cannot be read.
    """
    if theme.name in _OWN_COLOURS:
        return {}
    found = theme.to_color_system().generate()
    muted = found["foreground-muted"] if not theme.ansi else found["foreground"]
    return _own_variables(
        primary=found["primary"],
        accent=found["accent"],
        success=found["text-success"],
        warning=found["text-warning"],
        error=found["text-error"],
        muted=muted,
    ) | {
        "frame-quiet": muted,
        "field-background": found["panel"],
        "strip-foreground": found["block-cursor-foreground"],
        "strip-background": found["block-cursor-background"],
        "strip-chosen": found["block-cursor-background"],
        "strip-chosen-background": found["background"],
    }


def _own_variables(
    *, primary: str, accent: str, success: str, warning: str, error: str, muted: str
) -> dict[str, str]:
    return {
        "chart-series": primary,
        "chart-negative": accent,
        "chart-axis": muted,
        "status-good": success,
        "status-caution": warning,
        "status-grave": error,
    }


_OWN_COLOURS: Final = (DEFAULT_THEME, LIGHT_THEME, "firmeterm-contrast")
"""The themes with colours of their own: dark, light and high contrast."""

_COLOURS: Final = {
    # name: dark, light, contrast
    "primary": ("#5fb0ee", "#0b5cad", "#7cc8ff"),
    "secondary": ("#8fc7f0", "#2869ac", "#a9dbff"),
    "accent": ("#f0b45a", "#944700", "#ffc34d"),
    "warning": ("#f2bf3c", "#855800", "#ffd84d"),
    "error": ("#ff7672", "#7d0012", "#ff8f9a"),
    "success": ("#6fe0b0", "#00704f", "#5cff8a"),
    "foreground": ("#d9dfe6", "#1d242c", "#ffffff"),
    "background": ("#10151b", "#fbfbf9", "#000000"),
    "panel": ("#1b232d", "#eceeee", "#000000"),
}
_VARIABLES: Final = {
    "text-muted": ("#97a3b1", "#56616d", "#d0d6dc"),
    "frame-quiet": ("#3d4a59", "#b4bcc4", "#8a949e"),
    "block-cursor-foreground": ("#0b0f14", "#ffffff", "#000000"),
    "block-cursor-background": ("#5fb0ee", "#0b5cad", "#ffc34d"),
    "block-cursor-blurred-background": ("#2a3848", "#d5e2ef", "#333b44"),
    "block-hover-background": ("#1b232d", "#eceeee", "#1c2228"),
    "field-background": ("#26313d", "#e2e6ea", "#262d34"),
    "strip-foreground": ("#e3edf7", "#1d242c", "#000000"),
    "strip-background": ("#1d4f7c", "#b9d3ee", "#7cc8ff"),
    "strip-chosen": ("#0b0f14", "#ffffff", "#000000"),
    "strip-chosen-background": ("#5fb0ee", "#0b5cad", "#ffc34d"),
    "input-selection-background": ("#2f4c68", "#bcd6f0", "#26506f"),
}


_MUTED: Final = (
    "text-disabled", "foreground-muted", "foreground-disabled", "footer-foreground",
    "footer-description-foreground", "scrollbar-hover",
)  # fmt: skip
_OF_FOREGROUND: Final = (
    "text", "block-cursor-blurred-foreground", "input-cursor-background",
    "input-selection-foreground",
)  # fmt: skip
_OF_BACKGROUND: Final = ("input-cursor-foreground", "footer-background", "scrollbar-background")


def _theme(column: int, name: str) -> Theme:
    """A theme of the tables above, with all derived variables given outright."""
    # Any: the parameters of a theme are of several types.
    colours: dict[str, Any] = {key: values[column] for key, values in _COLOURS.items()}
    variables = {key: values[column] for key, values in _VARIABLES.items()}
    muted, foreground = variables["text-muted"], colours["foreground"]
    background, primary, accent = colours["background"], colours["primary"], colours["accent"]
    derived = {
        **dict.fromkeys(_OF_FOREGROUND, foreground),
        **dict.fromkeys(_MUTED, muted),
        **dict.fromkeys(("border-blurred", "scrollbar"), variables["frame-quiet"]),
        **dict.fromkeys(("border", "scrollbar-active", "link-color"), primary),
        **dict.fromkeys(_OF_BACKGROUND, background),
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-text-style": "none",
        "footer-key-foreground": accent,
    }
    own = _own_variables(
        primary=primary,
        accent=accent,
        success=colours["success"],
        warning=colours["warning"],
        error=colours["error"],
        muted=muted,
    )
    return Theme(
        name,
        **colours,
        surface=background,
        dark=name != LIGHT_THEME,
        variables={**derived, **own, **variables},
    )


_ANSI_DEFAULT: Final = (
    "ansi-background", "ansi-foreground", "surface-active", "foreground-disabled", "text-muted",
    "text-disabled", "frame-quiet", "border-blurred", "input-cursor-foreground",
    "input-cursor-background", "scrollbar-background", "scrollbar-background-hover",
    "scrollbar-background-active", "chart-axis", "field-background", "strip-chosen",
    "strip-chosen-background",
)  # fmt: skip
_ANSI_BLUE: Final = ("border", "scrollbar", "scrollbar-hover", "scrollbar-active", "link-color")

# Bright blue and bright magenta stand out from both black and white in the palettes of common
# terminals, and black stands out from cyan in all of them; the rest is the terminal's own text
# colour. Only a selection has a background, which is drawn reversed if there are no colours.
_ANSI: Final = Theme(
    ANSI_THEME,
    ansi=True,
    primary="ansi_bright_blue",
    secondary="ansi_bright_blue",
    accent="ansi_bright_magenta",
    warning="ansi_bright_magenta",
    error="ansi_bright_magenta",
    success="ansi_bright_blue",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        **dict.fromkeys(_ANSI_DEFAULT, "ansi_default"),
        **dict.fromkeys(_ANSI_BLUE, "ansi_bright_blue"),
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_cyan",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-text-style": "bold",
        "input-cursor-text-style": "reverse",
        "input-selection-foreground": "ansi_black",
        "input-selection-background": "ansi_cyan",
        "screen-selection-foreground": "ansi_black",
        "screen-selection-background": "ansi_cyan",
        "footer-key-foreground": "ansi_bright_magenta",
        "chart-series": "ansi_bright_blue",
        "chart-negative": "ansi_bright_magenta",
        "status-good": "ansi_green",
        "status-caution": "ansi_yellow",
        "status-grave": "ansi_red",
        "strip-foreground": "ansi_black",
        "strip-background": "ansi_cyan",
    },
)

THEMES: Final = (*(_theme(column, name) for column, name in enumerate(_OWN_COLOURS)), _ANSI)
"""All our themes; the first is the default."""
