"""How the settings say that a server is to be reached."""

from __future__ import annotations

from tui_app.client.companies import Connection
from tui_app.client.secret import Secret
from tui_app.client.wire import Deadlines
from tui_app.settings import Settings


def connection_to(base_url: str, key: Secret | None, settings: Settings) -> Connection:
    """The way to a server with the deadlines and limits that are set."""
    deadlines = Deadlines(
        connect=settings.connect_timeout,
        read=settings.read_timeout,
        total=settings.total_timeout,
    )
    return Connection(
        base_url=base_url,
        key=key,
        allow_http=settings.allow_http,
        deadlines=deadlines,
        largest_body=settings.answer_limit * 1_000_000,
    )
