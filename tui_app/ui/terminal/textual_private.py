"""The private names of Textual, Rich and asyncio that the program uses; no other module uses one.

They serve the bars of ``python -m tests.benchmarks terminal``; CONTRIBUTING says which piece serves
which. If a name is missing, as in a newer Textual, ``OWN_PAINTING`` is false and the program paints
as Textual does: slower and with more bytes, but it runs.
"""

from __future__ import annotations

import asyncio
import math
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from itertools import chain
from typing import Any, Final

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual.app import App, ReturnType
from textual.binding import Binding
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import ScreenResume
from textual.filter import LineFilter
from textual.geometry import Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.messages import Layout
from textual.screen import Screen, ScreenResultType
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from tui_app.ui.terminal.capabilities import Colours

NAMES: Final[dict[str, tuple[str, ...]]] = {
    "textual.app:App": (
        "_batch_count", "_closed", "_disable_notifications", "_disable_tooltips", "_display",
        "_driver", "_filters", "_handle_exception", "_post_message", "_refresh_truecolor_filter",
        "_return_code", "_running", "_sync_available",
    ),
    "textual.screen:Screen": (
        "_bindings", "_compositor", "_on_layout", "_on_screen_resume", "_on_timer_update",
        "_repaint_required", "_screen_resized", "_update_timer",
    ),
    "textual._compositor:Compositor": ("_full_map", "_full_map_invalidated"),
    "textual._compositor:ChopsUpdate": (),
    "textual._compositor:LayoutUpdate": (),
    "textual._xterm_parser:XTermParser": (),
    "textual.drivers.linux_driver:LinuxDriver": ("_app", "_file", "_key_thread", "_loop"),
    "textual.widget:Widget": ("_layout_required", "_layout_updates", "_size_updated"),
    "textual.scroll_view:ScrollView": ("_scroll_update",),
    "textual.message_pump:MessagePump": ("_message_queue",),
    "textual._queue:Queue": (),
    "asyncio.locks:Event": ("_waiters",),
    "rich.style:Style": ("_attributes", "_set_attributes"),
}  # fmt: skip
"""Each object and its private attributes; a test checks this list against the source."""


def missing_names() -> list[str]:
    """The names of ``NAMES`` that the installed libraries do not have."""
    missing: list[str] = []
    for module_name, attributes in NAMES.items():
        module, name = module_name.split(":")
        try:
            owner = getattr(import_module(module), name)
        except (ImportError, AttributeError):
            missing.append(module_name)
            continue
        missing += [f"{module_name}.{each}" for each in attributes if not _has(owner, each)]
    return missing


# Any: the object that a name belongs to.
def _has(owner: Any, name: str) -> bool:
    """Whether objects of a class have an attribute, defined in the class or set in ``__init__``."""
    if hasattr(owner, name):
        return True
    made_by = (vars(base).get("__init__") for base in getattr(owner, "__mro__", ()))
    made_by = (function for function in made_by if hasattr(function, "__code__"))
    return any(name in function.__code__.co_names for function in made_by)


MISSING: Final = tuple(missing_names())
OWN_PAINTING: Final = not MISSING
"""Whether the program paints frames itself, which costs the fewest bytes."""


