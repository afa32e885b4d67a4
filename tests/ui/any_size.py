"""Draws widgets in any width and height, even at zero and below."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import pytest
from textual.app import App
from textual.geometry import Region, Size, Spacing
from textual.screen import Screen
from textual.widget import Widget

import tui_app.ui
from tests.ui.user import User
from tui_app.ui.lists.base import ListPane
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_pane import TextPane

WIDTHS: Final = (-5, 0, 1, 2, 12)
HEIGHTS: Final = (0, 1, 4)
SMALLEST: Final = [(1, 1), (12, 2), (39, 11), (40, 12), (99, 12)]
"""Terminals without a layout, and with the narrowest ones."""

OVER: Final = ("tui_app.ui.dialogs.", "tui_app.ui.compare.", "tui_app.ui.review.")
"""The packages of what opens over the explorer."""


def classes() -> set[type[Widget]]:
    """Every widget and screen of the package that a newcomer may have added."""
    for module in pkgutil.walk_packages(tui_app.ui.__path__, "tui_app.ui."):
        importlib.import_module(module.name)

    def below(kind: type[Widget]) -> Iterator[type[Widget]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return {each for each in below(Widget) if each.__module__.startswith("tui_app.ui.")}


def opens_over(kind: type[Widget]) -> bool:
    """Whether it belongs to what opens over the explorer, or else to the explorer itself."""
    return kind.__module__.startswith(OVER)


class _Height(Size):
    """A size that notes whether anybody asked for its height."""

    asked = False

    @property
    def height(self) -> int:
        type(self).asked = True
        return super().__getitem__(1)

    def __iter__(self) -> Iterator[int]:
        type(self).asked = True
        return super().__iter__()


Step = Callable[[int, int], object]
"""Something that a widget does with a width and a height."""


def _steps(widget: Widget) -> Iterator[Step]:
    """How a widget of ours is told of its size, and how it is drawn."""
    yield lambda _width, _height: _resize(widget)
    if isinstance(widget, TextPane):
        yield lambda width, _height: widget._draw(width)
    elif isinstance(widget, RowList):
        yield partial(_draw_rows, widget)
    elif isinstance(widget, ListPane):
        yield lambda _width, _height: widget._draw_rows(keep_cursor=True)
        yield lambda width, _height: widget._draw_status(width)
    elif isinstance(widget, CourtCasesSection):
        yield lambda _width, _height: widget.show_rows()
    elif not (widget.is_container or isinstance(widget, Screen)):
        yield lambda _width, _height: widget.render()


def _resize(widget: Widget) -> None:
    """Call what our classes do once their size is another; none of them needs the event."""
    for kind in type(widget).__mro__:
        if kind.__module__.startswith("tui_app.") and "on_resize" in kind.__dict__:
            handler: Any = kind.__dict__["on_resize"]
            handler(widget, *[None] * (handler.__code__.co_argcount - 1))


def _draw_rows(rows: RowList, _width: int, height: int) -> None:
    """Draw each line in view: without a row, with one, and with all."""
    every = rows.rows
    for rows.rows in ((), every[:1], every):
        for y in range(height):
            rows.render_line(y)


def _at_each_pair(patch: pytest.MonkeyPatch, step: Step) -> None:
    """Take a step in each width and height, though Textual would never lay it out so.

    Where nobody asks for the height, one is as good as all.
    """
    size = Size(0, 0)
    for name in ("size", "content_size", "outer_size", "container_size"):
        patch.setattr(Widget, name, property(lambda _widget: size))
    patch.setattr(App, "size", property(lambda _app: size))
    patch.setattr(Widget, "content_region", property(lambda _widget: Region(0, 0, *size)))
    patch.setattr(Widget, "scrollbar_gutter", property(lambda _widget: Spacing()))
    for width in WIDTHS:
        for height in reversed(HEIGHTS):
            size, _Height.asked = _Height(width, height), False
            try:
                step(width, height)
            except Exception as error:
                raise AssertionError(f"at {width} × {height}") from error
            if not _Height.asked:
                break


class Drawing:
    """Draws what the user sees in each size, and notes of which classes that was."""

    def __init__(self, user: User, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: set[type[Widget]] = set()
        self._user = user
        self._patch = monkeypatch

    def at_any_size(self, within: Widget | None = None) -> None:
        """Draw the screen, or what is in one widget."""
        around = within or self._user.app.screen
        widgets = [
            each
            for each in around.walk_children(Widget, with_self=True)
            if type(each).__module__.startswith("tui_app.")
        ]
        for widget in widgets:
            self.drawn.update(type(widget).__mro__)
            for step in _steps(widget):
                with self._patch.context() as patch:
                    _at_each_pair(patch, step)
            _resize(widget)
