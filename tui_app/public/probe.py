"""Checks whether the public services answer as expected: one small request to each.

The companies in the requests are invented, so nobody learns about the user's interests.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from tui_app.public.active_call import ActiveCall, StoppedError
from tui_app.public.services import Services
from tui_app.public.statement_lookup import last_year
from tui_app.registry.errors import SourceUnavailableError
from tui_app.system.language import N_, _

_TAX_ID: Final = "990000013"
_NAME: Final = "ATELIERUL DEMONSTRATIV INVENTAT SRL"
_SECONDS: Final = 70.0


class ProbeResult(Struct, frozen=True):
    """The result of one service, in words; ``address`` is its address."""

    service: str
    address: str
    works: bool
    text: str


def probe(services: Services) -> Iterator[ProbeResult]:
    """Send one request to each service, one after the other; blocks."""
    today = dt.datetime.now(dt.UTC).date()
    anaf, portal = services.anaf, services.portal
    asks: tuple[tuple[str, str, Callable[[ActiveCall], object]], ...] = (
        (N_("ANAF, taxpayers"), anaf.base_url, lambda t: anaf.taxpayers([_TAX_ID], today, t)),
        (
            N_("ANAF, statements"),
            anaf.base_url,
            lambda t: anaf.statement(_TAX_ID, last_year(), t),
        ),
        (N_("Courts' portal"), portal.base_url, lambda t: portal.cases(_NAME, t)),
    )
    for service, address, ask in asks:
        works, text = _tried(ask)
        yield ProbeResult(_(service), address, works, text)


def _tried(ask: Callable[[ActiveCall], object]) -> tuple[bool, str]:
    started = time.monotonic()
    try:
        ask(ActiveCall("probe", "", _SECONDS))
    except SourceUnavailableError as failure:
        return False, str(failure)
    except StoppedError:
        return False, _("Not asked.")
    seconds = f"{time.monotonic() - started:.1f}"
    return True, _("answers as expected ({seconds} s)").format(seconds=seconds)
