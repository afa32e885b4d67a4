"""Frames of a screen that nobody sees are not painted: that is a quarter of a test's time.

A test without a terminal sees the screen only where it asks for it, and then all of it is
rendered.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import RenderableType
from textual import _context
from textual._compositor import Compositor
from textual.app import App
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from tui_app.ui.terminal.textual_private import OWN_PAINTING

_render_update = Compositor.render_update
_asked_for = False
frames = 0
"""How many frames were due so far, painted or not."""


def render_when_seen(
    compositor: Compositor,
    full: bool = False,
    screen_stack: list[Screen[object]] | None = None,
    simplify: bool = False,
) -> RenderableType | None:
    """Replaces ``Compositor.render_update``."""
    global frames  # noqa: PLW0603 (counted across the screens of a process)
    frames += 1
    if full or _asked_for:
        return _render_update(compositor, full, screen_stack, simplify)
    compositor._dirty_regions.clear()
    return None


def lines_of(app: App[None], rows: range | None = None) -> list[Strip]:
    """Some or all lines of the screen as they are seen now, with what lies under a dialog."""
    if OWN_PAINTING:
        _context.visible_screen_stack.set(app._background_screens)
    compositor = app.screen._compositor
    if rows is None:
        return compositor.render_strips()
    crop = Region(0, rows.start, compositor.size.width, len(rows))
    pieces = compositor._render_chops(crop, rows.__contains__)
    return [Strip.join(pieces[y].values()) for y in rows]


@contextmanager
def every_frame() -> Iterator[None]:
    """Paint every frame, as in a terminal."""
    global _asked_for  # noqa: PLW0603 (one screen at a time is tested in a process)
    before, _asked_for = _asked_for, True
    try:
        yield
    finally:
        _asked_for = before
