"""Opening a website, an e-mail or a phone number; a web address is first shown in full."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

from tui_app.system.language import _
from tui_app.ui.panes.action import Choice, Menu
from tui_app.ui.terminal.capabilities import Terminal
from tui_app.ui.text.drawing import Hotspot
from tui_app.ui.text.links import may_open
from tui_app.ui.two_panes.screen import TwoPaneScreen

_IN_A_TERMINAL: Final = frozenset({"elinks", "links", "links2", "lynx", "w3m", "www-browser"})
"""Browsers that would draw over this program, and hold it up until they end."""


def has_browser(terminal: Terminal) -> bool:
    """Whether a browser would open in a window in front of the user; not over SSH."""
    if terminal.host:
        return False
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not has_display and sys.platform not in ("darwin", "win32"):
        return False
    import webbrowser

    try:
        return Path(webbrowser.get().name).name not in _IN_A_TERMINAL
    except webbrowser.Error:
        return False


def open_spot(panes: TwoPaneScreen, spot: Hotspot, others: tuple[str, ...]) -> Menu | None:
    """Open the part under the cursor, or show its text; ``others`` are the pane's web addresses.

    A web address is first shown in full, in the menu.
    """
    if may_open(spot.link) or (spot.link and not has_browser(panes.session.terminal)):
        return website_menu(panes, tuple(dict.fromkeys((spot.link, *others))))
    if spot.link:
        _open(panes, spot.link)
        panes.say(_("Opened {address}").format(address=spot.link))
    else:
        panes.say(f"{spot.label}: {spot.text}")
    return None


def website_menu(panes: TwoPaneScreen, addresses: tuple[str, ...]) -> Menu:
    """The addresses in full; the chosen one is opened, or copied if there is no browser."""
    title = (
        _("Open a website")
        if has_browser(panes.session.terminal)
        else _("No browser here: copy an address")
    )
    choices = [
        Choice(str(index), str(index + 1) if index < 9 else "", address, whole=address)
        for index, address in enumerate(addresses)
    ]
    return Menu(title, choices, lambda name: _go_to(panes, addresses[int(name)]))


def _go_to(panes: TwoPaneScreen, address: str) -> None:
    if not has_browser(panes.session.terminal):
        panes.session.copy(address, _("the address"))
    elif may_open(address):
        _open(panes, address)
        panes.say(_("Opened {address}").format(address=address))
    else:
        text = _("Not opened: {address} is not a plain http or https address.")
        panes.say(text.format(address=address), "warn")


def _open(panes: TwoPaneScreen, address: str) -> None:
    """Open it in a thread: a browser set by the user may return only when it is closed."""
    Thread(target=panes.app.open_url, args=(address,), daemon=True).start()


def open_in_browser(address: str) -> None:
    """Open an address, without the browser's messages, which would be drawn over the screen.

    May return only when the browser is closed. ``webbrowser`` passes this terminal on to a browser
    that it starts by its command alone, as xdg-open.
    """
    import subprocess
    import webbrowser

    browser = webbrowser.get()
    if not isinstance(browser, webbrowser.GenericBrowser):
        browser.open(address)
        return
    line = [browser.name, *(part.replace("%s", address) for part in browser.args)]
    nothing = subprocess.DEVNULL
    with suppress(OSError):
        subprocess.run(  # noqa: S603 (the user's browser)
            line, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, check=False
        )
