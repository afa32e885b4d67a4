"""Checks that the screen shows what a full repaint would show, whenever the program is at rest."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from rich.console import RenderableType
from textual import _context
from textual.strip import Strip

from tui_app.ui.terminal.canvas import Canvas
from tui_app.ui.terminal.frames import DiffApp, FrameTimer
from tui_app.ui.terminal.textual_private import is_idle

_REST: Final = 0.01
"""Seconds without a frame after which the screen is looked at."""
_show_frame = DiffApp.show_frame
_due: asyncio.TimerHandle | None = None


def watch_every_frame() -> None:
    """Look at the screen after each frame, once no other follows it."""
    DiffApp.show_frame = _show_and_look  # type: ignore[assignment,method-assign]


def _show_and_look(app: DiffApp[object], frame: RenderableType) -> bool:
    """In place of ``DiffApp.show_frame``."""
    shown = _show_frame(app, frame)
    _look_soon(app)
    return shown


def _look_soon(app: DiffApp[object]) -> None:
    global _due  # noqa: PLW0603 (there is one screen)
    if _due is not None:
        _due.cancel()
    _due = asyncio.get_running_loop().call_later(_REST, _look, app)


def _look(app: DiffApp[object]) -> None:
    """Log what a full repaint changes."""
    line = app.line
    if line is None or not app.is_running or not app.screen_stack:
        return
    if not (line.canvas.is_up_to_date and _is_at_rest(app)):
        _look_soon(app)
        return
    _context.visible_screen_stack.set(app._background_screens)
    changes = _changes(line.canvas, app.screen._compositor.render_strips())
    if changes:
        logging.error("a full repaint changes the screen:\n%s", changes)


def _is_at_rest(app: DiffApp[object]) -> bool:
    """Whether no frame, no layout and no message is under way, also on screens below a dialog."""
    screen = app.screen
    if app._batch_count or screen._layout_required or screen._scroll_required:
        return False
    if screen._repaint_required or screen._dirty_widgets or not is_idle(app):
        return False
    for each in app.screen_stack:
        timer = each._update_timer
        if not isinstance(timer, FrameTimer) or timer._due is not None:
            return False
        if not all(map(is_idle, each.walk_children(with_self=True))):
            return False
    return True


def _changes(shown: Canvas, strips: list[Strip]) -> str:
    """What the terminal would get if the whole screen were painted on a canvas."""
    full = Canvas(shown._colours, links=shown._links)
    full.resize(shown._width, shown._height)
    for y, strip in enumerate(strips):
        full.paint(0, y, ((text, style) for text, style, control in strip if not control))
    full._shown, full._cleared, full._cursor_shown = list(shown._wanted), True, full._cursor
    return full.changes()
