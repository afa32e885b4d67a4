"""Keeps the hints of the screen up to date: footer, tabs and header line."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from textual.content import Content
from textual.timer import Timer

from tui_app import __version__
from tui_app.system.language import _
from tui_app.ui.actions import prices
from tui_app.ui.explorer.footer import Footer
from tui_app.ui.remote.price import as_short_text, as_text, is_price_shown
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import styled
from tui_app.ui.widgets.status_lines import StatusLine
from tui_app.ui.widgets.tab_strip import Tab

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.app import FirmetermApp
    from tui_app.ui.explorer.screen import ExplorerScreen


class Hints:
    """Updates the hints of a screen."""

    def __init__(self, explorer: ExplorerScreen, head: StatusLine, foot: Footer) -> None:
        self._explorer = explorer
        self._head = head
        self._foot = foot
        self._timer: Timer | None = None
        self._labels: dict[str, tuple[str, tuple[str, str]]] = {}
        """The key and the title of each tab, and their shorter forms."""
        self._was = (False, False)
        """Whether there was a client, and whether its connection was lost."""

    def show(self) -> None:
        """Show which actions can run now, and their prices."""
        explorer = self._explorer
        self._foot.update_hints()
        client, costs = explorer.program.client, prices.of_tabs(explorer)
        explorer.detail.tabs.relabel(
            tuple(self._tab(name, costs.get(name, 0), client) for name in explorer.detail.kinds)
        )

    def update_all(self) -> None:
        """Also update the parts that depend on the connection and the allowance."""
        explorer, client = self._explorer, self._explorer.program.client
        self._head.show(*headline(explorer.program))
        explorer.update_hints()
        lost = client is not None and client.connection_lost
        if (client is not None, lost) != self._was:
            self._was = (client is not None, lost)
            for pane in explorer.lists_made.values():
                pane.redraw_status()  # prices are known now; earlier answers are no longer fresh
        allowance = client.allowance if client and client.allowance.saver_mode else None
        until = (allowance.retry_at or allowance.resets_at) if allowance else None
        if self._timer is not None:
            self._timer.stop()
        if until is not None:
            seconds = (until - dt.datetime.now(dt.UTC)).total_seconds()
            self._timer = explorer.set_timer(max(0.0, seconds) + 0.1, self.update_all)

    def _tab(self, name: str, price: int, client: Companies | None) -> Tab:
        """A tab's key and label, and the price of looking at it for the first time."""
        detail = self._explorer.detail
        kind = detail.kinds[name]
        if name not in self._labels:
            key = self._explorer.keys.first_key(name)
            self._labels[name] = f"{key} {kind.label()}", (f"{key} {kind.short_label()}", key)
        label, shorter = self._labels[name]
        profile = detail.profile.answer
        marks = kind.marks(profile.data) if profile is not None else ""
        # A tab that needs only the profile shows that price on its page.
        if not price or not kind.asks or not is_price_shown(price, client):
            return Tab(name, label, shorter, marks)
        return Tab(name, label, shorter, marks, f"({as_text(price)})", as_short_text(price))


def headline(program: FirmetermApp) -> tuple[Content, Content, Content]:
    """The header line: program and source on the left; ``user@host`` over SSH on the right.

    Last comes the left side for a narrow terminal: without the program's name, and what is
    unusual about the answers before their source.
    """
    name = styled("firmeterm", "strong") + styled(f" {__version__} · ", "dim")
    left, between = Content(), styled(" · ", "dim")
    if program.settings.offline:
        left += styled(_("Offline: cached answers only"), "warn") + between
    elif program.client is not None and program.client.connection_lost:
        left += styled(_("Offline: connection lost"), "warn") + between
    if program.settings.private:
        left += styled(_("private, nothing is kept"), "warn") + between
    source = Content(program.source.name)
    whole, short = left + source, left + source
    if program.as_of is not None:
        text = _("as of {day} · Esc: today").format(day=fmt.date(program.as_of))
        past = styled(f" {text} ", "past")
        whole, short = left + source + between + past, left + past + between + source
    return name + whole, styled(program.terminal.host or "", "dim"), short
