"""How it was set that a server is to be reached."""

from __future__ import annotations

from typing import Protocol

from tui_app.client.companies import Connection
from tui_app.client.http import Deadlines
from tui_app.client.secret import Secret


class Limits(Protocol):
    """What the program's settings say of it: seconds, and megabytes of an answer."""

    @property
    def allow_http(self) -> bool:
        """Whether a key may be sent over http:// to another machine."""

    @property
    def connect_timeout(self) -> float:
        """To reach the server."""

    @property
    def read_timeout(self) -> float:
        """Between two pieces of an answer."""

    @property
    def total_timeout(self) -> float:
        """For a whole request."""

    @property
    def answer_limit(self) -> int:
        """What is larger is refused."""


def connection_to(base_url: str, key: Secret | None, limits: Limits) -> Connection:
    """The way to a server with the deadlines and limits that are set."""
    deadlines = Deadlines(
        connect=limits.connect_timeout, read=limits.read_timeout, total=limits.total_timeout
    )
    return Connection(
        base_url=base_url,
        key=key,
        allow_http=limits.allow_http,
        deadlines=deadlines,
        largest_body=limits.answer_limit * 1_000_000,
    )