class FrameApp(App[ReturnType]):
    """An app that may show a frame itself: ``show_frame`` returns whether it did."""

    colours: Colours
    takes_links: bool

    def show_frame(self, frame: RenderableType) -> bool:
        """Show a frame; false leaves it to Textual."""
        return False

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        may_show = not self._batch_count and self._running and not self._closed
        if renderable is None or not may_show or not self.show_frame(renderable):
            super()._display(screen, renderable)

    @property
    def driver(self) -> Driver | None:
        """The terminal driver; ``None`` before the start."""
        return self._driver

    @property
    def has_synchronised_output(self) -> bool:
        """Whether the terminal supports synchronised output: it shows a whole frame at once."""
        return self._sync_available

    def add_line_filter(self, line_filter: LineFilter) -> None:
        """Apply a filter to everything that is painted."""
        self._filters.append(line_filter)

    def leave_out_popups(self) -> None:
        """Mount no widgets for toasts and tooltips, which the program has none of.

        Textual would mount them on every screen, and lay it out twice. Benchmark: starting.
        """
        self._disable_notifications = self._disable_tooltips = True

    def begin_with_theme(self, name: str) -> None:
        """Set a theme before anything is drawn, without the second layout that a change causes."""
        self.set_reactive(App.theme, name)
        dark = self.current_theme.dark
        self.add_class(f"-theme-{name}", "-dark-mode" if dark else "-light-mode", update=False)
        self.remove_class("-light-mode" if dark else "-dark-mode", update=False)
        if OWN_PAINTING:
            self._refresh_truecolor_filter(self.ansi_theme)
        self.stylesheet.set_variables(self.get_css_variables())

    def post_now(self, message: Message) -> Coroutine[None, None, bool]:
        """Put a message into the app's queue; awaited in the app's loop."""
        return self._post_message(message)

    def end_with(self, error: Exception) -> None:
        """End the program because of an error outside every message handler, and show it."""
        self._handle_exception(error)

    def message_of(self, error: Exception) -> tuple[str, int]:
        """A message that replaces the traceback, and the exit status; empty if there is none."""
        return "", 0

    def _handle_exception(self, error: Exception) -> None:
        text, status = self.message_of(error)
        if not text:
            super()._handle_exception(error)
            return
        self.panic(Text(text))
        self._return_code = status


class FrameScreen(Screen[ScreenResultType]):
    """A screen with its own timer for painting, made by ``frames``."""

    laid_out_at = -math.inf
    """When the last layout began, by ``time.monotonic``: it meets all earlier requests."""

    def frame_timer(self) -> Timer | None:
        """The timer to use; ``None`` for Textual's own."""
        return None

    if OWN_PAINTING:

        @cached_property
        def _update_timer(self) -> Timer:
            return self.frame_timer() or super()._update_timer

    def request_frame(self) -> None:
        """Have the screen painted soon, even if nothing changed yet."""
        self._update_timer.resume()

    paint = Screen._on_timer_update
    """Paints the changes."""

    def notice_all_changes(self) -> None:
        """Notice changes that Textual's compositor misses: see ``SureCompositor``."""
        if OWN_PAINTING:
            self._compositor = SureCompositor()

    async def _on_layout(self, message: Layout) -> None:
        """Drop a request that the last layout has met. Textual would lay out everything again."""
        if message.time < self.laid_out_at:
            message.stop()
            message.prevent_default()

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Show the screen. Its first layout draws it: Textual would draw it once more.

        A new one has its styles already, each widget since it was mounted.
        """
        event.prevent_default()
        is_new = self.laid_out_at == -math.inf
        event.refresh_styles &= not is_new
        super()._on_screen_resume(event)
        if is_new and self.laid_out_at != -math.inf:
            self._repaint_required = False

    def _screen_resized(self, size: Size) -> None:
        """Lay out for a new size. At the start Textual tells the same one three times."""
        if not OWN_PAINTING or size != self._compositor.size:
            super()._screen_resized(size)

    def bind_key(self, key: str, action: str, *, id: str | None = None) -> None:
        """Bind a key on this screen alone; ``id`` is for ``share_keys``."""
        binding = Binding(key, action, show=False, id=id)
        self._bindings.key_to_bindings.setdefault(key, []).append(binding)


def share_keys(node: DOMNode, keys_of: Callable[[str], tuple[str, ...]]) -> dict[str, list[str]]:
    """Bind what has an id to the keys that ``keys_of`` gives for it, too; returns all its keys.

    What only this node can do keeps its keys; a key given goes before one of the class.
    """
    own, shared = dict[str, list[Binding]](), dict[str, list[Binding]]()
    for key, binding in node._bindings:
        if binding.id is not None and keys_of(binding.id):
            shared.setdefault(binding.id, []).append(binding)
        else:
            own.setdefault(key, []).append(binding)
    for name, (first, *_others) in shared.items():
        for key in keys_of(name):
            is_first = first.priority and key == first.key
            own.setdefault(key, [replace(first, key=key, priority=is_first)])
    for binding in chain.from_iterable(shared.values()):
        own.setdefault(binding.key, [binding])
    node._bindings.key_to_bindings = own
    found: dict[str, list[str]] = {}
    for key, bindings in own.items():
        for binding in bindings:
            found.setdefault(binding.id or "", []).append(key)
    return found


if sys.platform != "win32" and OWN_PAINTING:
    from textual._compositor import (
        ChopsUpdate,
        Compositor,
        CompositorMap,
        LayoutUpdate,
        ReflowResult,
    )
    from textual._xterm_parser import XTermParser
    from textual.drivers.linux_driver import LinuxDriver

    class SureCompositor(Compositor):
        """Textual's compositor, changed so that it notices every change.

        A widget's place may be asked for between a change and its layout. Textual then compares the
        layout with that answer, finds no change, and leaves on the screen what was hidden.
        """

        _laid_out: CompositorMap | None = None
        """The places after the last layout, if they were computed again since."""

        @property
        def full_map(self) -> CompositorMap:
            """The place of every widget."""
            if self._full_map_invalidated and self._laid_out is None:
                self._laid_out = self._full_map
            return super().full_map

        def reflow(self, parent: Widget, size: Size) -> ReflowResult:
            """Lay out, and find what changed since the last layout."""
            if isinstance(parent, FrameScreen):
                parent.laid_out_at = time.monotonic()
            parent._layout_required = False
            if self._laid_out is not None:
                self._full_map, self._laid_out = self._laid_out, None
            changes = super().reflow(parent, size)
            # Places asked for while it was laid out are not those that were shown before.
            self._laid_out, self._full_map_invalidated = None, False
            for widget, where in self._full_map.items():
                widget._size_updated(
                    where.region.size, where.virtual_size, where.container_size, layout=False
                )
            return changes

    def placed_strips(frame: RenderableType) -> Iterator[tuple[int, int, Strip]]:
        """The parts of lines that a frame of the compositor paints: column, line, text."""
        if isinstance(frame, LayoutUpdate):
            for y, strips in enumerate(frame.strips):
                yield 0, y, Strip.join(strips)
        elif isinstance(frame, ChopsUpdate):
            for y, left, right in frame.spans:
                for (x, strip), end in zip(frame.chops[y].items(), frame.chop_ends[y], strict=True):
                    if strip is not None and x < right and end > left:
                        yield x, y, strip

    class Parser(XTermParser):
        """Turns the terminal's bytes into messages."""

    class TerminalDriver(LinuxDriver):
        """Textual's driver, with public names for the internals that a subclass needs."""

        @property
        def loop(self) -> asyncio.AbstractEventLoop:
            """The loop that the app runs in."""
            return self._loop

        @property
        def output_fileno(self) -> int:
            """The file descriptor that the screen is written to."""
            return self.fileno if self._file is None else self._file.fileno()

        @property
        def is_in_key_thread(self) -> bool:
            """Whether the caller runs in the thread that reads keys."""
            return threading.current_thread() is self._key_thread

        def exit_app(self, return_code: int) -> None:
            """End the app as if the user had quit."""
            self._app.exit(return_code=return_code)


