"""The look of charts: the characters they are drawn with, and their colours."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


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
