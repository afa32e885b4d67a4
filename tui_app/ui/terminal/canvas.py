"""What the terminal shows, and the bytes that change it: only cells that differ, in few bytes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple, TypeGuard

from msgspec import Struct
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.style import Style

from tui_app.ui.terminal.textual_private import attribute_bits

# In Rich's order of attributes: the code that switches each on, and the code that ends it.
_ATTRIBUTES: Final = (
    ("1", "22"), ("2", "22"), ("3", "23"), ("4", "24"), ("5", "25"), ("6", "25"), ("7", "27"),
    ("8", "28"), ("9", "29"), ("21", "24"),
)  # fmt: skip
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


Run = tuple[str, Style | None]
"""A text in one style, as Rich segments hold it."""

CONTINUED: Final = ""
"""The placeholder in the second cell of a wide character."""

# Rewriting this many unchanged cells takes no more bytes than moving the cursor.
_MAX_GAP: Final = 4


class _CellRow(Struct):
    """One line of a screen: a character and its ``Sgr`` for each column."""

    characters: list[str]
    sgrs: list[Sgr]

    @classmethod
    def blank(cls, width: int) -> _CellRow:
        return cls([" "] * width, [PLAIN] * width)


class Canvas:
    """Two screens of the same size: the wanted cells and the shown cells."""

    def __init__(self, colours: ColorSystem | None, *, links: bool = False) -> None:
        """``links``: the terminal supports links (OSC 8)."""
        self._colours = colours
        self._links = links
        self._width = self._height = 0
        self._wanted: list[_CellRow] = []
        self._shown: list[_CellRow] = []
        self._touched: set[int] = set()
        self._cleared = False
        self._cursor = (0, 0)
        self._cursor_shown = (-1, -1)

    def resize(self, width: int, height: int) -> None:
        """Change the size. The terminal's content is unknown until it is cleared."""
        if (width, height) == (self._width, self._height):
            return
        self._width, self._height = width, height
        self._wanted = [_CellRow.blank(width) for _ in range(height)]
        self.invalidate()

    def invalidate(self) -> None:
        """Forget what the terminal shows: the next ``changes`` clears it and paints everything."""
        self._cleared = False

    def paint(self, x: int, y: int, runs: Iterable[Run]) -> None:
        """Paint a line of text at a position; parts outside the screen are cut off."""
        if not 0 <= y < self._height or x < 0:
            return
        row, width = self._wanted[y], self._width
        self._touched.add(y)
        for text, style in runs:
            if x >= width:
                return
            shown: Iterable[str] = text if text.isascii() and text.isprintable() else cells(text)
            characters = list(shown)[: width - x]
            end = x + len(characters)
            row.characters[x:end] = characters
            row.sgrs[x:end] = [sgr_of(style, self._colours, links=self._links)] * len(characters)
            x = end

    def move_cursor(self, x: int, y: int) -> None:
        """Set the resting place of the hidden cursor, where input methods show their candidates."""
        self._cursor = (x, y)

    @property
    def is_up_to_date(self) -> bool:
        """Whether ``changes`` would write nothing."""
        return self._cleared and not self._touched and self._cursor == self._cursor_shown

    def changes(self) -> str:
        """The sequence that makes the terminal show the wanted cells; they then count as shown."""
        pen = _Pen()
        if not self._cleared:
            pen.clear()
            self._shown = [_CellRow.blank(self._width) for _ in range(self._height)]
            self._touched = set(range(self._height))
            self._cleared = True
        for y in sorted(self._touched):
            wanted, shown = self._wanted[y], self._shown[y]
            for start, end in _differences(wanted, shown):
                pen.write(y, start, wanted.characters[start:end], wanted.sgrs[start:end])
            self._shown[y] = _CellRow(wanted.characters[:], wanted.sgrs[:])
        self._touched.clear()
        if pen.has_written or self._cursor != self._cursor_shown:
            pen.rest(*self._cursor)
            self._cursor_shown = self._cursor
        return pen.text