def layout_size(screen: Screen[object]) -> Size:
    """The size that a screen was last laid out for, which the terminal may no longer have."""
    return screen._compositor.size


def is_idle(pump: MessagePump) -> bool:
    """Whether a pump has handled every message it has, and waits for the next one."""
    if OWN_PAINTING and pump.is_running:
        ready: asyncio.Event = pump._message_queue.ready_event
        return not ready.is_set() and bool(ready._waiters)
    return not pump.message_queue_size


def is_at_rest(screen: Widget) -> bool:
    """Whether no message is under way on a screen: asked for each frame, so without a call each."""
    widgets: list[Any] = [screen]  # Any: for the private names
    while widgets:
        widget = widgets.pop()
        queue = widget._message_queue
        if queue.values or not (queue.ready_event._waiters or not widget.is_running):
            return False
        widgets += widget.children
    return True


def request_layout(widget: Widget) -> None:
    """Lay a widget out again, even if an earlier request for a layout is still pending.

    That layout may be running: Textual would keep the height it found then.
    """
    if OWN_PAINTING and widget._layout_required:
        widget._layout_updates += 1
    widget.refresh(layout=True)


def update_scrollbars(view: ScrollView, virtual_size: Size) -> None:
    """Set the scrollbars to the size of the content, without laying out the screen."""
    if OWN_PAINTING:
        view._scroll_update(virtual_size)
    else:
        view.refresh(layout=True)


def attribute_bits(style: Style) -> int:
    """The attributes of a style that are on, one bit each in Rich's order.

    The public way asks for each of them, a thousand times per frame.
    """
    if OWN_PAINTING:
        return style._attributes & style._set_attributes
    return 0
