"""Things in a text that a cursor can stand on: what each is, and where it was drawn."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.content import Content
from textual.style import Style

META: Final = "spot"
"""The name under which a drawn spot stands in the style of its cells, for the mouse."""


class Spot(NamedTuple):
    """Something that can be copied, and opened where it has a link.

    ``column`` is shared by what stands under one another, so that the cursor goes straight.
    """

    name: str
    label: str
    text: str
    column: str = ""
    link: str = ""


class Placed(NamedTuple):
    """A spot and where it was drawn: its first line, and its characters of the whole text."""

    spot: Spot
    line: int
    ranges: tuple[tuple[int, int], ...]


def spotted(content: Content, spot: Spot | None) -> Content:
    """A drawn piece that the cursor can stand on."""
    return content if spot is None else content.stylize(Style.from_meta({META: tuple(spot)}))


def placed_spots(content: Content) -> tuple[Placed, ...]:
    """The spots of a drawn text in reading order; one that is wrapped is one."""
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
