"""Our own themes. Colour-blind eyes tell green, amber and red apart too, by blue or lightness.

Besides Textual's variables each theme has ``chart-series``, ``chart-negative``,
``chart-axis``, ``frame-quiet`` (a border without focus) and ``status-…`` for the style sheets
and for ``chart_style``. Text colours keep a contrast of 4.5 to 1 and are given
outright, so that a test can check them; the ANSI theme leaves them to the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.theme import Theme

from tui_app.ui.charts.data import ChartStyle, Marker

DEFAULT_THEME: Final = "firmeterm-dark"
ANSI_THEME: Final = "firmeterm-ansi"


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
        # Marks tell lines apart where a theme has fewer colours than there are lines.
        lines=(series, negative, good, caution, ""),
    )


def variable_defaults(theme: Theme) -> dict[str, str]:
    """Our own variables for a theme that lacks them, such as Textual's own.

    For ``App.get_theme_variable_defaults``: a style sheet that names an unknown variable
    cannot be read.
    """
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


def _theme(
    name: str, *, dark: bool, colours: Mapping[str, str], variables: Mapping[str, str]
) -> Theme:
    """A theme whose derived colours are all set, from a handful of named ones."""
    muted, foreground = variables["text-muted"], colours["foreground"]
    background, primary, accent = colours["background"], colours["primary"], colours["accent"]
    derived = {
        "text": foreground,
        "text-disabled": muted,
        "foreground-muted": muted,
        "foreground-disabled": muted,
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-foreground": foreground,
        "block-cursor-blurred-text-style": "none",
        "input-cursor-background": foreground,
        "input-cursor-foreground": background,
        "input-selection-foreground": foreground,
        "border": primary,
        "border-blurred": variables["frame-quiet"],
        "footer-background": background,
        "footer-foreground": muted,
        "footer-description-foreground": muted,
        "footer-key-foreground": accent,
        "scrollbar": variables["frame-quiet"],
        "scrollbar-hover": muted,
        "scrollbar-active": primary,
        "scrollbar-background": background,
        "link-color": primary,
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
        primary=primary,
        secondary=colours["secondary"],
        accent=accent,
        warning=colours["warning"],
        error=colours["error"],
        success=colours["success"],
        foreground=foreground,
        background=background,
        surface=colours["background"],
        panel=colours["panel"],
        dark=dark,
        variables={**derived, **own, **variables},
    )


_DARK: Final = _theme(
    DEFAULT_THEME,
    dark=True,
    colours={
        "primary": "#5fb0ee",
        "secondary": "#8fc7f0",
        "accent": "#f0b45a",
        "warning": "#f2bf3c",
        "error": "#ff7672",
        "success": "#6fe0b0",
        "foreground": "#d9dfe6",
        "background": "#10151b",
        "panel": "#1b232d",
    },
    variables={
        "text-muted": "#97a3b1",
        "frame-quiet": "#3d4a59",
        "block-cursor-foreground": "#0b0f14",
        "block-cursor-background": "#5fb0ee",
        "block-cursor-blurred-background": "#2a3848",
        "block-hover-background": "#1b232d",
        "field-background": "#26313d",
        "strip-foreground": "#e3edf7",
        "strip-background": "#1d4f7c",
        "strip-chosen": "#0b0f14",
        "strip-chosen-background": "#5fb0ee",
        "input-selection-background": "#2f4c68",
    },
)

_LIGHT: Final = _theme(
    "firmeterm-light",
    dark=False,
    colours={
        "primary": "#0b5cad",
        "secondary": "#2869ac",
        "accent": "#944700",
        "warning": "#855800",
        "error": "#7d0012",
        "success": "#00704f",
        "foreground": "#1d242c",
        "background": "#fbfbf9",
        "panel": "#eceeee",
    },
    variables={
        "text-muted": "#56616d",
        "frame-quiet": "#b4bcc4",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-background": "#0b5cad",
        "block-cursor-blurred-background": "#d5e2ef",
        "block-hover-background": "#eceeee",
        "field-background": "#e2e6ea",
        "strip-foreground": "#1d242c",
        "strip-background": "#b9d3ee",
        "strip-chosen": "#ffffff",
        "strip-chosen-background": "#0b5cad",
        "input-selection-background": "#bcd6f0",
    },
)

_CONTRAST: Final = _theme(
    "firmeterm-contrast",
    dark=True,
    colours={
        "primary": "#7cc8ff",
        "secondary": "#a9dbff",
        "accent": "#ffc34d",
        "warning": "#ffd84d",
        "error": "#ff8f9a",
        "success": "#5cff8a",
        "foreground": "#ffffff",
        "background": "#000000",
        "panel": "#000000",
    },
    variables={
        "text-muted": "#d0d6dc",
        "frame-quiet": "#8a949e",
        "block-cursor-foreground": "#000000",
        "block-cursor-background": "#ffc34d",
        "block-cursor-blurred-background": "#333b44",
        "block-hover-background": "#1c2228",
        "field-background": "#262d34",
        "strip-foreground": "#000000",
        "strip-background": "#7cc8ff",
        "strip-chosen": "#000000",
        "strip-chosen-background": "#ffc34d",
        "input-selection-background": "#26506f",
    },
)

# Bright blue and bright magenta stand out from both black and white
# in the palettes of common terminals, and black stands out from cyan in all of them;
# the rest is the terminal's own text colour. Only a selection has a background, which is
# drawn reversed where there are no colours.
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
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "surface-active": "ansi_default",
        "foreground-disabled": "ansi_default",
        "text-muted": "ansi_default",
        "text-disabled": "ansi_default",
        "frame-quiet": "ansi_default",
        "border": "ansi_bright_blue",
        "border-blurred": "ansi_default",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_cyan",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-text-style": "bold",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-background": "ansi_default",
        "input-cursor-text-style": "reverse",
        "input-selection-foreground": "ansi_black",
        "input-selection-background": "ansi_cyan",
        "screen-selection-foreground": "ansi_black",
        "screen-selection-background": "ansi_cyan",
        "scrollbar": "ansi_bright_blue",
        "scrollbar-hover": "ansi_bright_blue",
        "scrollbar-active": "ansi_bright_blue",
        "scrollbar-background": "ansi_default",
        "scrollbar-background-hover": "ansi_default",
        "scrollbar-background-active": "ansi_default",
        "footer-key-foreground": "ansi_bright_magenta",
        "link-color": "ansi_bright_blue",
        "chart-series": "ansi_bright_blue",
        "chart-negative": "ansi_bright_magenta",
        "chart-axis": "ansi_default",
        "status-good": "ansi_green",
        "status-caution": "ansi_yellow",
        "status-grave": "ansi_red",
        "field-background": "ansi_default",
        "strip-foreground": "ansi_black",
        "strip-background": "ansi_cyan",
        "strip-chosen": "ansi_default",
        "strip-chosen-background": "ansi_default",
    },
)

THEMES: Final = (_DARK, _LIGHT, _CONTRAST, _ANSI)
"""All our themes; the first is the default."""