class _Pen:
    """Writes cells and tracks the position of the terminal's cursor and its current ``Sgr``."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._place: tuple[int, int] | None = None
        self._sgr = PLAIN

    @property
    def has_written(self) -> bool:
        return bool(self._pieces)

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def clear(self) -> None:
        self._pieces.append(f"{RESET}\x1b[2J")

    def write(self, y: int, x: int, characters: list[str], sgrs: list[Sgr]) -> None:
        self._move(y, x)
        start = 0
        for sgr, run in groupby(sgrs):
            end = start + len(list(run))
            text = "".join(characters[start:end])
            letters = text.lstrip(" ")
            if blanks := text[: len(text) - len(letters)]:
                self._put(blanks, change_for_blank(self._sgr, sgr))
            if letters:
                self._put(letters, sgr)
            start = end
        # Terminals disagree on the width of this character, so the cursor's column is unknown.
        sure = all(map(is_simple, set(characters)))
        self._place = (y, x + len(characters)) if sure else None

    def _put(self, text: str, sgr: Sgr) -> None:
        self._pieces += (change(self._sgr, sgr), text)
        self._sgr = sgr

    def rest(self, x: int, y: int) -> None:
        """End the frame with a plain style, so that other writers' text does not take on ours."""
        if self._sgr != PLAIN:
            self._pieces.append(change(self._sgr, PLAIN))
            self._sgr = PLAIN
        self._move(y, x)

    def _move(self, y: int, x: int) -> None:
        if self._place == (y, x):
            return
        if self._place is not None and self._place[0] == y and self._place[1] < x:
            self._pieces.append(f"\x1b[{x - self._place[1]}C")
        else:
            self._pieces.append(f"\x1b[{y + 1};{x + 1}H")
        self._place = (y, x)


def _differences(wanted: _CellRow, shown: _CellRow) -> Iterator[tuple[int, int]]:
    """The spans of columns to write: small gaps are included, wide characters stay whole."""
    if wanted == shown:
        return
    start = end = -1
    for x in _differing(wanted, shown):
        if start < 0:
            start = x
        elif x == end and wanted.sgrs[x] is wanted.sgrs[x - 1]:
            pass
        elif x - end > _MAX_GAP or wanted.sgrs[end - 1 : x].count(wanted.sgrs[x]) <= x - end:
            yield _whole(wanted, start, end)
            start = x
        end = x + 1
    if start >= 0:
        yield _whole(wanted, start, end)


def _differing(wanted: _CellRow, shown: _CellRow) -> Iterator[int]:
    columns = zip(wanted.characters, shown.characters, wanted.sgrs, shown.sgrs, strict=True)
    compared, alike = (PLAIN, PLAIN), True
    for x, (new, old, new_sgr, old_sgr) in enumerate(columns):
        if new == old and new_sgr is old_sgr:
            continue
        if new == old == " ":
            if new_sgr is not compared[0] or old_sgr is not compared[1]:
                compared = new_sgr, old_sgr
                alike = new_sgr == old_sgr or _blank_alike(new_sgr, old_sgr)
            if alike:
                continue
        elif new == old and new_sgr == old_sgr:
            continue
        yield x


@lru_cache(maxsize=4096)
def _blank_alike(first: Sgr, second: Sgr) -> bool:
    plain = not (first.shows_on_blank or second.shows_on_blank)
    return plain and (first.background, first.link) == (second.background, second.link)


def _whole(row: _CellRow, start: int, end: int) -> tuple[int, int]:
    while start and row.characters[start] == CONTINUED:
        start -= 1
    while end < len(row.characters) and row.characters[end] == CONTINUED:
        end += 1
    return start, end


@lru_cache(maxsize=4096)
def cells(text: str) -> tuple[str, ...]:
    """One entry per column. Zero-width marks stay with the letter before them.

    A control character becomes a blank, so that no text can move the cursor.
    """
    found: list[str] = []
    for character in text:
        if unicodedata.category(character) == "Cc":
            found.append(" ")
            continue
        width = cell_len(character)
        if width:
            found.append(character)
            found.extend([CONTINUED] * (width - 1))
        elif found:
            last = -1 if found[-1] != CONTINUED else -2
            found[last] += character
    return tuple(found)


def is_simple(cell: str) -> bool:
    """Whether every terminal advances by exactly one column for it."""
    return len(cell) == 1 and (cell < "\u0300" or "\u2000" <= cell <= "\u28ff")
