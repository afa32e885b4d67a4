"""What a registry tells of itself while it is open, for the service's log."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class RegistryEvent(StrEnum):
    """What happened to an open registry; the names stand in the log."""

    REPLACED = "registry_replaced"
    """Other content is in use now; the text names its version."""

    REFUSED = "registry_refused"
    """A new registry cannot be used, the old one stays in use; the text says why."""


Notify = Callable[[RegistryEvent, str], None]
"""Called with an event and its text, from whichever thread noticed it."""


def tell_nobody(_event: RegistryEvent, _text: str) -> None:
    """Ignore what happens."""
