"""How long a request may take."""

from __future__ import annotations

from msgspec import Struct


class Deadlines(Struct, frozen=True, kw_only=True):
    """Seconds for connecting, between two parts of an answer, and for a whole answer.

    The last includes retries and the waits between them.
    """

    connect: float = 5.0
    read: float = 10.0
    total: float = 20.0
