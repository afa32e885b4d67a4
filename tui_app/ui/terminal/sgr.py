"""The style of a cell, and the shortest escape sequence from one style to another."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple, TypeGuard

from rich.color import Color, ColorSystem
from rich.style import Style

from tui_app.ui.terminal.textual_private import attribute_bits

# In Rich's order of attributes: the code that switches each on, and the code that ends it.
_ATTRIBUTES: Final = (
    ("1", "22"),
    ("2", "22"),
    ("3", "23"),
    ("4", "24"),
    ("5", "25"),
    ("6", "25"),
    ("7", "27"),
    ("8", "28"),
    ("9", "29"),
    ("21", "24"),
)
_REVERSE: Final = 1 << 6
_ENDED_BY: Final = dict(_ATTRIBUTES)
_VISIBLE_ON_BLANKS: Final = frozenset({"4", "7", "9", "21"})


class Sgr(NamedTuple):
    """Attributes and colours as SGR codes; ``39`` and ``49`` are the terminal's own colours.

    ``link`` is the address that the cell links to (OSC 8).
    """

    attributes: frozenset[str] = frozenset()
    foreground: str = "39"
    background: str = "49"
    link: str = ""

    @property
    def shows_on_blank(self) -> bool:
        """Whether a blank cell shows more than its background, such as an underline."""
        return not self.attributes.isdisjoint(_VISIBLE_ON_BLANKS)


PLAIN: Final = Sgr()
"""The state of a terminal after a reset."""

RESET: Final = "\x1b[m"

_MAY_LINK: Final = re.compile("(?:https?://|mailto:|tel:)[!-~]+")


def sgr_of(style: Style | None, colours: ColorSystem | None, *, links: bool = False) -> Sgr:
    """A Rich style reduced to a number of colours; equal styles give the same object."""
    if style is None:
        return PLAIN
    # Only an address in a form that is safe to send, with a scheme that is.
    link = style.link if links and style.link and _MAY_LINK.fullmatch(style.link) else ""
    # Rich styles also differ by metadata of every cell; only these parts are visible.
    bits = attribute_bits(style)
    if colours is None:
        # A background marks a selection: without colours the cell is drawn reversed.
        return _sgr(bits | (_REVERSE if _has_colour(style.bgcolor) else 0), "39", "49", link)
    foreground = _code(style.color, colours, foreground=True)
    return _sgr(bits, foreground, _code(style.bgcolor, colours, foreground=False), link)


def _has_colour(colour: Color | None) -> TypeGuard[Color]:
    return colour is not None and not colour.is_default


@lru_cache(maxsize=4096)
def _code(colour: Color | None, colours: ColorSystem, *, foreground: bool) -> str:
    if not _has_colour(colour):
        return "39" if foreground else "49"
    return ";".join(colour.downgrade(colours).get_ansi_codes(foreground=foreground))


@lru_cache(maxsize=4096)
def _sgr(bits: int, foreground: str, background: str, link: str) -> Sgr:
    attributes = (on for bit, (on, _off) in enumerate(_ATTRIBUTES) if bits & 1 << bit)
    return Sgr(frozenset(attributes), foreground, background, link)


@lru_cache(maxsize=4096)
def change(before: Sgr, after: Sgr) -> str:
    """The sequence from one style to another; empty if they are equal."""
    link = "" if before.link == after.link else f"\x1b]8;;{after.link}\x1b\\"
    codes: list[str] = []
    ended = {_ENDED_BY[code] for code in before.attributes - after.attributes}
    codes += sorted(ended)
    # One end code such as 22 ends both bold and dim.
    kept = {code for code in before.attributes if _ENDED_BY[code] not in ended}
    codes += sorted(after.attributes - kept)
    if before.foreground != after.foreground:
        codes.append(after.foreground)
    if before.background != after.background:
        codes.append(after.background)
    if after == PLAIN and codes:
        return link + RESET
    return link + (f"\x1b[{';'.join(codes)}m" if codes else "")


@lru_cache(maxsize=4096)
def change_for_blank(before: Sgr, after: Sgr) -> Sgr:
    """The style nearest to ``before`` in which a blank cell looks as in ``after``."""
    if after.shows_on_blank:
        return after
    attributes = before.attributes - _VISIBLE_ON_BLANKS
    return Sgr(attributes, before.foreground, after.background, after.link)
