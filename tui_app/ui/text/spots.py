"""Parts of a text that the cursor can select: what each is, and where it was drawn."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.content import Content
from textual.style import Style

META: Final = "spot"
"""The key in a cell's style that holds the name of its spot, for the mouse."""


class Spot(NamedTuple):
    """A part that can be copied, and opened where it has a link.

    Spots that line up share ``column``, so that the cursor moves straight up and down.
    """

    name: str
    label: str
    text: str
    column: str = ""
    link: str = ""


class Placed(NamedTuple):
    """A spot and its position: its first line, and its range of characters in the whole text."""

    spot: Spot
    line: int
    ranges: tuple[tuple[int, int], ...]


def spotted(content: Content, spot: Spot | None) -> Content:
    """Drawn content that the cursor can select."""
    return content if spot is None else content.stylize(Style.from_meta({META: tuple(spot)}))


def placed_spots(content: Content) -> tuple[Placed, ...]:
    """The spots of a drawn text in reading order; a wrapped spot counts once."""
    found: dict[str, Placed] = {}
    spans = [s for s in content.spans if isinstance(s.style, Style) and META in s.style.meta]
    for span in sorted(spans, key=lambda span: span.start):
        spot = Spot(*span.style.meta[META]) if isinstance(span.style, Style) else None
        if spot is None or span.start == span.end:
            continue
        line = content.plain.count("\n", 0, span.start)
        before = found.get(spot.name, Placed(spot, line, ()))
        found[spot.name] = before._replace(ranges=(*before.ranges, (span.start, span.end)))
    return tuple(found.values())
