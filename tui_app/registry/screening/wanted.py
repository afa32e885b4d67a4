"""What is asked of screening."""

from __future__ import annotations

from msgspec import Struct

from tui_app.contract.screening.criteria import Screen


class Wanted(Struct, frozen=True):
    """A page that is asked for."""

    screen: Screen
    order: str
    size: int
    cursor: str
