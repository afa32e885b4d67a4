"""The moving picture of the README, from a real session: ``python -m tests.docs.tour``.

Each row of the terminal is drawn once for each content that it had, and shown while it had it. The
picture stands still at the end; where nothing moves, the last frame is shown.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from tests.docs.screenshots import FOLDER, clock
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.ui.text import formatting

FILE: Final = FOLDER / "tour.svg"
SIZE: Final = (112, 30)
_CELL: Final = (8.4, 19)
"""Width and height of a cell, in pixels."""
_MARGIN: Final = 10
_BACK: Final = "#121212"

STEPS: Final[tuple[tuple[float, tuple[str, ...]], ...]] = (
    (1.4, ()),
    *((0.25, (letter,)) for letter in "petr"),
    (1.6, ("o",)),
    (0.5, ("down",)),
    (0.5, ("down",)),
    (0.9, ("up",)),
    (2.2, ("enter",)),
    (2.8, ("2",)),
    (2.4, ("3",)),
    (0.8, ("escape",)),
    *((0.6, ("space",)) for _mark in range(3)),
    (4.0, ("c",)),
)
"""How long each view is shown, in seconds, and the keys that lead to it."""

Row = tuple[Segment, ...]


def _rows(user: User) -> list[Row]:
    """What each row of the terminal shows."""
    strips = user.app.screen._compositor.render_strips()
    return [tuple(Segment.simplify(iter(strip))) for strip in strips]


async def frames() -> list[tuple[float, list[Row]]]:
    """When each view begins, in seconds, and its rows."""
    taken, now = [], 0.0
    with (
        TemporaryDirectory() as folder,
        patch.dict(os.environ, {"FIRMETERM_ACCOUNTS": f"{folder}/accounts.db"}),
        patch.object(formatting, "clock", clock),
    ):
        async with explore(program(Settings(theme="firmeterm-dark")), SIZE) as user:
            for seconds, keys in STEPS:
                await user.press(*keys)
                await user.idle()
                taken.append((now, _rows(user)))
                now += seconds
    return taken


def _hex(style: Style | None, *, back: bool) -> str:
    colour = None
    if style is not None:
        colour = style.bgcolor if back != bool(style.reverse) else style.color
    if colour is None or colour.is_default:
        return _BACK if back else "#e0e0e0"
    return colour.get_truecolor().hex


def drawn(row: Row, at: int) -> str:
    """A row as SVG: backgrounds, and texts that are as wide as their cells."""
    width, height = _CELL
    top = _MARGIN + at * height
    parts, x = [], float(_MARGIN)
    for text, style, _control in row:
        wide = cell_len(text) * width
        if (back := _hex(style, back=True)) != _BACK:
            parts.append(f'<path fill="{back}" d="M{x:g} {top}h{wide:g}v{height}h-{wide:g}z"/>')
        look = f'fill="{_hex(style, back=False)}"'
        look += ' font-weight="700"' if style and style.bold else ""
        for words in re.finditer(r"\S+(?: \S+)*", text):
            start = x + cell_len(text[: words.start()]) * width
            length = cell_len(words[0]) * width
            parts.append(
                f'<text x="{start:g}" y="{top + 14}" textLength="{length:g}" {look}>'
                f"{escape(words[0])}</text>"
            )
        x = round(x + wide, 1)
    return "".join(parts)


def moving(taken: Sequence[tuple[float, list[Row]]]) -> str:
    """The frames as one SVG."""
    contents: dict[tuple[int, str], list[int]] = {}
    for number, (_begin, rows) in enumerate(taken):
        for at, row in enumerate(rows):
            contents.setdefault((at, drawn(row, at)), []).append(number)
    begins = [begin for begin, _rows in taken]
    last = len(taken) - 1
    width = SIZE[0] * _CELL[0] + 2 * _MARGIN
    height = SIZE[1] * _CELL[1] + 2 * _MARGIN
    groups = []
    for (_at, svg), shown in contents.items():
        if not svg:
            continue
        stays = last in shown
        # A row of the last frame is hidden before; any other is shown for its time alone.
        other = [n for n in range(last + 1) if (n in shown) is not stays]
        sets = "".join(
            f'<set attributeName="display" to="{"none" if stays else "inline"}"'
            f' begin="{begins[first]:g}s" dur="{begins[end + 1] - begins[first]:g}s"/>'
            for first, end in _runs(other)
        )
        hidden = "" if stays else ' display="none"'
        groups.append(f"<g{hidden}>{sets}{svg}</g>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        ' font-family="Fira Code, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14"'
        ' xml:space="preserve"><title>firmeterm: search, figures, court cases, compare</title>'
        f'<rect width="100%" height="100%" rx="8" fill="{_BACK}"/>{"".join(groups)}</svg>\n'
    )


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """The first and the last of each row of successive numbers."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


if __name__ == "__main__":
    FILE.write_text(moving(asyncio.run(frames())), encoding="utf-8")
