"""The request of a screen's page."""

from __future__ import annotations

from msgspec import Struct

from tui_app.contract.screening.criteria import Screen


class PageRequest(Struct, frozen=True):
    """A requested page."""

    screen: Screen
    order: str
    size: int
    cursor: str
