"""What keys do now: the footer, the tabs with their prices, and the header line."""

from __future__ import annotations

import datetime as dt
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input

from tui_app.system.language import _
from tui_app.ui.actions.moving import ESCAPE, OPEN
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.frame import Notice, headline
from tui_app.ui.panes.action import Action, Pane
from tui_app.ui.panes.base import DataPane
from tui_app.ui.remote.questions import as_short_text, as_text, draw_spending, is_price_shown
from tui_app.ui.text.keys import shown_key
from tui_app.ui.widgets.strips import Hint, StatusLine, Tab, fits, key_hint
from tui_app.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.contract.resources import CompanyProfile
    from tui_app.ui.sections.detail import DetailPane
    from tui_app.ui.two_panes.screen import TwoPaneScreen


class Footer(Horizontal):
    """The keys in one line. Messages have their own line above it, ``notice``."""

    DEFAULT_CSS = "Footer { height: 1; } Footer TextField { width: 30; display: none; }"

    class FilterClosed(Message):
        """The filter field was closed: the filtered pane gets the focus."""

    def __init__(self, explorer: TwoPaneScreen, keys: ActionTable) -> None:
        super().__init__(id="foot")
        self._explorer = explorer
        self._keys = keys
        self.line = StatusLine()
        self.notice = Notice()
        self.field = TextField(placeholder=_("filter"), id="filter-field")
        self._filtered: DataPane | None = None

    def compose(self) -> ComposeResult:
        """The line of keys."""
        yield self.line

    async def mount_deferred(self) -> None:
        """The filter field, which takes the left of the line while it is open."""
        await self.mount(self.field, before=self.line)

    def update_hints(self) -> None:
        """Show the keys of the focused pane that fit, help always; writes only what changed."""
        if not self.is_attached:
            return
        if self.notice.display and not self.notice.shown_while():
            self.notice.clear()
        explorer, whole = self._explorer, (self.line.size.width or self.app.size.width) - 2
        right = draw_spending(explorer.session, whole + 2)
        width = whole - right.cell_length - 2
        if self.field.has_focus:
            keeps = Hint(key_hint(shown_key("enter"), _("keeps the filter")), OPEN.name)
            drops = Hint(key_hint("Esc", _("drops it")), ESCAPE.name)
            self.line.show(fits([keeps, drops], width), right)
            return
        pane = explorer.pane
        here = Pane.LIST if pane is explorer.list else Pane.DETAIL
        in_field = here is Pane.LIST and isinstance(explorer.focused, Input)
        offered = self._keys.hinted(here, pane.tab, in_field=in_field)
        hint = partial(Action.hint, panes=explorer, is_narrow=self.screen.has_class("-narrow"))
        last = () if in_field else offered[-1:]
        first = offered[: len(offered) - len(last)]
        self.line.show(fits(starmap(hint, first), width, *starmap(hint, last)), right)

    def on_resize(self, event: events.Resize) -> None:
        """Show as many keys as now fit."""
        self.update_hints()

    def open_filter(self, pane: DataPane) -> None:
        """Open the filter field for a pane."""
        self._filtered = None
        self.field.value = pane.filter_text
        self._filtered = pane
        self.field.display = True
        self.field.focus()

    def close_filter(self, *, keep: bool = False) -> None:
        """Close the field; the filter stays only when it was confirmed."""
        if self._filtered is not None and not keep:
            self._filtered.filter_by("")
        self.hide_field()
        self.post_message(self.FilterClosed())

    def hide_field(self) -> None:
        """Show the keys again in place of the field; the filter stays as it is."""
        self._filtered = None
        self.field.display = False

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter while typing."""
        event.stop()
        if self._filtered is not None:
            self._filtered.filter_by(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter keeps the filter."""
        event.stop()
        self.close_filter(keep=True)


class Hints:
    """Updates the hints of a screen. What did not change since the last frame is left as it is."""

    def __init__(self, explorer: TwoPaneScreen, head: StatusLine, foot: Footer) -> None:
        self._explorer = explorer
        self._head = head
        self._foot = foot
        self._timer: Timer | None = None
        self._until: dt.datetime | None = None
        """When the timer fires: the saver mode may end then."""
        self._profile: CompanyProfile | None = None
        """The profile whose signs the tabs have."""
        self._connection: tuple[bool, bool] | None = None
        """Whether there was a client, and whether its connection was lost."""

    def show(self) -> None:
        """Show which actions can run now and their prices, the source and its state."""
        explorer, session = self._explorer, self._explorer.session
        client = session.client
        lost = client is not None and client.connection_lost
        self._foot.update_hints()
        self._label_tabs(explorer.detail, client)
        before, self._connection = self._connection, (client is not None, lost)
        if self._connection != before:
            self._head.show(*headline(session))
            # Prices are known now, or earlier answers are no longer fresh.
            for pane in explorer.lists_made.values() if before is not None else ():
                pane.redraw_status()
        allowance = client.allowance if client and client.allowance.saver_mode else None
        until = (allowance.retry_at or allowance.resets_at) if allowance else None
        if until != self._until:
            self._show_again(until)

    def _show_again(self, until: dt.datetime | None) -> None:
        self._until = until
        if self._timer is not None:
            self._timer.stop()
        if until is not None:
            seconds = (until - dt.datetime.now(dt.UTC)).total_seconds()
            self._timer = self._explorer.set_timer(max(0.0, seconds) + 0.1, self.show)

    def _label_tabs(self, detail: DetailPane, client: Companies | None) -> None:
        """What the profile says is in the tabs, and the price of looking at one for the first time.

        A tab that needs only the profile shows that price on its page.
        """
        profile, prices = detail.answers.profile(detail.tax_id), detail.prices()
        is_new, self._profile = profile is not self._profile, profile
        tabs: list[Tab] = []
        for tab in detail.tabs.tabs:
            signs = tab.signs
            if is_new:
                kind = detail.kinds[tab.name].pane
                signs = kind.signs(profile) if profile is not None else ""
            price, note, short = prices[tab.name], "", ""
            if price and is_price_shown(price, client):
                note, short = f"({as_text(price)})", as_short_text(price)
            tabs.append(replace(tab, signs=signs, note=note, short_note=short))
        detail.tabs.relabel(tuple(tabs))
