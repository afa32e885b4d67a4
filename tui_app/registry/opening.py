"""Opens a registry by its location: the one place that knows which engines there are."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from tui_app.registry.company_registry import CompanyRegistry
from tui_app.registry.events import Notify, tell_nobody


def open_registry(location: str | Path, notify: Notify = tell_nobody) -> CompanyRegistry:
    """Open a registry: the path of a file that ``firmeterm registry build`` made.

    ``notify`` is told what happens to it while it is open. Raises ``RegistryError`` that
    says what to run next.
    """
    from tui_app.registry.sqlite.registry import SqliteRegistry

    return SqliteRegistry(Path(location), notify)


def register_day_of(location: str | Path) -> dt.date | None:
    """The date of the trade register's dump in a registry; ``None`` where there is none."""
    from tui_app.registry.sqlite.connection_pool import register_day_of

    return register_day_of(Path(location))
