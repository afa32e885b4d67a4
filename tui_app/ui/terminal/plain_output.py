"""Replaces characters that the terminal cannot show, in everything that is drawn.

One filter runs after every widget, ours and Textual's: frames, scroll bars, marks and the data
themselves. Each character is replaced by one of the same width.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.ui.terminal.capabilities import Characters

_DASHES: Final = dict.fromkeys("─━═╌╍┄┅┈┉╴╶╸╺╼╾▔▁–—―‐‑−⎯·", "-")
_BARS: Final = dict.fromkeys("│┃║╎╏┆┇┊┋╵╷╹╻╽╿▏▕▎▍⎸⎹", "|")
_FULL: Final = dict.fromkeys("█▉▊▋▌▐▀▄▆▇▅▃▂▓▒░▘▝▖▗▚▞▙▛▜▟", "#")
_MARKS: Final = {
    **dict.fromkeys("●•◆■▪◉⬤", "*"), **dict.fromkeys("○◐◦◇□▫◌", "o"), **dict.fromkeys("▲△↑▴", "^"),
    **dict.fromkeys("▼▽↓▾⏷", "v"), **dict.fromkeys("▶▷→›»▸⏵", ">"), **dict.fromkeys("◀◁←‹«◂", "<"),
    **dict.fromkeys("★☆✓✔", "*"), **dict.fromkeys("✗✘✕×", "x"), **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’", "'"), "…": ".", "⏎": "<", "☎": "T", "✉": "@", "⌂": "W", "☺": "A",
}  # fmt: skip
_ASCII: Final = {**_DASHES, **_BARS, **_FULL, **_MARKS, "\u00a0": " ", "\u202f": " "}
_CHANGE: Final = lazy_pattern(r"[▲▼](?=\d)")
"""A rise or a fall; a screen reader reads its sign."""
_SPOKEN: Final = {"▌": "+"}
"""Drawn characters that are read out: a marked row. All others have a word beside them."""
_BOX_DRAWING: Final = range(0x2500, 0x2580)
_DRAWN: Final = range(0x2500, 0x2900)
"""Frames, blocks, geometric shapes, signs, arrows of that range, and braille patterns."""
# Characters that the PC set lacks but has a similar one for. All others become ASCII.
_CONSOLE: Final = {
    **dict.fromkeys("━╌╍┄┅┈┉╴╶╸╺╼╾▔▁⎯", "─"), **dict.fromkeys("┃╎╏┆┇┊┋╵╷╹╻╽╿▏▕▎▍⎸⎹", "│"),
    **dict.fromkeys("╭┏", "┌"), **dict.fromkeys("╮┓", "┐"), **dict.fromkeys("╰┗", "└"),
    **dict.fromkeys("╯┛", "┘"), **dict.fromkeys("▉▊▋▇▆", "█"), **dict.fromkeys("▅▃▂", "▄"),
    **dict.fromkeys("●◆◉⬤", "•"), **dict.fromkeys("▪□", "■"), "★": "*", "☆": "*",
}  # fmt: skip
# The PC character set has these where Python sees control codes. Console fonts for Romanian have
# the letters; the kernel's own font lacks '…' and '–' as well.
_CONSOLE_HAS: Final = frozenset("ăâîșțĂÂÎȘȚşţŞŢ•○▲▼►◄↑↓→←♦■")


class PlainOutput(LineFilter):
    """A line filter for terminals with few characters; does nothing if all can be shown."""

    def __init__(self, characters: Characters) -> None:
        super().__init__(enabled=characters is not Characters.FULL)
        self._replace = as_ascii if characters is Characters.ASCII else for_console

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, with every character replaced that the terminal lacks."""
        replace = self._replace
        return [
            segment if segment.text.isascii() else Segment(replace(segment.text), segment.style)
            for segment in segments
        ]


class SpokenOutput(LineFilter):
    """A line filter for screen readers: it leaves no frame, block or dot pattern to be read out."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments; drawing characters become blanks."""
        return [
            segment if segment.text.isascii() else Segment(as_spoken(segment.text), segment.style)
            for segment in segments
        ]


@lru_cache(maxsize=4096)
def as_spoken(text: str) -> str:
    """The text without characters that a screen reader spells out, as many columns wide."""
    text = _CHANGE().sub(lambda found: "+" if found[0] == "▲" else "−", text)
    return "".join(map(_spoken_character, text))


def _spoken_character(character: str) -> str:
    if ord(character) not in _DRAWN:
        return character
    mark = _SPOKEN.get(character, " ")
    return mark if cell_len(character) == 1 else mark.ljust(cell_len(character))


@lru_cache(maxsize=4096)
def as_ascii(text: str) -> str:
    """The text in ASCII, as many columns wide: letters lose their marks, frames become lines."""
    return "".join(map(_ascii_character, text))


@lru_cache(maxsize=4096)
def for_console(text: str) -> str:
    """The text in what the Linux console's usual fonts hold, as many columns wide."""
    return "".join(map(_console_character, text))


@lru_cache(maxsize=4096)
def _ascii_character(character: str) -> str:
    if character.isascii():
        return character
    if (known := _ASCII.get(character)) is not None:
        return known
    if ord(character) in _BOX_DRAWING:
        return "+"
    if cell_len(character) == 0:
        return ""
    bare = unicodedata.normalize("NFKD", character)[0]
    if bare.isascii() and bare.isprintable():
        return bare.ljust(cell_len(character))
    return "?" * cell_len(character)


@lru_cache(maxsize=4096)
def _console_character(character: str) -> str:
    character = _CONSOLE.get(character, character)
    if character in _CONSOLE_HAS:
        return character
    try:
        character.encode("cp437")
    except UnicodeEncodeError:
        return _ascii_character(character)
    return character
