"""Opening a website: the whole address is shown first, and only http and https are opened."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from tui_app.language import _
from tui_app.ui.dialogs.choice import Choice, ChoiceScreen

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


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


def has_browser(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a browser would open where the user sits: not over SSH, not without a display."""
    if environment.get("SSH_CONNECTION"):
        return False
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")) or (
        os.uname().sysname == "Darwin"
    )


def ask_website(explorer: ExplorerScreen, addresses: tuple[str, ...]) -> None:
    """Show the whole addresses; the chosen one is opened, or copied where there is no browser."""

    def go_to(chosen: str | None) -> None:
        if chosen is not None:
            _go_to(explorer, addresses[int(chosen)])

    title = _("Open a website") if has_browser() else _("No browser here: copy an address")
    choices = [
        Choice(str(index), str(index + 1), address, whole=address)
        for index, address in enumerate(addresses[:9])
    ]
    explorer.app.push_screen(ChoiceScreen(title, choices), go_to)


def _go_to(explorer: ExplorerScreen, address: str) -> None:
    if not has_browser():
        explorer.program.copy(address)
    elif may_open(address):
        explorer.app.open_url(address)
        explorer.foot.say(_("Opened {address}").format(address=address))
    else:
        said = _("Not opened: {address} is no plain http or https address.")
        explorer.foot.say(said.format(address=address), "warn")
