"""Text measured in terminal cells, and the building blocks of what panes show: ``Content``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from sys import maxsize
from typing import Final, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.style import Style

COLUMN_GAP: Final = 2
"""Blanks between the columns of a list."""


class _HasText(Protocol):
    @property
    def text(self) -> str: ...
    def _replace(self: P, *, text: str) -> P: ...


P = TypeVar("P", bound=_HasText)


def fit(text: str, width: int) -> str:
    """The text in at most ``width`` cells, ending in … if it was cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + "…" if width > 0 else ""


def longest(forms: Sequence[str], width: int) -> str:
    """The first form that fits; else the last one, cut; empty if there is none."""
    for form in forms:
        if cell_len(form) <= width:
            return form
    return fit(forms[-1], width) if forms else ""


def pad(text: str, width: int) -> str:
    """The text with blanks after it, up to ``width`` cells."""
    return text + " " * (width - cell_len(text))


def cell(text: str, width: int, *, is_number: bool = False) -> str:
    """A value in its column, cut if it is too long, figures right-aligned; then the gap."""
    shown = fit(text, width)
    blanks = " " * (width - cell_len(shown))
    return (blanks + shown if is_number else shown + blanks) + " " * COLUMN_GAP


def width_of(pieces: Sequence[_HasText]) -> int:
    """The total width of several texts in cells."""
    return sum(cell_len(piece.text) for piece in pieces)


def cut(pieces: Sequence[P], width: int) -> tuple[P, ...]:
    """As many of the texts as fit; the last one is cut with …."""
    shown: list[P] = []
    left = width
    for piece in pieces:
        text = fit(piece.text, left)
        if text:
            shown.append(piece._replace(text=text))
        left -= cell_len(text)
        if text != piece.text:
            break
    return tuple(shown)


def common_start(texts: Sequence[str]) -> str:
    """The common beginning of all texts."""
    first, last = min(texts, default=""), max(texts, default="")
    at = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    return first[: len(first) if at is None else at]


STYLES: Final = {
    "text": "", "strong": "bold", "dim": "$text-muted", "good": "$status-good",
    "warn": "$status-caution", "bad": "$status-grave", "past": "reverse $accent",
}  # fmt: skip
"""The look of each style's name; good, warn and bad also come with a word of ``formatting``."""


class Hotspot(Struct, frozen=True):
    """A part that can be copied, and opened if it has a link.

    Spots that line up share ``column``, so that the cursor moves straight up and down.
    """

    name: str
    label: str
    text: str
    column: str = ""
    link: str = ""


class PlacedHotspot(Struct, frozen=True):
    """A spot and its position: its first line, and its range of characters in the whole text."""

    spot: Hotspot
    line: int
    ranges: tuple[tuple[int, int], ...]


class _HotspotStyle(Style):
    """Marks the text of a spot without changing its look.

    In Textual's own metadata each spot would be a style of its own for each colour below it, and
    Textual keeps thousands of these.
    """

    spot: Hotspot

    def __init__(self, spot: Hotspot) -> None:
        super().__init__(link=spot.link or None)
        object.__setattr__(self, "spot", spot)  # a style is frozen

    def __bool__(self) -> bool:
        return True  # or Textual leaves it out when it joins texts


class RecordField(Struct, frozen=True):
    """A label and its value; a value of several lines keeps them."""

    label: str
    value: str
    style: str = "text"
    spot: Hotspot | None = None
    """The part of it that the cursor can select."""
    link: str = ""
    """The address that the value leads to, in a terminal that takes links; validated."""


def styled(text: str, style: str = "text") -> Content:
    """Text in a named style; never read as markup."""
    return Content.styled(text, STYLES[style])


def paragraph(text: str, width: int, style: str = "text") -> Content:
    """Text broken at blanks."""
    return styled("\n".join(wrap(text, width)), style)


def cell_of(content: Content, width: int) -> Content:
    """Styled text in its column: cut if it is too long, with blanks after it."""
    shown = content.truncate(width, ellipsis=True)
    return shown + Content(" " * (width - shown.cell_length))


def flow(
    parts: Iterable[Content], width: int, gap: int, *, most: int = maxsize, taken: int = 0
) -> list[Content]:
    """Whole parts side by side in at most ``most`` rows; a wider part is left out, but the first.

    ``taken`` is the width of the first row that something else takes.
    """
    rows: list[Content] = []
    for part in parts:
        available = width - (taken if len(rows) == 1 else 0)
        if rows and rows[-1].cell_length + gap + part.cell_length <= available:
            rows[-1] += Content(" " * gap) + part
        elif not rows or (len(rows) < most and part.cell_length <= width):
            rows.append(part)
    return rows


def lines(parts: Iterable[Content]) -> Content:
    """Parts joined with line breaks."""
    return Content("\n").join(parts)


def wrap(text: str, width: int) -> list[str]:
    """The lines of a text in at most ``width`` cells, with words kept whole if they fit."""
    found: list[str] = []
    for line in Content(text).wrap(max(1, width)):
        found.append(line.plain.rstrip())
    return found or [""]


def wrapped(content: Content, width: int) -> list[Content]:
    """The lines of a styled text; a width below 1, before the first layout, counts as 1."""
    return content.wrap(max(1, width))


def label_width(shown: Iterable[RecordField], width: int, most: int | None = None) -> int:
    """The width of the labels of some fields, at most ``most``, else a third of the width."""
    longest = 0
    for each in shown:
        longest = max(longest, cell_len(each.label))
    return min(longest, max(8, width // 3) if most is None else most)


def fields(shown: Sequence[RecordField], width: int, labels: int | None = None) -> Content:
    """Labels on the left, values beside them, long values wrapped under themselves.

    A label that repeats the one above is left out. ``labels`` is the labels' width, for groups
    whose values line up.
    """
    if not shown:
        return Content()
    available = label_width(shown, width) if labels is None else labels
    blank = " " * (available + COLUMN_GAP)
    drawn: list[Content] = []
    above = ""
    for each in shown:
        for line in wrap(each.value, width - available - COLUMN_GAP):
            label = blank if each.label == above else cell(each.label, available)
            above = each.label
            value = styled(line, each.style).stylize(Style(link=each.link or None))
            value = with_hotspot(value, each.spot) if each.spot else value
            drawn.append(styled(label, "dim") + value)
    return lines(drawn)


def with_hotspot(content: Content, spot: Hotspot | None) -> Content:
    """Drawn content that the cursor can select."""
    return content if spot is None else content.stylize(_HotspotStyle(spot))


def placed_hotspots(content: Content) -> tuple[PlacedHotspot, ...]:
    """The spots of a drawn text in reading order; a wrapped spot counts once."""
    found: dict[str, PlacedHotspot] = {}
    for start, end, style in sorted(content.spans, key=attrgetter("start")):
        if not isinstance(style, _HotspotStyle) or start == end:
            continue
        line = content.plain.count("\n", 0, start)
        before = found.get(style.spot.name, PlacedHotspot(style.spot, line, ()))
        found[style.spot.name] = replace(before, ranges=(*before.ranges, (start, end)))
    return tuple(found.values())
