"""Parts of a text that the cursor can select: what each is, and where it was drawn."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content
from textual.style import Style


class Spot(NamedTuple):
    """A part that can be copied, and opened where it has a link.

    Spots that line up share ``column``, so that the cursor moves straight up and down.
    """

    name: str
    label: str
    text: str
    column: str = ""
    link: str = ""


class PlacedSpot(NamedTuple):
    """A spot and its position: its first line, and its range of characters in the whole text."""

    spot: Spot
    line: int
    ranges: tuple[tuple[int, int], ...]


class _SpotStyle(Style):
    """Marks the text of a spot and changes nothing of its look.

    In Textual's own metadata each spot would be a style of its own for each colour below it,
    and Textual keeps thousands of these.
    """

    spot: Spot

    def __init__(self, spot: Spot) -> None:
        super().__init__()
        object.__setattr__(self, "spot", spot)  # a style is frozen

    def __bool__(self) -> bool:
        return True  # or Textual leaves it out when it joins texts


def spotted(content: Content, spot: Spot | None) -> Content:
    """Drawn content that the cursor can select."""
    return content if spot is None else content.stylize(_SpotStyle(spot))


def placed_spots(content: Content) -> tuple[PlacedSpot, ...]:
    """The spots of a drawn text in reading order; a wrapped spot counts once."""
    found: dict[str, PlacedSpot] = {}
    for start, end, style in sorted(content.spans, key=lambda span: span.start):
        if not isinstance(style, _SpotStyle) or start == end:
            continue
        line = content.plain.count("\n", 0, start)
        before = found.get(style.spot.name, PlacedSpot(style.spot, line, ()))
        found[style.spot.name] = before._replace(ranges=(*before.ranges, (start, end)))
    return tuple(found.values())
