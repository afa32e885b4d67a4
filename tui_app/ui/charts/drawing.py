"""Bars over the years, drawn by plotext.

plotext decides cells and marks; colours are ours. It is told one colour number per role and
its output is read back into Textual styles, so that no chart brings its own palette or
background into a theme.
"""

from __future__ import annotations

import re
from functools import lru_cache
from threading import Lock
from typing import Final

from textual.content import Content

from tui_app.language import language
from tui_app.ui.charts.data import ChartData, ChartStyle, Marker
from tui_app.ui.charts.scale import ticks
from tui_app.ui.charts.words import compact, describe, heading

MINIMUM_WIDTH: Final = 20
"""Columns under which a chart is given in words."""
MINIMUM_HEIGHT: Final = 6
"""Rows under which a chart is given in words."""

_KEPT: Final = 64
# plotext draws one figure at a time, for the whole program.
_PLOTEXT_IN_USE: Final = Lock()
_WIDEST_YEAR: Final = 12
_YEAR_LABEL: Final = 4
# Columns kept free after the last year: plotext drops a label that touches the edge.
_SPARE: Final = 3

# Colour numbers that plotext writes for us to read back.
_SERIES, _NEGATIVE, _AXIS = 1, 2, 3
_COLOURED: Final = re.compile(r"\x1b\[([0-9;]*)m")
_FOREGROUND: Final = re.compile(r"38;5;([0-9]+)")

_PLOTEXT_MARKER: Final = {Marker.BRAILLE: "braille", Marker.BLOCKS: "hd", Marker.ASCII: "#"}
_FINENESS: Final = {Marker.BRAILLE: 2, Marker.BLOCKS: 2, Marker.ASCII: 1}
_ASCII_FRAME: Final = str.maketrans("│┤├┼─┬┴└┘┌┐", "|+++-++++++")
# plotext is given the left half of each cell, since it takes its time for every dot.
_LEFT_DOTS: Final = (0x01, 0x02, 0x04, 0x40)
_RIGHT_DOTS: Final = (0x08, 0x10, 0x20, 0x80)
_FULL: Final = {
    Marker.BRAILLE: {
        0x2800 + dots: 0x2800
        + dots
        + sum(right for left, right in zip(_LEFT_DOTS, _RIGHT_DOTS, strict=True) if dots & left)
        for dots in range(sum(_LEFT_DOTS) + 1)
    },
    Marker.BLOCKS: str.maketrans("▌▘▖", "█▀▄"),
    Marker.ASCII: {},
}
# Below zero the bars are of another texture, for eyes and terminals without colour. The left
# dots of a braille cell keep the exact length of the bar.
_HATCH: Final = {
    Marker.BRAILLE: {},
    Marker.BLOCKS: str.maketrans("▌▘▖", "▒▒▒"),
    Marker.ASCII: str.maketrans("#", "="),
}
_TEXTURE: Final = {_SERIES: _FULL, _NEGATIVE: _HATCH}


def draw(data: ChartData, width: int, height: int, style: ChartStyle) -> Content:
    """The chart as text of at most ``width`` columns and ``height`` rows, title line included.

    Show it without wrapping. Where it has no room, or nothing is on record, it is words.
    """
    return _draw(data, width, height, style, language())


@lru_cache(maxsize=_KEPT)
def _draw(data: ChartData, width: int, height: int, style: ChartStyle, _language: str) -> Content:
    values = data.by_year()
    if not values or width < MINIMUM_WIDTH or height < MINIMUM_HEIGHT:
        return Content(describe(data))
    head = Content.styled(heading(data)[:width], "bold")
    with _PLOTEXT_IN_USE:
        canvas = _plot(values, width, height - 1, style.marker)
    return Content("\n").join([head, *(_line(text, style) for text in canvas.splitlines())])


def _plot(values: dict[int, int], width: int, height: int, marker: Marker) -> str:
    """What plotext writes for the values, latest years first served when columns are few."""
    import plotext

    lowest, highest = min(0, *values.values()), max(0, *values.values())
    levels = ticks(lowest, highest, at_most=min(6, height - 3))
    labels = [compact(level) for level in levels]
    margin = max(map(len, labels)) + 1
    room = width - margin - _SPARE
    last = max(values)
    years = range(max(min(values), last - room + 1), last + 1)
    pitch = min(room // len(years), _WIDEST_YEAR)
    columns = len(years) * pitch + _SPARE
    fineness = _FINENESS[marker]

    plotext.clear_figure()
    plotext.limit_size(False, False)
    plotext.plot_size(margin + columns, height)
    plotext.theme("clear")
    plotext.ticks_color(_AXIS)
    plotext.xaxes(True, False)
    plotext.yaxes(True, False)
    plotext.xlim(0, columns * fineness - 1)
    plotext.ylim(lowest, max(highest, levels[-1]))
    plotext.yticks(levels, labels)
    shown = _labelled(years, pitch)
    middles = [((year - years[0]) * pitch + _thickness(pitch) // 2) * fineness for year in shown]
    plotext.xticks(middles, [str(year) for year in shown])
    if lowest < 0:
        plotext.hline(0, _AXIS)
    for colour, below in ((_SERIES, False), (_NEGATIVE, True)):
        part = {y: v for y, v in values.items() if y in years and (v < 0) is below}
        _bars(part, years[0], pitch, marker, colour)
    return str(plotext.build())


def _bars(values: dict[int, int], first: int, pitch: int, marker: Marker, colour: int) -> None:
    import plotext

    if not values:
        return
    fineness = _FINENESS[marker]
    thick = _thickness(pitch) * fineness
    columns: list[int] = []
    heights: list[int] = []
    for year, value in values.items():
        start = ((year - first) * pitch) * fineness
        halves = range(start, start + thick, fineness)
        columns += halves
        heights += [value] * len(halves)
    plotext.scatter(columns, heights, marker=_PLOTEXT_MARKER[marker], color=colour, fillx=True)


def _thickness(pitch: int) -> int:
    """Columns of a bar when a year has ``pitch`` of them; the rest sets bars apart."""
    return pitch - (0 if pitch == 1 else 1 if pitch < 8 else pitch // 4)


def _labelled(years: range, pitch: int) -> range:
    """The years that have room for their label, the latest always among them."""
    every = -(-(_YEAR_LABEL + 1) // pitch)
    return range(years[0] + (len(years) - 1) % every, years[-1] + 1, every)


def _line(text: str, style: ChartStyle) -> Content:
    """One line that plotext wrote, in our colours."""
    colours = {_SERIES: style.series, _NEGATIVE: style.negative, _AXIS: style.axis}
    plain, *rest = _COLOURED.split(text)
    parts = [Content(plain)]
    for code, piece in zip(rest[::2], rest[1::2], strict=True):
        found = _FOREGROUND.search(code)
        role = int(found[1]) if found else 0
        texture = _TEXTURE.get(role)
        shown = piece.translate(texture[style.marker]) if texture else piece
        if style.marker is Marker.ASCII:
            shown = shown.translate(_ASCII_FRAME)
        parts.append(Content.styled(shown, colours.get(role, "")))
    return Content("").join(parts).rstrip()
