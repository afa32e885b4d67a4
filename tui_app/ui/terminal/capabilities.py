"""The terminal's capabilities, and whether it is remote: read once, from the environment.

``detect`` reads them into ``Terminal``; ``cannot_open`` explains why the explorer cannot run here.
The look of charts depends on them, and ``is_spoken`` says whether a screen reader reads the screen.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from enum import Enum, IntEnum, StrEnum
from typing import Final

from msgspec import Struct

from tui_app.system.language import N_, _


class Marker(StrEnum):
    """The characters that bars and lines are made of."""

    BLOCKS = "blocks"
    """Solid blocks, an eighth of a row fine."""
    HALVES = "halves"
    """Solid blocks, half a row fine, for fonts without eighths such as the Linux console's."""
    BRAILLE = "braille"
    """Dots, a quarter of a row fine, missing in many fonts: only on request."""
    ASCII = "ascii"
    """ASCII, for terminals without blocks; whole rows."""


class ChartStyle(Struct, frozen=True):
    """The look of a chart: its marker, and colours as Textual writes them.

    A colour is ``#rrggbb``, ``ansi_blue`` or ``""`` for the colour of the text around it. ``lines``
    are the colours of several series. A chart never sets a background.
    """

    marker: Marker = Marker.BLOCKS
    series: str = ""
    negative: str = ""
    axis: str = ""
    lines: tuple[str, ...] = ()


DEFAULT_THEME: Final = "firmeterm-dark"
LIGHT_THEME: Final = "firmeterm-light"
ANSI_THEME: Final = "firmeterm-ansi"

MIN_WIDTH: Final = 40
MIN_HEIGHT: Final = 12
"""The smallest terminal with a layout; in a smaller one a line says so."""


class Colours(IntEnum):
    """How many colours may be used; fewest first."""

    NONE = 0
    ANSI_16 = 16
    PALETTE_256 = 256
    TRUECOLOR = 1 << 24


class Characters(Enum):
    """Which characters can be drawn; fewest first."""

    ASCII = "ascii"
    """A locale without UTF-8, or plain C: nothing but ASCII reaches the terminal."""
    CONSOLE = "console"
    """The Linux console: UTF-8, but a font of the old PC set without braille and stars."""
    FULL = "full"


class Multiplexer(Enum):
    """A program between firmeterm and the terminal that interprets escape sequences itself."""

    NONE = "none"
    TMUX = "tmux"
    SCREEN = "screen"
    SCREEN_OR_TMUX = "screen-or-tmux"
    """Over SSH neither program's variable arrives; only ``TERM`` reveals it."""


class Terminal(Struct, frozen=True, kw_only=True):
    """One terminal. ``host`` is ``user@host`` if it is reached over SSH, else ``None``."""

    term: str
    program: str = ""
    is_tty: bool = True
    characters: Characters = Characters.FULL
    colours: Colours = Colours.TRUECOLOR
    multiplexer: Multiplexer = Multiplexer.NONE
    host: str | None = None
    takes_links: bool = False
    """Whether it is known to support links (OSC 8)."""
    is_light: bool = False
    """Whether its background is light, as far as it answered."""

    @property
    def is_dumb(self) -> bool:
        """Whether the cursor cannot be moved, so that full-screen output is impossible."""
        return self.term in _DUMB

    @property
    def unseen_keys(self) -> str:
        """The key symbols that it cannot draw; they are written as words."""
        return {Characters.ASCII: "⏎↑↓←→", Characters.CONSOLE: "⏎"}.get(self.characters, "")

    @property
    def marker(self) -> Marker:
        """The characters for bars of a chart."""
        return _MARKERS[self.characters]

    @property
    def theme(self) -> str:
        """The first theme, until the user chooses one.

        With sixteen colours or none, the terminal's own are used: a theme of finer colours would be
        rounded to them, and text could become unreadable.
        """
        if self.colours <= Colours.ANSI_16:
            return ANSI_THEME
        return LIGHT_THEME if self.is_light else DEFAULT_THEME


_MARKERS: Final = {
    Characters.ASCII: Marker.ASCII,
    Characters.CONSOLE: Marker.HALVES,
    Characters.FULL: Marker.BLOCKS,
}
_DUMB: Final = frozenset({"", "dumb", "unknown", "emacs"})
# Terminals whose names lack a suffix like that of 'xterm-256color': 'foot-extra', 'xterm-kitty' …
_MANY_COLOURS: Final = frozenset({"alacritty", "contour", "foot", "ghostty", "kitty", "wezterm"})
_WITH_LINKS: Final = _MANY_COLOURS
"""Terminals that support links, by a part of their name."""
_PROGRAMS_WITH_LINKS: Final = frozenset({"iTerm.app", "WezTerm", "ghostty", "vscode"})
_LINKS_FROM: Final = {"VTE_VERSION": 5_000, "KONSOLE_VERSION": 201_200}
"""The variables that contain a version, with the first version that supports links."""


