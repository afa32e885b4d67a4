"""When a changed screen is painted: at once, and again after a short pause."""

from __future__ import annotations

import asyncio
import math
from functools import cached_property
from typing import Final

from textual.reactive import Reactive
from textual.screen import Screen, ScreenResultType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from tui_app.ui.terminal.compositor import FrontCompositor
from tui_app.ui.terminal.diff_app import DiffApp

PAUSE: Final = 1 / 120
"""Seconds between two frames at least: what changes meanwhile is painted together."""
_TOGETHER: Final = 0.001
"""Seconds in which what one event leads to in several widgets comes together in a frame."""
_FAR_MORE: Final = 10
"""Lines that take longer to paint than somebody who types should wait for."""
_ON_ITS_WAY: Final = 0.01
"""Seconds that a letter takes at most from the thread that reads to the field."""
_GATHERING: Final = 0.004
"""Seconds that a frame waits at most for what changed with it but has not told so yet."""
_PATIENCE: Final = 0.1
"""Seconds without a frame at most while keys come faster than they are handled."""


class RepaintScreen(Screen[ScreenResultType]):
    """A screen that paints as soon as something changed.

    Textual's own ticks sixty times a second and misses every other one: an answer that is
    there 3 ms after the echo of a letter is painted 25 ms later.
    """

    # Textual's own paints the whole screen when another widget gets the keys.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self) -> None:
        super().__init__()
        self._compositor = FrontCompositor()
        self._renewed = True

    @cached_property
    def _update_timer(self) -> FrameTimer:
        return FrameTimer(self)

    def renew(self) -> None:
        """Widgets that tell of others may have something else to tell: in the next frame."""
        self._renewed = False
        # Not at once: mostly news for them comes just before what they tell of is shown.
        self._update_timer.paint_within(PAUSE)

    def renew_now(self) -> None:
        """Let those widgets tell what is so now."""

    def _on_timer_update(self) -> None:
        if not self._renewed:
            self._renewed = True
            self.renew_now()
        super()._on_timer_update()

    def paint_echo(self) -> bool:
        """Paint the field that somebody types in, where far more is to be painted beside it.

        Returns whether it did; the rest is as it was.
        """
        if not (self.has_echo and self.has_far_more_than_echo):
            return False
        if self.app._batch_count or not self.is_current:
            return False
        field = {each for each in self._dirty_widgets if each is self.focused}
        rest = self._dirty_widgets - field
        self._compositor.update_widgets(field)
        self._compositor_refresh()
        self._dirty_widgets.update(rest)
        return True

    @property
    def has_echo(self) -> bool:
        """Whether what has the keys is to be painted."""
        return self.focused in self._dirty_widgets

    @property
    def has_far_more_than_echo(self) -> bool:
        """Whether what is to be painted takes long, while somebody may be typing in a field."""
        field = self.focused
        if not isinstance(field, Input):
            return False
        rest = sum(each.size.height for each in self._dirty_widgets if each is not field)
        return self._layout_required or rest >= _FAR_MORE

    @property
    def is_gathering(self) -> bool:
        """Whether something that is seen changed and was not taken in for the next frame yet."""
        seen = self._compositor.visible_widgets
        return self.message_queue_size > 0 or any(
            w._repaint_required or w._layout_required for w in seen if w is not self
        )

    def take_along(self, *widgets: Widget) -> None:
        """Paint what changed in some widgets with the frame that is being painted."""
        for widget in widgets:
            if widget._repaint_required and self.is_current:
                widget._repaint_required = False
                self._dirty_widgets.add(widget)


class FrameTimer(Timer):
    """Textual's timer for painting, without its ticks: resumed, it fires once and soon."""

    def __init__(self, screen: RepaintScreen[ScreenResultType]) -> None:
        super().__init__(screen, PAUSE, name="screen_update")
        self._screen = screen
        self._painted_at = 0.0
        self._due: asyncio.TimerHandle | None = None
        self._wanted_at = math.inf
        """Since when a frame is due that waits for something."""
        self._echoed = False
        """Whether the last frame was an echo alone: then the next one is whole."""

    def resume(self) -> None:
        """Something changed."""
        self.paint_within(_TOGETHER)

    def paint_within(self, seconds: float) -> None:
        """Paint so soon at the latest, unless that is too soon after the last frame."""
        loop = asyncio.get_running_loop()
        due = max(loop.time() + seconds, self._painted_at + PAUSE)
        if self._due is None or due < self._due.when():
            self.pause()
            self._due = loop.call_at(due, self._paint)

    def pause(self) -> None:
        """Everything was painted, or cannot be seen."""
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def stop(self) -> None:
        """Paint no more."""
        self.pause()

    def _paint(self) -> None:
        loop = asyncio.get_running_loop()
        app = self._screen.app
        now = loop.time()
        self._wanted_at = min(self._wanted_at, now)
        if isinstance(app, DiffApp) and (self._waits_for_a_key(app, now) or self._gathers(now)):
            self._due = loop.call_later(_TOGETHER, self._paint)
            return
        self._painted_at, self._wanted_at = now, math.inf
        try:
            self._echoed = not self._echoed and self._screen.paint_echo()
            if self._echoed:
                self._due = loop.call_later(_TOGETHER, self._paint)
            else:
                self._screen._on_timer_update()
        except Exception as error:  # noqa: BLE001 (whatever a widget raises is the app's to tell)
            self._screen.app._handle_exception(error)

    def _waits_for_a_key(self, app: DiffApp[object], now: float) -> bool:
        if app.is_behind:
            # What the waiting keys will change is not painted before them.
            return now <= self._painted_at + _PATIENCE
        is_coming = self._painted_at < app.last_key_time and now <= app.last_key_time + _ON_ITS_WAY
        return is_coming and self._screen.has_far_more_than_echo and not self._screen.has_echo

    def _gathers(self, now: float) -> bool:
        screen, may_wait = self._screen, now < self._wanted_at + _GATHERING
        return may_wait and not screen.has_echo and screen.is_gathering
