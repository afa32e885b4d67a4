"""Opening a website: the whole address is shown first, and only http and https are opened."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from tui_app.language import _
from tui_app.ui.actions.base import Explorer
from tui_app.ui.panes.menu import Choice, Menu
from tui_app.ui.terminal.capabilities import Terminal

LONGEST: Final = 500
"""Characters of an address that may be opened: some eight lines of a narrow screen."""


def may_open(address: str) -> bool:
    """Whether an address is http or https with a host, and hides nothing before it.

    Programs differ in what a blank or a backslash in an address means: none may hold one. Nor
    is it longer than the dialog shows in full.
    """
    if (
        len(address) > LONGEST
        or not address.isprintable()
        or any(c.isspace() or c == "\\" for c in address)
    ):
        return False
    try:
        parts = urlsplit(address)
        # Reading the port raises where it is none.
        return parts.port != 0 and (
            parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
        )
    except ValueError:
        return False


def has_browser(terminal: Terminal, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a browser would open where the user sits: not over SSH, not without a display."""
    if terminal.host:
        return False
    has_display = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return bool(has_display) or sys.platform in ("darwin", "win32")


def ask_website(explorer: Explorer, addresses: tuple[str, ...]) -> None:
    """Show the whole addresses; the chosen one is opened, or copied where there is no browser."""

    title = (
        _("Open a website")
        if has_browser(explorer.program.terminal)
        else _("No browser here: copy an address")
    )
    choices = [
        Choice(str(index), str(index + 1) if index < 9 else "", address, whole=address)
        for index, address in enumerate(addresses)
    ]
    explorer.open_menu(Menu(title, choices, lambda name: _go_to(explorer, addresses[int(name)])))


def _go_to(explorer: Explorer, address: str) -> None:
    if not has_browser(explorer.program.terminal):
        explorer.program.copy(address)
    elif may_open(address):
        explorer.app.open_url(address)
        explorer.say(_("Opened {address}").format(address=address))
    else:
        said = _("Not opened: {address} is no plain http or https address.")
        explorer.say(said.format(address=address), "warn")