def detect(environment: Mapping[str, str] = os.environ) -> Terminal:
    """The terminal in which this process was started."""
    term = environment.get("TERM", "").lower()
    return Terminal(
        term=term,
        program=environment.get("TERM_PROGRAM", ""),
        is_tty=_is_tty(),
        characters=_characters(term, environment),
        colours=_colours(term, environment),
        multiplexer=_multiplexer(term, environment),
        host=_host(environment),
        takes_links=_takes_links(term, environment),
    )


def _is_tty() -> bool:
    # Textual reads keys from stdin and draws on stderr; a redirected stdout means that the
    # caller wants text.
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)


def _characters(term: str, environment: Mapping[str, str]) -> Characters:
    names = [environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    everything, letters, language = names
    # In the C locale, and in one that this machine lacks, Python sets LC_CTYPE to C.UTF-8 for
    # itself: that says nothing about the terminal.
    if letters == "C.UTF-8" and language:
        letters = ""
    locale = (everything or letters or language).lower().replace("-", "")
    # If no locale is set, as on many servers and in containers, UTF-8 is assumed: their terminals
    # draw it, and names would lose letters for nothing. A user whose terminal does not can set
    # LANG=C.
    if locale and "utf8" not in locale:
        return Characters.ASCII
    return Characters.CONSOLE if term == "linux" else Characters.FULL


def _colours(term: str, environment: Mapping[str, str]) -> Colours:
    # By no-color.org any non-empty value counts; Textual accepts an empty one, too.
    if "NO_COLOR" in environment or "mono" in term or term.startswith("vt1"):
        return Colours.NONE
    if environment.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return Colours.TRUECOLOR
    if term.endswith(("-direct", "-truecolor")):
        return Colours.TRUECOLOR
    if "256color" in term or not _MANY_COLOURS.isdisjoint(term.split("-")):
        return Colours.PALETTE_256
    # Unknown terminals, too: one with few colours reads '38;5;…' as blinking.
    return Colours.ANSI_16


def _takes_links(term: str, environment: Mapping[str, str]) -> bool:
    # A multiplexer may drop the address, or show it as text.
    if _multiplexer(term, environment) is not Multiplexer.NONE:
        return False
    if not _WITH_LINKS.isdisjoint(term.split("-")) or "WT_SESSION" in environment:
        return True
    if environment.get("TERM_PROGRAM") in _PROGRAMS_WITH_LINKS:
        return True
    return any(
        version.isdecimal() and int(version) >= least
        for name, least in _LINKS_FROM.items()
        for version in [environment.get(name, "")]
    )


def _multiplexer(term: str, environment: Mapping[str, str]) -> Multiplexer:
    if environment.get("TMUX") or term.startswith("tmux"):
        return Multiplexer.TMUX
    if environment.get("STY"):
        return Multiplexer.SCREEN
    # Many tmux set-ups have this as their default-terminal.
    return Multiplexer.SCREEN_OR_TMUX if term.startswith("screen") else Multiplexer.NONE


def _host(environment: Mapping[str, str]) -> str | None:
    if not (environment.get("SSH_CONNECTION") or environment.get("SSH_TTY")):
        return None
    user = environment.get("USER") or environment.get("LOGNAME") or "?"
    return f"{user}@{os.uname().nodename}" if hasattr(os, "uname") else user


_NOT_A_TERMINAL: Final = N_(
    "The explorer needs a terminal, and its input or output is a file or a pipe. "
    "Without one, 'firmeterm ask' answers the same questions: see 'firmeterm ask --help'."
)
_DUMB_TERMINAL: Final = N_(
    "The explorer needs a terminal that can move its cursor, and TERM is {term!r}. "
    "Set TERM to what yours is, such as xterm-256color, or ask without a screen: see "
    "'firmeterm ask --help'."
)


def cannot_open(terminal: Terminal) -> str | None:
    """Why the explorer cannot run here and what to do instead; ``None`` if it can."""
    if not terminal.is_tty:
        return _(_NOT_A_TERMINAL)
    return _(_DUMB_TERMINAL).format(term=terminal.term) if terminal.is_dumb else None


_state = {"spoken": False}
"""Set once at the start, like the language."""


def set_spoken(spoken: bool) -> None:
    """Make the screen for a screen reader, or not.

    Then there are no frames and no pictures of characters, one item per line, numbered choices, and
    charts as sentences.
    """
    _state["spoken"] = spoken


def is_spoken() -> bool:
    """Whether the screen is made for a screen reader."""
    return _state["spoken"]
