"""Parts of a text that the cursor can select: their content, and their positions."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from textual.content import Content
from textual.style import Style


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


def with_hotspot(content: Content, spot: Hotspot | None) -> Content:
    """Drawn content that the cursor can select."""
    return content if spot is None else content.stylize(_HotspotStyle(spot))


def placed_hotspots(content: Content) -> tuple[PlacedHotspot, ...]:
    """The spots of a drawn text in reading order; a wrapped spot counts once."""
    found: dict[str, PlacedHotspot] = {}
    for start, end, style in sorted(content.spans, key=lambda span: span.start):
        if not isinstance(style, _HotspotStyle) or start == end:
            continue
        line = content.plain.count("\n", 0, start)
        before = found.get(style.spot.name, PlacedHotspot(style.spot, line, ()))
        found[style.spot.name] = replace(before, ranges=(*before.ranges, (start, end)))
    return tuple(found.values())
