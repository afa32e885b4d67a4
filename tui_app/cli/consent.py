"""Consent to spend requests at a server: without an answer nothing is spent."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click
from msgspec import Struct

from tui_app.cli.ending import tell
from tui_app.cli.questions import is_somebody_there, yes_or_no
from tui_app.cli.session import WRONG_USE, end
from tui_app.client.live import WaitSeconds
from tui_app.config.settings import Settings
from tui_app.sources.source import SourceKind, kind_of, name_of
from tui_app.system.language import N_, _, ngettext
from tui_app.system.wording import grouped

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


YES: Final = click.option("--yes", is_flag=True, help=N_("Do not ask before requests are spent."))
"""Consent given beforehand, for a command that may send several requests."""


class Price(Struct, frozen=True, kw_only=True):
    """What ``requests`` would bring, and how many are ``left``, if known."""

    what: str
    requests: int
    left: int | None


def may_spend(settings: Settings, price: Price | None = None, *, yes: bool = False) -> bool:
    """Whether the user agrees to a price; ends the command if nobody can be asked.

    ``price`` is ``None`` if the price was already shown.
    """
    if kind_of(settings) is not SourceKind.REMOTE:
        return True  # slow at most
    require_somebody(settings, yes=yes)
    if price is not None:
        requests = ngettext("{count} request", "{count} requests", price.requests)
        left = "" if price.left is None else _(" ({count} left)").format(count=grouped(price.left))
        tell(
            _("\n{what}: {requests} to {name}{left}."),
            what=price.what,
            requests=requests.format(count=grouped(price.requests)),
            name=name_of(settings),
            left=left,
        )
    return yes or _confirmed()


def show_cost(companies: Companies, settings: Settings, what: str, price: int) -> None:
    """Print the price of ``what`` at the source, and the requests left there if known."""
    left = companies.allowance.remaining
    if left is None:
        left = companies.allowance.recalled.remaining
    if isinstance(price, WaitSeconds):
        cost, text = price.text or _("no wait"), _("{what}: {price} at {name}, free.")
    else:
        cost = ngettext("{count} request", "{count} requests", price).format(count=price)
        text = _("{what}: at most {price} to {name}.")
        if left is not None:
            text = _("{what}: at most {price} to {name} ({left} left).")
    click.echo(text.format(what=what, price=cost, name=name_of(settings), left=left), err=True)


def _confirmed() -> bool:
    """The answer to the question; handles Ctrl+C, which asyncio would only note."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if _was_interrupted():
            raise KeyboardInterrupt
        return yes_or_no(_("Go on?"))
    finally:
        signal.signal(signal.SIGINT, handler)


def _was_interrupted() -> bool:
    """Whether asyncio noted Ctrl+C just before, and would cancel this task after the answer."""
    with suppress(RuntimeError):  # not in a task
        task = asyncio.current_task()
        return task is not None and task.cancelling() > 0
    return False


def require_somebody(settings: Settings, *, yes: bool) -> None:
    """End the command if it would spend requests and nobody is there to ask.

    At a server it needs ``--yes`` then; public services are only slow.
    """
    if kind_of(settings) is SourceKind.REMOTE and not yes and not is_somebody_there():
        end(_("Cannot ask for confirmation here. Pass --yes to send these requests."), WRONG_USE)
