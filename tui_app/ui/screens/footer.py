"""The last line: what can be done now, messages, the filter field, and the allowance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input

from tui_app.language import _, ngettext
from tui_app.ui import formatting as fmt
from tui_app.ui.actions.base import Action, Place
from tui_app.ui.actions.registry import ACTIONS, keys_in_force, shown_key
from tui_app.ui.drawing import styled
from tui_app.ui.timings import NOTICE
from tui_app.ui.widgets.field import Field
from tui_app.ui.widgets.status_lines import StatusLine, fits, key_hint

if TYPE_CHECKING:
    from tui_app.ui.screens.explorer import ExplorerScreen


_SHORT_BELOW = 60
"""Columns under which the allowance is only a number."""


class Footer(Horizontal):
    """One line. A message takes the place of the keys until it is old or another comes."""

    DEFAULT_CSS = "Footer { height: 1; } Footer Field { width: 30; display: none; }"

    def __init__(self, explorer: ExplorerScreen) -> None:
        super().__init__(id="foot")
        self._explorer = explorer
        self.line = StatusLine()
        self.field = Field(placeholder=_("filter"), id="filter-field")
        self._message: Content | None = None
        self._timer: Timer | None = None
        self._apply: Callable[[str], None] | None = None

    def compose(self) -> ComposeResult:
        """The line."""
        yield self.line

    async def mount_rest(self) -> None:
        """The filter field, which stands before the line while it is open."""
        await self.mount(self.field, before=self.line)

    def on_mount(self) -> None:
        """Show the first keys."""
        self.renew()

    def say(self, text: str, style: str = "text") -> None:
        """Show a message, instead of the keys, for a while."""
        self._message = styled(text, style)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(NOTICE, self._forget)
        self.renew()

    def _forget(self) -> None:
        self._message = None
        self.renew()

    def renew(self) -> None:
        """Show what is so now; writes nothing where nothing changed."""
        if not self.is_attached:
            return
        right, whole = self._allowance(), self.line.size.width - 2
        left = self._message or self._hints(whole - right.cell_length - 2)
        # What is said gives way to nothing; it is gone before long.
        cramped = self._message is not None and left.cell_length + right.cell_length + 1 > whole
        self.line.show(left, Content() if cramped else right)

    def on_resize(self, event: events.Resize) -> None:
        """Other keys fit."""
        self.renew()

    def _hints(self, width: int) -> Content:
        """What the focused pane offers, as far as there is room; the help is always among it."""
        explorer = self._explorer
        if self.filtering:
            return fits(
                [key_hint("⏎", _("keeps the filter")), key_hint("Esc", _("drops it"))], width
            )
        here, tab = explorer.here
        if here is Place.LIST and isinstance(explorer.focused, Input):
            hints = self._drawn(sorted((a for a in ACTIONS if a.field), key=lambda a: a.field))
            return fits(hints, width)
        offered = [a for a in ACTIONS if a.footer and a.is_of(here, tab)]
        *hints, last = self._drawn(sorted(offered, key=lambda a: a.footer))
        shown = fits(hints, width - last.cell_length - 2)
        return Content("  ").join(part for part in (shown, last) if part.plain)

    def _drawn(self, actions: list[Action]) -> list[Content]:
        keys = keys_in_force(self._explorer.program.settings.keys)
        return [
            key_hint(
                shown_key(keys[action.name][0]),
                action.shown_label(self._explorer),
                enabled=not action.reason(self._explorer),
            )
            for action in actions
            if keys[action.name]
        ]

    def _allowance(self) -> Content:
        program = self._explorer.program
        client = program.client
        sent = client.session_requests if client else 0
        used = ngettext("{count} sent", "{count} sent", sent).format(count=fmt.number(sent))
        if self._explorer.size.width < _SHORT_BELOW:
            known = client.remaining if client else None
            return styled(_("{count} left").format(count=fmt.number(known)), "dim")
        if client is None or client.remaining is None:
            return styled(_("requests left unknown") + f" · {used}", "dim")
        left = client.remaining
        text = ngettext("{count} request left", "{count} requests left", left)
        low = left <= program.settings.warn_below
        said = text.format(count=fmt.number(left))
        return styled((_("low: ") if low else "") + f"{said} · {used}", "warn" if low else "dim")

    @property
    def filtering(self) -> bool:
        """Whether the filter field is open."""
        return self.field.has_focus

    def open_filter(self, text: str, apply: Callable[[str], None]) -> None:
        """Let the user type a filter; ``apply`` is called with each change."""
        self._apply = None
        self.field.value = text
        self._apply = apply
        self.field.display = True
        self.field.focus()

    def close_filter(self, *, keep: bool = False) -> None:
        """Put the field away; the filter stays only when it was confirmed."""
        apply, self._apply = self._apply, None
        if apply is not None and not keep:
            apply("")
        self.field.display = False
        self._explorer.focus_before_filter()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter while typing."""
        event.stop()
        if self._apply is not None:
            self._apply(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter keeps the filter."""
        event.stop()
        self.close_filter(keep=True)
